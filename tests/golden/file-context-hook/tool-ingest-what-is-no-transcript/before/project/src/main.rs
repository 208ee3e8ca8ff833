//! A program.
