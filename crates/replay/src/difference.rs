//! What two policies make of the same events.

use std::collections::BTreeMap;

use hook_chain::Line;
use serde::Serialize;

use crate::tally::{Example, Outcome, example, strongest, tool};

/// How many examples are kept of one kind.
const MAX_EXAMPLES: usize = 2;

/// Calls of which two policies make different things, by the same rules and of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What the first policy says.
    pub here: Outcome,
    /// What the other one says.
    pub there: Outcome,
    /// Which hook decides, and by which rule: of the policy that is stricter.
    pub hook: String,
    /// The rule.
    pub rule: String,
    /// The tool; the event, where that is of none.
    pub tool: String,
    /// How often.
    pub count: usize,
    /// Some of them.
    pub examples: Vec<Example>,
}

/// What tells differences apart.
type Key = (Outcome, Outcome, String, String, String);

/// Differences that become more.
#[derive(Debug, Default)]
pub(crate) struct Differences(BTreeMap<Key, Difference>);

impl Differences {
    /// Compares what two policies say of an event.
    pub(crate) fn add(&mut self, here: Option<&Line>, there: Option<&Line>) {
        let (mine, by) = here.map_or((Outcome::Pass, None), strongest);
        let (other, by_other) = there.map_or((Outcome::Pass, None), strongest);
        if mine == other {
            return;
        }
        let (line, by) = if mine < other { (here, by) } else { (there, by_other) };
        let Some((line, by)) = line.zip(by) else { return };
        let (hook, rule) = (by.hook.to_owned(), by.rule.clone().unwrap_or_default());
        let tool = tool(line);
        let key = (mine, other, hook.clone(), rule.clone(), tool.clone());
        let new = || Difference {
            here: mine,
            there: other,
            hook,
            rule,
            tool,
            count: 0,
            examples: Vec::new(),
        };
        let difference = self.0.entry(key).or_insert_with(new);
        difference.count += 1;
        if difference.examples.len() < MAX_EXAMPLES {
            difference.examples.push(example(line, by));
        }
    }

    /// The differences, the most frequent first.
    pub(crate) fn into_vec(self) -> Vec<Difference> {
        let mut all: Vec<Difference> = self.0.into_values().collect();
        all.sort_by_key(|it| (it.here.min(it.there), std::cmp::Reverse(it.count)));
        all
    }
}
