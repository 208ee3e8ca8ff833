//! What is told of command lines.
#![cfg(test)]

mod effects;
mod effects_bounds;
mod ground;
mod notation;
mod page;
#[path = "../../../shell-syntax/tests/it/printer.rs"]
mod printer;
mod reads;
mod seeming;
mod sets;
mod wrappers;
#[path = "../../../shell-syntax/tests/it/xorshift.rs"]
mod xorshift;

use command_effects::{Effects, Programs};
use shell_syntax::{SimpleCommand, Unparsed};

/// What a line would run, by the table alone.
fn commands(text: &str) -> Result<Vec<SimpleCommand>, Unparsed> {
    command_effects::commands(text, &Programs::default())
}

/// What a line would do, by the table alone.
fn effects(text: &str) -> Effects {
    command_effects::effects(text, &Programs::default(), &[])
}
