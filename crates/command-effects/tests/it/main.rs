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

use command_effects::{Judgement, Programs};
use shell_syntax::SimpleCommand;

/// What a line would run, by the table alone.
fn commands(text: &str) -> Result<Vec<SimpleCommand>, String> {
    let found = effects(text);
    match found.unresolved.into_iter().next() {
        Some(unresolved) if found.runs.is_empty() => Err(unresolved.reason),
        _ => Ok(found.runs),
    }
}

/// What a line would do, by the table alone.
fn effects(text: &str) -> Judgement {
    command_effects::judge(text, None, &Programs::default())
}
