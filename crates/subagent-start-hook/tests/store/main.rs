//! What the hook says out of a store: the recorded cases of `tests/golden` have
//! none, since a database is no text.
#![cfg(test)]

mod failures;
mod ground;
mod list;
mod once;
