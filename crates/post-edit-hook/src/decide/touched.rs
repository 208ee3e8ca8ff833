//! What an edit touched: the lines that it put in, those beside what it took out, and the names
//! that it took out. A finding about one of these may be its doing.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use crate::decide::declared::without_comment;
use crate::decide::edited::Edited;
use crate::decide::lines::{Lines, Operation, operations};
use crate::decide::notebook::Cells;

/// Of so many bytes that were taken out nobody knows which name was meant.
const MAX_REMOVED: usize = 64 << 10;

/// Where a finding names something that is not quoted: `undefined: x`, `unused variable x`.
const KINDS: [&str; 12] = [
    "undefined:",
    "variable",
    "name",
    "import",
    "function",
    "method",
    "class",
    "symbol",
    "type",
    "constant",
    "module",
    "member",
];

/// What is said of a name that nothing uses any more.
const UNUSED: [&str; 5] = ["unused", "not used", "never used", "never read", "is not accessed"];

/// What is said of a name that nothing declares, in lower case.
const UNDEFINED: [&str; 22] = [
    "undefined",
    "not defined",
    "undeclared",
    "not declared",
    "unresolved",
    "unbound",
    "unknown",
    "no-undef",
    "cannot find",
    "could not find",
    "can't find",
    "not found",
    "not in scope",
    "before assignment",
    "not a function",
    "not exist",
    "has no ",
    "no member",
    "never ",
    "not been declared",
    "does not have",
    "missing",
];

/// Words of languages: who names one speaks of no definition.
const WORDS: [&str; 28] = [
    "any", "as", "bool", "boolean", "class", "const", "def", "else", "false", "float", "fn", "for",
    "from", "if", "import", "int", "let", "none", "null", "number", "object", "return", "self",
    "str", "string", "this", "true", "void",
];

/// What the message of an unused name says besides.
const OF_UNUSED: [&str; 44] = [
    "is",
    "are",
    "was",
    "but",
    "not",
    "never",
    "used",
    "unused",
    "read",
    "value",
    "values",
    "local",
    "private",
    "variable",
    "parameter",
    "argument",
    "function",
    "method",
    "property",
    "constant",
    "field",
    "member",
    "module",
    "type",
    "name",
    "label",
    "imported",
    "declared",
    "defined",
    "assigned",
    "its",
    "the",
    "a",
    "an",
    "and",
    "or",
    "in",
    "to",
    "of",
    "it",
    "this",
    "has",
    "no",
    "by",
];

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Touched {
    /// The lines that are new.
    pub(crate) lines: Lines,
    /// The line before and the one behind each place where lines were only taken out.
    beside: Lines,
    /// The names that were taken out, and not put in again.
    lost: HashSet<String>,
    /// What else became of names and words.
    pub(crate) edited: Edited,
    /// Of a notebook.
    pub(crate) cells: Option<Cells>,
}

impl Touched {
    /// What of `after` is not in `before`, and the other way round.
    pub(crate) fn changed(before: &str, after: &str) -> Self {
        let (mut lines, mut gaps) = (Vec::new(), Vec::new());
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for Operation { removed, added } in operations(before, after) {
            if added.is_empty() {
                gaps.push(added.start);
            }
            lines.push(added.clone());
            old.push(removed);
            new.push(added);
        }
        let removed = || within(before, &old);
        Self::of(lines, &gaps, removed(), within(after, &new))
    }

    /// What was touched where these lines are new, where between lines others were only taken
    /// out, and what was taken out and put in.
    pub(crate) fn of<'a>(
        lines: Vec<Range<usize>>,
        gaps: &[usize],
        removed: impl Iterator<Item = &'a str>,
        added: impl Iterator<Item = &'a str>,
    ) -> Self {
        let beside = gaps.iter().map(|gap| gap.saturating_sub(1)..gap + 1).collect();
        let mut room = MAX_REMOVED;
        let mut taken = Vec::new();
        for line in removed {
            let Some(left) = room.checked_sub(line.len()) else {
                return Self { lines: lines.into_iter().collect(), beside, ..Self::default() };
            };
            room = left;
            taken.push(line);
        }
        let all = taken.iter().flat_map(|line| names(without_comment(line)));
        let mut lost: HashSet<&str> = all.map(|(_, name)| name).collect();
        let (mut room, mut put) = (Some(MAX_REMOVED), Vec::new());
        for line in added {
            room = room.and_then(|room| room.checked_sub(line.len()));
            match room {
                Some(_) => put.push(line),
                None if lost.is_empty() => break,
                None => {}
            }
            for (_, name) in names(line) {
                lost.remove(name);
            }
        }
        let lost = lost.into_iter().map(str::to_owned).collect();
        let edited = room.map(|_| Edited::of(&taken, &put)).unwrap_or_default();
        Self { lines: lines.into_iter().collect(), beside, lost, edited, cells: None }
    }

    /// The same of a notebook, of which these cells are new.
    pub(crate) fn in_cells(self, cells: Option<Cells>) -> Self {
        Self { cells, ..self }
    }

    /// Whether a finding about one of these lines may be the doing of the edit.
    pub(crate) fn has_any(&self, lines: &RangeInclusive<usize>) -> bool {
        self.lines.has_any(lines) || self.beside.has_any(lines)
    }

    /// Whether a finding is about a name that was taken out: it quotes it, or says what it is.
    pub(crate) fn is_about_lost(&self, text: &str) -> bool {
        if self.lost.is_empty() && self.edited.loses_nothing() {
            return false;
        }
        let is_named = |line: &str| {
            let lower = line.to_lowercase();
            // `'os.path' imported but unused`, `declared and not used: x`
            let is_unused = UNUSED.iter().any(|words| lower.contains(words));
            let is_undefined = UNDEFINED.iter().any(|words| lower.contains(words));
            let is_gone = |name: &str| {
                let is_lost = self.lost.contains(name) && (is_unused || !is_word(name));
                is_lost || is_undefined && self.edited.is_undeclared(name)
            };
            let behind_place = line.split_once(": ").map_or(line, |(_, said)| said);
            let is_meant = |name: &str| {
                let is_said = OF_UNUSED.contains(&name.to_lowercase().as_str());
                self.lost.contains(name) && !is_word(name) && !is_said
            };
            named(line).any(is_gone)
                || is_unused && names(behind_place).any(|(_, name)| is_meant(name))
        };
        let is_in_path = |line: &str| quoted(line).any(|words| self.is_lost_path(words));
        let is_link = |line: &str| self.edited.headings().any(|heading| line.contains(heading));
        let is_lost = |line: &str| is_named(line) || is_in_path(line) || is_link(line);
        messages(text).any(is_lost)
    }

    /// Whether a name in a path of names was taken out: `os.path`, `std::fmt`, `numpy as np`.
    fn is_lost_path(&self, words: &str) -> bool {
        let is_part = |it: char| it.is_alphanumeric() || it == '_' || ".:".contains(it);
        let is_path = words.replace(" as ", ".").chars().all(is_part);
        let is_lost = |name: &str| self.lost.contains(name) && !is_word(name);
        is_path && names(words).any(|(_, name)| is_lost(name))
    }

    /// The same in `after`, which a program made of `before`.
    pub(crate) fn through(&self, before: &str, after: &str) -> Self {
        Self {
            lines: self.lines.through(before, after),
            beside: self.beside.through(before, after),
            lost: self.lost.clone(),
            edited: self.edited.clone(),
            cells: self.cells.clone(),
        }
    }

    /// These and the others.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self {
            lines: self.lines.and(&other.lines),
            beside: self.beside.and(&other.beside),
            lost: self.lost.union(&other.lost).cloned().collect(),
            edited: self.edited.and(&other.edited),
            cells: self.cells.clone(),
        }
    }
}

impl From<Lines> for Touched {
    fn from(lines: Lines) -> Self {
        Self { lines, ..Self::default() }
    }
}

/// The lines of a finding that say something; the others show source and frames.
pub(crate) fn messages(text: &str) -> impl Iterator<Item = &str> {
    let is_said = |line: &&str| {
        let line = line.trim_start();
        let first = line.split(' ').next().unwrap_or_default();
        // `NameError: `, and `Property 'b' is missing`
        let is_error = first.strip_suffix(':').is_some_and(|kind| kind.ends_with("Error"));
        let is_sentence = first.starts_with(char::is_uppercase)
            && first.chars().all(char::is_alphabetic)
            && line.split(' ').count() > 3
            && !line.ends_with([';', '{', ')', ':']);
        line.starts_with("symbol:") || is_error || is_sentence
    };
    text.lines().take(1).chain(text.lines().skip(1).filter(is_said))
}

fn is_word(name: &str) -> bool {
    WORDS.contains(&name.to_lowercase().as_str())
}

/// The names in a line that are meant as such: in quotes, behind what they are, before what is said of them.
pub(crate) fn named(line: &str) -> impl Iterator<Item = &str> {
    let is_named = |at: usize, name: &str| {
        let before = line.get(..at).unwrap_or_default();
        let behind = line.get(at + name.len()..).unwrap_or_default();
        let before = before.strip_suffix('$').unwrap_or(before).trim_end_matches('-');
        let is_quoted = before.ends_with(['\'', '"', '`', '\u{2018}', '\u{201c}']);
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let is_kind = before.ends_with(' ') && KINDS.contains(&word.to_lowercase().as_str());
        let is_subject = [" is not defined", " is not a function", "() "];
        let is_subject = is_subject.iter().any(|words| behind.starts_with(words));
        is_quoted || is_kind || is_subject || before.ends_with("&main::")
    };
    names(line).filter(move |(at, name)| is_named(*at, name)).map(|(_, name)| name)
}

/// The lines of a text that are in one of the ranges, which are in order.
fn within<'a>(text: &'a str, ranges: &[Range<usize>]) -> impl Iterator<Item = &'a str> {
    let mut ranges = ranges.iter().filter(|range| !range.is_empty()).peekable();
    text.lines().enumerate().filter_map(move |(at, line)| {
        while ranges.next_if(|range| range.end <= at).is_some() {}
        ranges.peek().is_some_and(|range| range.contains(&at)).then_some(line)
    })
}

/// What stands in quotes in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    let signs = ['\'', '"', '`', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}'];
    line.split(signs).skip(1).step_by(2)
}

/// The names in a line, and where they begin.
pub(crate) fn names(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let words = line.split_inclusive(move |it| !is_part(it)).scan(0, move |at, word| {
        let start = *at;
        *at += word.len();
        Some((start, word.trim_end_matches(|it| !is_part(it))))
    });
    words.filter(|(_, word)| word.starts_with(|first: char| first.is_alphabetic() || first == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_was_taken_out_is_known_in_what_is_said() {
        let before = "import os\nimport re\n\nx = total(1)\nprint(os.sep)\n";
        let touched = Touched::changed(before, "import re\n\nx = sum_of(1)\nprint(os.sep)\n");
        for said in [
            "a.py:4:7: undefined name 'os'",
            "a.py:4: error: Name \"os\" is not defined  [name-defined]",
            "a.go:4:7: undefined: os",
            "a.php:4: Undefined variable $os",
            "a.lua:4: accessing undefined variable os",
            "a.java:4: error: cannot find symbol\n  x\n  symbol:   variable os",
            "cannot find value `total` in this scope",
            "a.py:1:1: F401 `os.path` imported but unused",
            "a.rs:1:5: warning: unused import: `std::os`",
            "a.py:1:1: 'osx as os' imported but unused",
            "a.go:1:1: declared and not used: os",
            "a.go:1:1: os declared and not used",
        ] {
            assert!(touched.is_about_lost(said), "{said}");
        }
        for said in [
            "a.py:4:7: undefined name 're'",
            "a.py:4:7: undefined name 'osx'",
            "os/a.py:4:7: E501 line too long",
            "a.py:4:7: unused variable `x`",
            "a.py:4:7: E1 no\n  print('os')",
        ] {
            assert!(!touched.is_about_lost(said), "{said}");
        }
    }

    #[test]
    fn words_of_a_message_are_no_names() {
        let touched = Touched::changed("# the value is never used\nx = 1\n", "# nothing\nx = 1\n");
        for said in ["a.py:2:1: F841 local variable `x` is never used", "a.py:2:1: unused value"] {
            assert!(!touched.is_about_lost(said), "{said}");
        }
    }

    #[test]
    fn lines_beside_a_gap_count_and_those_beside_a_change_do_not() {
        let touched = Touched::changed("a\nb\nc\nd\ne\nf\n", "a\nb\nd\nE\nf\n");
        let found: Vec<_> = (1..=6).filter(|line| touched.has_any(&(*line..=*line))).collect();
        assert_eq!((found, touched.lines.words().as_str()), (vec![2, 3, 4], "4"));
    }

    #[test]
    fn of_much_that_was_taken_out_no_name_is_kept() {
        let much: Vec<String> = (0..20_000).map(|at| format!("n{at}")).collect();
        assert!(Touched::changed(&much.join("\n"), "x\n").lost.is_empty());
    }
}
