//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/file-context.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/file-context.schema.json
# What is remembered of files. What is commented out is what holds anyway.
version: 1
# inject:
#   budget: 2000            # characters on one call
#   session_budget: 20000   # characters in one session, until it is compacted
#   max_turns: 5
#   stale_after: 30d        # a memory that is so much older than the file's last change is stale
#   stale: tell             # or skip
#   git: false              # tell the last commits of the file too
# record:
#   ignore: []              # globs of files that are neither recorded nor told about
#   redact: true            # take secrets out of words
# retention:                # what `file-context-hook prune` keeps
#   days: 180
#   megabytes: 200
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    hook_runtime::init(ctx, &[(FILE, STARTER)], console)
}
