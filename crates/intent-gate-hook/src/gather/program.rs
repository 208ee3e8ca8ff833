//! What to call the gate's own program.

use hook_runtime::Ctx;

/// The name of the gate's own program in a command line.
pub(crate) const PROGRAM: &str = "intent-gate-hook";

/// Where `xtask install` puts the program.
const INSTALLED: &str = ".claude/hooks/bin/intent-gate-hook";

/// What to type for the gate's own program.
pub(crate) fn program(ctx: &Ctx) -> String {
    let is_installed =
        ctx.project().is_some_and(|project| project.path().join(INSTALLED).is_file());
    if is_installed { INSTALLED } else { PROGRAM }.to_owned()
}
