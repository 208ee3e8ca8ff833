//! Why a call may not be, and what to do instead: a function for each reason.

use active_intents::{Holder, Intent, Intents};
use hook_protocol::one_line;
use protection::{Act, Refusal};

use crate::gather::act::{Act as Doing, Unclear};
use crate::gather::attendance::{Absence, Asking};
use crate::gather::program::Typed;
use crate::words::denial::{Code, Denial};
use crate::words::quote::quote;

/// In characters, of the intents that could be chosen.
const MAX_CHOOSABLE: usize = 600;

/// In characters, of the globs of a scope.
const MAX_SCOPE: usize = 300;

const ASK_THE_PERSON: &str =
    "ask the person to do it: no scope covers it, and no scope_expansion_request can";

/// What helps where the gate itself fails.
const MEND: &str = "A person has to mend the cause (`intent-gate-hook lint` names it), or to set \
     `on_failure: open` in .tacklebox/intent-gate.yaml";

const READING_IS_FREE: &str = "what only reads needs no intent";

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
    /// Protected files are below it.
    Protected,
    /// It is in no place that can be named.
    Nowhere,
    /// The scope does not include it, and it is where a `cd` that fails would leave it, or where
    /// one that succeeds would.
    Behind,
    /// The scope does not include it.
    Scope,
    /// The same, where this script changes it.
    ByScript(String),
}

impl Known<'_> {
    fn select(self, id: &str) -> String {
        let command = self.select_command(id);
        format!("call select_active_intent with intent_id, or run `{command}`")
    }

    fn select_command(self, id: &str) -> String {
        let (program, session) = (self.typed.program(), self.typed.session());
        format!("{program} select {id}{session}")
    }

    fn list(self) -> String {
        format!("look at the intents: list_intents, or `{} list`", self.typed.program())
    }

    /// The ids of the intents that could be chosen.
    fn choosable(self) -> String {
        let open = self.intents.iter().filter(|intent| intent.status.permits_work());
        let ids: Vec<&str> = open.map(|intent| intent.id.as_str()).collect();
        match ids.as_slice() {
            [] => "none of the intents may be worked on: a person has to add one".to_owned(),
            ids => {
                let these = format!("these may be worked on: {}", ids.join(", "));
                one_line(&these, MAX_CHOOSABLE)
            }
        }
    }
}

/// Only a person may run this command.
pub(crate) fn of_a_person(command: &str, known: Known<'_>) -> Denial {
    let message = format!("only a person may run `{}`, at a terminal", quote(command));
    let recovery = [ASK_THE_PERSON.to_owned(), known.list()];
    Denial::new(Code::ScopeViolation, &message, recovery).at(active_intents::FILE)
}

/// The call would change something protected, or use it as only a person may.
pub(crate) fn refused(refusal: &Refusal) -> Denial {
    let name = quote(&refusal.spoken);
    let message = match refusal.act {
        Act::Change => {
            format!("{name} is protected: it is part of what decides what an agent may do here")
        }
        Act::TakeAlong => {
            format!("{name} has protected files in it: name what the command is to change")
        }
        Act::MayChange => format!("this may change something protected: {name}"),
        Act::Sweep { .. } => {
            format!("{name} holds protected files, and this changes what it finds")
        }
        Act::Crowd => format!("{name} are more than can be looked at in one call"),
        Act::Name => {
            format!(
                "it cannot be told which files this changes, and it names what is protected: {name}"
            )
        }
        Act::Read => format!("{name} may not be read: it proves that a person acts"),
        Act::Copy => {
            format!("{name} is a program of a guard, which is not copied, linked or packed")
        }
        Act::Run => format!("only a person may run `{name}`, at a terminal"),
        Act::Feed => format!("`{name}` tells a guard an event by hand, which only a host does"),
    };
    let message = match &refusal.script {
        Some(file) => format!("in {}: {message}", quote(file)),
        None => message,
    };
    let first = match refusal.act {
        Act::Sweep { instead } => instead.to_owned(),
        Act::MayChange | Act::Name => {
            "name the files in the command: no variables, no eval, no globs for names".to_owned()
        }
        _ => {
            return Denial::new(Code::ScopeViolation, &message, [ASK_THE_PERSON.to_owned()])
                .at(&refusal.spoken);
        }
    };
    let recovery = [first, ASK_THE_PERSON.to_owned()];
    Denial::new(Code::ScopeViolation, &message, recovery).at(&refusal.spoken)
}

/// No intent is chosen; `path` would be changed.
pub(crate) fn not_chosen(path: Option<&str>, known: Known<'_>) -> Denial {
    let choosable = known.choosable();
    let message = format!("no intent is chosen, and this may change something; {choosable}");
    let recovery = [known.select("ID"), known.list(), READING_IS_FREE.to_owned()];
    let denial = Denial::new(Code::NoIntent, &message, recovery);
    match path {
        Some(path) => denial.at(path),
        None => denial,
    }
}

/// There is no such intent.
pub(crate) fn unknown(id: &str, known: Known<'_>) -> Denial {
    let id = quote(id);
    let message = format!("there is no intent `{id}`; {}", known.choosable());
    Denial::new(Code::UnknownIntent, &message, [known.list(), known.select("ID")]).on(&id)
}

/// The status of an intent permits no work.
pub(crate) fn closed(intent: &Intent, known: Known<'_>) -> Denial {
    let Intent { id, status, .. } = intent;
    let status = quote(status.as_str().unwrap_or_default());
    let choosable = known.choosable();
    let message = format!("intent {id} is {status}, which permits no work; {choosable}");
    let recovery = [
        format!("choose another one: {}", known.select("ID")),
        format!("ask the person to set the status of {id} to IN_PROGRESS"),
    ];
    Denial::new(Code::IntentClosed, &message, recovery).on(id.as_str())
}

/// Somebody else has the intent.
pub(crate) fn locked(intent: &Intent, holder: &Holder, known: Known<'_>) -> Denial {
    let (id, command) = (&intent.id, known.select_command("ID"));
    let until = humantime::format_rfc3339_seconds(holder.expires());
    let who = match holder.session() {
        Some(session) => format!("session {}", quote(session)),
        None => "a lock that cannot be read".to_owned(),
    };
    let message = format!("intent {id} is held by {who} until {until}");
    let recovery = [
        format!("wait until {until}, when the lock of {who} ends unless it is renewed"),
        format!("choose another one: call select_active_intent, or run `{command}`"),
        format!("ask the person to have {who} release {id}"),
    ];
    Denial::new(Code::IntentLocked, &message, recovery).on(id.as_str())
}

/// Who has the intent cannot be told, or it cannot be taken.
pub(crate) fn unlockable(intent: &Intent, reason: &str) -> Denial {
    let message = format!("the lock of intent {} cannot be taken: {reason}", intent.id);
    let recovery = ["ask the person to look at that path".to_owned()];
    Denial::new(Code::IntentLocked, &message, recovery).on(intent.id.as_str())
}

/// A file is outside of the scope of an intent.
pub(crate) fn outside(intent: &Intent, path: &str, why: &Outside) -> Denial {
    let name = quote(path);
    let message = match why {
        Outside::Protected => format!("{name} holds protected files, which no scope covers"),
        Outside::Nowhere => format!("{name} leads to no place that can be named"),
        Outside::Behind | Outside::Scope => {
            format!("{name} is outside the scope of intent {}: {}", intent.id, within(intent))
        }
        Outside::ByScript(script) => {
            let (script, id) = (quote(script), &intent.id);
            format!(
                "{name}, which {script} writes, is outside the scope of intent {id}: {}",
                within(intent)
            )
        }
    };
    let other = match why {
        Outside::Behind => "put `&&` behind `cd`: what stands behind `;` runs where it fails, too",
        _ => "change a file in the scope in its place, if that serves as well",
    };
    out_of_scope(intent, &message, other).at(path)
}

/// It cannot be told which files a call changes.
pub(crate) fn untold(intent: &Intent, unclear: &Unclear) -> Denial {
    let why = quote(&self::unclear(unclear));
    let message = format!("it cannot be told which files this changes ({why})");
    let other = "name the files in the command: no variables, no eval, no globs for names";
    out_of_scope(intent, &message, other)
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

fn out_of_scope(intent: &Intent, message: &str, first: &str) -> Denial {
    let ask = "ask for it: scope_expansion_request with paths and reason, then wait for the person";
    let recovery = [first.to_owned(), ask.to_owned(), format!("stay within {}", within(intent))];
    Denial::new(Code::ScopeViolation, message, recovery).on(intent.id.as_str())
}

fn within(intent: &Intent) -> String {
    let within = one_line(&intent.owned_scope.join(", "), MAX_SCOPE);
    if within.is_empty() { "nothing".to_owned() } else { within }
}

/// What a call does cannot be taken back, or reaches beyond the machine.
pub(crate) fn risk(act: &Doing, asking: Asking, intent: Option<&Intent>) -> Denial {
    let by = act.risky_script.as_ref().map(|file| format!(", which {} runs,", quote(file)));
    let by = by.unwrap_or_default();
    let what = quote(&act.risky);
    let risk = format!("`{what}`{by} cannot be taken back or reaches beyond this machine");
    asked(risk, asking, intent, "find a way that can be taken back")
}

/// A script that the agent may have written is too long to be judged, or no text that is understood.
pub(crate) fn unread(script: &str, asking: Asking, intent: &Intent) -> Denial {
    let script = quote(script);
    let what = format!("what {script} does cannot be told: it is too long or not understood");
    asked(what, asking, Some(intent), "write it shorter, or run its commands one by one")
}

/// What only the person may let pass.
fn asked(risk: String, asking: Asking, intent: Option<&Intent>, otherwise: &str) -> Denial {
    let (message, first) = match asking {
        Asking::Possible => (risk, "the person decides"),
        Asking::Pointless(absence) => (
            format!("{risk}, and {}", self::absence(absence)),
            "ask the person to run it themselves",
        ),
    };
    let recovery = [first.to_owned(), otherwise.to_owned()];
    about(intent, Denial::new(Code::Risk, &message, recovery))
}

fn absence(absence: Absence) -> &'static str {
    match absence {
        Absence::Bypassed => "permissions are bypassed here",
        Absence::Automatic => "a machine answers here",
        Absence::NeverAsked => "nothing is asked here",
        Absence::Unattended => "nobody is there to be asked",
    }
}

/// A file changed since it was read.
pub(crate) fn stale(path: &str, intent: Option<&Intent>) -> Denial {
    let message = format!("{} changed since it was read", quote(path));
    let recovery = ["read the file again, and then make the change".to_owned()];
    about(intent, Denial::new(Code::Risk, &message, recovery).at(path))
}

fn about(intent: Option<&Intent>, denial: Denial) -> Denial {
    match intent {
        Some(intent) => denial.on(intent.id.as_str()),
        None => denial,
    }
}

/// The files of the gate cannot be read.
pub(crate) fn unreadable(error: &str) -> Denial {
    let message = format!("the intents of this project cannot be read: {error}");
    Denial::new(Code::UnknownIntent, &message, [MEND.to_owned(), READING_IS_FREE.to_owned()])
}

/// The gate itself has failed.
pub(crate) fn not_judged() -> Denial {
    Denial::new(Code::NoIntent, "the gate could not judge this call", [MEND.to_owned()])
}

/// There is no scope that could grow.
pub(crate) fn nothing_to_grow() -> Denial {
    let recovery = ["choose one: call select_active_intent".to_owned()];
    Denial::new(Code::NoIntent, "no intent is chosen whose scope could grow", recovery)
}

/// A path that was asked for cannot be in a scope.
pub(crate) fn no_entry(path: &str, why: &str) -> Denial {
    let message = format!("`{}` cannot be in a scope: {}", quote(path), quote(why));
    let recovery = ["call scope_expansion_request with other paths".to_owned()];
    Denial::new(Code::ScopeViolation, &message, recovery)
}

/// No path was asked for.
pub(crate) fn no_paths() -> Denial {
    let recovery = ["call scope_expansion_request with paths".to_owned()];
    Denial::new(Code::ScopeViolation, "the request names no paths", recovery)
}
