//! The text that tells an agent of a file's past: facts, quoted, within a number
//! of characters.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime};

use file_mentions::{Note, PastTurn, Role};
use hook_runtime::{escape_line, tame_text};
use project_paths::RelPath;

use crate::words::excerpt::{beginning, sentences};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// How much of a session's id is shown, in characters: enough to tell it from
/// others.
const SHORT_ID: usize = 8;

/// Something to tell of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) heading: String,
    pub(crate) body: Body,
}

/// What stands below the heading of a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// Words, and whose they are if the heading does not say it.
    Words(Option<&'static str>, String),
    /// Those of so many memories: the newest of them is so much older than the file's last change
    /// that they would mislead.
    Stale(usize, Duration),
}

/// How many further memories are not told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Further {
    pub(crate) memories: usize,
    /// There may be more than that.
    pub(crate) at_least: bool,
}

/// What is left out of a text.
#[derive(Debug, Clone, Copy)]
struct LeftOut {
    characters: usize,
    further: Further,
}

/// The text on a file, of at most `room` characters, memories in their order.
/// What has no room is cut after a sentence, and what is left out is counted, as
/// are the `further` ones. `None` if there is no room to say anything.
pub(crate) fn text(
    path: &RelPath,
    memories: &[Memory],
    further: Further,
    room: usize,
) -> Option<String> {
    let title = format!("## Past context for {}\n", escape_line(path.as_str()));
    let blocks: Vec<String> = memories.iter().map(Memory::block).collect();
    let whole = LeftOut { characters: 0, further }.line(path);
    let all = format!("{title}{}{whole}", blocks.concat());
    if length(&all) <= room {
        return Some(all.trim_end().to_owned());
    }
    // No line about what is left out is longer than the one about everything.
    let everything = LeftOut {
        characters: length(&all),
        further: Further { memories: further.memories + count(memories), ..further },
    };
    let mut room = room.checked_sub(length(&title) + length(&everything.line(path)))?;
    let mut text = title;
    let mut told = 0;
    for block in &blocks {
        let Some(left) = room.checked_sub(length(block)) else { break };
        text.push_str(block);
        room = left;
        told += 1;
    }
    let mut characters = 0;
    if let Some((part, left)) = memories.get(told).and_then(|memory| memory.cut(room)) {
        text.push_str(&part);
        characters = left;
        told += 1;
    }
    let untold = count(memories.get(told..).unwrap_or_default()) + further.memories;
    let further = Further { memories: untold, ..further };
    let text = text + &LeftOut { characters, further }.line(path);
    Some(text.trim_end().to_owned())
}

impl Body {
    /// `words`, which others wrote, and whose they are.
    pub(crate) fn words(whose: Option<&'static str>, words: &str) -> Self {
        Self::Words(whose, tame_text(words))
    }
}

impl Memory {
    fn block(&self) -> String {
        let heading = &self.heading;
        let body = match &self.body {
            Body::Words(None, words) => quoted(words),
            Body::Words(Some(whose), words) => format!("{whose}:\n{}", quoted(words)),
            Body::Stale(1, age) => {
                let age = duration(*age);
                format!("This text is left out: the file changed {age} later.\n")
            }
            Body::Stale(_, age) => {
                let age = duration(*age);
                format!("This text is left out: the file changed {age} after the last of it.\n")
            }
        };
        format!("\n### {heading}\n{body}")
    }

    /// As much as has room, up to the end of a sentence or else of a word, and how many
    /// characters that leaves out.
    fn cut(&self, room: usize) -> Option<(String, usize)> {
        let Body::Words(whose, words) = &self.body else { return None };
        let with = |words: &str| {
            let (heading, words) = (self.heading.clone(), words.to_owned());
            Memory { heading, body: Body::Words(*whose, words) }
        };
        let room = room.checked_sub(length(&with("").block()))?;
        let (kept, more) = match sentences(words, room) {
            Some(kept) => (kept, ""),
            None => (beginning(words, room)?, "…"),
        };
        let left = length(words.trim_end()).checked_sub(length(kept))?;
        Some((with(&format!("{kept}{more}")).block(), left))
    }
}

impl LeftOut {
    /// A line that says how much it is and how it can be seen; empty if it is
    /// nothing.
    fn line(self, path: &RelPath) -> String {
        let Further { memories, at_least } = self.further;
        let characters = counted(self.characters, "character", "characters");
        let or_more = if at_least { " or more" } else { "" };
        let memories =
            counted(memories, "memory", "memories").map(|count| format!("{count}{or_more}"));
        let parts: Vec<String> = characters.into_iter().chain(memories).collect();
        if parts.is_empty() {
            return String::new();
        }
        let parts = parts.join(" and ");
        format!("\n[{parts} left out; `{}` shows them]\n", command(path))
    }
}

/// How many there are of what they were made of.
fn count(memories: &[Memory]) -> usize {
    let of = |memory: &Memory| match memory.body {
        Body::Words(..) => 1,
        Body::Stale(number, _) => number,
    };
    memories.iter().map(of).sum()
}

/// A number of things, if there are any.
fn counted(number: usize, one: &str, several: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {several}")),
    }
}

/// The command that shows all that is known of a file.
fn command(path: &RelPath) -> String {
    let path = escape_line(path.as_str());
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@".contains(c);
    let word = if path.chars().all(is_plain) {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    };
    format!("tacklebox file-context query --file {word}")
}

/// The heading of what was said in a turn.
pub(crate) fn of_turn(turn: &PastTurn) -> String {
    format!("{}, {}", minute(turn.at), session(&turn.session))
}

/// The heading of what was said in several turns, from the first to the last.
pub(crate) fn of_turns(number: usize, first: SystemTime, last: SystemTime) -> String {
    match (minute(first), minute(last)) {
        (first, last) if first == last => format!("{number} memories, {last}"),
        (first, last) => format!("{number} memories, {first} to {last}"),
    }
}

/// The heading of a person's note.
pub(crate) fn of_note(note: &Note) -> String {
    format!("{}, note by the person", minute(note.at))
}

/// Whose the words of a turn are.
pub(crate) fn speaker(turn: &PastTurn) -> &'static str {
    match (turn.role, &turn.agent) {
        (Role::User, _) => "The person asked",
        (Role::Assistant, None) => "The agent said",
        (Role::Assistant, Some(_)) => "A subagent said",
    }
}

/// The time in a heading.
pub(crate) fn minute(at: SystemTime) -> String {
    let time = humantime::format_rfc3339_seconds(at).to_string();
    match (time.get(..10), time.get(11..16)) {
        (Some(date), Some(clock)) => format!("{date} {clock} UTC"),
        _ => time,
    }
}

/// The session in a heading.
pub(crate) fn session(name: &str) -> String {
    let short: String = name.chars().take(SHORT_ID).collect();
    format!("session {}", escape_line(&short))
}

/// A length of time in days, or in hours if it is short.
pub(crate) fn duration(length: Duration) -> String {
    let in_units = |unit: Duration| usize::try_from(length.as_secs() / unit.as_secs());
    let days = in_units(DAY).unwrap_or(usize::MAX);
    let hours = in_units(HOUR).unwrap_or(usize::MAX);
    let counted = counted(days, "day", "days").or_else(|| counted(hours, "hour", "hours"));
    counted.unwrap_or_else(|| "less than an hour".to_owned())
}

/// The words as a quotation: a heading in them is none of ours.
fn quoted(words: &str) -> String {
    let mut text = String::new();
    for line in words.trim_end().lines() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{}", format!("> {line}").trim_end());
    }
    text
}

/// In characters, as a budget counts them.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(heading: &str, words: &str) -> Memory {
        let body = Body::Words(Some("The agent said"), words.to_owned());
        Memory { heading: heading.to_owned(), body }
    }

    #[track_caller]
    fn check(memories: &[Memory], memories_more: usize, room: usize, expected: Option<&str>) {
        let path = RelPath::new("src/main.rs").unwrap();
        let further = Further { memories: memories_more, at_least: false };
        let told = text(&path, memories, further, room);
        assert_eq!(told.as_deref(), expected, "in {room}");
        assert!(told.is_none_or(|told| length(&told) <= room), "longer than {room}");
    }

    #[test]
    fn what_fits_is_told_whole() {
        let memories = [memory("first", "One.\n\n## Past context for you\nTwo."), memory("2", "é")];
        let expected = "## Past context for src/main.rs\n\n### first\nThe agent said:\n> One.\n>\n\
                        > ## Past context for you\n> Two.\n\n### 2\nThe agent said:\n> é";
        check(&memories, 0, 2_000, Some(expected));
        check(&memories, 0, length(expected) + 1, Some(expected));
        let more = format!(
            "{expected}\n\n[3 memories left out; `tacklebox file-context query --file src/main.rs` \
             shows them]"
        );
        check(&memories, 3, 2_000, Some(&more));
    }

    #[test]
    fn what_does_not_fit_is_cut_after_a_sentence() {
        let long = format!("One. Two is {}longer.", "much ".repeat(20));
        let memories = [memory("a", &long), memory("b", "Four.")];
        let command = "`tacklebox file-context query --file src/main.rs`";
        let title = "## Past context for src/main.rs";
        let cut = format!(
            "{title}\n\n### a\nThe agent said:\n> One.\n\n\
             [115 characters and 1 memory left out; {command} shows them]"
        );
        let nothing = format!("{title}\n\n[2 memories left out; {command} shows them]");
        // A longer line may have to say what is left out.
        let reserve = 6;
        check(&memories, 0, length(&cut) + reserve, Some(&cut));
        check(&memories, 0, length(&cut) - reserve, Some(&nothing));
        check(&memories, 0, length(&nothing), None);
    }

    #[test]
    fn a_sentence_that_is_longer_than_the_room_is_cut_after_a_word() {
        let check = |words: &str, expected: &str| {
            let path = RelPath::new("a.rs").unwrap();
            let told = text(&path, &[memory("a", words)], Further::default(), 235).unwrap();
            let line = told.lines().find(|line| line.starts_with("> ")).unwrap();
            assert_eq!(line, expected);
            assert!(told.contains("characters left out; `"), "{told}");
        };
        let long = "word ".repeat(100);
        check(&long, &format!("> {}…", "word ".repeat(17).trim_end()));
        check(&"字".repeat(500), &format!("> {}…", "字".repeat(88)));
    }

    #[test]
    fn no_room_is_exceeded() {
        let memories = [
            memory("a", "É. È! Ê?\nËa\n\nb. c.d e… f"),
            Memory { heading: "b".into(), body: Body::Stale(3, DAY * 45) },
            memory("c", &"word ".repeat(100)),
        ];
        let path = RelPath::new("it's.rs").unwrap();
        for room in 0..900 {
            let told = text(&path, &memories, Further { memories: 1, at_least: true }, room);
            let is_within = told.as_ref().is_none_or(|told| length(told) <= room);
            assert!(is_within, "{room}: {told:?}");
        }
    }

    #[test]
    fn a_path_is_a_word_of_a_command() {
        let check = |path: &str, expected: &str| {
            let expected = format!("tacklebox file-context query --file {expected}");
            assert_eq!(command(&RelPath::new(path).unwrap()), expected);
        };
        check("src/main.rs", "src/main.rs");
        check("my file.rs", "'my file.rs'");
        check("it's;rm.rs", r"'it'\''s;rm.rs'");
    }
}
