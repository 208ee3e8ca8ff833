//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/file-context.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/file-context.schema.json
# How many files a new subagent gets. The commented values are the defaults.
version: 1
# subagents:
#   limit: 10       # 0 for none
#   types: {}       # by type of agent, such as { Explore: { limit: 20 } }
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    hook_runtime::init(ctx, &[(FILE, STARTER)], console)
}
