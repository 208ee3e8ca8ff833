//! What a command line does to files, as far as its text tells.

mod args;
mod families;
mod items;
mod line;
mod scene;
mod target;

use scene::Scene;
use target::Variables;

use crate::risk::{self, Risk, RiskRule, Tier};
use crate::{SimpleCommand, commands};

/// What a command line does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What it changes, in the order of the commands.
    pub changes: Vec<Change>,
    /// What it changes without telling which file.
    pub unresolved: Vec<Unresolved>,
    /// The programs in it of which nothing is known, such as build tools and test runners; each
    /// once.
    pub unknown: Vec<String>,
    /// How much it can spoil.
    pub risk: Risk,
    /// Its simple commands, as [`commands`] lists them; none if the text was not understood.
    pub commands: Vec<SimpleCommand>,
    /// The files that a shell in it runs as scripts.
    run_files: Vec<String>,
    /// The first command in it that runs a script which the text does not show.
    runs_unseen: Option<usize>,
}

/// What a command line does, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All its programs are known, and none changes a file.
    Reads,
    /// It changes files, whether or not the text tells which.
    Changes,
    /// It runs programs of which nothing is known, and otherwise reads.
    Unknown,
}

/// A file that a command creates, changes or removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, seen from [`Change::anchor`] unless it is absolute. Empty components and `.` are
    /// left out; `..` stays, since what it leads to depends on links. Never empty: the anchor
    /// itself is `.`.
    pub path: String,
    /// What a relative path is seen from.
    pub anchor: Anchor,
    /// If [`Change::path`] turns out to be a folder, what is changed is its entry of this name,
    /// as of `cp a/b path`.
    pub entry: Option<String>,
    /// How much is changed there.
    pub extent: Extent,
    /// What is done.
    pub kind: ChangeKind,
    /// The program that does it; of a redirection, the one whose output it is, and `>` where
    /// there is none.
    pub program: String,
    /// The word of the command that says so.
    pub written: String,
}

/// Where a relative path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// In the folder in which the shell starts.
    Start,
    /// In the home folder of whoever runs the shell: `~/x`, `$HOME/x`.
    Home,
    /// In the top folder of the git work tree in which the shell starts, for what changes the
    /// whole of it: `git stash`.
    WorkTree,
}

/// How much a change reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The path itself.
    File,
    /// The path and all that is in it, at any depth: `rm -r`, `mv` of a folder.
    Tree,
    /// Some or all of what is in the path at any depth, and not itself: `rm path/*.ts`,
    /// `tar -x -C path`.
    Below,
}

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Its content is written, and it is created if it was not there.
    Write,
    /// It is removed.
    Remove,
    /// It goes elsewhere.
    MoveFrom,
    /// A folder is made.
    CreateDir,
    /// Its mode, owner or attributes change.
    Mode,
    /// It becomes a link, or gets a second name through a hard link.
    Link,
}

/// A change whose file the text does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The program; empty where several commands do it together, or the text was not understood.
    pub program: String,
    /// Why, as a lower-case fragment.
    pub reason: String,
}

impl Effects {
    /// What the line does, in a word.
    pub fn class(&self) -> Class {
        if !self.changes.is_empty() || !self.unresolved.is_empty() {
            Class::Changes
        } else if self.unknown.is_empty() {
            Class::Reads
        } else {
            Class::Unknown
        }
    }
}

/// What the shell command line `text` would do, and how risky that is by the built-in table and
/// `rules`. Never fails: a text that is not understood is one unresolved change.
pub fn effects(text: &str, rules: &[RiskRule]) -> Effects {
    let commands = match commands(text) {
        Ok(commands) => commands,
        Err(err) => return not_understood(text, err.reason),
    };
    let mut found = Effects::default();
    let variables = Variables::of(text);
    for (index, command) in commands.iter().enumerate() {
        let changes = found.changes.len();
        let more = Scene::new(text, variables, &commands, index, command, &mut found).play();
        let changes = found.changes.get(changes..).unwrap_or_default();
        let tier = risk::of_command(command, changes, more, rules);
        found.risk.raise(tier, command);
    }
    line::check(text, &commands, &mut found);
    found.commands = commands;
    found
}

fn not_understood(text: &str, reason: String) -> Effects {
    let tier = if risk::is_fork_bomb(text) { Tier::Critical } else { Tier::Write };
    let risk = Risk { tier, command: String::new() };
    let unresolved = vec![Unresolved { program: String::new(), reason }];
    Effects { unresolved, risk, ..Effects::default() }
}
