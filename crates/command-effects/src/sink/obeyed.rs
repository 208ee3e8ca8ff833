//! Where a command finds the configuration that it obeys.

use shell_syntax::{Word, WorkingDir};

use super::{MAX_CHANGES, Sink};
use crate::call::{is_process_substitution, is_stdin};
use crate::change::{Anchor, ChangeKind, Extent};
use crate::glob;
use crate::items::{self, Items};
use crate::target::Target;

/// So often a line is looked through for a pattern, which it has after that.
const MAX_LOOKS: usize = 50;

impl Sink<'_> {
    /// Notes that the command obeys a configuration in its folder.
    pub(crate) fn obeys_folder(&mut self) {
        if let WorkingDir::Literal(dir) = &self.dir
            && let Some(dir) = self.with_items(dir)
        {
            return self.obeys_items(&dir);
        }
        let (path, anchor) = match &self.dir {
            WorkingDir::Unchanged => return,
            // The shell looks which folder that is.
            WorkingDir::Literal(dir) if may_be_temporary(dir) => ("/tmp".to_owned(), Anchor::Start),
            WorkingDir::Literal(dir) => (dir.clone(), Anchor::Start),
            // All of the line is looked through for each.
            WorkingDir::Unknown
                if self.found.effects.obeyed.len() > MAX_LOOKS
                    || names_it_by_a_pattern(self.text) =>
            {
                ("/tmp".to_owned(), Anchor::Start)
            }
            WorkingDir::Unknown => (".".to_owned(), Anchor::Unknown),
        };
        let target = Target { path, anchor, reach: None, pattern: None };
        let change = self.changed(target, None, Extent::Below, ChangeKind::Write, ".");
        if self.found.effects.obeyed.len() < MAX_CHANGES {
            self.found.effects.obeyed.push(change);
        }
    }

    /// A folder in which another command puts what it hands on, with `{}` for that.
    fn with_items(&self, dir: &str) -> Option<String> {
        let (command, commands, programs) = self.line;
        command.runner?;
        if dir.contains("{}") {
            return Some(dir.to_owned());
        }
        let mut signs = items::signs(commands, command, programs);
        signs.find(|sign| dir.contains(sign.as_str())).map(|sign| dir.replace(&sign, "{}"))
    }

    /// The same for a folder that is one of those which another command hands on: `git -C {}`.
    fn obeys_items(&mut self, folder: &str) {
        let outer = std::mem::replace(&mut self.dir, WorkingDir::Unchanged);
        let unknown =
            Target { path: ".".to_owned(), anchor: Anchor::Unknown, reach: None, pattern: None };
        let is_told = self.items != Items::None;
        let named = if is_told { self.named(&Word::plain(folder)).ok() } else { None };
        for target in named.unwrap_or_else(|| vec![unknown]) {
            let change = self.changed(target, None, Extent::Tree, ChangeKind::Write, ".");
            if self.found.effects.obeyed.len() < MAX_CHANGES {
                self.found.effects.obeyed.push(change);
            }
        }
        self.dir = outer;
    }

    /// Notes that the command obeys a configuration at the path that `word` names, or beside it.
    pub(crate) fn obeys_at(&mut self, word: &Word) {
        self.obeys(word, Extent::Tree);
    }

    /// The same of a folder in which the command works, whatever else lies in its folders.
    pub(crate) fn obeys_in(&mut self, word: &Word) {
        self.obeys(word, Extent::Below);
    }

    fn obeys(&mut self, word: &Word, extent: Extent) {
        if is_open_already(&word.text) || is_process_substitution(word) {
            return self.unresolved("it obeys what its input says");
        }
        let unknown =
            Target { path: ".".to_owned(), anchor: Anchor::Unknown, reach: None, pattern: None };
        for target in self.named(word).unwrap_or_else(|_| vec![unknown]) {
            let beside = target.path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
            let beside = beside.filter(|folder| !folder.is_empty());
            let beside = beside.map(|path| Target { path, ..target.clone() });
            let beside = beside.map(|target| (target, Extent::Below));
            for (target, extent) in std::iter::once((target, extent)).chain(beside) {
                let change = self.changed(target, None, extent, ChangeKind::Write, ".");
                if self.found.effects.obeyed.len() < MAX_CHANGES {
                    self.found.effects.obeyed.push(change);
                }
            }
        }
    }
}

/// Whether a path is that of what the shell has opened for a command.
fn is_open_already(path: &str) -> bool {
    is_stdin(path) || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/")
}

/// Whether a line has a path whose first name is such a pattern: `cd /t*/x`.
fn names_it_by_a_pattern(text: &str) -> bool {
    let starts = |at: usize| {
        text.get(..at).is_some_and(|before| before.ends_with([' ', '=', '"', '\'', '(']))
    };
    let mut paths = text.match_indices('/').filter(|(at, _)| starts(*at));
    paths.any(|(at, _)| text.get(at..).is_some_and(may_be_temporary))
}

/// Whether the first name of a path is a pattern that fits the folder where anybody may write.
fn may_be_temporary(dir: &str) -> bool {
    let names = dir.strip_prefix('/').unwrap_or_default();
    let first = names.split(['/', ' ', ';', '\n', '"', ')']).next().unwrap_or_default();
    let fits = |name: &str| glob::matches(first, name);
    first.contains(['*', '?', '[', '{']) && (fits("tmp") || fits("var"))
}
