//! The checks of a call, in their order; the first that fails decides.

use std::time::SystemTime;

use active_intents::Intent;
use command_effects::Tier;
use person::attendance::Asking;
use project_paths::Scope;
use protection::Target;

use crate::config::{EmptyScope, OnFailure};
use crate::gather::availability::Availability;
use crate::gather::call_effects::Act;
use crate::gather::facts::Facts;
use crate::gather::load::Gate;
use crate::gather::order::Order;
use crate::gather::outputs;
use crate::gather::program::Typed;
use crate::gather::target::{is_exempt, is_inside, is_whole, is_within};
use crate::words::denial::Denial;
use crate::words::denials::{self, Known, Outside};

/// The verdict on a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The gate has no objection.
    Pass,
    Deny(Denial),
    /// The person is asked.
    Ask(Denial),
}

/// A check: the denial, if it fails.
pub(crate) type Check = fn(&Facts<'_>) -> Option<Denial>;

/// The checks, in their order, each with its name.
pub(crate) const CHECKS: [(&str, Check); 5] = [
    ("protected", protected),
    ("chosen", chosen),
    ("available", available),
    ("scope", scope),
    ("risk", risk),
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

/// Judges a call where the files of the gate cannot be read: a change is denied, unless the project
/// says `on_failure: open`. The agent cannot choose an intent then.
pub(crate) fn judge_unread(act: &Act, error: &str, on_failure: OnFailure) -> Verdict {
    if on_failure == OnFailure::Open {
        let refusal = act.refusal.as_ref();
        return refusal.map_or(Verdict::Pass, |it| Verdict::Deny(denials::refused(it)));
    }
    Verdict::Deny(denials::unreadable(error))
}

/// The denial of an intent that a session may not work on.
pub(crate) fn refuse(
    gate: &Gate,
    availability: &Availability<'_>,
    typed: &Typed<'_>,
    now: SystemTime,
) -> Option<Denial> {
    let known = Known { intents: &gate.intents, typed };
    match availability {
        Availability::Unknown(id) => Some(denials::unknown(id, known)),
        Availability::Closed(intent) => Some(denials::closed(intent, known)),
        Availability::Locked(intent, holder) => Some(denials::locked(intent, holder, known)),
        Availability::HeldElsewhere(intent, holder) => {
            Some(denials::held_elsewhere(intent, holder, now, known))
        }
        Availability::Lapsed(intent, lapse) => Some(denials::lapsed(intent, *lapse, known)),
        Availability::Unanswered(intent, reason) => Some(denials::unanswered(intent, reason)),
        Availability::Unlockable(intent, reason) => Some(denials::unlockable(intent, reason)),
        Availability::Open(..) => None,
    }
}

/// What a denial may tell the agent besides its reason.
fn words<'f>(facts: &'f Facts<'_>) -> Known<'f> {
    Known { intents: &facts.gate.intents, typed: &facts.typed }
}

/// Whether the call has to lie within an intent.
fn is_bound(facts: &Facts<'_>) -> bool {
    let wants = facts.act.changes() && !is_free(facts) && !facts.act.is_exempt(facts.policy());
    wants || facts.act.asks_for_scope()
}

/// Whether a command may run before a choice: it names no file that it changes and acts on no other machine, and the
/// kernel lets it write only temporary folders.
fn runs_read_only(facts: &Facts<'_>) -> bool {
    let names_none = || facts.act.targets.iter().all(|target| target.places.is_none());
    facts.is_walled
        && facts.act.tier < Tier::Critical
        && !facts.act.asks_for_scope()
        && names_none()
}

/// Whether the agent chose nothing, and need not choose.
fn is_free(facts: &Facts<'_>) -> bool {
    facts.chosen.is_none() && !facts.policy().require_intent
}

/// The intent that the actor works on.
fn intent<'a>(facts: &Facts<'a>) -> Option<&'a Intent> {
    match facts.chosen.as_ref()? {
        Availability::Open(intent, _) => Some(intent),
        _ => None,
    }
}

fn protected(facts: &Facts<'_>) -> Option<Denial> {
    let order = facts.act.orders.iter().find_map(|order| match order {
        Order::OfAPerson(command) => Some(command),
        _ => None,
    });
    if let Some(command) = order {
        return Some(denials::of_a_person(command));
    }
    facts.act.refusal.as_ref().map(denials::refused)
}

fn chosen(facts: &Facts<'_>) -> Option<Denial> {
    if facts.chosen.is_some() || !is_bound(facts) || runs_read_only(facts) {
        return None;
    }
    let mut targets = facts.act.targets.iter();
    let target = targets.find(|target| !is_exempt(target, facts.policy()));
    Some(denials::not_chosen(target.map(Target::name).as_deref(), words(facts)))
}

/// Whether the session may work on the intent that the call chooses, and on the one that it needs.
fn available(facts: &Facts<'_>) -> Option<Denial> {
    let needed = facts.chosen.as_ref().filter(|_| is_bound(facts));
    let mut wanted = facts.choice.iter().chain(needed);
    wanted.find_map(|availability| refuse(facts.gate, availability, &facts.typed, facts.now))
}

fn scope(facts: &Facts<'_>) -> Option<Denial> {
    let intent = intent(facts).filter(|_| is_bound(facts))?;
    let target = outside(facts, intent)?;
    let why = match &target.places {
        None => Outside::Nowhere,
        Some(_) if target.behind_cd => Outside::Behind,
        Some(_) if is_whole(target, &intent.scope()) => Outside::Whole,
        Some(_) => Outside::Scope,
    };
    Some(denials::outside(intent, &target.name(), &why))
}

fn outside<'f>(facts: &'f Facts<'_>, intent: &Intent) -> Option<&'f Target> {
    let Act { targets, nearby, outputs, .. } = facts.act;
    let scope = intent.scope();
    // Where the text does not tell which file is meant, the kernel decides.
    let told = targets.iter().filter(|target| !facts.is_walled || target.places.is_some());
    let mut judged = told.chain(nearby.iter().filter(|_| !facts.is_walled));
    judged.find(|target| !is_in_scope(facts, intent, &scope, outputs, target))
}

fn is_in_scope(
    facts: &Facts<'_>,
    intent: &Intent,
    scope: &Scope,
    outputs: &[String],
    target: &Target,
) -> bool {
    let policy = facts.policy();
    let is_free = intent.owned_scope.is_empty() && policy.empty_scope == EmptyScope::Allow;
    is_within(target, scope, policy)
        || is_free && is_inside(target)
        || outputs::holds(outputs, target)
}

fn risk(facts: &Facts<'_>) -> Option<Denial> {
    if facts.act.tier < Tier::Critical || is_free(facts) {
        return None;
    }
    Some(denials::risk(facts.act, facts.asking, intent(facts)))
}
