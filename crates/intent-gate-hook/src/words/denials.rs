//! Why a call is denied, and what to do instead: a function for each reason.

use std::time::SystemTime;

use active_intents::{Holder, Intent, Intents};
use hook_protocol::one_line;
use person::attendance::Asking;
use protection::Refusal;

use crate::gather::call_effects::{Act as Doing, Unclear};
use crate::gather::locks::Lapse;
use crate::gather::program::Typed;
use crate::gather::sync_program::RemoteHolder;
use crate::words::denial::{Code, Denial};
use crate::words::quote::quote;

/// In characters, of the intents that could be chosen, and of the globs of a scope.
const MAX_LIST: usize = 100;

const ASK_FOR_MORE: &str = "ask for more with scope_expansion_request";

/// What to do where the gate itself fails.
pub(crate) const MEND: &str = "Ask the person to fix what `tacklebox intent-gate lint` reports, or to set \
     `on_failure: open` in .tacklebox/intent-gate.yaml.";

/// What an agent knows besides the reason: the intents that there are, and what to
/// type for the gate's own program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) intents: &'a Intents,
    pub(crate) typed: &'a Typed<'a>,
}

/// Why a file is outside of a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outside {
    /// Its path cannot be resolved.
    Nowhere,
    /// The scope does not include it where the `cd` before it fails, or where that succeeds.
    Behind,
    /// The scope does not include it.
    Scope,
    /// The scope includes files in this folder, and the call changes more of it.
    Whole,
}

impl Known<'_> {
    /// How to choose an intent other than `not`; `None` if none permits work.
    fn choose(self, which: &str, not: Option<&Intent>) -> Option<String> {
        let open = self.intents.iter().filter(|intent| intent.status.permits_work());
        let others = open.filter(|intent| not.is_none_or(|not| not.id != intent.id));
        let ids: Vec<&str> = others.map(|intent| intent.id.as_str()).collect();
        let (id, these) = match ids.as_slice() {
            [] => return None,
            [id] => (*id, String::new()),
            ids => ("ID", format!(" ({})", one_line(&ids.join(", "), MAX_LIST))),
        };
        Some(self.how_to_choose(&format!("{which}{these}"), id))
    }

    fn how_to_choose(self, which: &str, id: &str) -> String {
        let (program, session) = (self.typed.program(), self.typed.session());
        format!(
            "choose {which} with select_active_intent, or with `{program} select {id}{session}` in the shell"
        )
    }
}

/// Only a person may run this command.
pub(crate) fn of_a_person(command: &str) -> Denial {
    let why = format!("only a person may run `{}`, at a terminal", quote(command));
    Denial::new(Code::ScopeViolation, "ask the person to run it", &why)
}

/// The call would change something protected, or run what only a person may.
pub(crate) fn refused(refusal: &Refusal) -> Denial {
    Denial::new(Code::ScopeViolation, refusal.way_out(), &refusal.reason(quote))
        .beginning_with_name(refusal.begins_with_name())
}

/// No intent is chosen; `path` would be changed.
pub(crate) fn not_chosen(path: Option<&str>, known: Known<'_>) -> Denial {
    let changed = path.map_or_else(|| "something".to_owned(), quote);
    let way_out = known.choose("an intent first", None).unwrap_or_else(none_is_open);
    let why = format!("no intent is chosen, and this may change {changed}");
    Denial::new(Code::NoIntent, &way_out, &why)
}

/// There is no such intent.
pub(crate) fn unknown(id: &str, known: Known<'_>) -> Denial {
    let way_out = known.choose("another intent", None).unwrap_or_else(none_is_open);
    let why = format!("there is no intent `{}`", quote(id));
    Denial::new(Code::UnknownIntent, &way_out, &why).on(id)
}

fn none_is_open() -> String {
    "ask the person to add an intent: none is open".to_owned()
}

/// The status of an intent permits no work.
pub(crate) fn closed(intent: &Intent, known: Known<'_>) -> Denial {
    let Intent { id, status, .. } = intent;
    let status = quote(status.as_str().unwrap_or_default());
    let reopen = format!("ask the person to set the status of {id} to IN_PROGRESS");
    let way_out = known.choose("another intent", Some(intent)).unwrap_or(reopen);
    let why = format!("intent {id} is {status}");
    Denial::new(Code::IntentClosed, &way_out, &why).on(id.as_str())
}

/// Another session has the intent.
pub(crate) fn locked(intent: &Intent, holder: &Holder, known: Known<'_>) -> Denial {
    let who = match holder.session() {
        Some(session) => format!("session {}", quote(session)),
        None => "a lock that cannot be read".to_owned(),
    };
    held(intent, &who, holder.expires(), known)
}

/// A session of another machine has the intent.
pub(crate) fn held_elsewhere(
    intent: &Intent,
    holder: &RemoteHolder,
    now: SystemTime,
    known: Known<'_>,
) -> Denial {
    let RemoteHolder { session, person, machine, .. } = holder;
    held(intent, &super::session_of(session, person, machine), holder.until(now), known)
}

fn held(intent: &Intent, who: &str, until: SystemTime, known: Known<'_>) -> Denial {
    let (id, until) = (&intent.id, humantime::format_rfc3339_seconds(until));
    let wait = match known.choose("another intent", Some(intent)) {
        Some(choose) => format!("{choose}, or wait"),
        None => format!("wait, or ask the person to release {id}"),
    };
    let why = format!("intent {id} is held by {who} until {until}, or longer if that renews it");
    Denial::new(Code::IntentLocked, &wait, &why).on(id.as_str())
}

/// The session chose the intent and has it no longer.
pub(crate) fn lapsed(intent: &Intent, lapse: Lapse, known: Known<'_>) -> Denial {
    let id = &intent.id;
    let why = match lapse {
        Lapse::Ended(until) => format!(
            "the lease of intent {id} ended at {}, so others may have it",
            humantime::format_rfc3339_seconds(until)
        ),
        Lapse::Missing => {
            format!("this session has no lease of intent {id} any more, so others may have it")
        }
    };
    Denial::new(Code::NoLease, &known.how_to_choose("it again", id.as_str()), &why).on(id.as_str())
}

/// The authority gave no answer.
pub(crate) fn unanswered(intent: &Intent, reason: &str) -> Denial {
    let id = &intent.id;
    let why = format!("intent {id} cannot be claimed, and nothing has changed: {}", quote(reason));
    let way_out = "try again later, or ask the person to run `tacklebox intent-gate status`";
    Denial::new(Code::NoLease, way_out, &why).on(id.as_str())
}

/// The lock of the intent cannot be read or taken.
pub(crate) fn unlockable(intent: &Intent, reason: &str) -> Denial {
    let why = format!("the lock of intent {} cannot be taken: {reason}", intent.id);
    Denial::new(Code::IntentLocked, "ask the person to look at the lock", &why)
        .on(intent.id.as_str())
}

/// A file is outside of the scope of an intent.
pub(crate) fn outside(intent: &Intent, path: &str, why: &Outside) -> Denial {
    let (id, name) = (&intent.id, quote(path));
    let out = format!("outside the scope of intent {id}");
    let way_out = match why {
        Outside::Behind => {
            "use `&&` after `cd`: after `;` the command runs even if `cd` fails".to_owned()
        }
        Outside::Whole => format!("name the files in {name}, or {ASK_FOR_MORE}"),
        Outside::Nowhere | Outside::Scope => stay_within_or(intent, ASK_FOR_MORE),
    };
    let begins_with_name = matches!(why, Outside::Behind | Outside::Scope);
    let why = match why {
        Outside::Nowhere => format!("the path {name} cannot be resolved"),
        Outside::Behind | Outside::Scope if path == "." => format!("the whole folder is {out}"),
        Outside::Behind | Outside::Scope => format!("{name} is {out}"),
        Outside::Whole => format!(
            "this changes the folder {name} itself, and the scope of intent {id} only covers its contents"
        ),
    };
    Denial::new(Code::ScopeViolation, &way_out, &why)
        .on(id.as_str())
        .beginning_with_name(begins_with_name)
}

/// Why the text of a call does not tell what it changes.
pub(crate) fn unclear(unclear: &Unclear) -> String {
    match unclear {
        Unclear::Effects(unresolved) if unresolved.program.is_empty() => {
            format!("the command: {}", unresolved.reason)
        }
        Unclear::Effects(unresolved) => format!("{}: {}", unresolved.program, unresolved.reason),
        Unclear::PowerShell => {
            "the command: it is PowerShell, with characters that a shell reads differently"
                .to_owned()
        }
        Unclear::Cmdlet(name) => format!("{name}: it is unknown what it changes"),
    }
}

/// To stay within the scope, if it includes anything, or to do something else.
fn stay_within_or(intent: &Intent, other: &str) -> String {
    if intent.scope().is_empty() {
        return other.to_owned();
    }
    let scope = one_line(&super::scope(intent), MAX_LIST);
    format!("stay within {scope}, or {other}")
}

/// The call cannot be undone, or reaches beyond this machine.
pub(crate) fn risk(act: &Doing, asking: Asking, intent: Option<&Intent>) -> Denial {
    let otherwise = "find a way that can be undone";
    let risk = format!("`{}` cannot be undone or reaches beyond this machine", quote(&act.risky));
    let denial = match asking {
        Asking::Possible => Denial::new(Code::Risk, otherwise, &risk),
        Asking::Pointless(absence) => {
            let way_out = format!("{otherwise}, or ask the person to run it");
            Denial::new(Code::Risk, &way_out, &format!("{risk}, and {absence}"))
        }
    };
    match intent {
        Some(intent) => denial.on(intent.id.as_str()),
        None => denial,
    }
}

/// The files of the gate cannot be read.
pub(crate) fn unreadable(error: &str) -> Denial {
    let way_out = "ask the person to fix what `tacklebox intent-gate lint` reports";
    let why = format!("the intents of this project cannot be read: {error}");
    Denial::new(Code::UnknownIntent, way_out, &why)
}

/// No intent is chosen whose scope could grow.
pub(crate) fn nothing_to_grow(known: Known<'_>) -> Denial {
    let way_out = known.choose("an intent first", None).unwrap_or_else(none_is_open);
    Denial::new(Code::NoIntent, &way_out, "no intent is chosen, so there is no scope to expand")
}

/// A requested path cannot be in a scope.
pub(crate) fn no_entry(path: &str, why: &str) -> Denial {
    let why = format!("`{}` cannot be in a scope: {}", quote(path), quote(why));
    Denial::new(Code::ScopeViolation, "call scope_expansion_request with other paths", &why)
}

/// A request names no paths.
pub(crate) fn no_paths() -> Denial {
    let way_out = "call scope_expansion_request with paths";
    Denial::new(Code::ScopeViolation, way_out, "the request names no paths")
}
