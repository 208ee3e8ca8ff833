//! Runs against a receiver that speaks OTLP/HTTP.

#![cfg(test)]
#![expect(
    clippy::disallowed_methods,
    reason = "writes logs and configurations as people and other versions do"
)]

mod cases;
mod coverage;
mod download;
mod machine;
mod page;
mod real_receiver;
mod receiver;
mod settings;
mod stage;
mod timer;
