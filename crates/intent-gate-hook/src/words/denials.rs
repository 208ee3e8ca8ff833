//! Why a call may not be, and what to do instead: a function for each reason.

use active_intents::{Holder, Intent, Intents};
use hook_protocol::one_line;
use person::attendance::Asking;
use protection::{Act, Refusal};

use crate::gather::act::{Act as Doing, Unclear};
use crate::gather::program::Typed;
use crate::words::denial::{Code, Denial};
use crate::words::quote::quote;

/// In characters, of the intents that could be chosen, and of the globs of a scope.
const MAX_LIST: usize = 100;

const ASK_THE_PERSON: &str = "ask the person to do it";
const ASK_FOR_MORE: &str = "ask for more with scope_expansion_request";

/// What helps where it cannot be told what a command changes.
const NAME_THE_FILES: &str = "name the files in the command, without variables, eval or globs";

/// What helps where the gate itself fails.
pub(crate) const MEND: &str = "Ask a person to fix what `intent-gate-hook lint` reports, or to set \
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
    /// It is in no place that can be named.
    Nowhere,
    /// The scope does not include it, and it is where a `cd` that fails would leave it, or where
    /// one that succeeds would.
    Behind,
    /// The scope does not include it.
    Scope,
    /// The scope includes files in this folder, and more of it would be changed.
    Whole,
}

impl Known<'_> {
    /// The order to choose an intent other than `not`, where one may be worked on.
    fn choose(self, which: &str, not: Option<&Intent>) -> Option<String> {
        let open = self.intents.iter().filter(|intent| intent.status.permits_work());
        let others = open.filter(|intent| not.is_none_or(|not| not.id != intent.id));
        let ids: Vec<&str> = others.map(|intent| intent.id.as_str()).collect();
        let (id, these) = match ids.as_slice() {
            [] => return None,
            [id] => (*id, String::new()),
            ids => ("ID", format!(" ({})", one_line(&ids.join(", "), MAX_LIST))),
        };
        let (program, session) = (self.typed.program(), self.typed.session());
        Some(format!(
            "choose {which}{these}: select_active_intent, or `{program} select {id}{session}` in \
             the shell"
        ))
    }
}

/// Only a person may run this command.
pub(crate) fn of_a_person(command: &str) -> Denial {
    let why = format!("only a person may run `{}`, at a terminal", quote(command));
    Denial::new(Code::ScopeViolation, ASK_THE_PERSON, &why)
}

/// The call would change something protected, or use it as only a person may.
pub(crate) fn refused(refusal: &Refusal) -> Denial {
    let name = quote(&refusal.spoken);
    let why = match refusal.act {
        Act::Change => {
            format!("{name} is protected: it is part of what decides what an agent may do here")
        }
        Act::TakeAlong => {
            let inside = quote(refusal.inside.as_deref().unwrap_or("a protected file"));
            format!("{name} has {inside} in it, which is protected")
        }
        Act::Crowd => format!("{name} are more than can be looked at in one call"),
        Act::Name => {
            format!(
                "it cannot be told which files this changes, and it names what is protected: {name}"
            )
        }
        Act::Read => format!("{name} may not be read: it proves that a person acts"),
        Act::Run => format!("only a person may run `{name}`, at a terminal"),
        Act::Feed => format!("`{name}` tells a guard an event by hand, which only a host does"),
    };
    let other = match refusal.act {
        Act::Name => Some(NAME_THE_FILES),
        Act::TakeAlong => Some("name what the command is to change"),
        _ => None,
    };
    let way_out = match other {
        Some(other) => format!("{other}, or {ASK_THE_PERSON}"),
        None => ASK_THE_PERSON.to_owned(),
    };
    Denial::new(Code::ScopeViolation, &way_out, &why)
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
    "ask the person to add an intent, for none may be worked on".to_owned()
}

/// The status of an intent permits no work.
pub(crate) fn closed(intent: &Intent, known: Known<'_>) -> Denial {
    let Intent { id, status, .. } = intent;
    let status = quote(status.as_str().unwrap_or_default());
    let reopen = format!("ask the person to set the status of {id} to IN_PROGRESS");
    let way_out = known.choose("another intent", Some(intent)).unwrap_or(reopen);
    let why = format!("intent {id} is {status}, which permits no work");
    Denial::new(Code::IntentClosed, &way_out, &why).on(id.as_str())
}

/// Somebody else has the intent.
pub(crate) fn locked(intent: &Intent, holder: &Holder, known: Known<'_>) -> Denial {
    let id = &intent.id;
    let until = humantime::format_rfc3339_seconds(holder.expires());
    let who = match holder.session() {
        Some(session) => format!("session {}", quote(session)),
        None => "a lock that cannot be read".to_owned(),
    };
    let wait = match known.choose("another intent", Some(intent)) {
        Some(choose) => format!("{choose}, or wait"),
        None => format!("wait, or ask the person to have {who} release {id}"),
    };
    let why = format!("intent {id} is held by {who} until {until}, or longer if it is renewed");
    Denial::new(Code::IntentLocked, &wait, &why).on(id.as_str())
}

/// Who has the intent cannot be told, or it cannot be taken.
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
            "put `&&` behind `cd`, for what stands behind `;` runs where it fails, too".to_owned()
        }
        Outside::Whole => format!("name what is in {name} in its place, or {ASK_FOR_MORE}"),
        Outside::Nowhere | Outside::Scope => stay_within_or(intent, ASK_FOR_MORE),
    };
    let why = match why {
        Outside::Nowhere => format!("{name} leads to no place that can be named"),
        Outside::Behind | Outside::Scope => format!("{name} is {out}"),
        Outside::Whole => format!(
            "this would change the folder {name} as a whole, and the scope of intent {id} holds \
             no more than what is in it"
        ),
    };
    Denial::new(Code::ScopeViolation, &way_out, &why).on(id.as_str())
}

/// Why it cannot be told what a call changes.
pub(crate) fn unclear(unclear: &Unclear) -> String {
    match unclear {
        Unclear::Effects(unresolved) if unresolved.program.is_empty() => {
            format!("the command: {}", unresolved.reason)
        }
        Unclear::Effects(unresolved) => format!("{}: {}", unresolved.program, unresolved.reason),
        Unclear::PowerShell => {
            "the command: it is PowerShell, with signs that a shell reads otherwise".to_owned()
        }
        Unclear::Cmdlet(name) => format!("{name}: what it changes is not looked into"),
    }
}

/// The order to stay within the scope, where that includes anything, or to do something else.
fn stay_within_or(intent: &Intent, other: &str) -> String {
    if intent.scope().is_empty() {
        return other.to_owned();
    }
    let scope = one_line(&intent.owned_scope.join(", "), MAX_LIST);
    format!("stay within {scope}, or {other}")
}

/// What a call does cannot be taken back, or reaches beyond the machine.
pub(crate) fn risk(act: &Doing, asking: Asking, intent: Option<&Intent>) -> Denial {
    let what = quote(&act.risky);
    let risk = format!("`{what}` cannot be taken back or reaches beyond this machine");
    asked(&risk, asking, intent, "find a way that can be taken back")
}

/// What only the person may let pass.
fn asked(risk: &str, asking: Asking, intent: Option<&Intent>, otherwise: &str) -> Denial {
    let denial = match asking {
        Asking::Possible => Denial::new(Code::Risk, otherwise, risk),
        Asking::Pointless(absence) => {
            let way_out = format!("{otherwise}, or ask the person to run it");
            let why = format!("{risk}, and {absence}");
            Denial::new(Code::Risk, &way_out, &why)
        }
    };
    about(intent, denial)
}

/// A file changed since it was read.
pub(crate) fn stale(path: &str, intent: Option<&Intent>) -> Denial {
    let why = format!("{} changed since it was read", quote(path));
    about(intent, Denial::new(Code::Risk, "read the file again before the change", &why))
}

fn about(intent: Option<&Intent>, denial: Denial) -> Denial {
    match intent {
        Some(intent) => denial.on(intent.id.as_str()),
        None => denial,
    }
}

/// The files of the gate cannot be read.
pub(crate) fn unreadable(error: &str) -> Denial {
    let way_out = "have a person mend what `intent-gate-hook lint` names";
    let why = format!("the intents of this project cannot be read: {error}");
    Denial::new(Code::UnknownIntent, way_out, &why)
}

/// There is no scope that could grow.
pub(crate) fn nothing_to_grow(known: Known<'_>) -> Denial {
    let way_out = known.choose("an intent first", None).unwrap_or_else(none_is_open);
    Denial::new(Code::NoIntent, &way_out, "no intent is chosen, so there is no scope to expand")
}

/// A path that was asked for cannot be in a scope.
pub(crate) fn no_entry(path: &str, why: &str) -> Denial {
    let why = format!("`{}` cannot be in a scope: {}", quote(path), quote(why));
    Denial::new(Code::ScopeViolation, "call scope_expansion_request with other paths", &why)
}

/// No path was asked for.
pub(crate) fn no_paths() -> Denial {
    let way_out = "call scope_expansion_request with paths";
    Denial::new(Code::ScopeViolation, way_out, "the request names no paths")
}
