//! `if` of an entry: one permission rule, by which the host chooses among the calls that the matcher
//! reaches.

use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::matcher::{meant, read, subjects};

/// The events on which a host looks at `if`.
const TOOL_EVENTS: [&str; 6] = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "PermissionDenied",
    "PreSkillShellCommand",
];

/// Conditions with which an entry never runs.
pub(super) fn never_run(facts: &Facts<'_>) -> Vec<Finding> {
    let found = |entry: &Entered| {
        let why = never_runs(entry)?;
        let message = format!("{why}: this hook never runs");
        let is_other = entry.hooks.is_empty();
        let finding = if is_other { Finding::warning(message) } else { Finding::error(message) };
        Some(placed(facts, entry, finding).of_each(&entry.hooks))
    };
    facts.entries.iter().filter_map(found).flatten().collect()
}

/// A guard that is asked about some calls alone.
pub(super) fn narrowed(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for entry in facts.ours().filter(|entry| never_runs(entry).is_none()) {
        let Some(rule) = rule(entry) else { continue };
        let guards = entry.hooks.iter().filter(|hook| is_narrower(facts, entry, hook, rule));
        found.extend(guards.map(|hook| {
            let event = &entry.handler.event;
            let message = format!("because of `if`, {hook} sees only `{rule}` on {event}");
            placed(facts, entry, Finding::warning(message)).of(hook)
        }));
    }
    found
}

/// Why an entry never runs.
fn never_runs(entry: &Entered) -> Option<String> {
    let (rule, handler) = (rule(entry)?, &entry.handler);
    if !TOOL_EVENTS.contains(&handler.event.as_str()) {
        return Some(format!("`if` works only on tool events, and {} is not one", handler.event));
    }
    let Some((tool, _)) = one(rule) else {
        return Some(format!("`if` must be one permission rule, but is `{rule}`"));
    };
    if let Some(meant) = meant(tool) {
        return Some(format!("`if` names {tool}, but the tool is called {meant}"));
    }
    let matcher = handler.matcher.as_deref();
    let is_reached = tool.contains('*') || read(matcher).reaches(tool);
    (!is_reached).then(|| {
        let matcher = matcher.unwrap_or_default();
        format!("`if` names {tool}, which the matcher `{matcher}` does not match")
    })
}

fn rule(entry: &Entered) -> Option<&str> {
    entry.handler.rule.as_deref().filter(|rule| !rule.is_empty())
}

/// The tool of a permission rule, and which of its calls are meant, where it is one rule.
fn one(rule: &str) -> Option<(&str, &str)> {
    let rule = rule.trim();
    let is_name = |text: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || "_-*.".contains(c);
        !text.is_empty() && text.chars().all(fits)
    };
    let Some((tool, rest)) = rule.split_once('(') else {
        return is_name(rule).then_some((rule, ""));
    };
    let calls = rest.strip_suffix(')')?;
    let mut depth = 0_i32;
    let closes_first = calls.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    (is_name(tool) && !closes_first).then_some((tool, calls))
}

/// Whether a hook decides about calls that the entry does not send it.
fn is_narrower(facts: &Facts<'_>, entry: &Entered, hook: &str, rule: &str) -> bool {
    let handler = &entry.handler;
    let Some((tool, calls)) = one(rule).filter(|_| facts.decides(hook, &handler.event)) else {
        return false;
    };
    let matcher = read(handler.matcher.as_deref());
    let mut reached = subjects(&handler.event).iter().filter(|it| matcher.reaches(it));
    !matches!(calls, "" | "*") || reached.any(|it| *it != tool)
}

fn placed(facts: &Facts<'_>, entry: &Entered, finding: Finding) -> Finding {
    let finding = finding.in_file(facts.file(entry)).on_line(entry.handler.position.line);
    finding.fix("remove `if` from the entry, or correct it")
}

#[cfg(test)]
mod tests {
    use super::one;

    #[test]
    fn a_condition_is_one_rule() {
        for (rule, expected) in [
            ("Bash", Some(("Bash", ""))),
            ("Bash(git *)", Some(("Bash", "git *"))),
            ("Bash(git a|git b)", Some(("Bash", "git a|git b"))),
            ("Bash(echo $(date) (x))", Some(("Bash", "echo $(date) (x)"))),
            ("mcp__server__*", Some(("mcp__server__*", ""))),
            ("Edit(*.ts)|Write(*.ts)", None),
            ("Edit(*.ts) Write(*.ts)", None),
            ("Edit(*.ts)|Write", None),
            ("Edit|Write", None),
            ("Edit,Write(a)", None),
            ("tool_input.command matches 'git'", None),
            ("(x)", None),
        ] {
            assert_eq!(one(rule), expected, "{rule}");
        }
    }
}
