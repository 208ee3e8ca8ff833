//! Patches in the notation of `apply_patch`, each of which changes several files.
//!
//! Source: captured calls of Codex CLI 0.169.0. Hunks have no line numbers: their lines are searched
//! from the end of the previous hunk, and from after the line that `@@` names.

use std::collections::HashMap;
use std::hash::Hash;

use crate::tool_call::ToolCall;
use crate::tool_input::{ToolView, patch_texts};
use crate::tool_name::Tool;

/// The most lines that are compared, over all hunks of a file, to find the places of hunks.
const MAX_LOOKS: usize = 100_000;

/// Input of `apply_patch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchInput<'a> {
    /// Each file once, by its path after the patch. A file that is moved is also deleted at its old
    /// path.
    pub files: Vec<PatchedFile<'a>>,
}

/// What a patch does to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchedFile<'a> {
    /// The file, absolute or from the folder of the call.
    pub path: &'a str,
    /// The change.
    pub change: FileChange<'a>,
}

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileChange<'a> {
    /// It is written, with this content.
    Added(String),
    /// It is removed.
    Deleted,
    /// Parts of it are replaced; none if it is only moved.
    Updated(Vec<PatchHunk<'a>>),
}

/// A part of a file that is replaced.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PatchHunk<'a> {
    /// A line of the file before it.
    behind: Option<&'a str>,
    /// With `+`, `-` or a blank before each.
    lines: Vec<&'a str>,
    /// It is the end of the file.
    is_last: bool,
}

impl<'a> ToolView<'a> for PatchInput<'a> {
    fn view(call: &'a ToolCall) -> Option<Self> {
        let is_patch = *call.name.tool() == Tool::ApplyPatch;
        let patch = patch_texts(&call.input).next().filter(|_| is_patch)?;
        Some(Self { files: files(patch) }).filter(|patch| !patch.files.is_empty())
    }
}

impl<'a> PatchHunk<'a> {
    /// Its lines after the patch, each with whether the patch added it.
    pub fn left(&self) -> impl Iterator<Item = (&'a str, bool)> {
        self.lines.iter().filter_map(|line| match line.split_at_checked(1) {
            Some(("+", line)) => Some((line, true)),
            Some((" ", line)) => Some((line, false)),
            None => Some(("", false)),
            Some(_) => None,
        })
    }

    /// The numbers of the lines that it adds, if it is at `start`.
    pub fn added(&self, start: usize) -> impl Iterator<Item = usize> {
        let left = self.left().enumerate();
        left.filter(|(_, (_, is_new))| *is_new).map(move |(at, _)| start.saturating_add(at))
    }

    /// Whether it adds lines.
    pub fn adds(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with('+'))
    }

    /// Its lines with their signs: a space for an unchanged line, `-` for a removed one, `+` for an
    /// added one.
    pub fn signed_lines(&self) -> impl Iterator<Item = (char, &'a str)> {
        self.lines.iter().map(|line| {
            let sign = line.chars().next().unwrap_or(' ');
            (sign, line.strip_prefix(sign).unwrap_or_default())
        })
    }

    /// Whether it removes lines.
    pub fn removes(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with('-'))
    }

    /// The possible places, from 0, of each hunk in the current file, given its lines and the hunks
    /// around it. `None` if they are unknown: the hunk leaves no line, or there are too many places.
    ///
    /// `now` has the lines of the file, in any form that can be compared, and `as_now` converts a
    /// line of the patch to that form.
    pub fn places<K: Eq + Hash>(
        hunks: &[Self],
        now: &[K],
        as_now: impl Fn(&str) -> K,
    ) -> Vec<Option<Vec<usize>>> {
        let mut lines: HashMap<&K, Vec<usize>> = HashMap::new();
        for (at, line) in now.iter().enumerate() {
            lines.entry(line).or_default().push(at);
        }
        let none = Vec::new();
        let at = |line: &K, from: usize| {
            let all = lines.get(line).unwrap_or(&none);
            all.get(all.partition_point(|at| *at < from)..).unwrap_or_default()
        };
        let (mut from, mut looks) = (0, MAX_LOOKS);
        let mut places = Vec::with_capacity(hunks.len());
        for hunk in hunks {
            if let Some(behind) = hunk.behind.and_then(|line| at(&as_now(line), from).first()) {
                from = behind + 1;
            }
            let left: Vec<K> = hunk.left().map(|(line, _)| as_now(line)).collect();
            // The line of which there are the fewest says soonest where the hunk is not.
            let rarest = left.iter().enumerate().min_by_key(|(_, line)| at(line, from).len());
            let found = rarest.and_then(|(within, line)| {
                let all = at(line, from.saturating_add(within));
                looks = looks.checked_sub(all.len())?;
                let starts = all.iter().filter_map(|at| at.checked_sub(within));
                let fits = |start: &usize| {
                    let rest = now.get(*start..).filter(|rest| rest.starts_with(&left));
                    rest.is_some_and(|rest| !hunk.is_last || rest.len() == left.len())
                };
                Some(starts.filter(|start| *start >= from).filter(fits).collect::<Vec<_>>())
            });
            from = found.as_ref().and_then(|it| it.first()).map_or(from, |it| it + left.len());
            places.push(found.map(|found| (found, left.len())));
        }
        without_later(places)
    }
}

/// The places, without those after the last possible place of the next hunk.
fn without_later(places: Vec<Option<(Vec<usize>, usize)>>) -> Vec<Option<Vec<usize>>> {
    let mut end = usize::MAX;
    let mut kept: Vec<Option<Vec<usize>>> = Vec::with_capacity(places.len());
    for found in places.into_iter().rev() {
        kept.push(found.map(|(mut found, length)| {
            found.retain(|start| start + length <= end);
            end = found.last().copied().unwrap_or(end);
            found
        }));
    }
    kept.reverse();
    kept
}

/// The files of a patch. Lines between them in an unknown notation are skipped.
fn files(patch: &str) -> Vec<PatchedFile<'_>> {
    let mut files: Vec<PatchedFile<'_>> = Vec::new();
    for line in patch.lines() {
        let current = files.last_mut().map(|file| &mut file.change);
        let is_hunk = matches!(&current, Some(FileChange::Updated(_)));
        // A line of a hunk may look like a heading with a blank before it.
        let heading = if is_hunk { line } else { line.trim_start() }.trim_end();
        if let Some((word, path)) = heading.strip_prefix("*** ").and_then(|it| it.split_once(": "))
        {
            begin(&mut files, word, path.trim());
            continue;
        }
        match current {
            Some(FileChange::Added(content)) => {
                if let Some(line) = line.strip_prefix('+') {
                    content.push_str(line);
                    content.push('\n');
                }
            }
            Some(FileChange::Updated(hunks)) => go_on(hunks, line),
            Some(FileChange::Deleted) | None => {}
        }
    }
    each_once(files)
}

/// What a heading begins.
fn begin<'a>(files: &mut Vec<PatchedFile<'a>>, word: &str, path: &'a str) {
    let change = match word {
        "Add File" => FileChange::Added(String::new()),
        "Delete File" => FileChange::Deleted,
        "Update File" => FileChange::Updated(Vec::new()),
        "Move to" => {
            let Some(moved) = files.pop() else { return };
            files.push(PatchedFile { path: moved.path, change: FileChange::Deleted });
            moved.change
        }
        _ => return,
    };
    files.push(PatchedFile { path, change });
}

/// A line of a file that is updated.
fn go_on<'a>(hunks: &mut Vec<PatchHunk<'a>>, line: &'a str) {
    if let Some(behind) = line.strip_prefix("@@") {
        let behind = Some(behind.trim()).filter(|line| !line.is_empty());
        hunks.push(PatchHunk { behind, ..PatchHunk::default() });
        return;
    }
    if line.trim_end() == "*** End of File" {
        hunks.last_mut().into_iter().for_each(|hunk| hunk.is_last = true);
        return;
    }
    if line.is_empty() || line.starts_with([' ', '+', '-']) {
        if hunks.is_empty() {
            hunks.push(PatchHunk::default());
        }
        hunks.last_mut().into_iter().for_each(|hunk| hunk.lines.push(line));
    }
}

/// Each file once: its last change, with the hunks of all of them.
fn each_once(all: Vec<PatchedFile<'_>>) -> Vec<PatchedFile<'_>> {
    let mut files: Vec<PatchedFile<'_>> = Vec::with_capacity(all.len());
    let mut known: HashMap<&str, usize> = HashMap::new();
    for file in all {
        let place = *known.entry(file.path).or_insert(files.len());
        match (files.get_mut(place).map(|it| &mut it.change), file.change) {
            (Some(FileChange::Updated(hunks)), FileChange::Updated(more)) => hunks.extend(more),
            (Some(before), change) => *before = change,
            (None, change) => files.push(PatchedFile { path: file.path, change }),
        }
    }
    files
}

#[cfg(test)]
mod tests;
