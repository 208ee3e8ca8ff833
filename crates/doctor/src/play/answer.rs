//! Checks what a command answered against what the event takes.

use std::time::Duration;

use claude_settings::Handler;
use host_stand_in::{Call, Effect, End, outcome};
use serde_json::json;

use crate::finding::Finding;

/// The longest context that arrives in full.
const MAX_CONTEXT: usize = 10_000;

/// How long a host waits for all hooks at the end of a session.
const MAX_SESSION_END: Duration = Duration::from_millis(1_500);

/// The time of a call that succeeded.
pub(crate) fn took(call: &Call) -> Option<Duration> {
    matches!(call.end, End::Ended(status) if status.success()).then_some(call.took)
}

/// Everything that is wrong with an answer.
pub(super) fn judge(call: &Call, handler: &Handler, hooks: &[String]) -> Vec<Finding> {
    let event = handler.event.as_str();
    if let Some(found) = failed(call, hooks, "the host continues without it") {
        return found;
    }
    let mut found = Vec::new();
    if event == "SessionEnd" && call.took > MAX_SESSION_END {
        let took = call.took.as_millis();
        let message = format!("it took {took} ms at the end of a session; a host waits 1500 ms");
        let finding = Finding { check: "timeout", ..Finding::warning(message) };
        found.push(finding.fix("make the hook do less at the end of a session"));
    }
    let outcome = outcome(&json!({"hook_event_name": event}), call);
    let length = outcome.said.chars().count();
    match outcome.effect {
        Effect::Error => found.push(played(format!("on {event} {}", outcome.said))),
        Effect::Context if length > MAX_CONTEXT => {
            let message =
                format!("{length} characters of context on {event}: the agent gets at most 10000");
            let finding = Finding { check: "context", ..Finding::warning(message) };
            found.push(finding.fix("shorten the context"));
        }
        _ => {}
    }
    found
}

/// What is wrong if a command failed or complained; `then` is what the host does.
pub(crate) fn failed(call: &Call, hooks: &[String], then: &str) -> Option<Vec<Finding>> {
    let complaints: Vec<Finding> = String::from_utf8_lossy(&call.stderr)
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| complaint(line, hooks))
        .collect();
    match call.end {
        End::TimedOut(why) => Some(vec![played(format!("no answer in time: {why}"))]),
        End::Ended(status) if !status.success() && complaints.is_empty() => {
            Some(vec![played(format!("the program failed ({status}), and {then}"))])
        }
        End::Ended(_) => (!complaints.is_empty()).then_some(complaints),
    }
}

fn played(message: String) -> Finding {
    let finding = Finding { check: "played", ..Finding::error(message) };
    finding.fix("`tacklebox errors` shows more; `tacklebox install HOOK` installs it again")
}

/// A line of stderr: `<hook>: could not read <file>:<line>:<column>: <what>`, or anything else.
fn complaint(line: &str, hooks: &[String]) -> Finding {
    let (hook, words) = match line.split_once(": ") {
        Some((hook, words)) if hooks.iter().any(|it| it == hook) => (Some(hook), words),
        _ => (None, line),
    };
    let finding = match words.strip_prefix("could not read ").and_then(placed) {
        Some((file, line, what)) => Finding {
            check: "configuration",
            ..Finding::error(format!("the configuration cannot be read: {what}"))
                .in_file(file.as_ref())
                .on_line(line)
                .fix("correct the line; until then the hook does what `on_failure` says")
        },
        None => Finding {
            check: "played",
            ..Finding::error(words.to_owned()).fix("`tacklebox errors` shows what to do about it")
        },
    };
    Finding { hook: hook.map(str::to_owned), ..finding }
}

/// `<file>:<line>:<column>: <what>`.
fn placed(words: &str) -> Option<(&str, usize, &str)> {
    let (place, what) = words.split_once(": ")?;
    let (rest, _column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_about_a_configuration_has_its_place() {
        let line = "a-hook: could not read /p q/x.yaml:3:7: foo: unknown field";
        let found = complaint(line, &["a-hook".to_owned()]);
        assert_eq!((found.check, found.line), ("configuration", Some(3)));
        assert_eq!(found.file.as_deref(), Some(std::path::Path::new("/p q/x.yaml")));
        assert_eq!(found.message, "the configuration cannot be read: foo: unknown field");
        assert_eq!(complaint("b-hook: oh: no", &[]).message, "b-hook: oh: no");
    }
}
