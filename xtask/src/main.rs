//! Builds, installs, shows, measures and checks Tacklebox.

mod bench;
mod choice;
mod ci;
mod client;
mod delegation;
mod drift;
mod e2e;
mod feature_groups;
mod files;
mod host;
mod install;
mod new_hook;
mod output;
mod package;
mod picture;
mod registration;
mod secrets;
mod tidy;
mod token;
mod triple;
mod try_out;
mod workspace;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use hook_installer::{InstallArgs, InstallError, ListArgs, Stopped, UninstallArgs, WrongCall};

use output::Unheard;
use workspace::Workspace;

#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", about)]
enum Xtask {
    /// Builds hooks and puts them into the settings of a project
    Install(InstallArgs),
    /// Takes hooks out of the settings of a project
    Uninstall(UninstallArgs),
    /// Shows the hooks, one a line
    List(ListArgs),
    /// Puts the programs of this clone in the place of those that are installed
    Update(delegation::Args),
    /// Puts an earlier version of the settings back
    Rollback(delegation::Args),
    /// Looks whether each hook that is installed protects
    Doctor(delegation::Args),
    /// Makes a new hook that has all that a hook has
    NewHook(new_hook::Args),
    /// Plays a recorded session through every hook, in a throw-away project
    Try(try_out::Args),
    /// Records a terminal session of `try` as the picture of the README
    Picture(picture::Args),
    /// Measures what a call of each hook costs
    Bench(bench::Args),
    /// Plays sessions in a client, and says what it does otherwise than it was recorded
    Drift(drift::Args),
    /// Plays in real clients what the pages promise
    E2e(e2e::Args),
    /// Writes what is released: archives, npm packages, the plugin and its marketplaces
    Package(package::Args),
    /// Compares the formats of tokens that are known with the rules of Betterleaks
    Secrets(secrets::Args),
    /// Checks what no compiler checks: layers, cycles, sizes, licences, weight
    Tidy(tidy::Args),
    /// Compares how much there is with tests/weight.txt, and renews that
    Weight(tidy::weight::Args),
    /// Runs everything that a change has to pass
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
        Xtask::Install(args) => install::install(&workspace, &args),
        Xtask::Uninstall(args) => install::uninstall(&workspace, &args),
        Xtask::List(args) => install::list(&workspace, &args),
        Xtask::Update(args) => delegation::run(&workspace, "update", &args),
        Xtask::Rollback(args) => delegation::run(&workspace, "rollback", &args),
        Xtask::Doctor(args) => delegation::run(&workspace, "doctor", &args),
        Xtask::NewHook(args) => new_hook::run(&workspace, &args),
        Xtask::Try(args) => try_out::run(&workspace, &args),
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

/// 2 for a wrong call, as clap has it, what the installer says, 1 for everything else.
fn report(err: &anyhow::Error, subcommand: &str) -> ExitCode {
    if let Some(wrong) = wrong_call(err) {
        output::error_line(usage(wrong, subcommand).trim_end());
        return ExitCode::from(2);
    }
    let done = err.downcast_ref::<Stopped>().map(|stopped| stopped.done.to_string());
    if let Some(done) = done.as_deref().map(str::trim_end).filter(|done| !done.is_empty()) {
        output::error_line(done);
    }
    if !err.downcast_ref::<Unheard>().is_some_and(Unheard::is_unwanted) {
        output::error_line(format_args!("error: {err:#}"));
    }
    install_error(err).map_or(ExitCode::FAILURE, |err| ExitCode::from(err.exit_status()))
}

fn wrong_call(err: &anyhow::Error) -> Option<&WrongCall> {
    match install_error(err) {
        Some(InstallError::WrongCall(wrong)) => Some(wrong),
        _ => err.downcast_ref::<WrongCall>(),
    }
}

fn install_error(err: &anyhow::Error) -> Option<&InstallError> {
    err.downcast_ref::<Stopped>().map(|stopped| &*stopped.why).or_else(|| err.downcast_ref())
}

/// A wrong call in the words of clap, with the usage of the subcommand.
fn usage(wrong: &WrongCall, subcommand: &str) -> String {
    let mut command = Xtask::command();
    command.build();
    let command = match command.find_subcommand_mut(subcommand) {
        Some(subcommand) => subcommand,
        None => &mut command,
    };
    command.error(wrong.kind, &wrong.message).to_string()
}
