//! What is taken for a secret, and what is not.

mod assignment;
mod ordinary_text;
mod properties;
mod tokens;

use std::cell::Cell;

use crate::{REDACTED, redact};

thread_local! {
    pub(crate) static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// What stands between `«` and `»` is a secret, and nothing else is. It is put together here, so
/// that no scanner takes these files for a leak.
#[track_caller]
fn check_secret(text: &str) {
    let (before, rest) = text.split_once('«').unwrap();
    let (secret, after) = rest.rsplit_once('»').unwrap();
    let leaky = format!("{before}{secret}{after}");
    assert_eq!(redact(&leaky), format!("{before}{REDACTED}{after}"), "{leaky}");
}

#[track_caller]
fn check_benign(text: &str) {
    assert_eq!(redact(text), text);
}

/// What was taken out of a text, if anything was.
fn redacted_part(text: &str) -> Option<&str> {
    let clean = redact(text);
    let (before, after) = clean.split_once(REDACTED)?;
    text.get(before.len()..text.len() - after.len())
}

fn letters(number: usize) -> String {
    "aB3dE5gH7j".chars().cycle().take(number).collect()
}
