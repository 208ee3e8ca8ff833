//! What is stored, in words for a person.

use file_mentions::{PastTurn, Role, StoredMention};
use hook_runtime::{Ctx, one_line};

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
        file_mentions::PERSON => "by a mention in a prompt".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_look_like_a_heading() {
        let check = |text: &str, expected: &str| assert_eq!(indented(text), expected);
        check("one", "  one");
        check("one\nnote, 2026\n\n  two \r\n", "  one\n  note, 2026\n\n    two");
        check("", "");
    }
}
