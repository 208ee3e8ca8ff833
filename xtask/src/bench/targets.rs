//! What a call may cost, as a ratio to one `/bin/true`: whole process, exec
//! form, 1 KB of input, on Linux.

/// The targets of the hooks, on events that they handle.
const HANDLED: [(&str, f64); 5] = [
    ("governance-hook", 1.0),
    ("prompt-detect-hook", 1.0),
    ("question-preference-hook", 1.0),
    ("file-context-hook", 1.9),
    ("subagent-start-hook", 1.9),
];

/// Any hook on an event that it does not handle.
const NOT_HANDLED: f64 = 0.95;

/// The target of a hook on a fixture; the fixture `not-handled-event` is the
/// same for all hooks. `None` where nobody has set one.
pub(super) fn target(hook: &str, fixture: &str) -> Option<f64> {
    if fixture == "not-handled-event" {
        return Some(NOT_HANDLED);
    }
    HANDLED.iter().find(|(name, _)| *name == hook).map(|(_, target)| *target)
}

/// `met`, or by how much it is not.
pub(super) fn verdict(ratio: f64, target: Option<f64>) -> String {
    match target {
        None => "no target".to_owned(),
        Some(target) if ratio <= target => "met".to_owned(),
        Some(target) => format!("over by {:.2}", ratio - target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(hook: &str, fixture: &str, ratio: f64, expected: &str) {
        assert_eq!(verdict(ratio, target(hook, fixture)), expected);
    }

    #[test]
    fn a_verdict_compares_with_the_target_of_hook_and_fixture() {
        check("governance-hook", "silent-no-config", 1.0, "met");
        check("governance-hook", "silent-no-config", 1.25, "over by 0.25");
        check("governance-hook", "not-handled-event", 1.0, "over by 0.05");
        check("file-context-hook", "a-million-mentions", 1.9, "met");
        check("new-hook", "anything", 9.0, "no target");
        check("new-hook", "not-handled-event", 0.9, "met");
    }
}
