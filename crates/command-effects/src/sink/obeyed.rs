//! Where a command finds the configuration that it obeys.

use shell_syntax::{Word, WorkingDir};

use super::{MAX_CHANGES, Sink};
use crate::call::{is_process_substitution, is_stdin};
use crate::change::{Anchor, ChangeKind, Extent};
use crate::glob;
use crate::items::Items;
use crate::target::Target;

impl Sink<'_> {
    /// Notes that the command obeys a configuration in its folder.
    pub(crate) fn obeys_folder(&mut self) {
        let (path, anchor) = match &self.dir {
            WorkingDir::Unchanged => return,
            WorkingDir::Literal(dir) if dir.contains("{}") && self.items != Items::None => {
                return self.obeys_items(&dir.clone());
            }
            // The shell looks which folder that is.
            WorkingDir::Literal(dir) if may_be_temporary(dir) => ("/tmp".to_owned(), Anchor::Start),
            WorkingDir::Literal(dir) => (dir.clone(), Anchor::Start),
            WorkingDir::Unknown => (".".to_owned(), Anchor::Unknown),
        };
        let target = Target { path, anchor, reach: None, pattern: None };
        let change = self.changed(target, None, Extent::Below, ChangeKind::Write, ".");
        if self.found.effects.obeyed.len() < MAX_CHANGES {
            self.found.effects.obeyed.push(change);
        }
    }

    /// The same for a folder that is one of those which another command hands on: `git -C {}`.
    fn obeys_items(&mut self, folder: &str) {
        let outer = std::mem::replace(&mut self.dir, WorkingDir::Unchanged);
        let unknown =
            Target { path: ".".to_owned(), anchor: Anchor::Unknown, reach: None, pattern: None };
        for target in self.named(&Word::plain(folder)).unwrap_or_else(|_| vec![unknown]) {
            let change = self.changed(target, None, Extent::Tree, ChangeKind::Write, ".");
            if self.found.effects.obeyed.len() < MAX_CHANGES {
                self.found.effects.obeyed.push(change);
            }
        }
        self.dir = outer;
    }

    /// Notes that the command obeys a configuration at the path that `word` names, or beside it.
    pub(crate) fn obeys_at(&mut self, word: &Word) {
        if is_stdin(&word.text) || is_process_substitution(word) {
            return self.unresolved("it obeys what its input says");
        }
        let unknown =
            Target { path: ".".to_owned(), anchor: Anchor::Unknown, reach: None, pattern: None };
        for target in self.named(word).unwrap_or_else(|_| vec![unknown]) {
            let beside = target.path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
            let beside = beside.filter(|folder| !folder.is_empty());
            let beside = beside.map(|path| Target { path, ..target.clone() });
            let beside = beside.map(|target| (target, Extent::Below));
            for (target, extent) in std::iter::once((target, Extent::Tree)).chain(beside) {
                let change = self.changed(target, None, extent, ChangeKind::Write, ".");
                if self.found.effects.obeyed.len() < MAX_CHANGES {
                    self.found.effects.obeyed.push(change);
                }
            }
        }
    }
}

/// Whether the first name of a path is a pattern that fits the folder where anybody may write.
fn may_be_temporary(dir: &str) -> bool {
    let first = dir.strip_prefix('/').and_then(|dir| dir.split('/').next()).unwrap_or_default();
    first.contains(['*', '?', '[', '{']) && glob::matches(first, "tmp")
}
