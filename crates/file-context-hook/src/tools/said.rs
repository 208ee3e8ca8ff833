//! What is stored, in words for a person.

use file_mentions::{PastTurn, Role, StoredMention};
use hook_runtime::one_line;

use crate::words::telling;

/// In characters, of a name on a line: no system has longer paths.
pub(super) const MAX_NAME: usize = 4096;

/// Who said something, when and where.
pub(super) fn heading(turn: &PastTurn) -> String {
    let who = match (turn.role, &turn.agent) {
        (Role::User, _) => "person",
        (Role::Assistant, None) => "agent",
        (Role::Assistant, Some(_)) => "subagent",
    };
    format!("{who}, {}, {}", telling::minute(turn.at), telling::session(&turn.session))
}

/// How often a file was touched, and when last; `mentions` are the newest first.
pub(super) fn touched(mentions: &[StoredMention]) -> Option<String> {
    let last = mentions.first()?;
    let times = match mentions.len() {
        1 => "once".to_owned(),
        number => format!("{number} times"),
    };
    let tool = match last.tool.as_str() {
        file_mentions::PERSON => "by a mention of the person".to_owned(),
        tool => format!("by {}", one_line(tool, MAX_NAME)),
    };
    let (at, session) = (telling::minute(last.at), telling::session(&last.session));
    Some(format!("touched {times}, last {at} {tool} in {session}"))
}

/// `text` below a heading: no line of it can look like another heading.
pub(super) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!("  {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A number of bytes.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{} KiB", bytes.div_ceil(1_024)),
        _ => format!("{}.{} MiB", bytes >> 20, ((bytes & 0xf_ffff) * 10) >> 20),
    }
}

/// A number of things.
pub(super) fn number(of: usize, what: &str) -> String {
    let plural = if of == 1 { "" } else { "s" };
    format!("{of} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use project_paths::RelPath;

    use super::*;

    fn time(text: &str) -> std::time::SystemTime {
        humantime::parse_rfc3339(text).unwrap()
    }

    #[test]
    fn a_text_cannot_look_like_a_heading() {
        let check = |text: &str, expected: &str| assert_eq!(indented(text), expected);
        check("one", "  one");
        check("one\nnote, 2026\n\n  two \r\n", "  one\n  note, 2026\n\n    two");
        check("", "");
    }

    #[test]
    fn touches_are_counted() {
        let mention = |tool: &str, at: &str| StoredMention {
            session: "3f0c1d52-1".to_owned(),
            agent: None,
            path: RelPath::new("a").unwrap(),
            tool: tool.to_owned(),
            at: time(at),
        };
        let old = mention("Read", "2026-11-19T10:00:00Z");
        let new = mention("@", "2026-11-20T10:00:00Z");
        let check = |mentions: &[StoredMention], expected: Option<&str>| {
            assert_eq!(touched(mentions).as_deref(), expected);
        };
        check(&[], None);
        let once = "touched once, last 2026-11-19 10:00 UTC by Read in session 3f0c1d52";
        check(std::slice::from_ref(&old), Some(once));
        let twice = "touched 2 times, last 2026-11-20 10:00 UTC by a mention of the person in \
                     session 3f0c1d52";
        check(&[new, old], Some(twice));
    }

    #[test]
    fn sizes_are_readable() {
        let check = |bytes, expected: &str| assert_eq!(size(bytes), expected);
        check(0, "0 bytes");
        check(1_023, "1023 bytes");
        check(1_024, "1 KiB");
        check(49_152, "48 KiB");
        check(1_048_575, "1024 KiB");
        check(1_048_576, "1.0 MiB");
        check(2_097_151, "1.9 MiB");
        check(209_715_200, "200.0 MiB");
    }

    #[test]
    fn numbers_have_a_plural() {
        assert_eq!(number(0, "turn"), "0 turns");
        assert_eq!(number(1, "turn"), "1 turn");
        assert_eq!(number(2, "turn"), "2 turns");
    }
}
