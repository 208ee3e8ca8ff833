//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/agent-trace.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/agent-trace.schema.json
# Who wrote which lines. Commented lines show the defaults.
version: 1
# sign_key: ~/keys/trace.pem  # signs the end of the ledger after each turn; default: none
";

const NEXT: &str = "Agents' edits are recorded. Next: `tacklebox agent-trace blame FILE`.";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let status = hook_runtime::init(ctx, &[(FILE, STARTER)], console)?;
    if status == ExitCode::SUCCESS {
        console.line(NEXT);
    }
    Ok(status)
}
