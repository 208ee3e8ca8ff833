//! What to call the gate's own program.

use hook_runtime::Ctx;

use crate::gather::session::in_environment;

/// The name of the gate's own program in a command line.
pub(crate) const PROGRAM: &str = "intent-gate-hook";

/// Where `xtask install` puts the program.
const INSTALLED: &str = ".claude/hooks/bin/intent-gate-hook";

/// What an agent types for the gate's own program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) program: String,
    /// Behind what is for a session: nothing, where the host names it to the shell.
    pub(crate) session: String,
}

impl Typed {
    /// By an agent in `session`. A host that tells a hook its session tells a shell too; in a
    /// sandbox nobody types it.
    pub(crate) fn of(ctx: &Ctx, session: &str) -> Self {
        let is_known =
            in_environment(ctx).is_some() || ctx.sandbox().is_some() || session.is_empty();
        let session =
            if is_known { String::new() } else { format!(" --session {}", as_one_word(session)) };
        Self { program: program(ctx), session }
    }
}

/// What to type for the gate's own program in the folder in which the agent is: that of the project
/// is not on its `PATH`.
fn program(ctx: &Ctx) -> String {
    let installed = ctx.project().map(|project| (project, project.path().join(INSTALLED)));
    let Some((project, file)) = installed.filter(|(_, file)| file.is_file()) else {
        return PROGRAM.to_owned();
    };
    let is_at_root = ctx.cwd().is_none_or(|cwd| cwd == project.path() || cwd == project.resolved());
    if is_at_root { INSTALLED.to_owned() } else { as_one_word(&file.to_string_lossy()) }
}

/// A path as a shell reads it.
fn as_one_word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%".contains(c);
    if path.chars().all(is_plain) {
        return path.to_owned();
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}
