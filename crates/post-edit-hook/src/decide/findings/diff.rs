//! The parts of a diff: each is about the lines that it takes away, or between which it adds
//! some.

use crate::decide::findings::place::{self, Place, place};
use crate::gather::target::Target;

/// The part of a diff that is being read.
pub(super) struct Part {
    /// The line of the file that comes next.
    pub(super) line: usize,
    pub(super) is_here: bool,
    /// How many lines of what the file should be are still to come, and of the file, where the part
    /// says how many it has.
    new: usize,
    old: usize,
    /// What is taken away, and where lines are added.
    removed: Vec<Place>,
    added: Vec<Place>,
}

/// Whether the file that a diff is about, which `line` names, is this one; `None` where it names none.
pub(super) fn header(line: &str, target: &Target) -> Option<bool> {
    let path = line.strip_prefix("+++ ")?;
    let path = path.split(['\t', ' ']).next().unwrap_or(path);
    Some(
        place::header(line, target) == Some(true)
            || may_be_a_copy(path, target)
            || place::header(path, target).is_none(),
    )
}

/// Whether a path of a diff may be a copy of this file that a program has made: it is
/// absolute, or has a folder such as `b/` before it.
fn may_be_a_copy(path: &str, target: &Target) -> bool {
    let name = path.rsplit(['/', '\\']).next().map(std::ffi::OsStr::new);
    let is_copy =
        path.starts_with('/') || !path.contains('/') || path.ends_with(target.rel.as_str());
    is_copy && name == target.path.file_name()
}

impl Part {
    /// The part that `line` begins, of a file which is this one or not.
    pub(super) fn begun(line: &str, is_here: bool, target: &Target) -> Option<Self> {
        let (removed, added) = (Vec::new(), Vec::new());
        if line.starts_with("Diff in ") {
            let Place { line, is_here, .. } = place(line, target)?;
            return Some(Self { line, is_here, old: 0, new: 0, removed, added });
        }
        let mut sides = line.strip_prefix("@@ -")?.split(' ');
        let (first, old) = side(sides.next()?)?;
        let new = sides.next().and_then(|it| side(it.strip_prefix('+')?)).map_or(0, |it| it.1);
        Some(Self { line: first, is_here, old, new, removed, added })
    }

    /// Whether it says that more is to come.
    pub(super) fn goes_on(&self) -> bool {
        self.new > 0
    }

    /// An empty line is one of the file as well.
    pub(super) fn skip(&mut self) {
        self.line = self.line.saturating_add(1);
    }

    /// Whether a line belongs to it.
    pub(super) fn takes(&mut self, line: &str) -> bool {
        let place = Place::at(self.is_here, self.line);
        match line.chars().next() {
            Some(' ') => {
                self.skip();
                self.old = self.old.saturating_sub(1);
                self.new = self.new.saturating_sub(1);
            }
            Some('-') if self.old > 0 || !line.starts_with("--- ") => {
                self.removed.push(place);
                self.skip();
                self.old = self.old.saturating_sub(1);
            }
            Some('+') if self.new > 0 || !line.starts_with("+++ ") => {
                self.added.push(place);
                self.new = self.new.saturating_sub(1);
            }
            Some('\\') => {}
            _ => return false,
        }
        true
    }

    /// What it is about.
    pub(super) fn places(self) -> Vec<Place> {
        if self.removed.is_empty() { self.added } else { self.removed }
    }
}

/// The first line of one side of a part of a diff, and how many it has: `28,4`.
fn side(text: &str) -> Option<(usize, usize)> {
    let (first, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((first.parse().ok()?, count.parse().ok()?))
}
