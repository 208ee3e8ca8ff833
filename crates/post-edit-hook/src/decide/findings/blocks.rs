//! Which lines of what a program printed belong together.
//!
//! A finding is a line with a place and what stands below it, or a headline and the place
//! below that, as compilers and tracebacks have it; or a row below the path of its file.

use crate::decide::findings::place::{Place, column, fact, header, is_tag, place, row};
use crate::decide::findings::range::last_line;
use crate::decide::findings::shape::{
    indent, is_item, is_new, is_story, is_sum, is_test, is_title, says_error,
};
use crate::decide::findings::{At, Finding};
use crate::gather::target::Target;

/// What the line with a place begins with that belongs to the headline above.
const JOINS: [&str; 16] = [
    "at ",
    "File \"",
    "--> ",
    "==> ",
    "::: ",
    ",-[",
    "╭",
    "┌",
    "└─ ",
    "❯ ",
    "from ",
    "in ",
    "on ",
    "(in ",
    "# (",
    "Location:",
];

/// And of these, what may have a long story above: the frames of tests.
const FRAMES: [&str; 2] = ["at ", "❯ "];

/// In lines.
const MAX_HEAD: usize = 16;

/// The findings in lines, in their order. Rows that stand below no path count where
/// `by_row`: then nothing but this file was looked at.
pub(super) fn findings(lines: &[String], target: &Target, by_row: bool) -> Vec<Finding> {
    let header = by_row.then_some(Header { is_path: false, ..Header::of_path(true) });
    let is_xml =
        lines.iter().find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('<'));
    let (found, waiting) = (Vec::new(), Vec::new());
    let mut reader = Reader { target, header, is_xml, found, waiting, open: None, gap: false };
    for line in lines {
        reader.read(line);
    }
    reader.end();
    reader.found
}

struct Reader<'a> {
    target: &'a Target,
    header: Option<Header>,
    /// Whether it is a document of XML, and not a program that shows a line of one.
    is_xml: bool,
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
    /// Whether it is the title of a column, beside that of the lines.
    is_column: bool,
}

impl Header {
    fn of_path(is_here: bool) -> Self {
        Self { is_here, is_path: true, is_column: false }
    }
}

/// The finding that is being read.
struct Block {
    text: String,
    places: Vec<Place>,
    indent: usize,
    /// Whether its message may come after an empty line.
    lacks_message: bool,
    part: Option<Part>,
}

/// The part of a diff that is being read.
struct Part {
    /// The line of the file that comes next.
    line: usize,
    is_here: bool,
    /// How many lines of the file, and of what it should be, are still to come, where the
    /// part says how many it has.
    old: usize,
    new: usize,
    /// Where lines are added.
    added: Vec<Place>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: &'a str) {
        if line.trim().is_empty() {
            self.gap = true;
            if let Some(part) = self.open.as_mut().and_then(|open| open.part.as_mut()) {
                part.line = part.line.saturating_add(1);
            }
            return;
        }
        if self.diff(line) {
            return;
        }
        // What XML says of classes is not where it is.
        let named = place(line, self.target).filter(|it| it.is_here || !is_tag(line));
        // The compiler of OCaml says behind a colon what the traceback of Python said above.
        let is_ocaml = line.starts_with("File \"") && line.ends_with(':');
        let joins = !is_ocaml && JOINS.iter().any(|join| line.trim_start().starts_with(join));
        match named.or_else(|| self.row(line)) {
            Some(place) if joins => self.join(line, place),
            Some(place) => self.begin(line, place),
            None => self.plain(line),
        }
        self.gap = false;
    }

    fn row(&self, line: &str) -> Option<Place> {
        let Header { is_here, is_path, is_column } = self.header?;
        let is_inside = self.open.as_ref().is_some_and(|open| indent(line) > open.indent + 4);
        let first = row(line, is_path).or_else(|| column(line).filter(|_| is_column));
        let first = first.filter(|_| !is_inside)?;
        let last = last_line(first, line);
        // `Line:    3` in a list of facts says nothing itself.
        let is_bare = line.starts_with("Line:") && line.split_whitespace().count() == 2;
        Some(Place { is_here, line: first, last, is_bare })
    }

    /// Whether the line belongs to a diff. Each part of one is a finding, about the lines that
    /// it takes away, or between which it adds some.
    fn diff(&mut self, line: &'a str) -> bool {
        let goes_on = self.open.as_ref().and_then(|open| open.part.as_ref());
        let goes_on = goes_on.is_some_and(|part| part.new > 0);
        if let Some(path) = line.strip_prefix("+++ ").filter(|_| !goes_on) {
            let path = path.split(['\t', ' ']).next().unwrap_or(path);
            let is_here = header(line, self.target) == Some(true)
                || self.may_be_a_copy(path)
                || header(path, self.target).is_none();
            self.header = Some(Header::of_path(is_here));
        }
        if let Some(part) = self.part_of_diff(line) {
            self.close();
            self.flush();
            self.open(&[], line, Place::at(part.is_here, part.line));
            if let Some(open) = &mut self.open {
                open.places.clear();
                open.part = Some(part);
            }
            self.gap = false;
            return true;
        }
        let is_read = self.open.as_mut().is_some_and(|open| open.take_of_diff(line));
        if !is_read && self.open.as_ref().is_some_and(|open| open.part.is_some()) {
            self.close();
        }
        is_read
    }

    /// Whether a path of a diff may be a copy of this file that a program has made: it is
    /// absolute, or has a folder such as `b/` before it.
    fn may_be_a_copy(&self, path: &str) -> bool {
        let rel = self.target.rel.as_str();
        let name = path.rsplit(['/', '\\']).next().map(std::ffi::OsStr::new);
        let is_copy = path.starts_with('/') || !path.contains('/') || path.ends_with(rel);
        is_copy && name == self.target.path.file_name()
    }

    /// The part of a diff that begins here.
    fn part_of_diff(&self, line: &str) -> Option<Part> {
        let added = Vec::new();
        if line.starts_with("Diff in ") {
            let Place { line, is_here, .. } = place(line, self.target)?;
            return Some(Part { line, is_here, old: 0, new: 0, added });
        }
        let mut sides = line.strip_prefix("@@ -")?.split(' ');
        let (first, old) = side(sides.next()?)?;
        let new = sides.next().and_then(|it| side(it.strip_prefix('+')?)).map_or(0, |it| it.1);
        let is_here = self.header.is_none_or(|header| header.is_here);
        Some(Part { line: first, is_here, old, new, added })
    }

    /// A line with a place that begins a finding.
    fn begin(&mut self, line: &'a str, place: Place) {
        let is_deeper = self.open.as_ref().is_some_and(|open| indent(line) > open.indent);
        let is_alone = place.is_bare && line.split_whitespace().count() == 1;
        if is_alone && self.header.is_none_or(|header| header.is_path) {
            // Rows may stand below it that say more of its file.
            self.header = Some(Header::of_path(place.is_here));
        }
        if is_alone && is_deeper && self.waiting.is_empty() {
            self.join(line, place);
            return;
        }
        self.close();
        let announces = |last: &str| last.ends_with(':') && says_error(last);
        let takes_head = !self.gap
            && (place.is_bare || self.waiting.last().is_some_and(|(last, _)| announces(last)))
            || self.waiting.last().is_some_and(|(last, _)| {
                let says_something = last.contains(char::is_alphanumeric) && !is_sum(last);
                says_something && indent(last) < indent(line) && (says_error(last) || !self.gap)
            })
            || !self.gap && self.paragraph_says_error(indent(line))
            || !self.gap && line.contains(" Task/Handler: ");
        let titled = self.waiting.iter().rposition(|(head, _)| {
            is_title(head) || (is_item(head) || is_tag(head)) && indent(head) < indent(line)
        });
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
        // What has been said is done, and the next begins.
        let is_next = self.gap && self.open.as_ref().is_some_and(Block::has_message);
        if self.waiting.is_empty()
            && !is_next
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
        let is_xml = self.is_xml;
        let belongs = |open: &Block| {
            let (here, there) = (indent(line), open.indent);
            let is_next = is_new(line) || is_tag(line) && is_xml && !is_story(line);
            let is_inside = here > there && !(gap && is_test(line));
            is_inside || open.lacks_message || !gap && here == there && !is_next
        };
        let is_column = line.trim_start().starts_with("Line ");
        let named = header(line.trim_start().trim_start_matches("Line "), self.target);
        let named = named.filter(|_| is_tag(line) || indent(line) <= 1 || is_column);
        let is_header = named.is_some() && !says_error(line);
        match &mut self.open {
            Some(open) if self.waiting.is_empty() && !is_header && belongs(open) => {
                let is_source = !gap || indent(line) > open.indent || !open.text.contains('\n');
                open.lacks_message &= !says_error(line) && is_source;
                open.push(line);
            }
            _ => {
                self.close();
                self.waiting.push((line, gap));
            }
        }
        if is_header {
            self.header = named.map(|is_here| Header { is_column, ..Header::of_path(is_here) });
        }
    }

    /// Whether the lines that wait after the last empty one begin with an error, further left.
    fn paragraph_says_error(&self, before: usize) -> bool {
        let start = self.waiting.iter().rposition(|(_, gap)| *gap).unwrap_or_default();
        let first = self.waiting.get(start).filter(|(line, _)| indent(line) < before);
        first.is_some_and(|(line, _)| says_error(line) && !is_sum(line))
    }

    /// Takes the lines that wait after the last sum, for what a test says may have gaps.
    fn last_section(&mut self) -> Vec<&'a str> {
        let sum = self.waiting.iter().rposition(|(line, _)| is_sum(line)).map_or(0, |at| at + 1);
        self.waiting_from(sum.max(self.waiting.len().saturating_sub(MAX_HEAD)))
    }

    /// Takes the lines that wait after the last empty one, or from where an element of XML or
    /// an item begins. The path of the rows below is no head of the first of them.
    fn last_paragraph(&mut self) -> Vec<&'a str> {
        let begins = |line: &str| is_tag(line) || is_item(line);
        let start = self.waiting.iter().rposition(|(line, gap)| *gap || begins(line));
        let start = start.unwrap_or_default();
        let is_header = |line: &str| fact(line).is_none() && header(line, self.target).is_some();
        let names_file = |line: &str| is_header(line) && !says_error(line);
        let after = self.waiting.iter().rposition(|(line, _)| names_file(line)).map(|at| at + 1);
        let is_whole = self.waiting.get(start).is_some_and(|(line, _)| begins(line));
        self.waiting_from(after.filter(|_| !is_whole).map_or(start, |after| start.max(after)))
    }

    fn waiting_from(&mut self, start: usize) -> Vec<&'a str> {
        self.waiting.split_off(start).into_iter().map(|(line, _)| line).collect()
    }

    fn open(&mut self, head: &[&'a str], line: &str, place: Place) {
        let indent = indent(head.first().unwrap_or(&line));
        let lacks_message = place.is_bare && head.is_empty();
        let mut block =
            Block { text: head.join("\n"), places: vec![place], indent, lacks_message, part: None };
        block.push(line);
        self.open = Some(block);
    }

    /// Ends the finding that is being read.
    fn close(&mut self) {
        let Some(Block { text, mut places, part, .. }) = self.open.take() else { return };
        if let Some(part) = part.filter(|_| places.is_empty()) {
            places = part.added;
        }
        let here = places.iter().filter(|place| place.is_here);
        let here: Vec<_> = here.map(|place| place.line..=place.last).collect();
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
    /// Whether an error is said below the place, at the beginning of the last line.
    fn has_message(&self) -> bool {
        self.text.rsplit('\n').next().is_some_and(|last| indent(last) == 0 && says_error(last))
            && self.text.contains('\n')
    }

    /// Takes a line of a diff.
    fn take_of_diff(&mut self, line: &str) -> bool {
        let Some(part) = &mut self.part else { return false };
        let place = Place::at(part.is_here, part.line);
        match line.chars().next() {
            Some(' ') => {
                part.line = part.line.saturating_add(1);
                part.old = part.old.saturating_sub(1);
                part.new = part.new.saturating_sub(1);
            }
            Some('-') if part.old > 0 || !line.starts_with("--- ") => {
                self.places.push(place);
                part.line = part.line.saturating_add(1);
                part.old = part.old.saturating_sub(1);
            }
            Some('+') if part.new > 0 || !line.starts_with("+++ ") => {
                part.added.push(place);
                part.new = part.new.saturating_sub(1);
            }
            Some('\\') => {}
            _ => return false,
        }
        self.push(line);
        true
    }

    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}

/// The first line of one side of a part of a diff, and how many it has: `28,4`.
fn side(text: &str) -> Option<(usize, usize)> {
    let (first, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((first.parse().ok()?, count.parse().ok()?))
}
