//! Which lines of what a program printed belong together.
//!
//! A finding is a line with a place and what stands below it, or a headline and the place
//! below that, as compilers and tracebacks have it; or a row below the path of its file.

use crate::decide::findings::place::{Place, header, place, row};
use crate::decide::findings::{At, Finding};
use crate::gather::target::Target;

/// What the line with a place begins with that belongs to the headline above.
const JOINS: [&str; 14] = [
    "at ",
    "File \"",
    "--> ",
    "==> ",
    "::: ",
    ",-[",
    "╭",
    "┌",
    "❯ ",
    "from ",
    "in ",
    "(in ",
    "# (",
    "Location:",
];

/// And of these, what may have a long story above: the frames of tests.
const FRAMES: [&str; 2] = ["at ", "❯ "];

/// In lines.
const MAX_HEAD: usize = 16;

/// The nouns of a sum: `Found 2 errors.`
const COUNTED: [&str; 18] = [
    "error",
    "warning",
    "problem",
    "issue",
    "finding",
    "violation",
    "offense",
    "failure",
    "failed",
    "passed",
    "test",
    "file",
    "info",
    "note",
    "suggestion",
    "previous",
    "failing",
    "passing",
];

/// The findings in lines, in their order. Rows that stand below no path count where
/// `by_row`: then nothing but this file was looked at.
pub(super) fn findings(lines: &[String], target: &Target, by_row: bool) -> Vec<Finding> {
    let header = by_row.then_some(Header { is_here: true, is_path: false });
    let mut reader =
        Reader { target, header, found: Vec::new(), waiting: Vec::new(), open: None, gap: false };
    for line in lines {
        reader.read(line);
    }
    reader.end();
    reader.found
}

/// Whether a finding that names no place says that something went wrong, and is no sum of
/// the others.
pub(super) fn is_complaint(text: &str) -> bool {
    text.lines().any(|line| says_error(line) && !is_sum(line))
}

struct Reader<'a> {
    target: &'a Target,
    header: Option<Header>,
    found: Vec<Finding>,
    /// Lines that may be the head of the next place; with whether something empty stands above.
    waiting: Vec<(&'a str, bool)>,
    open: Option<Block>,
    gap: bool,
}

/// What rows are about.
#[derive(Clone, Copy)]
struct Header {
    is_here: bool,
    /// Whether a path says so.
    is_path: bool,
}

/// The finding that is being read.
struct Block {
    text: String,
    places: Vec<Place>,
    indent: usize,
    /// Whether its message may come after an empty line.
    lacks_message: bool,
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: &'a str) {
        if line.trim().is_empty() {
            self.gap = true;
            return;
        }
        let named = place(line, self.target);
        let joins = JOINS.iter().any(|join| line.trim_start().starts_with(join));
        match named.or_else(|| self.row(line)) {
            Some(place) if joins => self.join(line, place),
            Some(place) => self.begin(line, place),
            None => self.plain(line),
        }
        self.gap = false;
    }

    fn row(&self, line: &str) -> Option<Place> {
        let Header { is_here, is_path } = self.header?;
        let is_inside = self.open.as_ref().is_some_and(|open| indent(line) > open.indent + 4);
        let line = row(line, is_path).filter(|_| !is_inside)?;
        Some(Place { is_here, line, is_bare: false })
    }

    /// A line with a place that begins a finding.
    fn begin(&mut self, line: &'a str, place: Place) {
        let is_deeper = self.open.as_ref().is_some_and(|open| indent(line) > open.indent);
        if place.is_bare && is_deeper && self.waiting.is_empty() {
            self.join(line, place);
            return;
        }
        self.close();
        let takes_head = place.is_bare && !self.gap
            || self.waiting.last().is_some_and(|(last, _)| {
                let says_something = last.contains(char::is_alphanumeric) && !is_sum(last);
                says_something && indent(last) < indent(line) && (says_error(last) || !self.gap)
            });
        let titled = self.waiting.iter().rposition(|(line, _)| is_title(line));
        let head = match titled {
            Some(start) => self.waiting_from(start),
            None if takes_head => self.last_paragraph(),
            None => Vec::new(),
        };
        self.flush();
        self.open(&head, line, place);
    }

    /// A line with a place that belongs to the headline above, or to the finding that is
    /// being read.
    fn join(&mut self, line: &'a str, place: Place) {
        if self.waiting.is_empty()
            && let Some(open) = &mut self.open
        {
            open.push(line);
            open.places.push(place);
            return;
        }
        self.close();
        let is_frame = FRAMES.iter().any(|it| line.trim_start().starts_with(it));
        let head = if is_frame { self.last_section() } else { self.last_paragraph() };
        self.flush();
        self.open(&head, line, place);
    }

    /// A line without a place.
    fn plain(&mut self, line: &'a str) {
        let gap = self.gap;
        let belongs = |open: &Block| {
            let (here, there) = (indent(line), open.indent);
            here > there || open.lacks_message || !gap && here == there && !is_new(line)
        };
        let is_xml = is_tag(line);
        let named = header(line, self.target).filter(|_| is_xml || indent(line) <= 1);
        let is_header = named.is_some() && !says_error(line);
        match &mut self.open {
            Some(open) if self.waiting.is_empty() && !is_header && belongs(open) => {
                open.lacks_message &= !gap;
                open.push(line);
            }
            _ => {
                self.close();
                self.waiting.push((line, gap));
            }
        }
        if is_header {
            self.header = named.map(|is_here| Header { is_here, is_path: true });
        }
    }

    /// Takes the lines that wait after the last sum, for what a test says may have gaps.
    fn last_section(&mut self) -> Vec<&'a str> {
        let sum = self.waiting.iter().rposition(|(line, _)| is_sum(line)).map_or(0, |at| at + 1);
        self.waiting_from(sum.max(self.waiting.len().saturating_sub(MAX_HEAD)))
    }

    /// Takes the lines that wait after the last empty one. The path of the rows below is no
    /// head of the first of them.
    fn last_paragraph(&mut self) -> Vec<&'a str> {
        let begins = |(line, gap): &(&str, bool)| *gap || is_tag(line);
        let start = self.waiting.iter().rposition(begins).unwrap_or_default();
        let names_file =
            |line: &str| header(line, self.target).is_some() && !says_error(line) && !is_tag(line);
        let after = self.waiting.iter().rposition(|(line, _)| names_file(line));
        self.waiting_from(after.map_or(start, |at| start.max(at + 1)))
    }

    fn waiting_from(&mut self, start: usize) -> Vec<&'a str> {
        self.waiting.split_off(start).into_iter().map(|(line, _)| line).collect()
    }

    fn open(&mut self, head: &[&'a str], line: &str, place: Place) {
        let indent = indent(head.first().unwrap_or(&line));
        let lacks_message = place.is_bare && head.is_empty();
        let mut block = Block { text: head.join("\n"), places: vec![place], indent, lacks_message };
        block.push(line);
        self.open = Some(block);
    }

    /// Ends the finding that is being read.
    fn close(&mut self) {
        let Some(Block { text, places, .. }) = self.open.take() else { return };
        let here = places.iter().filter(|place| place.is_here).map(|place| place.line);
        let here: Vec<usize> = here.collect();
        let at = if here.is_empty() { At::Elsewhere } else { At::Here(here) };
        self.found.push(Finding { text, at });
    }

    /// What waits names no place: each line is a finding, with the indented ones below.
    fn flush(&mut self) {
        let mut is_first = true;
        for (line, _) in self.waiting.drain(..) {
            match self.found.last_mut() {
                Some(last) if !is_first && indent(line) > 0 => {
                    last.text.push('\n');
                    last.text.push_str(line);
                }
                _ => self.found.push(Finding { text: line.to_owned(), at: At::Nowhere }),
            }
            is_first = false;
        }
    }

    fn end(&mut self) {
        self.close();
        self.flush();
    }
}

impl Block {
    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}

/// Whether a line right below a finding, indented as that is, is none of it.
fn is_new(line: &str) -> bool {
    is_sum(line) || is_title(line) || is_tag(line) || begins_with_error(line)
}

/// Whether a line begins an element of XML.
fn is_tag(line: &str) -> bool {
    let name = line.trim_start().strip_prefix('<');
    name.is_some_and(|name| name.starts_with(|first: char| first.is_alphabetic()))
}

/// Whether a line is a title in a rule: `____ test_one ____`.
fn is_title(line: &str) -> bool {
    line.starts_with("___") && line.ends_with("___") && line.contains(char::is_alphanumeric)
}

/// In characters.
fn indent(line: &str) -> usize {
    line.chars().take_while(|it| it.is_whitespace()).count()
}

/// Whether a compiler would begin an error so: `error[E1]: `, `fatal: `.
fn begins_with_error(line: &str) -> bool {
    let word = line.split(|next: char| !next.is_alphabetic()).next().unwrap_or_default();
    ["error", "fatal", "warning"].contains(&word.to_lowercase().as_str())
}

/// Whether one of the first words says that something is wrong: `x: error: `, `[ERROR] `.
fn says_error(line: &str) -> bool {
    let mut words = line.split_whitespace().take(3);
    words.any(|word| {
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric());
        let kind = bare.split(['[', '(', ':']).next().unwrap_or_default();
        let lower = kind.to_lowercase();
        let is_kind = ["error", "fatal", "critical", "panic"].contains(&lower.as_str())
            || lower.ends_with("error") && kind.starts_with(char::is_uppercase);
        let is_marked = word.len() > kind.len() || kind == kind.to_uppercase();
        is_kind && (is_marked || line.starts_with(word))
    })
}

/// Whether a line counts findings instead of being one.
fn is_sum(line: &str) -> bool {
    if line.contains(['|', '│']) {
        return false;
    }
    let bare = |word: &str| word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
    let words: Vec<String> = line.split_whitespace().map(bare).collect();
    let counts = |word: &String| {
        COUNTED.iter().any(|noun| word.strip_prefix(noun).is_some_and(|rest| rest.len() < 2))
    };
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    let sums = words.iter().enumerate().filter(|(_, word)| is_number(word));
    sums.map(|(at, _)| words.iter().skip(at).take(4)).any(|mut next| next.any(counts))
        || words.windows(2).any(|pair| pair == ["previous", "error"])
}
