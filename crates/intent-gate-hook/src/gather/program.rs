//! What to call the gate's own program.

use std::cell::OnceCell;

use hook_runtime::Ctx;

use crate::gather::session::in_environment;

/// The name of the gate's own program in a command line.
pub(crate) const PROGRAM: &str = "intent-gate-hook";

/// The program of all hooks, and what stands behind it for the gate.
pub(crate) const ENGINE: &str = "tacklebox";
pub(crate) const SHORT: &str = "intent-gate";

/// Where the program is put in a project, and where that of all hooks is.
const IN_PROJECT: [(&str, bool); 3] = [
    (".claude/hooks/bin/intent-gate-hook", false),
    (".claude/hooks/bin/tacklebox", true),
    (".tacklebox/bin/tacklebox", true),
];

/// Where that of all hooks is in a person's own configuration.
const OF_A_PERSON: &str = "bin/tacklebox";

/// What an agent types for the gate's own program; looked up when a denial is worded.
#[derive(Debug)]
pub(crate) struct Typed<'a> {
    ctx: &'a Ctx,
    session: String,
    program: OnceCell<String>,
}

impl<'a> Typed<'a> {
    /// By an agent in `session`.
    pub(crate) fn of(ctx: &'a Ctx, session: &str) -> Self {
        Self { ctx, session: session.to_owned(), program: OnceCell::new() }
    }

    pub(crate) fn program(&self) -> &str {
        self.program.get_or_init(|| program(self.ctx))
    }

    /// Behind what is for a session: nothing, where the host names it to the shell. A host that
    /// tells a hook its session tells a shell too; in a sandbox nobody types it.
    pub(crate) fn session(&self) -> String {
        let session = self.session.as_str();
        let is_known = in_environment(self.ctx).is_some()
            || self.ctx.sandbox().is_some()
            || session.is_empty();
        if is_known { String::new() } else { format!(" --session {}", as_one_word(session)) }
    }
}

/// What to type for the gate's own program in the folder in which the agent is: that of the project
/// is not on its `PATH`, and other hosts than Claude Code have the program of all hooks alone.
fn program(ctx: &Ctx) -> String {
    let in_project = ctx.project().and_then(|project| {
        let is_at_root =
            ctx.cwd().is_none_or(|cwd| cwd == project.path() || cwd == project.resolved());
        IN_PROJECT.iter().find_map(|(place, is_of_all)| {
            let file = Some(project.path().join(place)).filter(|file| file.is_file())?;
            let typed =
                if is_at_root { (*place).to_owned() } else { as_one_word(&file.to_string_lossy()) };
            Some((typed, *is_of_all))
        })
    });
    let of_person = || {
        let file = ctx.user_config()?.join(OF_A_PERSON);
        file.is_file().then(|| (as_one_word(&file.to_string_lossy()), true))
    };
    match in_project.or_else(of_person) {
        Some((program, true)) => format!("{program} {SHORT}"),
        Some((program, false)) => program,
        None => PROGRAM.to_owned(),
    }
}

/// A path as a shell reads it.
fn as_one_word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%".contains(c);
    if path.chars().all(is_plain) {
        return path.to_owned();
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}
