//! What an event says that the tool has left in the file.
//!
//! Source: `tool_response` of Claude Code 2.1.112 and 2.1.330. `originalFile` has
//! LF for CRLF. `structuredPatch` is what was really written, quotes and removed
//! line ends included, but shows each leading tab as two blanks.

use std::borrow::Cow;

use hook_protocol::{
    EditInput, FileChange, MultiEditInput, PatchHunk, PostToolUse, Tool, WriteInput,
};
use serde_json::Value;

/// What is known of an edit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Edit<'a> {
    /// The text before it; empty for a new file.
    before: Option<Cow<'a, str>>,
    /// What there may be now; any of them. Nothing is known where there is none.
    left: Vec<Left<'a>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Left<'a> {
    /// This text.
    Text(Cow<'a, str>),
    /// The text before with this patch applied, but for the width of leading tabs and a last
    /// line end.
    Patched(Vec<Hunk<'a>>),
    /// A text that has these lines from there on, as `Patched` means it.
    Hunks(Vec<Hunk<'a>>),
    /// A text that has the lines of these somewhere, in this order.
    Sought(Vec<PatchHunk<'a>>),
    /// A text with the new text of this in it.
    Holding(Replacement<'a>),
}

/// A part of a patch. Its lines are those of the event: a patch may be most of it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hunk<'a> {
    old_start: usize,
    new_start: usize,
    /// Strings, each of which begins with a blank, `-`, `+` or `\`.
    lines: &'a [Value],
}

impl<'a> Edit<'a> {
    /// What an event says.
    pub(crate) fn of(event: &'a PostToolUse) -> Self {
        let response = event.tool_response.as_ref().unwrap_or(&Value::Null);
        match event.call.name.tool() {
            Tool::Write => Self::of_write(event, response),
            Tool::NotebookEdit => Self {
                before: text(response, "original_file"),
                left: text(response, "updated_file").map(Left::Text).into_iter().collect(),
            },
            _ => Self::of_edit(event, response),
        }
    }

    /// What a patch says that it does to one of its files; `None` where it leaves none.
    pub(crate) fn of_patched(change: FileChange<'a>) -> Option<Self> {
        let (before, left) = match change {
            FileChange::Added(content) => {
                let content = normal(&content).into_owned();
                (Some(Cow::Borrowed("")), vec![Left::Text(Cow::Owned(content))])
            }
            FileChange::Updated(hunks) if hunks.is_empty() => return Some(Self::default()),
            FileChange::Updated(hunks) => (None, vec![Left::Sought(hunks)]),
            FileChange::Deleted => return None,
        };
        Some(Self { before, left })
    }

    /// What is known of a file that was not there before.
    #[cfg(test)]
    pub(crate) fn new_file() -> Self {
        Self { before: Some(Cow::Borrowed("")), left: Vec::new() }
    }

    fn of_write(event: &'a PostToolUse, response: &'a Value) -> Self {
        let input = event.call.view::<WriteInput<'_>>().map(|input| normal(input.content));
        let content = text(response, "content").into_iter().chain(input);
        let is_new = response.get("type").and_then(Value::as_str) == Some("create");
        let before = text(response, "originalFile").or_else(|| is_new.then_some(Cow::Borrowed("")));
        Self { before, left: content.map(Left::Text).collect() }
    }

    fn of_edit(event: &'a PostToolUse, response: &'a Value) -> Self {
        let replacements = replacements(event);
        let hunks = response.get("structuredPatch");
        let hunks = hunks.and_then(Value::as_array).into_iter().flatten();
        let hunks: Vec<Hunk<'_>> = hunks.map(Hunk::of).collect::<Option<_>>().unwrap_or_default();
        let before =
            ["originalFile", "originalFileContents"].iter().find_map(|key| text(response, key));
        let mut left = Vec::new();
        if let Some(before) = &before {
            left.extend(replaced(before.clone(), &replacements).map(Left::Text));
            left.extend((!hunks.is_empty()).then_some(Left::Patched(hunks)));
        } else if !hunks.is_empty() {
            left.push(Left::Hunks(hunks));
        }
        if left.is_empty() {
            let held = replacements.into_iter().filter(|it| !it.new.is_empty());
            left.extend(held.map(Left::Holding));
        }
        Self { before, left }
    }

    /// Whether `text` is what the edit left.
    pub(crate) fn left(&self, text: &str) -> bool {
        let text = normal(text);
        let before = self.before.as_deref().unwrap_or_default();
        self.left.is_empty() || self.left.iter().any(|left| left.is(before, &text))
    }

    /// The text that the edit found, where `text` is what it left; `None` where that is not known.
    pub(crate) fn before(&self, text: &str) -> Option<Cow<'_, str>> {
        if let Some(before) = &self.before {
            return Some(before.as_ref().into());
        }
        let mut before = normal(text).into_owned();
        for left in self.left.iter().rev() {
            before = left.undone(&before)?;
        }
        (!self.left.is_empty()).then_some(Cow::Owned(before))
    }
}

impl Left<'_> {
    fn is(&self, before: &str, text: &str) -> bool {
        match self {
            Self::Text(left) => left == text,
            Self::Patched(hunks) => is_patched(before, hunks, text),
            Self::Hunks(hunks) => {
                let lines: Vec<&str> = text.lines().collect();
                hunks.iter().all(|hunk| hunk.is_in(&lines))
            }
            Self::Sought(hunks) => {
                let places = places(hunks, text);
                places.iter().all(|places| places.as_ref().is_none_or(|it| !it.is_empty()))
            }
            Self::Holding(Replacement { new, .. }) => text.contains(new.as_ref()),
        }
    }

    /// The text that this was before; `None` where nobody can tell.
    fn undone(&self, text: &str) -> Option<String> {
        match self {
            Self::Text(_) | Self::Patched(_) => None,
            Self::Hunks(hunks) => {
                let hunks = hunks.iter().map(|hunk| (hunk.start(), hunk.signed_lines()));
                unpatched(text, hunks)
            }
            Self::Sought(hunks) => {
                let starts = places(hunks, text).into_iter().map(|places| match places?[..] {
                    [start] => Some(start),
                    _ => None,
                });
                let starts: Vec<usize> = starts.collect::<Option<_>>()?;
                unpatched(text, starts.into_iter().zip(hunks.iter().map(PatchHunk::signed_lines)))
            }
            Self::Holding(Replacement { old, new, all }) => {
                let is_known = *all || text.matches(new.as_ref()).nth(1).is_none();
                is_known.then(|| text.replace(new.as_ref(), old))
            }
        }
    }
}

/// `text` without what hunks did to it, each of which begins behind so many of its lines; `None`
/// where they do not fit.
fn unpatched<'h, L: Iterator<Item = (char, &'h str)>>(
    text: &str,
    hunks: impl Iterator<Item = (usize, L)>,
) -> Option<String> {
    let mut lines = text.split_inclusive('\n');
    let (mut at, mut before) = (0, String::new());
    for (start, signed) in hunks {
        let unchanged = start.checked_sub(at)?;
        before.extend(lines.by_ref().take(unchanged));
        at = start;
        for (sign, line) in signed {
            match sign {
                '-' => before.extend([line, "\n"]),
                ' ' | '+' => {
                    let now = lines.next()?;
                    before.push_str(if sign == ' ' { now } else { "" });
                    at += 1;
                }
                _ => {}
            }
        }
    }
    before.extend(lines);
    Some(before)
}

/// Where each hunk may stand in a text.
fn places(hunks: &[PatchHunk<'_>], text: &str) -> Vec<Option<Vec<usize>>> {
    let now: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
    PatchHunk::places(hunks, &now, |line| Cow::Owned(line.to_owned()))
}

impl<'a> Hunk<'a> {
    fn of(hunk: &'a Value) -> Option<Self> {
        let number = |key| usize::try_from(hunk.get(key)?.as_u64()?).ok();
        let lines = hunk.get("lines")?.as_array()?;
        lines.iter().all(Value::is_string).then_some(())?;
        Some(Self { old_start: number("oldStart")?, new_start: number("newStart")?, lines })
    }

    fn lines(&self) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(Value::as_str)
    }

    /// The lines that it leaves, as they stand in the patch.
    fn new_lines(&self) -> impl Iterator<Item = &'a str> {
        self.lines().filter_map(|line| {
            let line = line.strip_prefix(' ').or_else(|| line.strip_prefix('+'))?;
            Some(line.trim_end_matches('\r'))
        })
    }

    fn old_len(&self) -> usize {
        self.lines().filter(|line| line.starts_with([' ', '-'])).count()
    }

    fn is_in(&self, lines: &[&str]) -> bool {
        let rest = lines.get(self.new_start.saturating_sub(1)..);
        rest.is_some_and(|rest| {
            let mut rest = rest.iter();
            self.new_lines().all(|line| rest.next().is_some_and(|now| is_same(now, line)))
        })
    }

    /// How many lines stand before it.
    fn start(&self) -> usize {
        self.new_start.saturating_sub(1)
    }

    /// Its lines, each with its sign.
    fn signed_lines(&self) -> impl Iterator<Item = (char, &'a str)> {
        self.lines().filter_map(|line| {
            let sign = line.chars().next()?;
            Some((sign, line.strip_prefix(sign)?.trim_end_matches('\r')))
        })
    }
}

/// A text that replaces another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Replacement<'a> {
    old: Cow<'a, str>,
    new: Cow<'a, str>,
    all: bool,
}

impl<'a> Replacement<'a> {
    fn of(edit: &EditInput<'a>) -> Self {
        let (old, new) = (normal(edit.old_string), normal(edit.new_string));
        Self { old, new, all: edit.replace_all }
    }
}

fn replacements(event: &PostToolUse) -> Vec<Replacement<'_>> {
    if let Some(edit) = event.call.view::<EditInput<'_>>() {
        return vec![Replacement::of(&edit)];
    }
    let edits = event.call.view::<MultiEditInput<'_>>();
    edits.map(|it| it.edits.iter().map(Replacement::of).collect()).unwrap_or_default()
}

/// `text` with every replacement made; `None` if one finds nothing to replace.
fn replaced<'a>(mut text: Cow<'a, str>, replacements: &[Replacement<'a>]) -> Option<Cow<'a, str>> {
    for Replacement { old, new, all } in replacements {
        text = if old.is_empty() {
            Cow::Owned(format!("{new}{text}"))
        } else if !text.contains(old.as_ref()) {
            return None;
        } else if *text == **old {
            new.clone()
        } else {
            let count = if *all { usize::MAX } else { 1 };
            Cow::Owned(text.replacen(old.as_ref(), new, count))
        };
    }
    Some(text)
}

/// Whether `text` is `before` with the patch applied. A line at a time: either may be large.
fn is_patched(before: &str, hunks: &[Hunk<'_>], text: &str) -> bool {
    let (mut old, mut now) = (before.lines(), text.lines());
    let mut is_next = |line: &str| now.next().is_some_and(|now| is_same(now, line));
    let mut at = 0_usize;
    for hunk in hunks {
        let start = hunk.old_start.saturating_sub(1).max(at);
        let unchanged = old.by_ref().take(start - at);
        if !unchanged.chain(hunk.new_lines()).all(&mut is_next) {
            return false;
        }
        let removed = hunk.old_len();
        old.by_ref().take(removed).for_each(drop);
        at = start.saturating_add(removed);
    }
    old.all(is_next) && now.next().is_none()
}

/// Whether two lines are the same where each leading tab is two blanks.
fn is_same(one: &str, other: &str) -> bool {
    one == other || wide(one).eq(wide(other))
}

fn wide(line: &str) -> impl Iterator<Item = u8> {
    let rest = line.trim_start_matches('\t');
    std::iter::repeat_n(b' ', 2 * (line.len() - rest.len())).chain(rest.bytes())
}

fn text<'a>(response: &'a Value, key: &str) -> Option<Cow<'a, str>> {
    response.get(key).and_then(Value::as_str).map(normal)
}

/// A text as hosts hand it on: without a byte order mark, LF for CRLF.
fn normal(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() }
}

#[cfg(test)]
mod tests;
