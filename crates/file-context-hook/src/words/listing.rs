//! What is stored, in words for a person.

use file_mentions::{History, PastTurn, Role, StoredMention};
use hook_runtime::{Ctx, escape_line, one_line};
use project_paths::RelPath;

use crate::words::context;

/// In characters, of a name on a line: no system has longer paths.
pub(crate) const MAX_NAME: usize = 4096;

/// Who said something, when and where.
pub(crate) fn heading(ctx: &Ctx, turn: &PastTurn) -> String {
    let who = match (turn.role, &turn.agent) {
        (Role::User, _) => "person",
        (Role::Assistant, None) => "agent",
        (Role::Assistant, Some(_)) => "subagent",
    };
    format!("{who}, {}, {}", ctx.local(turn.at), context::session(&turn.session))
}

/// How often a file was touched, and when last; `mentions` are the newest first.
pub(crate) fn touched(ctx: &Ctx, mentions: &[StoredMention]) -> Option<String> {
    let last = mentions.first()?;
    let times = match mentions.len() {
        1 => "once".to_owned(),
        number => format!("{number} times"),
    };
    let tool = match last.tool.as_str() {
        file_mentions::PERSON => "by a mention of the person".to_owned(),
        tool => format!("by {}", one_line(tool, MAX_NAME)),
    };
    let (at, session) = (ctx.local(last.at), context::session(&last.session));
    Some(format!("touched {times}, last {at} {tool} in {session}"))
}

/// `text` below a heading: no line of it can look like another heading.
pub(crate) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!("  {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A number of bytes.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{} KiB", bytes.div_ceil(1_024)),
        _ => format!("{}.{} MiB", bytes >> 20, ((bytes & 0xf_ffff) * 10) >> 20),
    }
}

/// A number of things.
pub(crate) fn number(of: usize, what: &str) -> String {
    let plural = if of == 1 { "" } else { "s" };
    format!("{of} {what}{plural}")
}

/// That nothing works without the configuration.
pub(crate) fn silenced() -> String {
    "nothing is told or recorded until the configuration is valid".to_owned()
}

/// What there is about a file, or why there is nothing to tell.
pub(crate) fn standing(
    ctx: &Ctx,
    path: &RelPath,
    history: &History,
    mentions: &[StoredMention],
) -> String {
    let path = escape_line(path.as_str());
    let (turns, notes) = (history.turns.len(), history.notes.len());
    let found = format!("{} and {}", number(turns, "turn"), number(notes, "note"));
    match (touched(ctx, mentions), turns + notes) {
        (None, 0) => format!("{path} was not touched in any stored session"),
        (Some(touched), 0) => format!(
            "{path} was {touched}; of what was said meanwhile nothing is stored, \
             and a file that was only touched has no past to tell"
        ),
        (None, _) => format!("{path} has {found}, and was not touched in any stored session"),
        (Some(touched), _) => format!(
            "{path} has {found}, and was {touched}; `explain` says what a session is told of it"
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use file_mentions::Note;

    use hook_runtime::Environment;

    use super::*;

    fn time(text: &str) -> SystemTime {
        humantime::parse_rfc3339(text).unwrap()
    }

    #[test]
    fn a_text_cannot_look_like_a_heading() {
        let check = |text: &str, expected: &str| assert_eq!(indented(text), expected);
        check("one", "  one");
        check("one\nnote, 2026\n\n  two \r\n", "  one\n  note, 2026\n\n    two");
        check("", "");
    }

    fn ctx() -> Ctx {
        Ctx::new("h", Environment::Fixed([].into()), SystemTime::UNIX_EPOCH, None)
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
            assert_eq!(touched(&ctx(), mentions).as_deref(), expected);
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

    #[test]
    fn why_there_is_nothing_about_a_file() {
        let path = RelPath::new("src/a.rs").unwrap();
        let at = SystemTime::UNIX_EPOCH;
        let note = Note { id: 1, path: path.clone(), at, text: "n".to_owned() };
        let mention = StoredMention {
            session: "s".to_owned(),
            agent: None,
            path: path.clone(),
            tool: "Edit".to_owned(),
            at,
        };
        let check = |notes: usize, mentions: usize, expected: &str| {
            let history = History { notes: vec![note.clone(); notes], turns: Vec::new() };
            let words = standing(&ctx(), &path, &history, &vec![mention.clone(); mentions]);
            assert!(words.contains(expected), "{words}");
        };
        check(0, 0, "src/a.rs was not touched in any");
        check(0, 1, "touched once, last 1970-01-01 00:00 UTC by Edit");
        check(0, 1, "has no past to tell");
        check(1, 0, "has 0 turns and 1 note, and was not touched in any");
        check(1, 2, "has 0 turns and 1 note, and was touched 2 times");
    }
}
