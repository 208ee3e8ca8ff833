//! `init`: first files for a project.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};

use super::project;

const INTENTS: &str = "\
# What is to be done. An agent chooses one of these before it changes anything,
# and stays within its scope.
active_intents:
  - id: INT-001
    name: Say what is to be done
    status: PENDING
    owned_scope:
      - src/**
      - \"!src/generated/**\"
    constraints:
      - What has to hold all the while
    acceptance_criteria:
      - What has to hold in the end
";

const POLICY: &str = "\
version: 1
# on_failure: closed        # broken files deny changes; open lets them pass
# require_intent: true      # a change needs a chosen intent
# empty_scope: deny         # an intent without owned_scope may touch nothing
# read_only_tools: []       # globs of MCP tools that change nothing
# exempt: []                # globs of files that need no intent
# risk: []                  # {program, args, tier} or {tool, tier}
# lock_ttl: 1h              # how long a lock holds that is not renewed
# stale_check: false        # a file that changed since it was read is to be read again
";

/// Writes the files that are not there yet.
pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let root = project(ctx).map(|project| project.path().to_owned());
    let root = root.or_else(|err| ctx.cwd().map(Path::to_owned).ok_or(err))?;
    for (name, text) in [(active_intents::FILE, INTENTS), (".tacklebox/intent-gate.yaml", POLICY)] {
        let done = if create(&root.join(name), text)? { "wrote" } else { "kept" };
        console.line(format!("{done} {name}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a file; `false` if something is there already.
fn create(file: &Path, text: &str) -> Result<bool> {
    let attempt = || format!("could not write {}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(attempt)?;
    }
    match OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(mut created) => created.write_all(text.as_bytes()).with_context(attempt).map(|()| true),
        Err(err) if err.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(err) => Err(err).with_context(attempt),
    }
}
