//! The checks of a call, in their order; the first that fails decides.

use active_intents::Intent;
use command_effects::Tier;
use person::attendance::Asking;
use project_paths::Scope;
use protection::Target;

use crate::config::{EmptyScope, OnFailure};
use crate::gather::act::Act;
use crate::gather::facts::Facts;
use crate::gather::load::Gate;
use crate::gather::order::Order;
use crate::gather::outputs;
use crate::gather::program::Typed;
use crate::gather::standing::Standing;
use crate::gather::target::{is_exempt, is_inside, is_whole, is_within};
use crate::words::denial::Denial;
use crate::words::denials::{self, Known, Outside};

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
pub(crate) const CHECKS: [(&str, Check); 9] = [
    ("protected", protected),
    ("chosen", chosen),
    ("known", known),
    ("open", open),
    ("unlocked", unlocked),
    ("scope", scope),
    ("risk", risk),
    ("fresh", fresh),
    ("around", around),
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

/// Judges a call where the files of the gate cannot be read: a change is denied, unless
/// the project wants it otherwise. The agent cannot choose anything then.
pub(crate) fn judge_unread(act: &Act, error: &str, on_failure: OnFailure) -> Verdict {
    if on_failure == OnFailure::Open {
        let refusal = act.refusal.as_ref();
        return refusal.map_or(Verdict::Pass, |it| Verdict::Deny(denials::refused(it)));
    }
    Verdict::Deny(denials::unreadable(error))
}

/// The denial of an intent that cannot be had as it stands, if it cannot.
pub(crate) fn refuse(gate: &Gate, standing: &Standing<'_>, typed: &Typed<'_>) -> Option<Denial> {
    let known = Known { intents: &gate.intents, typed };
    match standing {
        Standing::Unknown(id) => Some(denials::unknown(id, known)),
        Standing::Closed(intent) => Some(denials::closed(intent, known)),
        Standing::Locked(intent, holder) => Some(denials::locked(intent, holder, known)),
        Standing::Unlockable(intent, reason) => Some(denials::unlockable(intent, reason)),
        Standing::Open(..) => None,
    }
}

/// What the agent is told besides the reason of a denial.
fn words<'f>(facts: &'f Facts<'_>) -> Known<'f> {
    Known { intents: &facts.gate.intents, typed: &facts.typed }
}

/// Whether the call has to lie within an intent.
fn is_bound(facts: &Facts<'_>) -> bool {
    let wants = facts.act.changes() && !is_free(facts) && !facts.act.is_exempt(facts.policy());
    wants || facts.act.asks_for_scope()
}

/// Whether a command may run before a choice, for it names no file that it changes, and acts nowhere else: the kernel
/// lets it write temporary folders alone.
fn runs_read_only(facts: &Facts<'_>) -> bool {
    let names_none = || facts.act.targets.iter().all(|target| target.places.is_none());
    facts.is_walled
        && facts.act.tier < Tier::Critical
        && !facts.act.asks_for_scope()
        && names_none()
}

/// Whether the project leaves it to the agent to choose, and it chose nothing.
fn is_free(facts: &Facts<'_>) -> bool {
    facts.chosen.is_none() && !facts.policy().require_intent
}

/// The intents that matter: the one that the call chooses, and the one that it has to
/// lie within.
fn standings<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = &'f Standing<'a>> {
    let bound = facts.chosen.as_ref().filter(|_| is_bound(facts));
    facts.choice.iter().chain(bound)
}

/// The intent that holds the call back, if it is known.
fn intent<'a>(facts: &Facts<'a>) -> Option<&'a Intent> {
    match facts.chosen.as_ref()? {
        Standing::Unknown(_) => None,
        Standing::Closed(intent)
        | Standing::Locked(intent, _)
        | Standing::Unlockable(intent, _)
        | Standing::Open(intent, _) => Some(intent),
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
    let refusal = facts.act.refusal.as_ref().filter(|refusal| refusal.act.is_certain())?;
    Some(denials::refused(refusal))
}

/// What is protected and may be meant: within an intent the scope has said no before, and a plan holds it closed.
fn around(facts: &Facts<'_>) -> Option<Denial> {
    let refusal = facts.act.refusal.as_ref().filter(|_| !facts.is_walled)?;
    Some(denials::refused(refusal))
}

fn chosen(facts: &Facts<'_>) -> Option<Denial> {
    if facts.chosen.is_some() || !is_bound(facts) || runs_read_only(facts) {
        return None;
    }
    let mut targets = facts.act.targets.iter();
    let target = targets.find(|target| !is_exempt(target, facts.policy()));
    Some(denials::not_chosen(target.map(Target::name).as_deref(), words(facts)))
}

fn known(facts: &Facts<'_>) -> Option<Denial> {
    refuse_first(facts, |standing| matches!(standing, Standing::Unknown(_)))
}

fn open(facts: &Facts<'_>) -> Option<Denial> {
    refuse_first(facts, |standing| matches!(standing, Standing::Closed(_)))
}

fn unlocked(facts: &Facts<'_>) -> Option<Denial> {
    let is_held = |standing: &Standing<'_>| {
        matches!(standing, Standing::Locked(..) | Standing::Unlockable(..))
    };
    refuse_first(facts, is_held)
}

fn refuse_first(facts: &Facts<'_>, is_it: impl Fn(&Standing<'_>) -> bool) -> Option<Denial> {
    let standing = standings(facts).find(|standing| is_it(standing))?;
    refuse(facts.gate, standing, &facts.typed)
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
    // Where it cannot be told which file is meant, the plan knows.
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

fn fresh(facts: &Facts<'_>) -> Option<Denial> {
    Some(denials::stale(facts.stale.as_deref()?, intent(facts)))
}
