//! What is known of programs: a table of text, and the lines that a project adds to it.

mod check;
mod configuration;
mod entry;
mod kind;
mod line;
mod table;

pub use check::LineError;
pub(crate) use entry::{Clause, Entry, Guard, GuardKind, Key, Settings, Switch, items, unquoted};
pub use kind::{Kind, kind};
pub(crate) use line::{
    ASSIGNS, BUILDS, Beginnings, CONTAINED, EFFECT, FOREIGN, LIKE, Line, REMOTELY, RISK, RUNS,
    SENDS, SERVICE, Words,
};
use line::{NAMES, READS, SHOWS};
use table::built_in;

use shell_syntax::{SimpleCommand, Word};

use crate::args::{Args, Syntax};
use crate::glob;

/// The table of programs, with the lines of a project.
///
/// In a configuration it is a list of lines, each checked where it stands, and in a compiled one
/// they are taken as they are.
///
/// ```
/// use command_effects::{Programs, judge};
///
/// let programs = Programs::new(["deploy value=--to risk=critical if=--to=prod*", "gen value=-o writes=-o"])?;
/// let found = judge("gen -o src/api.rs", None, &programs);
/// assert_eq!(found.writes[0].path, "src/api.rs");
/// assert!(found.unknown.is_empty());
/// # Ok::<(), command_effects::LineError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programs {
    lines: Vec<String>,
}

/// What the table and the project say of a call.
#[derive(Debug, Default)]
pub(crate) struct Known<'t> {
    /// What the table says.
    pub(crate) built_in: Option<Entry<'t>>,
    /// What the project adds.
    pub(crate) own: Option<Entry<'t>>,
}

impl Known<'_> {
    /// Whether no other program is run that is asked in its place.
    pub(crate) fn is_plain(&self) -> bool {
        let runs = |entry: &Entry<'_>| {
            let settings = entry.settings;
            let special = [settings.special, settings.special_of_all, settings.through];
            let obeys = |clause: &Clause<'_>| matches!(clause.key, Key::Obeys | Key::Runs);
            special.iter().any(|code| !code.is_empty())
                || entry.runs_others()
                || entry.clauses.iter().any(obeys)
        };
        !self.built_in.iter().chain(&self.own).any(runs)
    }
}

impl Programs {
    /// The table with these lines.
    ///
    /// # Errors
    ///
    /// The first line that is not understood, or that would take away what the table says.
    pub fn new<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, LineError> {
        let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        for (index, line) in lines.iter().enumerate() {
            check::of_project(line).map_err(|err| LineError { index, ..err })?;
        }
        Ok(Self { lines })
    }

    /// The table with lines that passed [`Programs::new`] before they were stored.
    #[must_use]
    pub fn trusted(lines: Vec<String>) -> Self {
        Self { lines }
    }

    /// Adds the lines of another list.
    pub fn extend(&mut self, other: Self) {
        self.lines.extend(other.lines);
    }

    /// What is known of a call of `program` with these arguments.
    pub(crate) fn known<'a>(&'a self, program: &str, args: &[Word]) -> Known<'a> {
        Known { built_in: best(built_in(program), args), own: best(self.own(program), args) }
    }

    /// What the project says of a call of the file at `path`, seen from where the shell starts.
    pub(crate) fn file<'a>(&'a self, path: &str, args: &[Word]) -> Option<Entry<'a>> {
        best(self.own(path), args)
    }

    /// Whether the table itself has lines about a program.
    pub(crate) fn has(program: &str) -> bool {
        built_in(program).len() > 0
    }

    /// The lines about a program that are about one of the subjects.
    pub(crate) fn lines<'a>(
        &'a self,
        program: &str,
        subjects: u16,
    ) -> impl Iterator<Item = Line<'a>> {
        self.all(program).filter(move |line| line.subjects & subjects != 0)
    }

    /// Whether a line about a program is about one of these subjects, which make less of what a call does: of
    /// a program that the table knows, only the table may say so.
    pub(crate) fn says(&self, program: &str, subjects: u16) -> bool {
        let built_in = built_in(program);
        let has = |line: Line<'_>| line.subjects & subjects != 0;
        if built_in.len() > 0 { built_in.clone().any(has) } else { self.own(program).any(has) }
    }

    /// Whether the words of a command are names or texts to its program, which shows nothing of a file.
    pub(crate) fn only_names(&self, command: &SimpleCommand) -> bool {
        let program = command.program().unwrap_or_default();
        let shows = |line: Line<'_>| {
            let first = line.head.split(' ').next().unwrap_or_default();
            line.subjects & SHOWS != 0
                && command.args().any(|word| first.split(',').any(|name| name == word.text))
        };
        self.says(program, NAMES) && !built_in(program).any(shows)
    }

    /// Whether the table says which words of all calls of a program name files that it reads.
    pub(crate) fn tells_reads(command: &SimpleCommand) -> bool {
        let mut lines = built_in(command.program().unwrap_or_default());
        lines.any(|line| line.head.is_empty() && line.subjects & READS != 0)
    }

    /// The lines about a program.
    pub(crate) fn all<'a>(&'a self, program: &str) -> impl Iterator<Item = Line<'a>> {
        built_in(program).chain(self.own(program))
    }

    fn own<'a>(&'a self, program: &str) -> impl Iterator<Item = Line<'a>> + Clone {
        let is_about = move |names: &str| names.split(',').any(|name| glob::matches(name, program));
        let lines = self.lines.iter().map(|line| line::split(line));
        lines.filter(move |(names, _)| is_about(names)).map(|(_, line)| line)
    }
}

/// What the line says whose words are most of the first words of a call. Lines that say only a
/// risk do not count.
fn best<'t>(lines: impl Iterator<Item = Line<'t>> + Clone, args: &[Word]) -> Option<Entry<'t>> {
    let read = |line: Line<'t>| Entry::parse(line).ok();
    let mut of_all = lines.clone().filter(|line| line.head.is_empty()).filter_map(read);
    let of_all = of_all.next();
    if args.is_empty() {
        return of_all;
    }
    let Settings { syntax, special, .. } =
        of_all.as_ref().map(|entry| entry.settings).unwrap_or_default();
    let firsts = firsts(args);
    let found = lines
        .filter(|line| !line.head.is_empty() && line.subjects & EFFECT != 0)
        .filter(|line| line.begins.meets(firsts))
        .filter_map(|line| {
            let passes_over = line.subjects & RUNS == 0;
            Some((line, behind(line.head, args, syntax, passes_over)?))
        })
        .max_by_key(|(line, _)| line.head.split(' ').count());
    let Some((line, behind)) = found else {
        return of_all;
    };
    let mut entry = read(line)?;
    entry.behind = behind;
    entry.settings.syntax.more = syntax.value;
    entry.settings.special_of_all = special;
    Some(entry)
}

impl Beginnings {
    /// Whether a word of one may be one of the other.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// How the words of a call begin.
pub(crate) fn firsts(args: &[Word]) -> Beginnings {
    Beginnings::of(args.iter().map(|word| word.text.as_str()))
}

/// How many words of a call the words of a line take, if they are its first, apart from options
/// whose value is known, and from those that only say whom it is about, where it `passes_over` these. What runs
/// another program may find another one by them.
pub(crate) fn behind(
    head: &str,
    args: &[Word],
    syntax: Syntax<'_>,
    passes_over: bool,
) -> Option<usize> {
    let mut at = 0;
    for wanted in head.split(' ') {
        let mut word = args.get(at)?;
        while !is_one(wanted, word) {
            let text = word.text.as_str();
            // Behind `--` and `-` stand no options.
            if !text.starts_with('-') || text.trim_start_matches('-').is_empty() {
                return None;
            }
            let with_value = Args::read(args.get(at..)?, syntax, 1).option_with_value();
            let is_flag = || is_flag(text) || syntax.has_flag(text.trim_start_matches('-'));
            let told_whom = || tells_whom(word, args.get(at + 1)?).then_some(2);
            let told_whom = || passes_over.then(told_whom).flatten();
            at += with_value.or_else(|| is_flag().then_some(1)).or_else(told_whom)?;
            word = args.get(at)?;
        }
        at += 1;
    }
    Some(at)
}

/// Whether an option only says how something is told, and has no value unless a line says so.
fn is_flag(text: &str) -> bool {
    const FLAGS: &str = " --user --system --no-pager --quiet --verbose --no-color --json --debug --silent --plain \
        --ansi --batch --offline --yes --ignore-working-copy -v -vv -vvv -q ";
    text.starts_with("--no-") && !text.contains('=') || glob::is_among(FLAGS, text)
}

/// Whether an option of which no line says anything has the next word as its value, and says by it whom a call
/// is about: `x --profile prod list`.
fn tells_whom(option: &Word, value: &Word) -> bool {
    const NAMES: &str = " profile region namespace project org organization team account env environment context tenant \
        token api-key endpoint workspace log-level loglevel zone subscription host config cwd ";
    let Some(name) = option.text.strip_prefix("--") else { return false };
    option.literal && !value.text.starts_with('-') && glob::is_among(NAMES, name)
}

/// Whether a word is one of those in a list, which may be patterns.
fn is_one(list: &str, word: &Word) -> bool {
    let mut items = list.as_bytes().split(|byte| *byte == b',');
    let is_it = |one: &[u8]| {
        if one.iter().any(|byte| glob::is_sign(*byte)) {
            return str::from_utf8(one).is_ok_and(|one| glob::matches(one, &word.text));
        }
        one == word.text.as_bytes()
    };
    word.literal && items.any(is_it)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_line_is_understood() {
        let lines = table::names().flat_map(built_in);
        let wrong: Vec<_> = lines.filter_map(|line| check::of_any(line).err()).collect();
        assert_eq!(wrong, []);
    }

    /// Each program stands in one place: its lines follow each other in one file, and no two are
    /// about the same words.
    #[test]
    fn no_program_is_in_two_places() {
        let mut places: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
        for file in std::fs::read_dir("src/programs").unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let heads =
                text.lines().filter(|line| !line.starts_with([' ', '#']) && !line.is_empty());
            for (number, line) in heads.enumerate() {
                for name in line.split(' ').next().unwrap().split(',') {
                    let name = name.to_owned();
                    places.entry(name).or_default().push((path.display().to_string(), number));
                }
            }
        }
        assert!(places.len() > 600);
        for (name, found) in &places {
            let (file, last) = found.last().unwrap();
            let first = found[0].1;
            assert!(found.iter().all(|(other, _)| other == file), "{name} is in two files");
            let shares = |place: usize| {
                let mut others = places.values().filter(|other| other.contains(&found[0]));
                others.any(|other| other.contains(&(file.clone(), place)))
            };
            assert!((first..=*last).all(shares), "{name} is in two places of {file}");
        }
        for name in table::names() {
            let mut seen = BTreeSet::new();
            for line in built_in(name) {
                assert!(seen.insert(line.head), "{name} {}", line.head);
            }
        }
    }

    /// A name with a blank or a dash at its end is prose that was broken between two lines.
    #[test]
    fn names_are_names() {
        let is_name = |name: &str| {
            let ends = name.ends_with('-') || name.starts_with('-') && name != "-t" && name != "-p";
            !name.is_empty() && !name.contains(char::is_whitespace) && (!ends || name.len() == 1)
        };
        for name in table::names() {
            assert!(is_name(name), "{name:?}");
            for word in built_in(name).flat_map(|line| Words(line.head)) {
                let short = |one: &str| one.starts_with('-') && one.len() < 20;
                assert!(word.split(',').all(|one| is_name(one) || short(one)), "{name} {word}");
            }
        }
    }
}
