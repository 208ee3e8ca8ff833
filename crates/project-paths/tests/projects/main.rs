//! Roots, keys and locations on real directories; `.git` is laid out by hand.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "the tests lay out projects")]

mod ground;
mod locations;
mod roots;
mod rule;
