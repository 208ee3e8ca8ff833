//! `init`: a commented configuration.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use crate::words::tools::AFTER_INIT;

const STARTER: &str = include_str!("starter.yaml");

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let files = [(".tacklebox/governance.yaml", STARTER)];
    hook_runtime::init_and_tell(ctx, &files, &AFTER_INIT, console)
}
