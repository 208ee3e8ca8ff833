//! The program as hooks, keepers and servers start it, with real repositories and a real database.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "plays machines, each with an environment")]

mod fence;
mod machine;
mod verbs;
