//! What the verbs tell people.

use active_intents::{FILE, Intent, IntentId, Request, RequestState};
use hook_protocol::one_line;
use secrets::redact;

use crate::decide::Verdict;
use crate::gather::call_effects::Unclear;
use crate::words::denials;
use crate::words::quote::quote;
use crate::words::session_of;

/// In characters, of what an agent or a person wrote, in a line of a list.
const MAX_WORDS: usize = 200;

/// In characters, of an unknown status.
const MAX_STATUS: usize = 100;

/// What holds after `init`, and what to do next.
pub(crate) const AFTER_INIT: [&str; 2] = [
    "Nothing is restricted yet: active_intents.yaml has only an example.",
    "Next: write an intent there, then run `tacklebox intent-gate list`.",
];

pub(crate) const NO_PROBLEMS: &str = "No problems found.";
pub(crate) const NONE_CHOSEN: [&str; 2] = [
    "No intent is chosen yet. An agent chooses one before its first change;",
    "you can choose for it with `tacklebox intent-gate select ID`.",
];
pub(crate) const NO_CRITERIA: &str = "no acceptance criteria";
pub(crate) const EMPTY_SCOPE: &str = "its scope is empty";
pub(crate) const UNREADABLE_LOCK: &str = "a lock that cannot be read";
pub(crate) const AUTHORITY_NOT_ASKED: &str =
    "This shows only this clone; `tacklebox intent-gate status` asks the authority of the team.";
pub(crate) const ANOTHER_SESSION: &str =
    "refused: an agent chooses for its own session; use a terminal of your own for another one";
pub(crate) const NO_SESSION: &str =
    "No sessions yet: start the agent in this project, then repeat this command.";
pub(crate) const WHICH_SESSION: &str = "Which session? Repeat with `--session` and its number.";
pub(crate) const TYPE_A_NUMBER: &str = "Which session? Type its number: ";
pub(crate) const SEVERAL_SESSIONS: &str =
    "several sessions have an intent; choose one with --session (judged here without any)";
pub(crate) const NOT_A_CALL: &str = "silent: this event is not a call";

/// What `release` says where the hook releases the intent after the command.
pub(crate) const RELEASED_AFTERWARDS: &str = "released when this command ends";

/// The authority did not say who holds what.
pub(crate) fn authority_is_silent(why: &str) -> String {
    format!("The authority gave no answer, so this shows only this machine: {}", quote(why))
}

/// A person took an intent from this session, of this person and machine as far as known.
pub(crate) fn taken_away(id: &IntentId, session: &str, person: &str, machine: &str) -> String {
    format!("released {id} from {}", session_of(session, person, machine))
}

/// A lock that could not be read is removed.
pub(crate) fn removed_lock(id: &IntentId) -> String {
    format!("released {id}: its lock could not be read, and is removed")
}

/// Nobody has the intent.
pub(crate) fn not_held(id: &IntentId) -> String {
    format!("No session has {id}.")
}

/// The authority may still have a lease.
pub(crate) fn kept_lease(id: &IntentId, why: &str) -> String {
    format!("The authority did not release {id}, so a lease lasts until it ends: {}", quote(why))
}

/// What `check` needs.
pub(crate) const NO_CALL: &str = "describe a call: --command LINE, --file PATH or --tool NAME";

/// That there are no intents, and what to do; `has_file` if there is a file for them.
pub(crate) fn no_intents(has_file: bool) -> String {
    if has_file {
        format!("No intents yet. Add one to {FILE}.")
    } else {
        "No intents yet. `tacklebox intent-gate init` writes an example.".to_owned()
    }
}

/// There is no such intent.
pub(crate) fn no_intent(id: &str) -> String {
    format!("there is no intent `{}`", quote(id))
}

/// What comes of a call.
pub(crate) fn outcome(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "silent: the host's own permissions decide",
        Verdict::Ask(_) => "the person is asked",
        Verdict::Deny(_) => "denied by the first check that fails",
    }
}

/// That the text of a call does not tell all that it changes.
pub(crate) fn untold(unclear: &Unclear) -> String {
    format!("incomplete, because something is unclear: {}", redact(&denials::unclear(unclear)))
}

/// No path can match a glob of `exempt`.
pub(crate) fn never_matches(glob: &str) -> String {
    let glob = quote(glob);
    format!("exempt: `{glob}` can never match: paths are relative to the project, without `..`")
}

/// An intent has an unknown status.
pub(crate) fn unknown_status(intent: &Intent) -> String {
    let status = intent.status.as_str().unwrap_or_default();
    format!("unknown status `{}`", one_line(status, MAX_STATUS))
}

/// A glob of a scope matches nothing.
pub(crate) fn unmatched(glob: &str) -> String {
    format!("`{}` matches no file", one_line(glob, MAX_WORDS))
}

/// For which session a call is judged, if the person named none.
pub(crate) fn as_session(session: &str) -> String {
    format!("checked for session {}, which has an intent", one_line(session, MAX_WORDS))
}

/// Two scopes have a file in common.
pub(crate) fn overlap(one: &IntentId, other: &IntentId, file: &str) -> String {
    format!("{one} and {other}: both scopes include {file}")
}

/// A request, on a line.
pub(crate) fn request(request: &Request) -> String {
    let words = |text: &str| one_line(&redact(text), MAX_WORDS);
    let state = match request.state {
        RequestState::Open => "open",
        RequestState::Approved => "approved",
        RequestState::Refused => "refused",
    };
    let why = request.why.as_ref().map(|why| format!(" (refused: {})", words(why)));
    let Request { request: number, intent, paths, reason, .. } = request;
    let (paths, reason, why) = (words(&paths.join(", ")), words(reason), why.unwrap_or_default());
    format!("{number}  {state}  {intent}  {paths}  {reason}{why}")
}
