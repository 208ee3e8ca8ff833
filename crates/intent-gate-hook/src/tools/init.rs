//! `init`: an example of intents, and a configuration, both commented out.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

use crate::words::tools as words;

const INTENTS: &str = "\
# The agreed work. An agent chooses one of these intents before it changes anything, and stays within
# its scope. This file restricts nothing until it has an intent: remove the # signs to begin.
active_intents:
#  - id: INT-001
#    name: A parser for dates
#    status: IN_PROGRESS
#    owned_scope:
#      - src/**
#      - \"!src/generated/**\" # not these
#    constraints:
#      - No new dependency
#    acceptance_criteria:
#      - ISO 8601 dates are parsed
";

const POLICY: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/intent-gate.schema.json
version: 1
# on_failure: closed        # broken files deny changes; `open` lets them pass
# require_intent: true      # a change needs a chosen intent
# empty_scope: deny         # an intent without owned_scope may change nothing
# read_only_tools: []       # globs of MCP tools that change nothing
# exempt: []                # globs of files that need no intent
# risk: []                  # {program, args, tier} or {tool, tier}
# programs: []              # what the programs of this project read and write
# lock_ttl: 1h              # how long a lock lasts that is not renewed
";

/// Writes the files that do not exist yet.
pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let files = [(active_intents::FILE, INTENTS), (".tacklebox/intent-gate.yaml", POLICY)];
    hook_runtime::init_and_tell(ctx, &files, &words::AFTER_INIT, console)
}
