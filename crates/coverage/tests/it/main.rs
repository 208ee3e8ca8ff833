//! Rules with their ways around. Each way that is open is carried out in a folder that is thrown away,
//! and each line that is said to close one is added and tried.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod project;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod trying;
