//! `init`: a registry of questions to start from.

use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};

const FILE: &str = ".tacklebox/questions.yaml";

const STARTER: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/questions.schema.json
# The questions of this project. The commented values are the defaults.
version: 1
# strategy: answer          # or deny: the call is denied, with the answer as the reason
# session_kind: auto        # or interactive, headless, spawned
# questions:                # each with an id that a marker such as <qid:some-id> names
#   - id: some-id
#     door: two-way         # or one-way: always asked
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    hook_runtime::init(ctx, &[(FILE, STARTER)], console)
}
