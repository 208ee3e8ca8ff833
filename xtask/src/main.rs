//! Builds, installs, shows, measures and checks Tacklebox.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for people prints")]

mod bench;
mod choice;
mod ci;
mod diff;
mod files;
mod host;
mod install;
mod list;
mod place;
mod programs;
mod servers;
mod settings_file;
mod tidy;
mod try_out;
mod uninstall;

use std::process::ExitCode;

use clap::Parser;

#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", about)]
enum Xtask {
    /// Builds hooks and puts them into the settings of a project
    Install(install::Args),
    /// Takes hooks out of the settings of a project
    Uninstall(uninstall::Args),
    /// Shows the hooks, one a line
    List(list::Args),
    /// Plays a recorded session through every hook, in a throw-away project
    Try(try_out::Args),
    /// Measures what a call of each hook costs
    Bench(bench::Args),
    /// Checks what no compiler checks: layers, sizes, words
    Tidy(tidy::Args),
    /// Runs everything that a change has to pass
    Ci(ci::Args),
}

fn main() -> ExitCode {
    let outcome = match Xtask::parse() {
        Xtask::Install(args) => install::run(&args),
        Xtask::Uninstall(args) => uninstall::run(&args),
        Xtask::List(args) => list::run(&args),
        Xtask::Try(args) => try_out::run(&args),
        Xtask::Bench(args) => bench::run(args),
        Xtask::Tidy(args) => tidy::run(args),
        Xtask::Ci(args) => ci::run(args),
    };
    outcome.map_or_else(|err| report(&err), |()| ExitCode::SUCCESS)
}

/// 2 for a wrong call, as clap has it, 1 for everything else.
fn report(err: &anyhow::Error) -> ExitCode {
    if let Some(usage) = err.downcast_ref::<clap::Error>() {
        eprint!("{usage}");
        return ExitCode::from(2);
    }
    eprintln!("error: {err:#}");
    ExitCode::FAILURE
}
