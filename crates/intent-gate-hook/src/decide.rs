//! The checks of a call, in their order; the first that fails decides.

use active_intents::{Holder, Intent, Intents};
use command_effects::Tier;
use hook_protocol::one_line;

use crate::config::EmptyScope;
use crate::gather::act::Act;
use crate::gather::attendance::Asking;
use crate::gather::order::Order;
use crate::gather::protected::Protected;
use crate::gather::standing::Standing;
use crate::gather::target::Target;
use crate::policy::Policy;
use crate::words::denial::{Code, Denial, words};

/// What is known of a call when it is judged.
#[derive(Debug)]
pub(crate) struct Facts<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) intents: &'a Intents,
    pub(crate) act: &'a Act,
    pub(crate) protected: &'a Protected,
    /// How the intent stands that the actor chose before.
    pub(crate) chosen: Option<Standing<'a>>,
    /// How the intent stands that the call chooses.
    pub(crate) choice: Option<Standing<'a>>,
    /// Whether somebody can be asked.
    pub(crate) asking: Asking,
    /// What to type for the gate's own program.
    pub(crate) program: &'a str,
    /// The file that changed since the actor read it.
    pub(crate) stale: Option<&'a str>,
}

/// What comes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The gate has nothing against it.
    Pass,
    Deny(Denial),
    /// The person is asked.
    Ask(Denial),
}

/// A check: the denial, if it fails.
pub(crate) type Check = fn(&Facts<'_>) -> Option<Denial>;

/// The checks, in their order, each with its name.
pub(crate) const CHECKS: [(&str, Check); 8] = [
    ("protected", protected),
    ("chosen", chosen),
    ("known", known),
    ("open", open),
    ("unlocked", unlocked),
    ("scope", scope),
    ("risk", risk),
    ("fresh", fresh),
];

/// Judges a call.
pub(crate) fn judge(facts: &Facts<'_>) -> Verdict {
    let failed = CHECKS.iter().find_map(|(name, check)| Some((*name, check(facts)?)));
    match failed {
        None => Verdict::Pass,
        Some(("risk", denial)) if facts.asking == Asking::Possible => Verdict::Ask(denial),
        Some((_, denial)) => Verdict::Deny(denial),
    }
}

impl<'a> Facts<'a> {
    /// Whether the call has to lie within an intent.
    fn is_bound(&self) -> bool {
        let free = self.chosen.is_none() && !self.policy.require_intent;
        let wants = self.act.changes() && !free && !self.act.is_exempt(self.policy);
        wants || self.act.asks_for_scope()
    }

    /// The intents that matter: the one that the call chooses, and the one that it
    /// has to lie within.
    fn standings(&self) -> impl Iterator<Item = &Standing<'a>> {
        let bound = self.chosen.as_ref().filter(|_| self.is_bound());
        self.choice.iter().chain(bound)
    }

    fn select(&self, id: &str) -> String {
        format!("call select_active_intent with intent_id, or run `{} select {id}`", self.program)
    }

    fn list(&self) -> String {
        format!("look at the intents: list_intents, or `{} list`", self.program)
    }

    /// The ids of the intents that could be chosen, in words.
    fn choosable(&self) -> String {
        let open = self.intents.iter().filter(|intent| intent.status.permits_work());
        let ids: Vec<&str> = open.map(|intent| intent.id.as_str()).collect();
        match ids.as_slice() {
            [] => "none of the intents may be worked on: a person has to add one".to_owned(),
            ids => one_line(&format!("these may be worked on: {}", ids.join(", ")), 600),
        }
    }

    /// The intent that holds the call back, if it is known.
    fn intent(&self) -> Option<&'a Intent> {
        match self.chosen.as_ref()? {
            Standing::Unknown(_) => None,
            Standing::Closed(intent)
            | Standing::Locked(intent, _)
            | Standing::Unlockable(intent, _)
            | Standing::Open(intent) => Some(intent),
        }
    }
}

/// The denial of an intent that cannot be had as it stands, if it cannot.
pub(crate) fn refuse(
    policy: &Policy,
    intents: &Intents,
    standing: Standing<'_>,
    program: &str,
) -> Option<Denial> {
    let facts = Facts {
        policy,
        intents,
        act: &Act::default(),
        protected: &Protected::default(),
        chosen: None,
        choice: Some(standing),
        asking: Asking::Possible,
        program,
        stale: None,
    };
    [known, open, unlocked].iter().find_map(|check| check(&facts))
}

fn protected(facts: &Facts<'_>) -> Option<Denial> {
    let person = "ask the person to do it: no scope covers it, and no scope_expansion_request can";
    let order = facts.act.orders.iter().find_map(|order| match order {
        Order::OfAPerson(command) => Some(command),
        _ => None,
    });
    if let Some(command) = order {
        let message = format!("only a person may run `{}`, at a terminal", words(command));
        let recovery = [person.to_owned(), facts.list()];
        let denial = Denial::new(Code::ScopeViolation, &message, &recovery);
        return Some(denial.at(active_intents::FILE));
    }
    let target = facts.act.files().find(|target| facts.protected.covers(target))?;
    let message = format!(
        "{} is protected: it is part of what decides what an agent may do here",
        words(&target.name())
    );
    let denial = Denial::new(Code::ScopeViolation, &message, &[person.to_owned()]);
    Some(denial.at(&target.name()))
}

fn chosen(facts: &Facts<'_>) -> Option<Denial> {
    if facts.chosen.is_some() || !facts.is_bound() {
        return None;
    }
    let message =
        format!("no intent is chosen, and this may change something; {}", facts.choosable());
    let recovery = [facts.select("ID"), facts.list(), "what only reads needs no intent".to_owned()];
    let denial = Denial::new(Code::NoIntent, &message, &recovery);
    let mut targets = facts.act.targets.iter();
    Some(match targets.find(|target| !target.is_exempt(facts.policy)) {
        Some(target) => denial.at(&target.name()),
        None => denial,
    })
}

fn known(facts: &Facts<'_>) -> Option<Denial> {
    let id = facts.standings().find_map(|standing| match standing {
        Standing::Unknown(id) => Some(words(id)),
        _ => None,
    })?;
    let message = format!("there is no intent `{id}`; {}", facts.choosable());
    let recovery = [facts.list(), facts.select("ID")];
    Some(Denial::new(Code::UnknownIntent, &message, &recovery).on(&id))
}

fn open(facts: &Facts<'_>) -> Option<Denial> {
    let intent = facts.standings().find_map(|standing| match standing {
        Standing::Closed(intent) => Some(*intent),
        _ => None,
    })?;
    let status = words(intent.status.as_str().unwrap_or_default());
    let message =
        format!("intent {} is {status}, which permits no work; {}", intent.id, facts.choosable());
    let recovery = [
        format!("choose another one: {}", facts.select("ID")),
        format!("ask the person to set the status of {} to IN_PROGRESS", intent.id),
    ];
    Some(Denial::new(Code::IntentClosed, &message, &recovery).on(intent.id.as_str()))
}

fn unlocked(facts: &Facts<'_>) -> Option<Denial> {
    facts.standings().find_map(|standing| match standing {
        Standing::Locked(intent, holder) => Some(locked(intent, holder, facts.program)),
        Standing::Unlockable(intent, reason) => Some(unlockable(intent, reason)),
        _ => None,
    })
}

/// The denial of an intent that somebody else has.
pub(crate) fn locked(intent: &Intent, holder: &Holder, program: &str) -> Denial {
    let until = humantime::format_rfc3339_seconds(holder.expires());
    let who = match holder.session() {
        Some(session) => format!("session {}", words(session)),
        None => "a lock that cannot be read".to_owned(),
    };
    let message = format!("intent {} is held by {who} until {until}", intent.id);
    let recovery = [
        format!("wait until {until}, when the lock of {who} ends unless it is renewed"),
        format!("choose another one: call select_active_intent, or run `{program} select ID`"),
        format!("ask the person to have {who} release {}", intent.id),
    ];
    Denial::new(Code::IntentLocked, &message, &recovery).on(intent.id.as_str())
}

fn unlockable(intent: &Intent, reason: &str) -> Denial {
    let message = format!("the lock of intent {} cannot be taken: {reason}", intent.id);
    let recovery = ["ask the person to look at that path".to_owned()];
    Denial::new(Code::IntentLocked, &message, &recovery).on(intent.id.as_str())
}

fn scope(facts: &Facts<'_>) -> Option<Denial> {
    let intent = facts.intent().filter(|_| facts.is_bound())?;
    let ask = "ask for it: scope_expansion_request with paths and reason, then wait for the person";
    let within = one_line(&intent.owned_scope.join(", "), 300);
    let within = if within.is_empty() { "nothing".to_owned() } else { within };
    let deny = |message: String, first: &str| {
        let recovery = [first.to_owned(), ask.to_owned(), format!("stay within {within}")];
        Denial::new(Code::ScopeViolation, &message, &recovery).on(intent.id.as_str())
    };
    if let Some(target) = outside(facts, intent) {
        let name = words(&target.name());
        let message = match &target.places {
            Some(_) if facts.protected.lies_below(target) => {
                format!("{name} holds protected files, which no scope covers")
            }
            None => format!("{name} leads to no place that can be named"),
            Some(_) => format!("{name} is outside the scope of intent {}: {within}", intent.id),
        };
        let other = "change a file in the scope in its place, if that serves as well";
        return Some(deny(message, other).at(&target.name()));
    }
    let reason = facts.act.unresolved.as_ref()?;
    let message = format!("it cannot be told which files this changes ({})", words(reason));
    Some(deny(message, "name the files in the command: no variables, no eval, no globs for names"))
}

fn outside<'a>(facts: &Facts<'a>, intent: &Intent) -> Option<&'a Target> {
    let scope = intent.scope();
    let is_free = intent.owned_scope.is_empty() && facts.policy.empty_scope == EmptyScope::Allow;
    let is_in = |target: &&Target| {
        let may = target.is_within(&scope, facts.policy) || is_free && target.is_inside();
        may && !facts.protected.lies_below(target)
    };
    facts.act.targets.iter().find(|target| !is_in(target))
}

fn risk(facts: &Facts<'_>) -> Option<Denial> {
    let free = facts.chosen.is_none() && !facts.policy.require_intent;
    if facts.act.tier < Tier::Critical || free {
        return None;
    }
    let what = words(&facts.act.risky);
    let (message, first) = match facts.asking {
        Asking::Possible => {
            (format!("`{what}` cannot be taken back"), "the person decides".to_owned())
        }
        Asking::Pointless(why) => (
            format!("`{what}` cannot be taken back, and {why}"),
            "ask the person to run it themselves".to_owned(),
        ),
    };
    let recovery = [first, "find a way that can be taken back".to_owned()];
    let denial = Denial::new(Code::Risk, &message, &recovery);
    Some(match facts.intent() {
        Some(intent) => denial.on(intent.id.as_str()),
        None => denial,
    })
}

fn fresh(facts: &Facts<'_>) -> Option<Denial> {
    let path = facts.stale?;
    let message = format!("{} changed since it was read", words(path));
    let recovery = ["read the file again, and then make the change".to_owned()];
    let denial = Denial::new(Code::Risk, &message, &recovery).at(path);
    Some(match facts.intent() {
        Some(intent) => denial.on(intent.id.as_str()),
        None => denial,
    })
}
