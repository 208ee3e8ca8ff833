//! A line of the table, taken apart as far as every call needs it. `build.rs` uses this file too.

/// A line of the table without the names of its programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'t> {
    /// The words behind a program that make a call one of this line, with blanks between them.
    pub(crate) head: &'t str,
    /// What the line says.
    pub(crate) rest: &'t str,
    /// What it is about, so that it need not be read where nobody asks for that.
    pub(crate) subjects: u16,
    /// How the first word may begin: there are many lines, and few are meant.
    pub(crate) begins: Beginnings,
}

/// A set of first bytes, with a place for each of 64: two that share one are taken for each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beginnings(pub(crate) u64);

impl Beginnings {
    /// The first bytes of these words; a word that is empty has none.
    pub(crate) fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let firsts = words.filter_map(|word| word.bytes().next());
        Self(firsts.fold(0, |set, byte| set | 1 << (byte % 64)))
    }

    /// How a word begins that is one of those in a list, which may be patterns.
    fn of_list(list: &str) -> Self {
        if list.split(',').any(|one| one.starts_with(['*', '?', '['])) {
            return Self(u64::MAX);
        }
        Self::of(list.split(','))
    }
}

/// It may tell what a program runs.
pub(crate) const RUNS: u16 = 1;
/// It tells a risk.
pub(crate) const RISK: u16 = 2;
/// It tells what a program does, or that nothing is known of it.
pub(crate) const EFFECT: u16 = 4;
/// It tells that what a program prints comes from elsewhere.
pub(crate) const FOREIGN: u16 = 8;
/// It tells that a program hands on what it is given.
pub(crate) const SENDS: u16 = 16;

/// It has the risks of another program.
pub(crate) const LIKE: u16 = 32;

/// It tells that a program is a client of a service.
pub(crate) const SERVICE: u16 = 64;
/// It is about each version of a program that has the version in its name.
pub(crate) const ANY_VERSION: u16 = 128;
/// It tells that what a program writes is made of what it reads, and is not a text of the command.
pub(crate) const BUILDS: u16 = 256;
/// It tells that what a program runs, it runs on another machine.
pub(crate) const REMOTELY: u16 = 512;
/// It tells that what a program runs, it runs in a container.
pub(crate) const CONTAINED: u16 = 1024;
/// It tells that words of a call are assignments.
pub(crate) const ASSIGNS: u16 = 2048;
/// It tells that the words of a call are names or texts.
pub(crate) const NAMES: u16 = 4096;
/// It tells that a program shows what is in files.
pub(crate) const SHOWS: u16 = 8192;
/// It tells which words of a call are files that are read.
pub(crate) const READS: u16 = 16384;

/// The code for programs that run what their words say.
const RUNNING: [&str; 11] =
    ["alias", "awk", "code", "eval", "fd", "find", "git", "pwsh", "shell", "source", "trap"];

/// The words of a line that stand without a value.
const SWITCHES: [&str; 23] = [
    "nothing",
    "unknown",
    "in-shell",
    "elsewhere",
    "multiplexer",
    "one-dash",
    "assigns",
    "lone-dash",
    "whole-trees",
    "host-paths",
    "git-patterns",
    "any-version",
    "any-case",
    "posix-only",
    "foreign-output",
    "remotely",
    "contained",
    "sends",
    "builds",
    "names",
    "shows",
    "npm-packages",
    "pypi-packages",
];

/// The words of a line; blanks in double quotes are part of one.
#[derive(Clone, Debug)]
pub(crate) struct Words<'t>(pub(crate) &'t str);

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let line = self.0.trim_ascii_start();
        let mut is_quoted = false;
        let is_end = |byte| {
            is_quoted ^= byte == b'"';
            byte == b' ' && !is_quoted
        };
        let end = line.bytes().position(is_end).unwrap_or(line.len());
        let (word, rest) = line.split_at_checked(end)?;
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Takes a line apart: the names of its programs, and the line.
pub(crate) fn split(line: &str) -> (&str, Line<'_>) {
    let line = line.trim_ascii();
    let (names, behind) = line.split_once(' ').unwrap_or((line, ""));
    let behind = behind.trim_ascii_start();
    let is_of_head = |word: &&str| !word.contains('=') && !SWITCHES.contains(word);
    let mut end = 0;
    for word in behind.split(' ').take_while(is_of_head) {
        end += word.len() + 1;
    }
    let (head, rest) = behind.split_at_checked(end).unwrap_or((behind, ""));
    let head = head.trim_ascii_end();
    let begins = Beginnings::of_list(head.split(' ').next().unwrap_or_default());
    (names, Line { head, rest, subjects: subjects(rest), begins })
}

fn subjects(rest: &str) -> u16 {
    let mut subjects = 0;
    for word in Words(rest) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        subjects |= match name {
            "command" | "script" => RUNS | EFFECT,
            "special" if RUNNING.contains(&value) => RUNS | EFFECT,
            "risk" => RISK,
            "like" => RISK | LIKE,
            "verbs" if value == "destroys" => RISK,
            "verbs" if value == "acts" || value.contains("service") => RISK | EFFECT | SERVICE,
            "verbs" => RISK | EFFECT,
            "foreign-output" => FOREIGN,
            "sends" => SENDS,
            "any-version" => ANY_VERSION | EFFECT,
            "assigns" => ASSIGNS | EFFECT,
            "reads" => READS | EFFECT,
            "builds" => BUILDS,
            "remotely" => REMOTELY,
            "contained" => CONTAINED,
            "names" => NAMES,
            "shows" => SHOWS,
            "value" | "npm-packages" | "pypi-packages" | "one-dash" | "any-case" | "if"
            | "unless" | "says" | "besides" => 0,
            _ => EFFECT,
        };
    }
    subjects
}
