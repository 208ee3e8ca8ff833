//! Builds, installs, shows, measures and checks Tacklebox.

mod bench;
mod build_progress;
mod ci;
mod client;
mod delegation;
mod drift;
mod e2e;
mod feature_groups;
mod files;
mod installation;
mod output;
mod package;
mod picture;
mod registration;
mod secrets;
mod tidy;
mod token;
mod triple;
mod workspace;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use hook_installer::WrongCall;

use output::Unheard;
use workspace::Workspace;

#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", about)]
enum Xtask {
    /// Play recorded sessions through the hooks in temporary projects
    Try(delegation::Args),
    /// Add hooks to the settings of a project; `--single` builds a program for each hook
    Install(delegation::Args),
    /// Remove hooks from the settings of a project
    Uninstall(delegation::Args),
    /// List the hooks, and where they are installed
    List(delegation::Args),
    /// Replace installed programs by those of this clone
    Update(delegation::Args),
    /// Restore the settings from before the last change
    Rollback(delegation::Args),
    /// Check whether each installed hook protects
    Doctor(delegation::Args),
    /// Draw a terminal session of `try` as the picture of the README
    Picture(picture::Args),
    /// Measure the cost of a call of each hook
    Bench(bench::Args),
    /// Play sessions in a client, and list how it differs from the recorded one
    Drift(drift::Args),
    /// Test in real clients what the pages promise
    E2e(e2e::Args),
    /// Build the release: archives, npm packages, the plugin and its marketplaces
    Package(package::Args),
    /// Compare the known token formats with the rules of Betterleaks
    Secrets(secrets::Args),
    /// Check layers, cycles, sizes, licences and weight
    Tidy(tidy::Args),
    /// Compare lines, words, packages and sizes with tests/weight.txt, or update it
    Weight(tidy::weight::Args),
    /// Run everything that a change must pass
    Ci(ci::Args),
}

fn main() -> ExitCode {
    let matches = Xtask::command().get_matches();
    match run(&matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => report(&err, matches.subcommand_name().unwrap_or_default()),
    }
}

fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let call = Xtask::from_arg_matches(matches)?;
    let workspace = Workspace::find()?;
    match call {
        Xtask::Try(args)
        | Xtask::Install(args)
        | Xtask::Uninstall(args)
        | Xtask::List(args)
        | Xtask::Update(args)
        | Xtask::Rollback(args)
        | Xtask::Doctor(args) => {
            let verb = matches.subcommand_name().unwrap_or_default();
            delegation::run(&workspace, verb, &args, || help(verb))
        }
        Xtask::Picture(args) => picture::run(&workspace, &args),
        Xtask::Bench(args) => bench::run(&workspace, &args),
        Xtask::Drift(args) => drift::run(&workspace, &args),
        Xtask::E2e(args) => e2e::run(&workspace, &args),
        Xtask::Package(args) => package::run(&workspace, &args),
        Xtask::Secrets(args) => secrets::run(&workspace, &args),
        Xtask::Tidy(args) => tidy::run(&workspace, args),
        Xtask::Weight(args) => tidy::weight::run(&workspace, &args),
        Xtask::Ci(args) => ci::run(&workspace, args),
    }
}

/// Exit code 2 for wrong usage, as clap has it, 1 for everything else.
fn report(err: &anyhow::Error, subcommand: &str) -> ExitCode {
    if let Some(wrong) = err.downcast_ref::<WrongCall>() {
        output::error_line(usage(wrong, subcommand).trim_end());
        return ExitCode::from(2);
    }
    if err.downcast_ref::<Unheard>().is_some_and(Unheard::is_unwanted) {
        return ExitCode::SUCCESS;
    }
    output::error_line(format_args!("error: {err:#}"));
    ExitCode::FAILURE
}

/// A message of clap about wrong usage, with the usage of the subcommand.
fn usage(wrong: &WrongCall, subcommand: &str) -> String {
    with_subcommand(subcommand, |command| command.error(wrong.kind, &wrong.message).to_string())
}

fn help(subcommand: &str) -> String {
    with_subcommand(subcommand, |command| command.render_help().to_string())
}

fn with_subcommand(name: &str, then: impl FnOnce(&mut clap::Command) -> String) -> String {
    let mut command = Xtask::command();
    command.build();
    match command.find_subcommand_mut(name) {
        Some(subcommand) => then(subcommand),
        None => then(&mut command),
    }
}
