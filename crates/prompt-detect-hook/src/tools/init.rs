//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/prompt-detect.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/prompt-detect.schema.json
# Who is told when an agent waits for a person. What is commented out is what holds anyway.
version: 1
# sinks:
#   desktop: false          # a notification of the desktop
#   terminal: false         # a notification of the terminal
# delay_ms: 0               # how long a prompt is open before it disturbs anybody
# stale_after: 1h           # a prompt that is open for longer is closed
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    hook_runtime::init(ctx, &[(FILE, STARTER)], console)
}
