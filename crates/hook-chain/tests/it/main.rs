//! What a host sees of hooks, alone and together.
#![cfg(test)]

mod process;
