//! What an edit does to lines that it did not touch: the head of a block whose body it changed, the lines
//! behind blank ones, those that use a name which it declares otherwise.
//!
//! Each of these needs words of the finding that fit what the edit did, for old findings stand there too.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::decide::declared::declared;
use crate::decide::touched::{Touched, messages, named, names};

/// What is said of a block that has too much of something.
const MUCH: [&str; 9] = [
    "too many",
    "too long",
    "too large",
    "too big",
    "too deep",
    "maximum",
    "exceed",
    "max-",
    "more than",
];

/// What is said of a function of which some end gives no value.
const RETURNS: [&str; 9] = [
    "missing return",
    "not all code paths",
    "lacks ending return",
    "inconsistent return",
    "inconsistent-return",
    "consistent-return",
    "consistent return",
    "all return statements",
    "without a return",
];

/// What is said of lines in a wrong order.
const ORDER: [&str; 10] = [
    "sorted",
    "sort-",
    "unsorted",
    "alphabet",
    "import order",
    "import/order",
    "should be before",
    "should be placed before",
    "should occur before",
    "ascending order",
];

const BLANK: [&str; 6] =
    ["blank line", "empty line", "blank-line", "empty-line", "lines-between", "padding-line"];

const UNREACHABLE: [&str; 4] = ["unreachable", "never be reached", "never executed", "dead code"];

const NOT_FIRST: [&str; 4] =
    ["not at top of file", "import/first", "import-position", "should be placed at the top"];

const TWICE: [&str; 9] = [
    "duplicat",
    "already",
    "redefin",
    "redeclar",
    "repeat",
    "same ",
    "multiple",
    "conflicting",
    "shadow",
];

/// What is said of a name that is used otherwise than it is declared.
const MISUSED: [&str; 34] = [
    "argument",
    "parameter",
    "assign",
    "incompatible",
    "mismatch",
    "convert",
    "private",
    "protected",
    "not accessible",
    "inaccessible",
    "not visible",
    "final",
    "const",
    "readonly",
    "read-only",
    "read only",
    "mutab",
    "exception",
    "nullable",
    "possibly",
    "is missing",
    "missing positional",
    "not covered",
    "non-exhaustive",
    "exhaustive",
    "abstract",
    "override",
    "implement",
    "instantiate",
    "await",
    "callable",
    "not a function",
    "return type",
    "signature",
];

/// What is said of a value that another took.
const MOVED: [&str; 3] = ["moved value", "after move", "borrow"];

/// The text as it is now, and what the edit did to it.
pub(super) struct Effects<'a> {
    lines: Vec<&'a str>,
    touched: &'a Touched,
    /// What new lines declare, and all that they name.
    put: HashSet<&'a str>,
    named: HashSet<&'a str>,
    /// The new lines themselves, without the marks of headings.
    fresh: HashSet<&'a str>,
    /// The names that touched lines declare otherwise than before.
    changed: HashSet<&'a str>,
    /// Those that stand on touched lines alone, and are declared there.
    new: HashSet<&'a str>,
}

impl<'a> Effects<'a> {
    pub(super) fn of(text: &'a str, touched: &'a Touched) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut found = Self { lines, ..Self::none(touched) };
        let edited = &touched.edited;
        for (at, line) in text.lines().enumerate() {
            // `@abstractmethod` above.
            let is_annotated = !found.is_touched(at) && found.is_annotated(at);
            let is_new = found.is_new(at);
            if !found.is_touched(at) && !is_annotated {
                continue;
            }
            let declared: Vec<&str> = declared(line).into_iter().map(|it| it.name).collect();
            for name in &declared {
                if is_annotated || edited.is_declared_otherwise(name) {
                    found.changed.insert(name);
                } else if edited.is_new(name) {
                    found.new.insert(name);
                }
            }
            if is_new {
                found.put.extend(declared);
                found.named.extend(names(line).map(|(_, name)| name));
                found.fresh.insert(bare(line));
            }
        }
        found.without_known_ones();
        found
    }

    fn none(touched: &'a Touched) -> Self {
        let (put, named, fresh) = (HashSet::new(), HashSet::new(), HashSet::new());
        let (changed, new) = (HashSet::new(), HashSet::new());
        Self { lines: Vec::new(), touched, put, named, fresh, changed, new }
    }

    /// Whether a finding about these lines may be the doing of the edit, though it touched none of them.
    pub(super) fn are_seen(&self, text: &str, lines: &[RangeInclusive<usize>]) -> bool {
        let Some(at) = lines.first().and_then(|it| it.start().checked_sub(1)) else { return false };
        let Some(line) = self.lines.get(at) else { return false };
        let said: Vec<&str> = messages(text).collect();
        let said = said.join("\n");
        let is_place = |first: &str| first.contains([':', '(']);
        let behind = said.trim_start().split_once(' ').filter(|(first, _)| is_place(first));
        let behind_place = behind.map_or(said.as_str(), |(_, said)| said);
        let lower = behind_place.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|it| lower.contains(it));
        says(&BLANK) && self.moves_blanks(at)
            || says(&ORDER) && self.is_in_list(at)
            || says(&NOT_FIRST) && self.is_below_code(at)
            || says(&UNREACHABLE) && self.touched.edited.has_more_jumps() && self.is_behind(at)
            || says(&TWICE) && self.is_twice(line)
            || self.fills(&lower) && self.block(at).any(|at| self.is_touched(at))
            || self.names_new(&said)
            || says(&MISUSED) && self.uses_changed(&said, line)
            || says(&MOVED) && self.names_touched(&said)
    }

    fn is_touched(&self, at: usize) -> bool {
        self.touched.has_any(&(at + 1..=at + 1))
    }

    fn is_new(&self, at: usize) -> bool {
        self.touched.lines.has_any(&(at + 1..=at + 1))
    }

    fn line(&self, at: usize) -> &str {
        self.lines.get(at).copied().unwrap_or_default()
    }

    fn is_blank(&self, at: usize) -> bool {
        self.line(at).trim().is_empty()
    }

    /// Whether lines right above are new that say something of this one.
    fn is_annotated(&self, at: usize) -> bool {
        let above = (0..at).rev().take(4);
        let mut above = above.take_while(|at| is_annotation(self.line(*at)));
        above.any(|at| self.is_new(at))
    }

    /// Takes names that stand on other lines away: they may be old, and so may what is said of them.
    fn without_known_ones(&mut self) {
        if self.new.is_empty() {
            return;
        }
        let others = || (0..self.lines.len()).filter(|at| !self.is_new(*at));
        let old = others().filter_map(|at| self.lines.get(at).copied());
        let known: Vec<&str> = old.flat_map(names).map(|(_, name)| name).collect();
        for name in known {
            self.new.remove(name);
        }
    }

    /// The nearest line above that is not blank.
    fn above(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.is_blank(*at))
    }

    /// Whether the edit put lines in or took some out where the blank ones above are.
    fn moves_blanks(&self, at: usize) -> bool {
        let start = self.above(at).unwrap_or_default();
        let end = (at..self.lines.len()).find(|at| !self.is_blank(*at)).unwrap_or(at);
        self.touched.edited.moves_lines() && (start..=end).any(|at| self.is_touched(at))
    }

    /// Whether a touched line stands among those that begin here or right above, as imports do.
    fn is_in_list(&self, at: usize) -> bool {
        let indent = indent(self.line(at));
        let word = |at: usize| self.line(at).split_whitespace().next().unwrap_or_default();
        let is_alike = |next: &usize| {
            let line = self.line(*next);
            let is_import = IMPORTS.contains(&word(*next)) && IMPORTS.contains(&word(at));
            let is_inside =
                self::indent(line) > indent || line.trim_start().starts_with([')', '}']);
            self.is_blank(*next)
                || is_inside
                || is_import
                || self::indent(line) == indent && !self.is_import(at)
        };
        let mut below =
            (at + 1..self.lines.len()).take_while(is_alike).filter(|at| !self.is_blank(*at));
        let is_import = self.is_import(at);
        let above = self.above(at).filter(|above| at - above == 1);
        let is_above = above.is_some_and(|at| self.is_new(at) && self.is_import(at) == is_import);
        let is_listed = is_import && below.any(|at| self.is_new(at));
        self.touched.edited.has_other_names() && (is_listed || is_above)
    }

    fn is_import(&self, at: usize) -> bool {
        let first = self.line(at).split_whitespace().next().unwrap_or_default();
        IMPORTS.contains(&first)
    }

    /// Whether nothing but imports stands between this line and a touched one above.
    fn is_below_code(&self, at: usize) -> bool {
        let above = (0..at).rev();
        let mut above =
            above.skip_while(|at| !self.is_new(*at) && (self.is_import(*at) || self.is_blank(*at)));
        above.next().is_some_and(|at| self.is_new(at))
    }

    /// Whether the line above is new.
    fn is_behind(&self, at: usize) -> bool {
        self.above(at).is_some_and(|above| (above..at).any(|at| self.is_new(at)))
    }

    /// Whether a new line declares the name that this one declares, or is the same.
    fn is_twice(&self, line: &str) -> bool {
        let is_same = bare(line).contains(char::is_alphanumeric) && self.fresh.contains(bare(line));
        is_same || declared(line).into_iter().any(|it| self.put.contains(it.name))
    }

    /// Whether what is said of a block is what the edit put into one.
    fn fills(&self, said: &str) -> bool {
        let says = |words: &[&str]| words.iter().any(|it| said.contains(it));
        let edited = &self.touched.edited;
        let much = says(&MUCH);
        says(&["complex"]) && edited.has_more_branches()
            || says(&RETURNS) && edited.has_other_returns()
            || much && says(&["return"]) && edited.has_more_returns()
            || much && says(&["branch", "nest", "depth", "boolean"]) && edited.has_more_branches()
            || much
                && says(&["line", "statement", "local", "attribute", "method"])
                && edited.has_more_lines()
    }

    /// The lines of the block that begins here, or that ends here.
    fn block(&self, at: usize) -> RangeInclusive<usize> {
        let head = self.line(at);
        let own = indent(head);
        let is_inside = |at: &usize| self.is_blank(*at) || indent(self.line(*at)) > own;
        if head.trim_start().starts_with('}') {
            return (0..at).rev().take_while(is_inside).last().unwrap_or(at)..=at;
        }
        let goes_on = |at: &usize| {
            let text = self.line(*at).trim_start();
            let word = text.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
            let is_part = ["else", "elif", "except", "finally", "catch", "case"].contains(&word);
            let above = self.line(at - 1);
            let is_below = is_annotation(above) && indent(above) == own;
            is_inside(at) || text.starts_with([')', '}', ']', '{']) || is_part || is_below
        };
        at..=(at + 1..self.lines.len()).take_while(goes_on).last().unwrap_or(at)
    }

    /// Whether a finding names what stands on new lines alone.
    fn names_new(&self, said: &str) -> bool {
        named_or_called(said).any(|name| self.new.contains(name))
    }

    /// Whether a finding names, or its line uses, what is declared otherwise than before.
    fn uses_changed(&self, said: &str, line: &str) -> bool {
        !self.changed.is_empty()
            && (named_or_called(said).any(|name| self.changed.contains(name))
                || names(line).any(|(_, name)| self.changed.contains(name)))
    }

    /// Whether a finding names what a new line has.
    fn names_touched(&self, said: &str) -> bool {
        named(said).any(|name| self.named.contains(name))
    }
}

/// A line without the marks of a heading.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches('#')
}

/// What an import begins with.
const IMPORTS: [&str; 8] =
    ["import", "from", "use", "using", "#include", "require", "@import", "pub"];

/// The names in quotes, those that are called, and the ends of paths: `E::C`.
fn named_or_called(said: &str) -> impl Iterator<Item = &str> {
    let called = names(said).filter_map(|(at, name)| {
        let behind = said.get(at + name.len()..)?;
        let before = said.get(..at)?;
        let is_end = before.ends_with("::") && behind.starts_with('`');
        (behind.starts_with('(') && before.ends_with(' ') || is_end).then_some(name)
    });
    named(said).chain(called)
}

fn is_annotation(line: &str) -> bool {
    line.trim_start().starts_with(['@']) || line.trim_start().starts_with("#[")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
