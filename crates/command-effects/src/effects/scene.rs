//! One command and what is known of where it runs; collects what it changes.

use super::items::{Items, with_items};
use super::target::{Target, Variables, join, target};
use super::{Anchor, Change, ChangeKind, Effects, Extent, Unresolved, families};
use crate::{RedirectAccess, SimpleCommand, Word, WorkingDir};

/// The most changes that are listed; a line with more is one that is not understood.
const MOST_CHANGES: usize = 1_000;

/// The most reasons that are listed; one is enough to stop a line.
const MOST_UNRESOLVED: usize = 20;

/// A command while its effects are looked up.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    /// The base name of the program; empty if there is none.
    pub(super) program: &'a str,
    /// Its arguments, as far as they are known.
    pub(super) words: Vec<Word>,
    /// The command as it was read.
    pub(super) command: &'a SimpleCommand,
    /// All commands of the line, of which this is one.
    pub(super) commands: &'a [SimpleCommand],
    /// The place of the command among them.
    pub(super) index: usize,
    text: &'a str,
    /// Where it runs, which an option of its own may change.
    dir: WorkingDir,
    items: Items,
    variables: Variables,
    found: &'a mut Effects,
    /// Whether the text does not tell all that the command changes.
    is_unclear: bool,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        text: &'a str,
        variables: Variables,
        commands: &'a [SimpleCommand],
        index: usize,
        command: &'a SimpleCommand,
        found: &'a mut Effects,
    ) -> Self {
        let (words, items) = with_items(commands, index, command);
        Self {
            program: command.program().unwrap_or_default(),
            words,
            command,
            commands,
            index,
            text,
            dir: command.dir.clone(),
            items,
            variables,
            found,
            is_unclear: false,
        }
    }

    /// Looks up the effects of the command; whether there may be more than the text tells.
    pub(super) fn play(mut self) -> bool {
        for redirect in &self.command.redirects {
            if redirect.access != RedirectAccess::Read {
                self.change(&redirect.target, ChangeKind::Write, Extent::File);
            }
        }
        if !self.command.words.is_empty() {
            if let Some(reason) = families::preloaded(&self.command.assignments) {
                self.unresolved(&reason);
            }
            families::look_up(&mut self);
        }
        self.is_unclear
    }

    /// Notes that the file that `word` names is changed.
    pub(super) fn change(&mut self, word: &Word, kind: ChangeKind, extent: Extent) {
        for target in self.targets(word) {
            let extent = target.extent(extent);
            self.push(target, None, extent, kind, &word.text);
        }
    }

    /// The same for a word that stands for standard output if it is `-`.
    pub(super) fn output(&mut self, word: &Word) {
        if word.text != "-" {
            self.change(word, ChangeKind::Write, Extent::File);
        }
    }

    /// Notes that something in the folder that `word` names is changed.
    pub(super) fn below(&mut self, word: &Word, kind: ChangeKind) {
        self.change(word, kind, Extent::Below);
    }

    /// Notes that something in the folder in which the command runs is changed.
    pub(super) fn below_here(&mut self, kind: ChangeKind) {
        self.below(&Word::plain("."), kind);
    }

    /// Notes that `source` goes to `dest`, or into it if that is a folder.
    pub(super) fn arrive(&mut self, dest: &Word, source: &Word, kind: ChangeKind, extent: Extent) {
        if dest.text.ends_with('/') {
            return self.arrive_in(dest, source, kind, extent);
        }
        let entry = self.last_name(source);
        for target in self.targets(dest) {
            match &entry {
                Some(entry) if target.reach.is_none() => {
                    self.push(target, Some(entry.clone()), extent, kind, &dest.text);
                }
                // Nothing is known of the name that it may get in there.
                _ => {
                    let extent = target.extent(Extent::Tree);
                    self.push(target, None, extent, kind, &dest.text);
                }
            }
        }
    }

    /// Notes that `source` goes into the folder `dest`.
    pub(super) fn arrive_in(
        &mut self,
        dest: &Word,
        source: &Word,
        kind: ChangeKind,
        extent: Extent,
    ) {
        let entry = self.last_name(source);
        for mut target in self.targets(dest) {
            match &entry {
                Some(entry) if target.reach.is_none() => {
                    target.path = join(&target.path, entry);
                    self.push(target, None, extent, kind, &dest.text);
                }
                _ => self.push(target, None, Extent::Below, kind, &dest.text),
            }
        }
    }

    /// Notes a change without a file.
    pub(super) fn unresolved(&mut self, reason: &str) {
        self.is_unclear = true;
        let unresolved = Unresolved { program: self.program.to_owned(), reason: reason.to_owned() };
        let room = self.found.unresolved.len() < MOST_UNRESOLVED;
        if room && !self.found.unresolved.contains(&unresolved) {
            self.found.unresolved.push(unresolved);
        }
    }

    /// Notes that nothing is known of what the program does when it is called like this.
    pub(super) fn unknown_as(&mut self, call: &str) {
        self.is_unclear = true;
        if !self.found.unknown.iter().any(|known| known == call) {
            self.found.unknown.push(call.to_owned());
        }
    }

    /// Notes a program of which nothing is known.
    pub(super) fn unknown(&mut self) {
        let definitions = [
            format!("{}()", self.program),
            format!("{} ()", self.program),
            format!("function {} ", self.program),
        ];
        if definitions.iter().any(|definition| self.text.contains(definition)) {
            // Its body is among the commands.
            return;
        }
        self.unknown_as(self.program);
    }

    /// Notes that one of the words may turn out to be an option, if it may.
    pub(super) fn check_hidden_options(&mut self) {
        let hidden = self.words.iter().find(|word| self.may_hide_options(word));
        if let Some(reason) = hidden.map(|word| format!("`{}` may become an option", word.text)) {
            self.unresolved(&reason);
        }
    }

    /// Notes that the file that `word` names is run as a script of a shell.
    pub(super) fn runs_file(&mut self, word: &Word) {
        if let Ok(Some(target)) = target(word, &self.dir, self.variables)
            && self.found.run_files.len() < MOST_UNRESOLVED
        {
            self.found.run_files.push(target.path);
        }
    }

    /// Notes that what is run comes from where the text does not show it.
    pub(super) fn runs_unseen(&mut self, reason: &str) {
        self.found.runs_unseen.get_or_insert(self.index);
        self.unresolved(reason);
    }

    /// Whether a name occurs anywhere in the line.
    pub(super) fn speaks_of(&self, name: &str) -> bool {
        self.text.contains(name)
    }

    /// Goes to another folder, as `git -C` does.
    pub(super) fn enter(&mut self, folder: &Word) {
        self.dir = self.dir.enter(folder);
    }

    /// Takes `count` words away, so that the program is the one that the last of them names.
    pub(super) fn shift(&mut self, count: usize) {
        let Some(program) = self.command.words.get(count) else {
            return;
        };
        self.program = program.text.rsplit('/').next().unwrap_or_default();
        self.words.drain(..count.min(self.words.len()));
    }

    /// Notes that anything in the work tree of git may change.
    pub(super) fn work_tree(&mut self, kind: ChangeKind) {
        let elsewhere = match &self.dir {
            WorkingDir::Unchanged => false,
            WorkingDir::Literal(dir) => dir.starts_with(['/', '.']),
            WorkingDir::Unknown => true,
        };
        if elsewhere {
            return self.unresolved("which work tree it changes is not known");
        }
        let target = Target { path: ".".to_owned(), anchor: Anchor::WorkTree, reach: None };
        self.push(target, None, Extent::Below, kind, ".");
    }

    /// A word which the line itself fills with what may have a blank in it.
    pub(super) fn may_hide_options(&self, word: &Word) -> bool {
        let Some(expansion) = word.text.find('$').filter(|_| word.splits) else {
            return word.splits;
        };
        let name = word.text.get(expansion + 1..).unwrap_or_default();
        let name = name.trim_start_matches('{');
        let end = name.find(|next: char| next != '_' && !next.is_ascii_alphanumeric());
        let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
        let assigned = format!("{name}=");
        name.is_empty() || name == "IFS" || self.text.contains(&assigned)
    }

    /// The last component of what a word names, if the text tells.
    fn last_name(&self, word: &Word) -> Option<String> {
        let name = word.text.trim_end_matches('/').rsplit('/').next()?;
        let known = word.literal && !matches!(name, "" | "." | "..");
        let is_item = self.items != Items::None && name.contains('{');
        (known && !is_item).then(|| name.to_owned())
    }

    fn targets(&mut self, word: &Word) -> Vec<Target> {
        let (words, reach) = self.items.named_by(word);
        let place = |word: &Word| {
            let found = target(word, &self.dir, self.variables)?;
            Ok(found.map(|found| Target { reach: found.reach.or(reach), ..found }))
        };
        let found: Result<Vec<_>, String> = words.iter().map(place).collect();
        match found {
            Ok(targets) => targets.into_iter().flatten().collect(),
            Err(reason) => {
                self.unresolved(&reason);
                vec![]
            }
        }
    }

    fn push(
        &mut self,
        target: Target,
        entry: Option<String>,
        extent: Extent,
        kind: ChangeKind,
        written: &str,
    ) {
        if self.found.changes.len() == MOST_CHANGES {
            return self.unresolved("more than 1,000 changes");
        }
        let program = if self.program.is_empty() { ">" } else { self.program }.to_owned();
        let Target { path, anchor, .. } = target;
        let written = written.to_owned();
        let change = Change { path, anchor, entry, extent, kind, program, written };
        self.found.changes.push(change);
    }
}
