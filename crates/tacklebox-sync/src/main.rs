//! `tacklebox-sync`: the one program of Tacklebox that opens connections to other machines and reads credentials. A hook
//! starts it, or a person, a timer or a server does.

mod coverage;
mod credentials;
mod engine;
mod environment;
mod fence;
mod keeper;
mod lease;
mod lease_state;
mod machine;
mod policy;
mod process;
mod repository;
mod request;
mod ship;
mod status;
mod verbs;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use hook_runtime::{Console, Ctx};

/// Connects to other machines on behalf of the hooks, which never do
#[derive(Parser)]
#[command(name = "tacklebox-sync", version)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Claim an intent, for a hook: a JSON line on stdin, a JSON line on stdout
    Claim,
    /// Release an intent, for a hook: as `claim`
    Release,
    /// Renew the leases of a state folder until there are none; `claim` starts it
    Keep {
        /// The state folder of a project
        #[arg(long, value_name = "DIR")]
        state: PathBuf,
    },
    /// Show who has which intent
    Status {
        /// Ask the authority, for a hook: a JSON line on stdin, a JSON line on stdout
        #[arg(long)]
        json: bool,
    },
    /// Print the SQL for the administrator of a database that is to grant leases
    Schema,
    Fence(fence::Args),
    Ship(ship::Args),
    Coverage(coverage::Args),
    /// Download signed policies of an organisation
    #[command(subcommand)]
    Policy(policy::Verb),
}

fn main() -> ExitCode {
    process_start::mark();
    let result = match Arguments::parse().verb {
        Verb::Claim => verbs::claim(),
        Verb::Release => verbs::release(),
        Verb::Keep { state } => keeper::keep(&state),
        Verb::Status { json: true } => verbs::status(),
        Verb::Status { json: false } => status::run(),
        Verb::Schema => schema(),
        Verb::Fence(args) => fence::run(&args),
        Verb::Ship(args) => for_person(|ctx, console| ship::run(ctx, &args, console)),
        Verb::Policy(verb) => policy::run(&Ctx::of_process("tacklebox-sync"), &verb),
        Verb::Coverage(args) => for_person(|ctx, console| coverage::run(ctx, &args, console)),
    };
    result.unwrap_or_else(|err| {
        let _no_stderr = writeln!(io::stderr(), "error: {err:#}");
        ExitCode::from(2)
    })
}

fn schema() -> Result<ExitCode> {
    io::stdout().write_all(leases::SCHEMA.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a verb that prints to a console.
fn for_person(verb: impl FnOnce(&Ctx, &mut Console) -> Result<ExitCode>) -> Result<ExitCode> {
    let mut console = Console::default();
    let code = verb(&Ctx::of_process("tacklebox-sync"), &mut console);
    // A reader that closes the pipe early is not an error.
    let _closed = console.flush();
    code
}
