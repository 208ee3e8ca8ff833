//! `install`, `uninstall` and `list`, from the arguments to the files.
#![cfg(test)]
#![cfg(unix)]

mod corpus;
mod cuts;
#[path = "../../../claude-settings/tests/it/drawn.rs"]
mod drawn;
mod elsewhere;
mod engine;
mod generated;
#[path = "../../../claude-settings/tests/it/generator.rs"]
mod generator;
mod machine;
mod planted;
mod projects;
mod rollback;
mod round_trips;
mod servers;
mod walls;
