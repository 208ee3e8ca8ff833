//! Configuration files: which is read, what is refused, and what is kept compiled.
#![cfg(test)]

mod cache;
mod errors;
mod files;
