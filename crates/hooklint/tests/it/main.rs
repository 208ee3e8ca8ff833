//! Hooks with one fault each, which has to be found and nothing else, and hooks without any.
#![cfg(test)]

mod bench;
mod conflicts;
mod faults;
mod good;
