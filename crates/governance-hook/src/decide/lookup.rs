//! Which rule holds for a kind of activity, and what a state therefore blocks.
//!
//! The text that tells an agent what is blocked comes from the same look-up as
//! the decision, so that the two cannot disagree.

use std::collections::BTreeMap;

use project_paths::text_matches;

use crate::decide::primitive::{self, SHELL_BACKGROUND, SHELL_EXECUTE};
use crate::policy::{Action, Policy, Rule, Rules};
use crate::words;

/// Primitives whose rules a person has lifted, and until when.
pub(crate) type Lifted = BTreeMap<String, String>;

/// For whom and when a rule is looked up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) state: &'a str,
    pub(crate) agent_type: Option<&'a str>,
    pub(crate) lifted: &'a Lifted,
}

/// What an agent is told of its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Announcement {
    pub(crate) line: String,
    /// Whether anything is blocked, or lifted. Else only a change of the state is worth a word.
    pub(crate) names_any: bool,
}

/// The rule that holds for a primitive.
#[derive(Debug)]
pub(crate) struct Hit<'a> {
    pub(crate) place: Place<'a>,
    /// `None` for the default action.
    pub(crate) rule: Option<&'a Rule>,
    pub(crate) action: Action,
    /// Until when the rule is lifted, if it is; the action is then to allow.
    pub(crate) lifted_until: Option<&'a str>,
}

/// Where a rule stands in the configuration.
#[derive(Debug)]
pub(crate) enum Place<'a> {
    Default,
    Rules { primitive: &'a str, state: &'a str },
    Agents { at: usize, primitive: &'a str, state: &'a str },
}

impl Place<'_> {
    /// The place as a key: `rules.user-query.DO`.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Default => "default_action".to_owned(),
            Self::Rules { primitive, state } => format!("rules.{primitive}.{state}"),
            Self::Agents { at, primitive, state } => {
                format!("agents[{at}].rules.{primitive}.{state}")
            }
        }
    }
}

impl<'a> Situation<'a> {
    /// The rule for a primitive, or the default action where there is none.
    pub(crate) fn rule_for(self, primitive: &'a str) -> Hit<'a> {
        let in_rules = |primitive, state| Place::Rules { primitive, state };
        let found = self.find(&self.policy.rules, primitive, in_rules);
        found.unwrap_or_else(|| lift(self.default(), self.lifted.get(primitive)))
    }

    /// The default action, for what has no rule.
    pub(crate) fn default(self) -> Hit<'a> {
        let action = self.policy.default_action;
        Hit { place: Place::Default, rule: None, action, lifted_until: None }
    }

    /// The stricter rules that hold for this type of agent.
    pub(crate) fn agent_rules_for(self, primitive: &'a str) -> impl Iterator<Item = Hit<'a>> {
        let agents = self.policy.agents.iter().enumerate();
        agents.filter_map(move |(at, agents)| {
            if !text_matches(&agents.agent_type, self.agent_type?) {
                return None;
            }
            let place = |primitive, state| Place::Agents { at, primitive, state };
            self.find(&agents.rules, primitive, place)
        })
    }

    /// What is done with a call of this kind, whatever its input.
    pub(crate) fn action_on(self, primitive: &'a str) -> Action {
        let of_agent = self.agent_rules_for(primitive).map(|hit| hit.action);
        of_agent.fold(self.rule_for(primitive).action, Action::max)
    }

    /// Whether a call of this kind is denied, whatever its input.
    pub(crate) fn denies(self, primitive: &'a str) -> bool {
        self.action_on(primitive) >= Action::Redirect
    }

    /// The line that tells an agent its state and what that blocks: every
    /// primitive that some tool can reach and that is denied.
    pub(crate) fn announcement(self) -> Announcement {
        let reachable = primitive::reachable(self.policy).into_iter();
        let blocked: Vec<&str> = reachable.filter(|primitive| self.denies(primitive)).collect();
        let nothing = Lifted::new();
        let otherwise = Situation { lifted: &nothing, ..self };
        let lifted =
            self.lifted.iter().map(|(primitive, until)| (primitive.as_str(), until.as_str()));
        let lifted: Vec<_> = lifted.filter(|(primitive, _)| otherwise.denies(primitive)).collect();
        let names_any = !blocked.is_empty() || !lifted.is_empty();
        Announcement { line: words::announcement(self.state, &blocked, &lifted), names_any }
    }

    /// The rule in a table. One on `shell-execute` holds for `shell-background`
    /// where that has none.
    fn find(
        self,
        rules: &'a Rules,
        primitive: &'a str,
        place: impl Fn(&'a str, &'a str) -> Place<'a>,
    ) -> Option<Hit<'a>> {
        let rule_for = |primitive| rules.get(primitive)?.rule_in(self.state);
        let (named, (key, rule)) = match rule_for(primitive) {
            Some(found) => (primitive, found),
            None if primitive == SHELL_BACKGROUND => (SHELL_EXECUTE, rule_for(SHELL_EXECUTE)?),
            None => return None,
        };
        let until = self.lifted.get(primitive).or_else(|| self.lifted.get(named));
        let action = rule.action;
        let hit = Hit { place: place(named, key), rule: Some(rule), action, lifted_until: None };
        Some(lift(hit, until))
    }
}

/// A rule that a person has lifted allows.
fn lift<'a>(hit: Hit<'a>, until: Option<&'a String>) -> Hit<'a> {
    match until {
        Some(until) => Hit { action: Action::Allow, lifted_until: Some(until), ..hit },
        None => hit,
    }
}
