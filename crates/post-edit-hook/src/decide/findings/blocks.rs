//! Which lines of what a program printed belong together.
//!
//! A finding is a line with a place and what stands below it, or a headline and the place
//! below that, as compilers and tracebacks have it; or a row below the path of its file.

use crate::decide::findings::class;
use crate::decide::findings::diff::{self, Part};
use crate::decide::findings::failure;
use crate::decide::findings::headline::Waiting;
use crate::decide::findings::place::{
    Place, begins_with_path, copy, header, is_tag, number, place,
};
use crate::decide::findings::range::last_line;
use crate::decide::findings::row::{column, others, row};
use crate::decide::findings::shape::{indent, is_headline, is_new, is_story, is_test, says_error};
use crate::decide::findings::{At, Finding, shape, whole};
use crate::gather::target::Target;

/// What the line with a place begins with that belongs to the headline above.
const JOINS: [&str; 19] = [
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
    "l.",
    "In file: ",
    "Starting at line ",
    "# (",
    "Location:",
];

/// And of these, what may have a long story above: the frames of tests.
const FRAMES: [&str; 2] = ["at ", "❯ "];

/// The findings in lines, in their order. Rows that stand below no path count where
/// `by_row`: then nothing but this file was looked at.
pub(super) fn findings(lines: &[String], target: &Target, by_row: bool) -> Vec<Finding> {
    let header = by_row.then_some(Header { is_path: false, ..Header::of_path(true) });
    let is_xml =
        lines.iter().find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('<'));
    let (found, waiting) = (Vec::new(), Waiting::default());
    let (open, gap, is_last, has_diff) = (None, false, false, false);
    let mut reader =
        Reader { target, header, is_xml, found, waiting, open, gap, is_last, has_diff };
    for (at, line) in lines.iter().enumerate() {
        reader.is_last = lines.get(at + 1).is_none_or(|below| below.trim().is_empty());
        reader.read(line);
    }
    reader.end();
    reader.found
}

#[expect(clippy::struct_excessive_bools, reason = "what was seen, each apart")]
struct Reader<'a> {
    target: &'a Target,
    header: Option<Header>,
    /// Whether it is a document of XML, and not a program that shows a line of one.
    is_xml: bool,
    found: Vec<Finding>,
    waiting: Waiting<'a>,
    open: Option<Block>,
    gap: bool,
    /// Whether something empty, or nothing, stands below the line that is read.
    is_last: bool,
    /// Whether a diff was among it.
    has_diff: bool,
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
    /// How far the place is indented below a headline.
    inner: usize,
    /// Whether its message may come after an empty line.
    lacks_message: bool,
    part: Option<Part>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: &'a str) {
        if line.trim().is_empty() {
            self.gap = true;
            if let Some(part) = self.open.as_mut().and_then(|open| open.part.as_mut()) {
                part.skip();
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
        let is_shown = |line: &str| line.contains('┆');
        let goes_on = |open: &Block| open.text.rsplit('\n').next().is_some_and(is_shown);
        let goes_on = is_shown(line) && !self.gap && self.open.as_ref().is_some_and(goes_on);
        let joins =
            goes_on || !is_ocaml && JOINS.iter().any(|join| line.trim_start().starts_with(join));
        let copy = copy(line, self.target);
        match copy.or(named).or_else(|| self.row(line)) {
            Some(place) if copy.is_some() => self.join(line, place),
            // One that says something itself is no arrow that points to a place.
            Some(place) if line.starts_with("==> ") && !place.is_bare => self.begin(line, place),
            Some(place) if self.waiting.is_empty() && !goes_on && shape::says_behind(line) => {
                self.begin(line, place);
            }
            Some(place) if joins && (goes_on || named.is_some() || !self.waiting.is_empty()) => {
                self.join(line, place);
            }
            Some(place) if self.explains(line) => self.join(line, place),
            Some(place) => self.begin(line, place),
            None if self.is_whole(line) => self.whole(line),
            None => self.plain(line),
        }
        self.gap = false;
    }

    /// Whether a place is named below another one and further right, of which something is said: what
    /// the finding above has to do with it.
    fn explains(&self, line: &str) -> bool {
        let open = self.open.as_ref().filter(|open| open.part.is_none());
        open.is_some_and(|open| {
            let is_near = !self.gap || open.text.contains('\n');
            let is_below = is_near && self.waiting.is_empty() && !open.lacks_message;
            is_below && indent(line) > open.inner && begins_with_path(line, self.target)
        })
    }

    /// Whether a line below the path of this file says something of all of it.
    fn is_whole(&self, line: &str) -> bool {
        let is_below = self.header.is_some_and(|header| header.is_here && header.is_path);
        let above = self.open.as_ref().map_or("", |open| open.text.as_str());
        is_below && (whole::is_row(line) || whole::is_unnumbered(line, above))
    }

    fn whole(&mut self, line: &str) {
        self.close();
        self.flush();
        self.found.push(Finding { text: line.to_owned(), at: At::Whole });
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

    /// Whether the line belongs to a diff. Each part of one is a finding.
    fn diff(&mut self, line: &'a str) -> bool {
        let part = self.open.as_mut().and_then(|open| open.part.as_mut());
        if !part.is_some_and(|part| part.goes_on())
            && let Some(is_here) = diff::header(line, self.target)
        {
            self.header = Some(Header::of_path(is_here));
        }
        let is_here = self.header.is_none_or(|header| header.is_here);
        if let Some(part) = Part::begun(line, is_here, self.target) {
            self.close();
            self.flush();
            self.has_diff = true;
            self.open(&[], line, Place::at(part.is_here, part.line));
            if let Some(open) = &mut self.open {
                open.part = Some(part);
            }
            self.gap = false;
            return true;
        }
        let Some(open) = &mut self.open else { return false };
        let Some(part) = &mut open.part else { return false };
        let is_read = part.takes(line);
        if is_read {
            open.push(line);
        } else {
            self.close();
        }
        is_read
    }

    /// A line with a place that begins a finding.
    fn begin(&mut self, line: &'a str, place: Place) {
        let is_deeper = self.open.as_ref().is_some_and(|open| indent(line) > open.indent);
        let is_listed = ["- ", "* "].iter().any(|mark| line.trim_start().starts_with(mark));
        let words = line.split_whitespace().count();
        let is_alone = place.is_bare && words == 1 + usize::from(is_listed);
        if is_alone && !is_listed && self.header.is_none_or(|header| header.is_path) {
            // Rows may stand below it that say more of its file.
            self.header = Some(Header::of_path(place.is_here));
        }
        if is_alone && is_deeper && self.waiting.is_empty() {
            self.join(line, place);
            return;
        }
        self.close();
        let mut head = self.waiting.headline(line, place, self.gap, self.target);
        if head.is_empty() && is_alone && self.gap && self.is_last {
            head = self.waiting.above_apart(line, self.target);
        }
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
        let head = if is_frame {
            self.waiting.last_section()
        } else {
            self.waiting.last_paragraph(self.target)
        };
        self.flush();
        self.open(&head, line, place);
    }

    /// A line without a place.
    fn plain(&mut self, line: &'a str) {
        let gap = self.gap;
        let is_xml = self.is_xml;
        let belongs = |open: &Block| {
            let (here, there) = (indent(line), open.indent);
            let is_next = is_new(line) || failure::begins(line);
            let is_next = is_next || is_tag(line) && is_xml && !is_story(line);
            let is_inside = here > there && !(gap && is_test(line));
            let is_next = is_next || open.is_headed() && is_headline(line);
            let is_below = !gap && here == there && !is_next;
            let is_framed = !gap && open.is_framed(line);
            is_inside || open.lacks_message || is_below || is_framed || open.is_source(line)
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
                self.waiting.push(line, gap);
            }
        }
        if is_header {
            self.header = named.map(|is_here| Header { is_column, ..Header::of_path(is_here) });
        }
    }

    fn open(&mut self, head: &[&'a str], line: &str, place: Place) {
        let (indent, inner) = (indent(head.first().unwrap_or(&line)), indent(line));
        let lacks_message = place.is_bare && head.is_empty();
        let more = others(line).into_iter().map(|line| Place::at(place.is_here, line));
        let callers = class::lines(line, self.target).into_iter().map(|(line, _)| line);
        let callers = callers.map(|line| Place::at(true, line));
        let places = std::iter::once(place).chain(more).chain(callers).collect();
        let mut block =
            Block { text: head.join("\n"), places, indent, inner, lacks_message, part: None };
        block.push(line);
        self.open = Some(block);
    }

    /// Ends the finding that is being read.
    fn close(&mut self) {
        let Some(Block { text, mut places, part, .. }) = self.open.take() else { return };
        if let Some(part) = part {
            places = part.places();
        }
        let here = places.iter().filter(|place| place.is_here);
        let here: Vec<_> = here.map(|place| place.line..=place.last).collect();
        let at = if here.is_empty() { At::Elsewhere } else { At::Here(here) };
        self.found.push(Finding { text, at });
    }

    /// What waits names no place: each line is a finding, with the indented ones below.
    fn flush(&mut self) {
        let mut is_first = true;
        for line in self.waiting.drain() {
            match self.found.last_mut() {
                Some(last) if !is_first && indent(line) > 0 => {
                    last.text.push('\n');
                    last.text.push_str(line);
                }
                _ => {
                    let is_whole = whole::is_about(line, self.target);
                    let at = if is_whole { At::Whole } else { At::Nowhere };
                    self.found.push(Finding { text: line.to_owned(), at });
                }
            }
            is_first = false;
        }
    }

    fn end(&mut self) {
        self.close();
        self.flush();
        for it in self.found.iter_mut().filter(|it| self.has_diff && it.at == At::Whole) {
            let is_known = whole::is_unformatted(&it.text);
            it.at = if is_known { At::Nowhere } else { At::Whole };
        }
    }
}

impl Block {
    /// Whether the place stands below a headline, and further right; a traceback has its message below.
    fn is_headed(&self) -> bool {
        self.inner > self.indent && !self.text.contains("Traceback")
    }

    /// Whether a line goes on with the source in a frame, of which the last line is a part.
    fn is_framed(&self, line: &str) -> bool {
        let is_row = |line: &str| {
            let line = line.trim_start();
            let behind = number(line).map_or(line, |(_, rest)| rest.trim_start());
            behind.starts_with(['│', '·'])
        };
        is_row(line)
            && self
                .text
                .rsplit('\n')
                .next()
                .is_some_and(|last| is_row(last) || last.trim_start().starts_with(['╭', '┌']))
    }

    /// Whether a line shows the one that the place names, as `tsc` does: `30 x`, `➜  30▕ x`.
    fn is_source(&self, line: &str) -> bool {
        let marks = ['>', '➜', '»'];
        let marked = line.trim_start().strip_prefix(marks).map(str::trim_start);
        let behind = |rest: &str| rest.starts_with([' ', '|', '│', '▕', ':']);
        let found = number(marked.unwrap_or(line)).filter(|(_, rest)| {
            rest.is_empty() || rest.starts_with(' ') || marked.is_some() && behind(rest)
        });
        found.is_some_and(|(it, _)| self.places.last().is_some_and(|at| at.line == it))
    }

    /// Whether an error is said below the place, at the beginning of the last line.
    fn has_message(&self) -> bool {
        self.text.rsplit('\n').next().is_some_and(|last| indent(last) == 0 && says_error(last))
            && self.text.contains('\n')
    }

    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}
