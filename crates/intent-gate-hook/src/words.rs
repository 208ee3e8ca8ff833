//! All messages to the agent and to the person.

pub(crate) mod denial;
pub(crate) mod denials;
pub(crate) mod quote;
pub(crate) mod tools;

use std::path::Path;

use active_intents::{Holder, Intent, IntentId, Request};
use hook_protocol::one_line;
use project_tasks::Task;

use crate::words::quote::quote;

/// An event of a shell has no effect.
pub(crate) const FED_BY_HAND: &str =
    "ignored: this event came from a tool's shell, not from the host";

/// The intent of a session that goes on.
pub(crate) fn again(intent: &Intent) -> String {
    let id = &intent.id;
    format!(
        "This session works on intent {id}.\n{}",
        active_intents::context(intent, active_intents::MAX_CONTEXT)
    )
}

/// That a linked worktree has none of these files of the gate, which its main checkout has.
pub(crate) fn left_in_main_checkout(main: &Path, files: &[&str]) -> String {
    let effect = if files.contains(&active_intents::FILE) {
        "changes need no intent here"
    } else {
        "its settings do not apply here"
    };
    let (names, what) = (files.join(" and no "), if files.len() == 1 { "it" } else { "them" });
    let main = main.display();
    format!(
        "This worktree has no {names}, so {effect}. The main checkout has {what}: commit and merge {what}, or copy {what} from {main}."
    )
}

/// The client was told to start shell commands under a plan, and does not.
pub(crate) const NO_WALL: &str = "Shell commands are only checked by their text: the kernel cannot enforce the scope here \
     (`tacklebox doctor` says why).";

/// In characters, of the globs of a scope.
const MAX_SCOPE: usize = 300;

/// What shell commands may write, where the kernel limits it.
pub(crate) fn may_write(intent: Option<&Intent>) -> String {
    match intent {
        None => {
            "Until an intent is chosen, shell commands may read everything and write only temporary \
                 folders; the system refuses the rest."
                .to_owned()
        }
        Some(intent) => format!(
            "Under intent {}, shell commands may write {}, build outputs and temporary folders; the \
             system refuses the rest. Ask for more with scope_expansion_request.",
            intent.id,
            one_line(&scope(intent), MAX_SCOPE)
        ),
    }
}

/// The globs of a scope: `src/** except src/generated/**`.
pub(crate) fn scope(intent: &Intent) -> String {
    let (mut included, mut excluded) = (Vec::new(), Vec::new());
    for glob in &intent.owned_scope {
        match glob.strip_prefix('!') {
            Some(glob) => excluded.push(glob),
            None => included.push(glob.as_str()),
        }
    }
    let included = included.join(", ");
    if excluded.is_empty() {
        included
    } else {
        format!("{included} except {}", excluded.join(", "))
    }
}

/// What the task says that a call runs.
pub(crate) fn task(task: &Task) -> String {
    format!("`{}` runs `{}` ({}).", quote(&task.call), quote(&task.text), task.file)
}

/// What a compaction must keep.
pub(crate) fn to_keep(intent: &Intent) -> String {
    format!(
        "Keep in the summary that intent {} is chosen in this session, and keep its acceptance \
         criteria and constraints word for word:\n{}",
        intent.id,
        active_intents::context(intent, active_intents::MAX_CONTEXT)
    )
}

/// The intent for a new subagent.
pub(crate) fn for_subagent(intent: &Intent, holder: Option<&Holder>) -> String {
    let lock = match holder {
        Some(holder) => {
            let until = humantime::format_rfc3339_seconds(holder.expires());
            let who = quote(holder.session().unwrap_or("unknown"));
            format!("held by this session ({who}) until {until}")
        }
        None => "not locked yet; the next change locks it for this session".to_owned(),
    };
    active_intents::brief(intent, &lock)
}

/// What a call asked of the gate could not be saved.
pub(crate) fn not_done(why: &anyhow::Error) -> String {
    format!(
        "The intent gate could not record this call, so it has no effect: {}. Tell the person, and \
         call again when that is fixed.",
        quote(&format!("{why:#}"))
    )
}

/// An intent was chosen without an answer of the authority.
pub(crate) fn unconfirmed(id: &IntentId) -> String {
    format!(
        "Intent {id} is chosen on this machine only: the team's authority could not be asked, and will be \
         later. If somebody else has the intent, this session loses it then."
    )
}

/// A session, with its person and machine as far as they are known.
pub(crate) fn session_of(session: &str, person: &str, machine: &str) -> String {
    let part = |word: &str, text: &str| match text {
        "" => String::new(),
        text => format!(" {word} {}", quote(text)),
    };
    format!("session {}{}{}", quote(session), part("of", person), part("on", machine))
}

/// A request for more scope is recorded.
pub(crate) fn requested(request: &Request, intent: &IntentId) -> String {
    format!(
        "Recorded request {} for intent {intent} ({}). The scope stays the same until the person \
         approves it.",
        request.request,
        request.paths.join(", ")
    )
}

/// The person refused a request for more scope.
pub(crate) fn refused(request: &Request) -> String {
    let why = quote(request.why.as_deref().unwrap_or("no reason was given"));
    let paths = quote(&request.paths.join(", "));
    format!("The person refused request {} for more scope ({paths}): {why}", request.request)
}
