//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/prompt-detect.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/prompt-detect.schema.json
# How you are notified when an agent waits for you. Commented lines show the defaults.
version: 1
# sinks:
#   desktop: false          # desktop notifications
#   terminal: false         # title, notification and bell of the terminal
# delay_ms: 0               # notify only if a prompt stays open this long
# stale_after: 1h           # a prompt that stays open longer is closed
";

const NEXT: &str = "Nothing notifies you yet. Next: set `desktop: true` in this file.";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let status = hook_runtime::init(ctx, &[(FILE, STARTER)], console)?;
    if status == ExitCode::SUCCESS {
        console.line(NEXT);
    }
    Ok(status)
}
