//! `tacklebox-sync`: the one program of Tacklebox that opens connections to other machines and reads credentials. A hook
//! starts it, or a person, a timer or a server does.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Asks other machines, for the hooks that must not
#[derive(Parser)]
#[command(name = "tacklebox-sync", version)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Print the SQL for the administrator of a database that is to grant leases
    Schema,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Schema => schema(),
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
