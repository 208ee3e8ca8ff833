//! The hooks that are built into this program.

use std::ffi::OsString;

use hook_runtime::{Console, Ctx, Hook};

/// A hook by its name, and how it is made.
pub(crate) type Entry = (&'static str, fn() -> Hook);

/// The hooks, by name. A cargo feature for each takes it in or leaves it out.
pub(crate) const HOOKS: &[Entry] = &[
    #[cfg(feature = "agent-trace-hook")]
    ("agent-trace-hook", agent_trace_hook::hook),
    #[cfg(feature = "file-context-hook")]
    ("file-context-hook", file_context_hook::hook),
    #[cfg(feature = "governance-hook")]
    ("governance-hook", governance_hook::hook),
    #[cfg(feature = "intent-gate-hook")]
    ("intent-gate-hook", intent_gate_hook::hook),
    #[cfg(feature = "post-edit-hook")]
    ("post-edit-hook", post_edit_hook::hook),
    #[cfg(feature = "prompt-detect-hook")]
    ("prompt-detect-hook", prompt_detect_hook::hook),
    #[cfg(feature = "question-preference-hook")]
    ("question-preference-hook", question_preference_hook::hook),
    #[cfg(feature = "subagent-start-hook")]
    ("subagent-start-hook", subagent_start_hook::hook),
];

/// How the hook of this name is made.
pub(crate) fn hook(name: &str) -> Option<fn() -> Hook> {
    HOOKS.iter().find(|(known, _)| *known == name).map(|(_, make)| *make)
}

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Hook> {
    HOOKS.iter().map(|(_name, make)| make())
}

/// What the program of the hook `name` prints with these arguments; `None` where there is no such
/// hook. What goes wrong is reported.
pub(crate) fn printed(ctx: &Ctx, name: &str, args: &[&str]) -> Option<String> {
    let hook = hook(name)?();
    let args = std::iter::once(name).chain(args.iter().copied()).map(OsString::from).collect();
    let mut console = Console::default();
    if let Err(err) = hook.run_tools(&hook.ctx_in(ctx), args, &mut console) {
        ctx.report(format_args!("{name}: {err:#}"));
    }
    Some(console.into_stdout())
}
