//! What no state is asked about: how much a line can spoil, and what holds secrets.

use command_effects::Tier;
use hook_protocol::Access;

use super::commands::{Matcher, Run};
use super::{Facts, Finding, Shell, paths};
use crate::policy::{Action, Policy, RatedCommand};
use crate::words;

/// The ids of these findings: the keys of the configuration.
const CRITICAL: &str = "risk.critical";
const DESTRUCTIVE: &str = "risk.destructive";
const SECRETS: &str = "secrets";

/// What is found of the worst that the line does. A rule of `commands` that allows a command says all that
/// there is to say of it.
pub(super) fn finding(policy: &Policy, state: &str, facts: &Facts) -> Option<Finding> {
    let is_free = |rated: &&RatedCommand| {
        rated.command.is_some_and(|at| is_allowed(policy, state, facts, at))
    };
    let worst =
        facts.risks.iter().filter(|rated| !is_free(rated)).rev().max_by_key(|it| it.tier)?;
    let (rule_id, action) = match worst.tier {
        Tier::Critical => (CRITICAL, policy.risk.critical),
        Tier::Destructive => (DESTRUCTIVE, policy.risk.destructive),
        Tier::Safe | Tier::Write => return None,
    };
    let (message, told) = (words::risk_of(worst), Some(words::risk(worst)));
    let by_table = worst.line.clone();
    let rule_id = rule_id.to_owned();
    let found = Finding { rule_id, action, message, told, by_table };
    (action != Action::Allow).then_some(found)
}

fn is_allowed(policy: &Policy, state: &str, facts: &Facts, at: usize) -> bool {
    let Some(Shell::Parsed(commands)) = &facts.shell else { return false };
    let rules = policy.commands.iter().filter(|rule| rule.holds_in(state));
    let mut rules = rules.filter(|rule| rule.rule.action == Action::Allow);
    let run = commands.get(at).and_then(Run::of);
    run.is_some_and(|run| rules.any(|rule| Matcher::of(rule).matches(&run)))
}

/// What is found of a file with secrets that is read, and that no rule of `paths` frees.
pub(super) fn secret(policy: &Policy, state: &str, facts: &Facts) -> Option<Finding> {
    if policy.secrets == Action::Allow {
        return None;
    }
    let mut read = facts.files.iter().filter(|file| file.is_secret && file.touch == Access::Read);
    let file = read.find(|file| !paths::is_freed(policy, state, facts, file))?;
    let message = words::secret(&file.spoken);
    let (rule_id, action) = (SECRETS.to_owned(), policy.secrets);
    Some(Finding { rule_id, action, message, told: None, by_table: None })
}
