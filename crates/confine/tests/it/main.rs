//! The programs of this crate before a real kernel, as root and as a person, by each layer that it has.

#![cfg(test)]
#![cfg(target_os = "linux")]

mod behaviour;
mod everyday;
mod ground;
mod opaque;
mod readers;
