//! `init`: first files for a project.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const INTENTS: &str = "\
# What is to be done. An agent chooses one of these before it changes anything,
# and stays within its scope.
active_intents:
  - id: INT-001
    name: Say what is to be done
    status: PENDING
    owned_scope:
      - src/**
      # - \"!src/generated/**\"   # kept out, and so is what changes all of src at once
    constraints:
      - What has to hold all the while
    acceptance_criteria:
      - What has to hold in the end
";

const POLICY: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/intent-gate.schema.json
version: 1
# on_failure: closed        # broken files deny changes; open lets them pass
# require_intent: true      # a change needs a chosen intent
# empty_scope: deny         # an intent without owned_scope may touch nothing
# read_only_tools: []       # globs of MCP tools that change nothing
# exempt: []                # globs of files that need no intent
# risk: []                  # {program, args, tier} or {tool, tier}
# programs: []              # lines about programs of which the table knows nothing
# lock_ttl: 1h              # how long a lock holds that is not renewed
# stale_check: false        # a file that changed since it was read is to be read again
";

/// Writes the files that are not there yet.
pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let files = [(active_intents::FILE, INTENTS), (".tacklebox/intent-gate.yaml", POLICY)];
    hook_runtime::init(ctx, &files, console)
}
