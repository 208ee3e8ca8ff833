//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, Starters};

use crate::words::tools as words;

const STARTER: &str = include_str!("starter.yaml");

const FILE: &str = ".tacklebox/governance.yaml";

/// The status where there is a configuration already.
const REFUSED: u8 = 1;

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let starters = Starters::of(ctx)?;
    if !starters.put(console, FILE, STARTER)? {
        let file = starters.root().join(FILE);
        console.error_line(words::is_there(&file));
        return Ok(ExitCode::from(REFUSED));
    }
    starters.tell(console, &[FILE]);
    for line in words::NOW_HOLDS {
        console.line(line);
    }
    Ok(ExitCode::SUCCESS)
}
