//! The decisions of two policies on the same events.

use std::collections::BTreeMap;

use hook_chain::Line;
use serde::Serialize;

use crate::tally::{Example, Outcome, example, strongest, tool};

/// How many examples are kept of one kind.
const MAX_EXAMPLES: usize = 2;

/// Calls of one tool that two policies decide differently, by the same rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The decision of the first policy.
    pub here: Outcome,
    /// The decision of the other policy.
    pub there: Outcome,
    /// The hook that decides, in the stricter policy.
    pub hook: String,
    /// Its rule.
    pub rule: String,
    /// The tool, or the event if it has none.
    pub tool: String,
    /// The number of calls.
    pub count: usize,
    /// Some of the calls.
    pub examples: Vec<Example>,
}

/// What tells differences apart.
type Key = (Outcome, Outcome, String, String, String);

/// The differences so far.
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
