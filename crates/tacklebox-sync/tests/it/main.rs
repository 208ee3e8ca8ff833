//! The program as hooks, keepers and servers start it, with real repositories and a real database.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "plays machines, each with an environment")]

mod chaos;
mod failures;
mod fence;
mod fleet;
mod judge;
mod link;
mod machine;
mod organisation;
mod policy;
#[path = "../../../leases/tests/it/server.rs"]
mod server;
mod session_process;
mod team;
mod verbs;
