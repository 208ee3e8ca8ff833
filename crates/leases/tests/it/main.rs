//! The same rules for every engine, on real servers.

#![cfg(test)]
#![expect(
    clippy::disallowed_methods,
    reason = "looks for programs, and writes what a killed one leaves"
)]

mod conformance;
mod git;
mod machine;
mod postgres;
#[expect(dead_code, reason = "other tests restart it")]
mod server;
