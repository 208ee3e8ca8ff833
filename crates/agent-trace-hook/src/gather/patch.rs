//! The hunks of an event (`structuredPatch`), for events without the file as it
//! was.
//!
//! Source: events of Claude Code. Their lines have blanks in the place of leading
//! tabs, so they are found in the file by their hashes.

use serde_json::Value;

use crate::record::line_hash::LineHash;

/// A part of a file that differs.
#[derive(Debug)]
pub(crate) struct Hunk<'a> {
    /// The lines at which it begins before and after the change, from 1.
    old_start: usize,
    new_start: usize,
    /// Lines with `+`, `-` or a blank before them.
    lines: Vec<&'a str>,
}

/// The hunks in a `structuredPatch`; what is none is left out.
pub(crate) fn hunks(patch: &Value) -> Vec<Hunk<'_>> {
    let hunks = patch.as_array().map_or(&[][..], Vec::as_slice);
    hunks.iter().filter_map(hunk).collect()
}

fn hunk(value: &Value) -> Option<Hunk<'_>> {
    let start = |key: &str| usize::try_from(value.get(key)?.as_u64()?).ok();
    let (old_start, new_start) = (start("oldStart")?, start("newStart")?);
    let lines = value.get("lines")?.as_array()?;
    Some(Hunk { old_start, new_start, lines: lines.iter().filter_map(Value::as_str).collect() })
}

/// The text after the hunks; `None` if there are none, or they do not fit.
pub(crate) fn applied(before: &str, hunks: &[Hunk<'_>]) -> Option<String> {
    let old: Vec<&str> = before.lines().collect();
    let mut new = Vec::with_capacity(old.len());
    let mut place = 0;
    for hunk in hunks {
        let start = hunk.old_start.saturating_sub(1);
        new.extend_from_slice(old.get(place..start)?);
        place = start;
        for line in &hunk.lines {
            match line.split_at_checked(1)? {
                ("+", added) => new.push(added),
                ("-", _) => place += 1,
                (" ", _) => {
                    new.push(old.get(place)?);
                    place += 1;
                }
                _ => {}
            }
        }
    }
    new.extend_from_slice(old.get(place..)?);
    (!hunks.is_empty()).then(|| new.join("\n"))
}

impl Hunk<'_> {
    /// Whether it puts lines in.
    pub(crate) fn adds(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with('+'))
    }

    /// Whether it takes lines out.
    pub(crate) fn removes(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with('-'))
    }

    /// Where in the file, from 0, the lines stand that it has put in: at its place
    /// if they are there, else in the only place where they are; else nowhere.
    pub(crate) fn places(&self, now: &[LineHash]) -> Vec<usize> {
        // `\ No newline at end of file` is no line.
        let lines = self.lines.iter().filter(|line| line.starts_with(['+', ' ']));
        let (added, hashes): (Vec<bool>, Vec<LineHash>) = lines
            .map(|line| {
                (line.starts_with('+'), LineHash::of(line.as_bytes().get(1..).unwrap_or(b"")))
            })
            .unzip();
        if hashes.is_empty() {
            return Vec::new();
        }
        let place = self.new_start.saturating_sub(1);
        let is_there = |at: usize| now.get(at..).is_some_and(|rest| rest.starts_with(&hashes));
        let found = if is_there(place) {
            Some(place)
        } else {
            let mut places = (0..now.len()).filter(|at| is_there(*at));
            places.next().filter(|_| places.next().is_none())
        };
        let Some(start) = found else {
            return Vec::new();
        };
        added.iter().enumerate().filter(|(_, added)| **added).map(|(at, _)| start + at).collect()
    }
}
