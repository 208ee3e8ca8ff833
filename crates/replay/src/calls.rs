//! The order in which the calls of an agent began.
//!
//! A message may have several calls, and a transcript has their results after all of them. The
//! host runs calls that only read side by side, and all others one after the other: what the first
//! call of a message changed applies to the second.
//!
//! Source: the times at which Claude Code 2.1.330 told its hooks of such calls.

use std::collections::VecDeque;

use crate::moment::Call;

/// The tools that the host runs side by side.
const SIDE_BY_SIDE: [&str; 8] =
    ["Read", "Grep", "Glob", "LS", "WebFetch", "WebSearch", "Agent", "Task"];

/// The calls of an agent that have not ended.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    running: Vec<Call>,
    waiting: VecDeque<Call>,
}

impl Calls {
    /// Takes a call that the agent wants to make.
    pub(crate) fn add(&mut self, call: Call) {
        self.waiting.push_back(call);
    }

    /// The next call that begins now.
    pub(crate) fn begin(&mut self) -> Option<&Call> {
        let first = self.waiting.front()?;
        let is_free = self.running.is_empty()
            || is_side_by_side(first) && self.running.iter().all(is_side_by_side);
        if !is_free {
            return None;
        }
        self.running.extend(self.waiting.pop_front());
        self.running.last()
    }

    /// The call of this id, which is over, if it had begun.
    pub(crate) fn end(&mut self, id: &str) -> Option<Call> {
        let at = self.running.iter().position(|call| call.id == id)?;
        Some(self.running.remove(at))
    }

    /// Whether a call has not begun, as far as is known.
    pub(crate) fn waits(&self, id: &str) -> bool {
        self.waiting.iter().any(|call| call.id == id)
    }

    /// Begins a call for which others should have ended.
    pub(crate) fn force(&mut self) -> Option<&Call> {
        self.running.extend(self.waiting.pop_front());
        self.running.last()
    }

    /// Forgets what was broken off; whether anything waits still.
    pub(crate) fn break_off(&mut self) -> bool {
        self.running.clear();
        !self.waiting.is_empty()
    }
}

fn is_side_by_side(call: &Call) -> bool {
    SIDE_BY_SIDE.contains(&call.tool.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What happens where the calls of a message end in this order: `+x` begins, `-x` ended.
    #[track_caller]
    fn check(tools: &[&str], ended: &[usize], expected: &str) {
        let mut calls = Calls::default();
        for (at, tool) in tools.iter().enumerate() {
            let call = Call { id: at.to_string(), tool: (*tool).to_owned(), input: String::new() };
            calls.add(call);
        }
        let mut seen = Vec::new();
        let begin = |calls: &mut Calls, seen: &mut Vec<String>| {
            while let Some(call) = calls.begin() {
                seen.push(format!("+{}", call.id));
            }
        };
        begin(&mut calls, &mut seen);
        for at in ended {
            let id = at.to_string();
            while calls.waits(&id) {
                seen.extend(calls.force().map(|call| format!("+{}", call.id)));
            }
            seen.extend(calls.end(&id).map(|call| format!("-{}", call.id)));
            begin(&mut calls, &mut seen);
        }
        assert_eq!(seen.join(" "), expected);
    }

    #[test]
    fn what_changes_something_waits_for_what_is_before_it() {
        check(&["Read", "Read"], &[0, 1], "+0 +1 -0 -1");
        check(&["Write", "Write"], &[0, 1], "+0 -0 +1 -1");
        check(&["Read", "Write", "Read"], &[0, 1, 2], "+0 -0 +1 -1 +2 -2");
        check(&["Agent", "Agent"], &[1, 0], "+0 +1 -1 -0");
        // What is not expected is believed.
        check(&["Write", "Bash"], &[1, 0], "+0 +1 -1 -0");
    }
}
