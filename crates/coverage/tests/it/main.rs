//! Rules with their ways around. Ways that are open are carried out in a folder that is thrown away.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod guards;
#[cfg(test)]
mod project;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod trying;
