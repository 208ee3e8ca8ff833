//! Where a command finds the configuration that it obeys.

use shell_syntax::{Word, WorkingDir};

use super::{MAX_CHANGES, Sink};
use crate::change::{Anchor, ChangeKind, Extent};
use crate::target::Target;

impl Sink<'_> {
    /// Notes that the command obeys a configuration in its folder.
    pub(crate) fn obeys_folder(&mut self) {
        let (path, anchor) = match &self.dir {
            WorkingDir::Unchanged => return,
            WorkingDir::Literal(dir) => (dir.clone(), Anchor::Start),
            WorkingDir::Unknown => (".".to_owned(), Anchor::Unknown),
        };
        let target = Target { path, anchor, reach: None, pattern: None };
        let change = self.changed(target, None, Extent::Below, ChangeKind::Write, ".");
        if self.found.effects.obeyed.len() < MAX_CHANGES {
            self.found.effects.obeyed.push(change);
        }
    }

    /// Notes that the command obeys a configuration at the path that `word` names, or beside it.
    pub(crate) fn obeys_at(&mut self, word: &Word) {
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
