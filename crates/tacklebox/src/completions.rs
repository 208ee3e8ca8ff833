//! `completions`: what a shell knows of all commands, from the same definitions as the commands
//! themselves.

use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use hook_runtime::Console;

use crate::NAME;

/// Prints what completes the commands in a shell.
///
/// # Errors
/// If it is no text.
pub(crate) fn completions(shell: Shell, console: &mut Console) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_hooks(crate::command()), NAME, &mut script);
    console.verbatim(&String::from_utf8(script)?);
    Ok(ExitCode::SUCCESS)
}

fn takes_hook(argument: &Arg) -> bool {
    argument.get_value_names().is_some_and(|names| names.iter().all(|it| it == "HOOK"))
}

/// The command and all that is below it, where what takes a hook takes one of those that there are.
fn with_hooks(command: Command) -> Command {
    let named = |argument: Arg| {
        let names = crate::hooks::HOOKS.iter().map(|(name, _)| *name);
        if takes_hook(&argument) {
            argument.value_parser(PossibleValuesParser::new(names))
        } else {
            argument
        }
    };
    command.mut_args(named).mut_subcommands(with_hooks)
}
