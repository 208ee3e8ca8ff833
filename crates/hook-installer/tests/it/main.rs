//! `install`, `uninstall` and `list`, from the arguments to the files.
#![cfg(test)]
#![cfg(unix)]

mod corpus;
mod cuts;
#[path = "../../../claude-settings/tests/it/drawn.rs"]
mod drawn;
mod engine;
mod generated_settings;
#[path = "../../../claude-settings/tests/it/generator.rs"]
mod generator;
mod machine;
mod notice;
mod other_hosts;
mod planted_programs;
mod projects;
mod rollback;
mod round_trips;
mod servers;
mod walls;
