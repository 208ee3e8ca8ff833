//! Matches events as the `matcher` of a host's settings does.
//!
//! A host takes a matcher of letters, digits, `_`, `-`, blanks, commas and `|` for a list of
//! names, and any other for a regular expression that may match anywhere
//! (`docs/internals/protocol.md`). Of those this knows what our own templates have: alternatives, `^`,
//! `$`, brackets around all, and `.*`.

use hook_protocol::{Event, Tool, ToolCall};

/// Whether `matcher` matches an event.
pub(crate) fn fits(matcher: &str, event: &Event) -> bool {
    let subject = match event {
        Event::SessionStart(event) => event.source.as_str(),
        Event::Notification(event) => event.notification_type.as_deref().unwrap_or_default(),
        _ => match event.call() {
            Some(call) if is_patch_for(matcher, call) => return true,
            // A matcher has the names of Claude's tools; a host may call them otherwise.
            Some(call) if fits_name(matcher, call.name.canonical()) => return true,
            Some(call) if is_once(call.name.canonical(), call.name.as_sent()) => return false,
            Some(call) => call.name.as_sent(),
            None => return true,
        },
    };
    // Without a name it may be any.
    subject.is_empty() || fits_name(matcher, subject)
}

/// Whether a call is of a patch, which a matcher for an edit or a write is for as well: so Codex CLI
/// takes them, which has neither.
fn is_patch_for(matcher: &str, call: &ToolCall) -> bool {
    let is_patch = *call.name.tool() == Tool::ApplyPatch;
    is_patch && ["Edit", "Write"].iter().any(|name| fits_name(matcher, name))
}

/// Whether two names are the same one, and no tool that has none.
fn is_once(canonical: &str, as_sent: &str) -> bool {
    canonical == as_sent && !as_sent.is_empty()
}

fn fits_name(matcher: &str, name: &str) -> bool {
    if matcher.is_empty() || matcher == "*" {
        return true;
    }
    if matcher.bytes().all(|b| b.is_ascii_alphanumeric() || b"_- ,|".contains(&b)) {
        return matcher.split(['|', ',']).any(|one| one.trim() == name);
    }
    // An unknown pattern matches: an unnecessary call of a guard does no harm.
    let pieces = matcher.split(".*");
    if pieces.into_iter().any(|piece| piece.bytes().any(|b| br"\.*+?[]{}".contains(&b))) {
        return true;
    }
    alternatives(matcher).any(|one| is_found(one, name))
}

/// The alternatives at the top, brackets around all of them taken away. `^(A|B)$` is
/// spread by the caller, for its brackets stand inside.
fn alternatives(matcher: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let inner = matcher.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let matcher = inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(matcher);
    matcher.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '|' && depth == 0
    })
}

/// Whether `name` has a part that `pattern` describes.
fn is_found(pattern: &str, name: &str) -> bool {
    let (from_start, pattern) = anchored(pattern, |pattern| pattern.strip_prefix('^'));
    let (to_end, pattern) = anchored(pattern, |pattern| pattern.strip_suffix('$'));
    let inner = pattern.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let one = |text: &str| match (text.split_once(".*"), from_start, to_end) {
        (Some((before, after)), _, _) => {
            let found =
                if from_start { name.strip_prefix(before) } else { rest_after(name, before) };
            found.is_some_and(
                |rest| if to_end { rest.ends_with(after) } else { rest.contains(after) },
            )
        }
        (None, true, true) => name == text,
        (None, true, false) => name.starts_with(text),
        (None, false, true) => name.ends_with(text),
        (None, false, false) => name.contains(text),
    };
    match inner {
        Some(inner) => inner.split('|').any(one),
        None => one(pattern),
    }
}

fn anchored<'a>(
    pattern: &'a str,
    strip: impl FnOnce(&'a str) -> Option<&'a str>,
) -> (bool, &'a str) {
    strip(pattern).map_or((false, pattern), |rest| (true, rest))
}

fn rest_after<'a>(name: &'a str, before: &str) -> Option<&'a str> {
    name.split_once(before).map(|(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form that stands in a template, against names of tools.
    #[test]
    fn a_matcher_is_read_as_a_host_reads_it() {
        for (matcher, fitting, others) in [
            ("*", &["Edit", "mcp__a__b", ""][..], &[][..]),
            ("Edit|Write", &["Edit", "Write"], &["MultiEdit", "NotebookEdit", "edit", ""]),
            ("Edit, a-tool", &["Edit", "a-tool"], &["MultiEdit", "tool"]),
            (
                "^(Write|Edit|Bash)$|^mcp__",
                &["Write", "Bash", "mcp__server__tool"],
                &["MultiEdit", "BashOutput", "x_mcp__", "NotebookEdit"],
            ),
            (
                "(AskUserQuestion|mcp__.*__AskUserQuestion)",
                &["AskUserQuestion", "mcp__proxy__AskUserQuestion"],
                &["AskUser", "mcp__proxy__Ask"],
            ),
        ] {
            for name in fitting {
                assert!(fits_name(matcher, name), "{matcher} {name}");
            }
            for name in others {
                assert!(!fits_name(matcher, name), "{matcher} {name}");
            }
        }
    }

    #[test]
    fn a_patch_is_an_edit_and_a_write() {
        let check = |matcher: &str, is_for: bool| {
            let event = r#"{"hook_event_name": "PostToolUse", "tool_name": "apply_patch"}"#;
            assert_eq!(
                fits(matcher, &Event::parse(event.as_bytes()).unwrap()),
                is_for,
                "{matcher}"
            );
        };
        for matcher in ["Edit|Write|MultiEdit", "Write", "^(Edit|Bash)$", "apply_patch", "*"] {
            check(matcher, true);
        }
        for matcher in ["Read", "MultiEdit|NotebookEdit", "^mcp__"] {
            check(matcher, false);
        }
    }
}
