//! `init`: a commented configuration to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/file-context.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/file-context.schema.json
# What sessions said and did about files. The commented values are the defaults.
version: 1
# inject:
#   budget: 2000            # characters in one call
#   session_budget: 20000   # characters in one session, until it is compacted
#   max_turns: 5
#   stale_after: 30d        # text is stale if it is this much older than the last change of the file
#   stale: tell             # or skip
# record:
#   ignore: []              # globs of files to ignore
#   redact: true            # redact secrets
# retention:                # what `tacklebox file-context prune` keeps
#   days: 180
#   megabytes: 200
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    hook_runtime::init(ctx, &[(FILE, STARTER)], console)
}
