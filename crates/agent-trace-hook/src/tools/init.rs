//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/agent-trace.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/agent-trace.schema.json
# Who wrote which lines. What is commented out is what holds anyway.
version: 1
# sign_key: ~/keys/trace.pem  # checkpoints are signed with it; there is none otherwise
# rotate_bytes: 8388608       # above this many bytes the ledger goes on in another file
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    hook_runtime::init(ctx, &[(FILE, STARTER)], console)
}
