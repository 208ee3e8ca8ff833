//! Collects what a line does, one command after the other.

use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::call::Call;
use crate::items::Items;
use crate::judgement::{Anchor, Change, ChangeKind, Extent, Judgement, Read, Unresolved};
use crate::programs::Programs;
use crate::scripts::{Script, put_into};
use crate::target::{Target, Variables, join, nearby, target};

/// The most changes that are listed; a line with more is one that is not understood.
const MAX_CHANGES: usize = 1_000;

/// The most reasons that are listed; one is enough to stop a line.
const MAX_UNRESOLVED: usize = 20;

/// Why it is not told which files of git change: it runs in a folder that is not the shell's.
pub const UNKNOWN_WORK_TREE: &str = "it is unknown which work tree it changes";

/// What is found of a line.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) judgement: Judgement,
    /// The files that it runs as scripts.
    pub(crate) run_files: Vec<RunFile>,
    /// The first command in it that runs a script which the text does not show.
    pub(crate) runs_unseen: Option<usize>,
}

/// A file that a command runs as a script.
#[derive(Debug)]
pub(crate) struct RunFile {
    pub(crate) path: String,
    /// Whether its text was judged, which the commands before this one put into it.
    pub(crate) told_to: Option<usize>,
}

/// What is found of one command.
#[derive(Debug)]
pub(crate) struct Sink<'a> {
    /// The program that does it.
    pub(crate) program: &'a str,
    /// The command as it was read, and all of the line.
    line: (&'a SimpleCommand, &'a [SimpleCommand], &'a Programs),
    /// The place of the command.
    index: usize,
    /// Where it runs, which an option of its own may change.
    dir: WorkingDir,
    items: Items,
    variables: Variables,
    found: &'a mut Found,
    /// Whether there may be more than the text tells.
    is_unclear: bool,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(
        call: &Call<'a>,
        variables: Variables,
        dir: &WorkingDir,
        found: &'a mut Found,
    ) -> Self {
        let (dir, items) = (dir.clone(), call.items.clone());
        let Call { program, index, command, commands, programs, .. } = *call;
        let line = (command, commands, programs);
        Self { program, line, index, dir, items, variables, found, is_unclear: false }
    }

    /// Whether there may be more than the text tells.
    pub(crate) fn is_unclear(&self) -> bool {
        self.is_unclear
    }

    /// Notes that the content of the file that `word` names is read, if the text tells which.
    pub(crate) fn read(&mut self, word: &Word, extent: Extent) {
        self.push_read(word, extent, false);
    }

    /// Notes that code names a file, which it may read or change.
    pub(crate) fn read_by_code(&mut self, word: &Word) {
        self.push_read(word, Extent::File, true);
    }

    fn push_read(&mut self, word: &Word, extent: Extent, is_by_code: bool) {
        if word.text == "-" || self.found.judgement.reads.len() == MAX_CHANGES {
            return;
        }
        for target in self.named(word).unwrap_or_default() {
            let extent = target.extent(extent);
            let program = if self.program.is_empty() { "<" } else { self.program }.to_owned();
            let Target { path, anchor, .. } = target;
            let (written, command) = (word.text.clone(), self.index);
            let read = Read { path, anchor, extent, program, written, is_by_code, command };
            self.found.judgement.reads.push(read);
        }
    }

    /// Notes that the file that `word` names is changed.
    pub(crate) fn change(&mut self, word: &Word, kind: ChangeKind, extent: Extent) {
        for target in self.targets(word, kind) {
            let extent = target.extent(extent);
            self.push(target, None, extent, kind, &word.text);
        }
    }

    /// Notes that the file that `word` names is made if it is not there.
    pub(crate) fn open(&mut self, word: &Word) {
        for target in self.named(word).unwrap_or_default() {
            let extent = target.extent(Extent::File);
            let change = self.changed(target, None, extent, ChangeKind::Write, &word.text);
            if self.found.judgement.opened.len() < MAX_CHANGES {
                self.found.judgement.opened.push(change);
            }
        }
    }

    /// Notes that the file that `word` names is written; `-` stands for standard output.
    pub(crate) fn output(&mut self, word: &Word) {
        if word.text != "-" {
            self.change(word, ChangeKind::Write, Extent::File);
        }
    }

    /// Notes that something in the folder that `word` names is changed.
    pub(crate) fn below(&mut self, word: &Word, kind: ChangeKind) {
        self.change(word, kind, Extent::Below);
    }

    /// Notes that something in the folder in which the command runs is changed.
    pub(crate) fn below_here(&mut self, kind: ChangeKind) {
        self.below(&Word::plain("."), kind);
    }

    /// Notes that `source` goes to `dest`, or into it if that is a folder.
    pub(crate) fn arrive(&mut self, dest: &Word, source: &Word, kind: ChangeKind, extent: Extent) {
        if dest.text.ends_with('/') {
            return self.arrive_in(dest, source, kind, extent);
        }
        let entry = self.last_name(source);
        for target in self.targets(dest, kind) {
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
    pub(crate) fn arrive_in(
        &mut self,
        dest: &Word,
        source: &Word,
        kind: ChangeKind,
        extent: Extent,
    ) {
        let entry = self.last_name(source);
        for mut target in self.targets(dest, kind) {
            match &entry {
                Some(entry) if target.reach.is_none() => {
                    target.path = join(&target.path, entry);
                    self.push(target, None, extent, kind, &dest.text);
                }
                _ => self.push(target, None, Extent::Below, kind, &dest.text),
            }
        }
    }

    /// Notes that anything in the work tree of git may change.
    pub(crate) fn work_tree(&mut self, kind: ChangeKind) {
        let elsewhere = match &self.dir {
            WorkingDir::Unchanged => None,
            WorkingDir::Literal(dir) if !dir.starts_with(['/', '.']) => None,
            WorkingDir::Literal(dir) => Some((dir.clone(), Anchor::Start)),
            WorkingDir::Unknown => Some((".".to_owned(), Anchor::Unknown)),
        };
        if let Some((path, anchor)) = elsewhere {
            let target = Target { path, anchor, reach: None, pattern: None };
            let change = self.changed(target, None, Extent::Below, kind, ".");
            self.near(change);
            return self.unresolved(UNKNOWN_WORK_TREE);
        }
        let target =
            Target { path: ".".to_owned(), anchor: Anchor::WorkTree, reach: None, pattern: None };
        self.push(target, None, Extent::Below, kind, ".");
    }

    /// Notes a change without a file.
    pub(crate) fn unresolved(&mut self, reason: &str) {
        self.is_unclear = true;
        let unresolved = Unresolved { program: self.program.to_owned(), reason: reason.to_owned() };
        let known = &mut self.found.judgement.unresolved;
        if known.len() < MAX_UNRESOLVED && !known.contains(&unresolved) {
            known.push(unresolved);
        }
    }

    /// Notes that nothing is known of what the program does when it is called like this.
    pub(crate) fn unknown_as(&mut self, call: &str) {
        self.is_unclear = true;
        self.note_unknown(call);
    }

    fn note_unknown(&mut self, call: &str) {
        if !self.found.judgement.unknown.iter().any(|known| known == call) {
            self.found.judgement.unknown.push(call.to_owned());
        }
    }

    /// Notes a program of which nothing is known.
    pub(crate) fn unknown(&mut self) {
        // The body of a function is among the commands.
        if !self.line.0.calls_function {
            self.is_unclear = true;
            self.note_unknown(self.program);
        }
    }

    /// Notes that the file that `word` names is run as a script of a shell.
    pub(crate) fn runs_file(&mut self, word: &Word) {
        self.runs_file_of(word, None);
    }

    /// The same of one whose text was judged as the line puts it there.
    pub(crate) fn runs_told_file(&mut self, word: &Word) {
        self.runs_file_of(word, Some(self.index));
    }

    fn runs_file_of(&mut self, word: &Word, told_to: Option<usize>) {
        if let Some(Target { path, .. }) = self.file(word)
            && self.found.run_files.len() < MAX_UNRESOLVED
        {
            self.found.run_files.push(RunFile { path, told_to });
        }
    }

    /// The file that `word` names, if the text tells.
    pub(crate) fn file(&self, word: &Word) -> Option<Target> {
        target(word, &self.dir, self.variables).ok()?
    }

    /// The program that the line itself puts into the file that `word` names, before it is run. What
    /// the line does not show of it is noted.
    pub(crate) fn script_of_line(&mut self, word: &Word) -> Option<Word> {
        let Target { path, .. } = self.file(word)?;
        match put_into(self.line.1, &path, self.variables)? {
            Script::Told(text) => {
                self.runs_told_file(word);
                Some(text)
            }
            Script::Unseen => {
                self.unresolved(&format!("it runs `{path}`, which the line writes"));
                None
            }
        }
    }

    /// Notes that what is run comes from where the text does not show it.
    pub(crate) fn runs_unseen(&mut self, reason: &str) {
        self.found.runs_unseen.get_or_insert(self.index);
        self.unresolved(reason);
    }

    /// Whether the command runs in another folder than that in which the shell starts.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.dir != WorkingDir::Unchanged
    }

    /// Goes to another folder, as `git -C` does.
    pub(crate) fn enter(&mut self, folder: &Word) {
        self.dir = self.dir.enter(folder);
    }

    /// The last component of what a word names, if the text tells.
    fn last_name(&self, word: &Word) -> Option<String> {
        let name = word.text.trim_end_matches('/').rsplit('/').next()?;
        let known = word.literal && !matches!(name, "" | "." | "..");
        let is_item = self.items != Items::None && name.contains('{');
        (known && !is_item).then(|| name.to_owned())
    }

    fn named(&self, word: &Word) -> Result<Vec<Target>, String> {
        let (words, reach) = self.items.named_by(word);
        let place = |word: &Word| {
            let is_here = word.text.is_empty() && reach.is_some();
            let here = Word::plain(".");
            let word = if is_here { &here } else { word };
            if is_here && !self.is_elsewhere() {
                return Err("it is unknown which files it is given".to_owned());
            }
            let found: Vec<Target> = match target(word, &self.dir, self.variables) {
                Err(reason) => return Err(reason),
                Ok(found) => found.into_iter().collect(),
            };
            let reaching = |found: Target| Target { reach: found.reach.or(reach), ..found };
            Ok(found.into_iter().map(reaching).collect::<Vec<_>>())
        };
        let found: Result<Vec<_>, String> = words.iter().map(place).collect();
        found.map(|targets| targets.into_iter().flatten().collect())
    }

    /// What `word` names; where the text does not tell, that is noted.
    fn targets(&mut self, word: &Word, kind: ChangeKind) -> Vec<Target> {
        match self.named(word) {
            Ok(targets) => targets,
            Err(reason) => {
                self.unresolved(&reason);
                if let Some(target) = nearby(word, &self.dir) {
                    let extent = target.extent(Extent::Tree);
                    let change = self.changed(target, None, extent, kind, &word.text);
                    self.near(change);
                }
                vec![]
            }
        }
    }

    fn near(&mut self, change: Change) {
        if self.found.judgement.nearby.len() < MAX_CHANGES {
            self.found.judgement.nearby.push(change);
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
        if self.found.judgement.writes.len() == MAX_CHANGES {
            return self.unresolved("more than 1,000 changes");
        }
        let change = self.changed(target, entry, extent, kind, written);
        self.found.judgement.writes.push(change);
    }

    fn changed(
        &self,
        target: Target,
        entry: Option<String>,
        extent: Extent,
        kind: ChangeKind,
        written: &str,
    ) -> Change {
        let program = if self.program.is_empty() { ">" } else { self.program }.to_owned();
        let Target { path, anchor, pattern, .. } = target;
        let (written, command) = (pattern.unwrap_or_else(|| written.to_owned()), self.index);
        Change { path, anchor, entry, extent, kind, program, written, command }
    }
}
