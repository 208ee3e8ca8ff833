//! What is read of shell text, in one binary.
#![cfg(test)]

mod bounds;
mod commands;
mod directories;
mod invariants;
mod notation;
mod printer;
mod random;
mod refused;
mod runs;
mod xorshift;
