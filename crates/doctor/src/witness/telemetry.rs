//! What a client reports of its hooks by telemetry: which it registered, and how each event ended. A
//! client says neither which command nor which call it was.

use scripted_client::Reported;

use super::account::Heard;
use crate::facts::Facts;
use crate::finding::Finding;

/// Where a client reports nothing of hooks, the others have to do.
const SILENT: &str = "the client reported nothing of its hooks by telemetry: \
    this is said by the account of calls and by what the client printed";

/// What is wrong by it. `heard` is what hooks themselves have written down.
pub(super) fn findings(
    facts: &Facts<'_>,
    hooks: &[&str],
    reported: &[Reported],
    heard: &[Heard],
) -> Vec<Finding> {
    let named =
        |name: &str| -> Vec<&Reported> { reported.iter().filter(|it| it.name == name).collect() };
    let registered = named("hook_registered");
    if registered.is_empty() {
        return vec![Finding { check: "witnessed", ..Finding::note(SILENT) }];
    }
    let ended = named("hook_execution_complete");
    let mut findings = unregistered(facts, hooks, &registered);
    findings.extend(ended.iter().filter_map(|it| cancelled(facts, it)));
    findings.extend(ended.iter().filter_map(|it| cut(facts, it)));
    findings.extend(uncounted(heard, &ended));
    findings.dedup();
    findings
}

/// The entries of these hooks that the client did not take.
fn unregistered(facts: &Facts<'_>, hooks: &[&str], registered: &[&Reported]) -> Vec<Finding> {
    let entries = hooks.iter().flat_map(|hook| facts.of(hook).map(move |entry| (hook, entry)));
    let missing = entries.filter(|(_, entry)| {
        let matcher = entry.handler.matcher.as_deref().unwrap_or_default();
        let is_its = |it: &&Reported| {
            text(it, "hook_event") == entry.handler.event && text(it, "hook_matcher") == matcher
        };
        !registered.iter().any(is_its)
    });
    let finding = |(hook, entry): (&&str, &crate::facts::Entered)| {
        let message = format!("the client did not register {hook} for {}", entry.handler.event);
        let finding = Finding { check: "witnessed", ..Finding::error(message) }.of(hook);
        let finding = finding.in_file(facts.file(entry)).on_line(entry.handler.position.line);
        finding.fix("`claude --debug hooks` says which entries it takes")
    };
    missing.map(finding).collect()
}

/// A hook for which the client did not wait.
fn cancelled(facts: &Facts<'_>, ended: &Reported) -> Option<Finding> {
    let count = count(ended, "num_cancelled").filter(|count| *count > 0)?;
    let name = text(ended, "hook_name");
    let message = format!("the client ended {count} of its hooks of {name}: their time was over");
    let finding = Finding { check: "witnessed", ..Finding::error(message) };
    let finding = finding.fix("a longer `timeout`, or find out what the hook waits for");
    Some(of_the_only(facts, ended, finding))
}

/// A context that the model did not get whole.
fn cut(facts: &Facts<'_>, ended: &Reported) -> Option<Finding> {
    count(ended, "num_outputs_persisted").filter(|count| *count > 0)?;
    let (name, length) = (text(ended, "hook_name"), text(ended, "additional_context_chars"));
    let message = format!("{length} characters of context on {name}: the client passed on a part");
    let finding = Finding { check: "context", ..Finding::warning(message) };
    Some(of_the_only(facts, ended, finding.fix("have the hook say less")))
}

/// A denial that a hook has written down, and the client did not count.
fn uncounted(heard: &[Heard], ended: &[&Reported]) -> Vec<Finding> {
    let denied = heard.iter().filter(|call| call.is_denied && call.event == "PreToolUse");
    let finding = |call: &Heard| {
        let name = format!("PreToolUse:{}", call.tool.as_deref()?);
        let mut its = ended.iter().filter(|it| text(it, "hook_name") == name).peekable();
        its.peek()?;
        let is_counted = its.any(|it| count(it, "num_blocking").is_some_and(|count| count > 0));
        let message = format!("a hook denied {name}, and the client counted no denial");
        let finding = Finding { check: "witnessed", ..Finding::error(message) };
        let finding = finding.fix("`claude --debug hooks` says what it makes of the answer");
        (!is_counted).then_some(finding)
    };
    denied.filter_map(finding).collect()
}

/// The finding, of the hook that alone is entered for this event.
fn of_the_only(facts: &Facts<'_>, ended: &Reported, finding: Finding) -> Finding {
    let event = text(ended, "hook_event");
    let of_event = facts.entries.iter().filter(|entry| entry.handler.event == event);
    let mut hooks: Vec<&String> = of_event.flat_map(|entry| &entry.hooks).collect();
    hooks.sort_unstable();
    hooks.dedup();
    match &hooks[..] {
        [only] => finding.of(only),
        _ => finding,
    }
}

fn text<'r>(reported: &'r Reported, key: &str) -> &'r str {
    reported.attributes.get(key).map_or("", String::as_str)
}

fn count(reported: &Reported, key: &str) -> Option<u64> {
    text(reported, key).parse().ok()
}
