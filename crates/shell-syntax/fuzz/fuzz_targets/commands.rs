//! No text makes the reader panic, hang or lose a command when harmless text is added.
//!
//! `cargo +nightly fuzz run commands`, in `crates/shell-syntax`.
#![no_main]

#[path = "../../tests/it/invariants.rs"]
mod invariants;
#[path = "../../tests/it/notation.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod notation;
#[path = "../../tests/it/printer.rs"]
mod printer;

libfuzzer_sys::fuzz_target!(|text: &str| {
    invariants::check(text);
});
