//! A line of the table: the words of a call, and what it says of them. `docs/programs.md` explains
//! the notation.

use super::line::{Line, Words};
use crate::args::Syntax;

/// What a line says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry<'t> {
    /// The words behind the program that make a call one of this line.
    pub(crate) words: Vec<&'t str>,
    /// How many words of the call stand before those that the clauses speak of.
    pub(crate) behind: usize,
    pub(crate) settings: Settings<'t>,
    pub(crate) clauses: Vec<Clause<'t>>,
}

/// How the words of a call are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings<'t> {
    pub(crate) syntax: Syntax<'t>,
    /// Options with which all that is in a folder is meant with it.
    pub(crate) tree: &'t str,
    /// Options with which the destination is no folder to put something into.
    pub(crate) itself: &'t str,
    /// Options with which something goes anywhere below the destination.
    pub(crate) below: &'t str,
    switches: u16,
    /// The code that knows more of the program.
    pub(crate) special: &'t str,
    /// The code that knows more of all calls of the program.
    pub(crate) special_of_all: &'t str,
    /// Options whose value is a program in the language of an interpreter.
    pub(crate) code: &'t str,
    /// The option whose value is a module that is run.
    pub(crate) module: &'t str,
    /// Words behind which a program stands that is run, or `1` for the first operand.
    pub(crate) through: &'t str,
    /// What the verbs among its leading words tell: `looks`, `destroys`, `surely`, or several; `tasks`
    /// where they name tasks, `tool` where they take out what the tool put in.
    pub(crate) verbs: &'t str,
}

/// What a line says with one word of how a call is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    /// All that is in a folder is meant with it.
    WholeTrees,
    /// `host:path` is a file elsewhere.
    HostPaths,
    /// Operands are patterns of git.
    GitPatterns,
    /// The shell knows nothing of what bash adds.
    PosixOnly,
    /// Words are compared in any case of letters.
    AnyCase,
    /// What it runs is a package of npm.
    NpmPackages,
    /// What it runs is a package of the Python index.
    PypiPackages,
}

/// One thing that a line says of a call.
#[derive(Clone, Debug)]
pub(crate) struct Clause<'t> {
    pub(crate) key: Key,
    pub(crate) value: &'t str,
    /// It holds where all of these do.
    pub(crate) guards: Vec<Guard<'t>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard<'t> {
    pub(crate) kind: GuardKind,
    /// Items with commas between them.
    pub(crate) items: &'t str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuardKind {
    If,
    Unless,
    Says,
    /// An option is given that is none of these.
    Besides,
}

/// What a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Reads,
    Opens,
    Writes,
    Removes,
    Moves,
    Makes,
    Marks,
    Links,
    Packs,
    Into,
    LinksInto,
    Runs,
    Obeys,
    Unclear,
    Nothing,
    Unknown,
    Command,
    Script,
    InShell,
    Elsewhere,
    At,
    Risk,
}

/// A word of a line that is not understood, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault<'t> {
    pub(crate) word: &'t str,
    pub(crate) reason: &'static str,
}

impl Key {
    /// The clause of this name, and whether it has a value.
    fn named(name: &str) -> Option<(Self, bool)> {
        Some(match name {
            "reads" => (Self::Reads, true),
            "opens" => (Self::Opens, true),
            "writes" => (Self::Writes, true),
            "removes" => (Self::Removes, true),
            "moves" => (Self::Moves, true),
            "makes" => (Self::Makes, true),
            "marks" => (Self::Marks, true),
            "links" => (Self::Links, true),
            "packs" => (Self::Packs, true),
            "into" => (Self::Into, true),
            "links-into" => (Self::LinksInto, true),
            "runs" => (Self::Runs, true),
            "obeys" => (Self::Obeys, true),
            "unclear" => (Self::Unclear, true),
            "nothing" => (Self::Nothing, false),
            "unknown" => (Self::Unknown, false),
            "command" => (Self::Command, true),
            "script" => (Self::Script, true),
            "in-shell" => (Self::InShell, false),
            "elsewhere" => (Self::Elsewhere, false),
            "at" => (Self::At, true),
            "risk" => (Self::Risk, true),
            _ => return None,
        })
    }

    /// Whether it tells what a program does, apart from what it runs and risks.
    pub(crate) fn tells(self) -> bool {
        !matches!(self, Self::Unknown | Self::InShell | Self::Elsewhere | Self::At | Self::Risk)
    }

    /// Whether it changes a file or runs a program, so that a hidden option may do so too.
    pub(crate) fn changes(self) -> bool {
        matches!(
            self,
            Self::Writes
                | Self::Removes
                | Self::Moves
                | Self::Makes
                | Self::Marks
                | Self::Links
                | Self::Packs
                | Self::Into
                | Self::LinksInto
                | Self::Runs
        )
    }
}

impl<'t> Entry<'t> {
    /// Whether words of a call are another command.
    pub(crate) fn runs_others(&self) -> bool {
        self.clauses.iter().any(|clause| matches!(clause.key, Key::Command | Key::Script))
    }

    /// Reads what a line says.
    ///
    /// # Errors
    ///
    /// The first word that is not understood. What the values say is not looked into.
    pub(crate) fn parse(line: Line<'t>) -> Result<Self, Fault<'t>> {
        let mut entry = Self::default();
        if !line.head.is_empty() {
            entry.words.extend(Words(line.head));
        }
        for word in Words(line.rest) {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) if !value.is_empty() => (name, Some(value)),
                Some(_) => return Err(Fault { word, reason: "a key without a value" }),
                None => (word, None),
            };
            if let Some(kind) = guard(name) {
                entry.guard(kind, word, value)?;
            } else if let Some((key, has_value)) = Key::named(name)
                && has_value == value.is_some()
            {
                let value = unquoted(value.unwrap_or_default());
                entry.clauses.push(Clause { key, value, guards: vec![] });
            } else if !entry.settings.set(name, value) {
                return Err(Fault { word, reason: "an unknown key" });
            }
        }
        Ok(entry)
    }

    fn guard(
        &mut self,
        kind: GuardKind,
        word: &'t str,
        items: Option<&'t str>,
    ) -> Result<(), Fault<'t>> {
        let items = items.ok_or(Fault { word, reason: "a key without a value" })?;
        let reason = "a condition with nothing before it that it could be about";
        let clause = self.clauses.last_mut().ok_or(Fault { word, reason })?;
        clause.guards.push(Guard { kind, items });
        Ok(())
    }

    /// Whether it tells what the program does.
    pub(crate) fn tells(&self) -> bool {
        !self.settings.special.is_empty()
            || self.settings.syntax.assigns
            || self.settings.verbs.contains("looks")
            || self.clauses.iter().any(|clause| clause.key.tells())
    }
}

fn guard(name: &str) -> Option<GuardKind> {
    match name {
        "if" => Some(GuardKind::If),
        "unless" => Some(GuardKind::Unless),
        "says" => Some(GuardKind::Says),
        "besides" => Some(GuardKind::Besides),
        _ => None,
    }
}

impl<'t> Settings<'t> {
    /// Whether a word is one that code of this crate goes with.
    pub(crate) fn is_of_the_table(name: &str) -> bool {
        matches!(
            name,
            "special"
                | "code"
                | "module"
                | "npm-packages"
                | "pypi-packages"
                | "posix-only"
                | "git-patterns"
        )
    }

    /// Takes a setting; `false` if there is none of this name, or it has no such value.
    fn set(&mut self, name: &str, value: Option<&'t str>) -> bool {
        let text = value.unwrap_or_default();
        let place = match name {
            "value" => &mut self.syntax.value,
            "attached" => &mut self.syntax.attached,
            "flag" => &mut self.syntax.flag,
            "operand" => &mut self.syntax.operand,
            "itself" => &mut self.itself,
            "below" => &mut self.below,
            "special" => &mut self.special,
            "code" => &mut self.code,
            "module" => &mut self.module,
            "through" => &mut self.through,
            "verbs" => &mut self.verbs,
            "tree" => &mut self.tree,
            // Asked of the line.
            "like" => return value.is_some(),
            _ => return value.is_none() && self.switch(name),
        };
        *place = text;
        value.is_some()
    }

    fn switch(&mut self, name: &str) -> bool {
        let switch = match name {
            "one-dash" => return set(&mut self.syntax.one_dash),
            "assigns" => return set(&mut self.syntax.assigns),
            "lone-dash" => return set(&mut self.syntax.lone_dash),
            // What these say is asked of the line, not of what was read.
            "any-version" | "foreign-output" | "multiplexer" | "remotely" | "contained"
            | "sends" | "builds" | "names" | "shows" => {
                return true;
            }
            "whole-trees" => Switch::WholeTrees,
            "host-paths" => Switch::HostPaths,
            "git-patterns" => Switch::GitPatterns,
            "posix-only" => Switch::PosixOnly,
            "any-case" => Switch::AnyCase,
            "npm-packages" => Switch::NpmPackages,
            "pypi-packages" => Switch::PypiPackages,
            _ => return false,
        };
        self.switches |= 1 << switch as u16;
        true
    }

    /// Whether a line has a switch.
    pub(crate) fn has(self, switch: Switch) -> bool {
        self.switches & 1 << switch as u16 != 0
    }
}

fn set(switch: &mut bool) -> bool {
    *switch = true;
    true
}

/// The items of a list, which have commas between them; those in double quotes are part of one.
pub(crate) fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    list.split(move |next: char| {
        quoted ^= next == '"';
        next == ',' && !quoted
    })
}

/// A text without the double quotes around it.
pub(crate) fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(text)
}
