//! What the tools tell people.

use active_intents::{FILE, Intent, IntentId, Request, RequestState};
use hook_protocol::one_line;
use secrets::redact;

use crate::decide::Verdict;
use crate::gather::act::Unclear;
use crate::words::denials;
use crate::words::quote::quote;

/// In characters, of what an agent or a person wrote, in a line of a list.
const MAX_WORDS: usize = 200;

/// In characters, of a status that is none.
const MAX_STATUS: usize = 100;

pub(crate) const NOTHING_WRONG: &str = "nothing is wrong";
pub(crate) const NO_CRITERIA: &str = "no acceptance criteria";
pub(crate) const EMPTY_SCOPE: &str = "its scope includes nothing";
pub(crate) const UNREADABLE_LOCK: &str = "a lock that cannot be read";
pub(crate) const ANOTHER_SESSION: &str = "refused: a session speaks for itself alone";
pub(crate) const NO_SESSION: &str = "\
no session is known: name one with `--session ID`, where the beginning is enough;
`intent-gate-hook log` shows those whose calls were denied";
pub(crate) const SEVERAL_SESSIONS: &str =
    "several sessions hold an intent, and this is judged for none: name one with --session";
pub(crate) const NOT_A_CALL: &str = "no call that could be denied";

/// What `release` says where the hook gives the intent back when the command is over.
pub(crate) const RELEASED_AFTERWARDS: &str = "released when this command is over";

/// What `check` needs.
pub(crate) const NO_CALL: &str = "describe a call: --command LINE, --file PATH or --tool NAME";

/// There is no file of intents in a project; `place` says in which.
pub(crate) fn no_file(place: &str) -> String {
    format!("there is no {FILE} {place}")
}

/// The same, with what to do about it.
pub(crate) fn no_file_yet(place: &str) -> String {
    format!("{}: `intent-gate-hook init` writes a first one", no_file(place))
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

/// What of a call cannot be told.
pub(crate) fn untold(unclear: &Unclear) -> String {
    format!("what cannot be told: {}", redact(&denials::unclear(unclear)))
}

/// No path can match a glob of `exempt`.
pub(crate) fn never_matches(glob: &str) -> String {
    let glob = quote(glob);
    format!("exempt: `{glob}` can never match: paths of the project begin in it, without `..`")
}

/// An intent has a status of which nobody has heard.
pub(crate) fn unknown_status(intent: &Intent) -> String {
    let status = intent.status.as_str().unwrap_or_default();
    format!("unknown status `{}`", one_line(status, MAX_STATUS))
}

/// A glob of a scope matches nothing.
pub(crate) fn unmatched(glob: &str) -> String {
    format!("`{}` matches no file", one_line(glob, MAX_WORDS))
}

/// For whom a call is judged, where nobody has said.
pub(crate) fn as_session(session: &str) -> String {
    format!("judged for the session {}, which holds an intent", one_line(session, MAX_WORDS))
}

/// Two scopes have a file in common.
pub(crate) fn overlap(one: &IntentId, other: &IntentId, file: &str) -> String {
    format!("{one} and {other}: both scopes hold {file}")
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
