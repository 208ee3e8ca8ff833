//! The options that every command has, and the help of `--json`.

use std::path::PathBuf;

use clap::{Arg, ColorChoice, Command};

/// The ids of the options that every command has.
pub(super) const PROJECT: &str = "in-project";
pub(super) const COLOUR: &str = "in-colour";

/// The schema of the output of `--json`.
const SCHEMAS: &str = "docs/schemas/commands.schema.json";

/// The arguments of a program, with the options that every command has.
pub(crate) fn command<C: clap::CommandFactory>() -> Command {
    with_common(C::command())
}

/// Adds the options that every command has.
pub fn with_common(command: Command) -> Command {
    with_schemas(command).arg(project_option()).arg(colour_option())
}

/// Adds the schema to the help of `--json`, in the command and its subcommands.
pub fn with_schemas(command: Command) -> Command {
    let pointing = |option: Arg| match option.get_help().map(ToString::to_string) {
        Some(help) if option.get_long() == Some("json") && !help.contains(".schema.json") => {
            option.help(format!("{help} (schema: {SCHEMAS})"))
        }
        _ => option,
    };
    command.mut_args(pointing).mut_subcommands(with_schemas)
}

fn project_option() -> Arg {
    Arg::new(PROJECT)
        .long("project")
        .value_name("DIR")
        .value_parser(clap::value_parser!(PathBuf))
        .global(true)
        .help("Use the project of DIR instead of the current folder's")
}

fn colour_option() -> Arg {
    Arg::new(COLOUR)
        .long("color")
        .value_name("WHEN")
        .value_parser(clap::value_parser!(ColorChoice))
        .global(true)
        .hide_possible_values(true)
        .help("When to use colour: auto, always or never")
}
