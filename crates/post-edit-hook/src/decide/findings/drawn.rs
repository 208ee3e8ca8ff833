//! The lines of source that a finding shows and marks: the labels below them, as Rust's compiler draws
//! them, a bracket from one to another, and those with a sign before their number.

use std::ops::RangeInclusive;

use crate::decide::findings::place::{number, place};
use crate::gather::target::Target;

/// The bars beside source.
const BARS: [char; 7] = ['|', '│', '·', '┆', '╵', '▕', ':'];

/// The arrows to a place, below which source of that file stands.
const ARROWS: [&str; 7] = ["--> ", "::: ", ",-[", "╭", "┌", "├", "In file: "];

/// The marked lines of this file in a finding.
pub(super) fn lines(text: &str, target: &Target) -> Vec<RangeInclusive<usize>> {
    let mut frame = Frame { is_here: true, ..Frame::default() };
    for line in text.lines() {
        let start = line.trim_start();
        let arrow = ARROWS.iter().any(|sign| start.starts_with(sign));
        if let Some(place) = Some(()).filter(|()| arrow).and_then(|()| place(line, target)) {
            frame.close();
            frame.is_here = place.is_here;
        } else {
            frame.read(line);
        }
    }
    frame.close();
    frame.found
}

/// The source that is shown of one file.
#[derive(Default)]
struct Frame {
    is_here: bool,
    /// The number of the last line that was shown.
    last: Option<usize>,
    /// Where a bracket begins.
    open: Vec<usize>,
    /// The first and the last line with a sign before it.
    marked: Option<(usize, usize)>,
    /// The first and the last line that is underlined without a bar.
    waved: Option<(usize, usize)>,
    found: Vec<RangeInclusive<usize>>,
}

impl Frame {
    fn close(&mut self) {
        for (first, last) in self.marked.take().into_iter().chain(self.waved.take()) {
            self.add(first, last);
        }
        self.open.clear();
        self.last = None;
    }

    fn add(&mut self, first: usize, last: usize) {
        if self.is_here && first <= last {
            self.found.push(first..=last);
        }
    }

    fn read(&mut self, line: &str) {
        let bare = line.trim_start();
        let sign = bare.strip_prefix(['>', '➜', '»']).map(str::trim_start);
        if let Some((shown, rest)) = number(sign.unwrap_or(bare)) {
            self.last = Some(shown)
                .filter(|_| rest.is_empty() || rest.starts_with(' ') || bar(rest).is_some());
            if let Some(source) = bar(rest) {
                if sign.is_some() {
                    let first = self.marked.map_or(shown, |(first, _)| first.min(shown));
                    self.marked = Some((first, shown));
                }
                self.source(shown, source);
            }
        } else if let Some(marks) = bar(bare) {
            self.marks(marks);
        } else if !bare.is_empty() && bare.chars().all(|it| matches!(it, '~' | ' ')) {
            let Some(last) = self.last else { return };
            let first = self.waved.map_or(last, |(first, _)| first.min(last));
            self.waved = Some((first, last));
        }
    }

    /// A line of source: a bracket may begin or end beside it.
    fn source(&mut self, shown: usize, source: &str) {
        let source = source.trim_start().trim_start_matches(['|', '│', ' ']);
        if source.starts_with("/ ") || source.starts_with('╭') {
            self.open.push(shown);
        } else if source.starts_with(['╰', '├'])
            && let Some(first) = self.open.pop()
        {
            self.add(first, shown);
        }
    }

    /// What stands below a line of source.
    fn marks(&mut self, marks: &str) {
        let Some(last) = self.last else { return };
        let marks = marks.trim();
        let inner = marks.trim_start_matches(['|', '│', ' ']);
        let is_end = marks.contains("|_") || inner.starts_with("╰─");
        if is_end && let Some(first) = self.open.pop() {
            self.add(first, last);
        } else if inner.starts_with('_') {
            self.open.push(last);
        } else if inner.starts_with(['^', '-', '~', '─', '┬', '╰']) && !inner.starts_with("--> ")
        {
            self.add(last, last);
        }
    }
}

/// What stands behind the bar beside a line of source.
fn bar(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix(BARS)
}
