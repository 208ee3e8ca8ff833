//! Variables that a script sets once, to a text that it contains.
//!
//! Only an assignment of its own that surely runs counts, and only if the script mentions the
//! variable nowhere but in expansions, and has nothing that could set it in another way.

use crate::parse_error::Unparsed;
use crate::tree::{AndOr, Command, Condition, List, Pipeline, Simple};

/// The longest value that is put in.
const MAX_VALUE: usize = 4_096;

/// Words of scripts that may set variables without their names, or change how values are split.
const SETTING: [&str; 19] = [
    "eval",
    "source",
    "alias",
    "read",
    "mapfile",
    "readarray",
    "getopts",
    "unset",
    "declare",
    "typeset",
    "local",
    "export",
    "readonly",
    "let",
    "wait",
    "coproc",
    "vared",
    "enable",
    "IFS",
];

/// Variables that a shell sets itself, or does not take for plain text. Source: `bash(1)`, "Shell Variables"; `zshparam(1)`.
const SPECIAL: &str = " _ PATH HOME PWD OLDPWD CDPATH ENV RANDOM SRANDOM SECONDS LINENO UID EUID \
    PPID OPTIND OPTARG REPLY PS4 SHELLOPTS FUNCNAME GROUPS DIRSTACK PIPESTATUS HISTCMD HOSTNAME \
    TMPDIR COPROC MAPFILE TMOUT EPOCHSECONDS EPOCHREALTIME path cdpath fpath mailpath manpath \
    status argv prompt pipestatus options commands functions aliases ";

/// Names with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants(Vec<(String, String)>);

impl Constants {
    /// The constants of `text`, which `parse` parses if it may have any.
    ///
    /// # Errors
    /// As `parse` fails.
    pub(crate) fn of(
        text: &str,
        parse: impl FnOnce() -> Result<List, Unparsed>,
    ) -> Result<Self, Unparsed> {
        let sets = |word: &&str| mentions(text, word).next().is_some();
        let may_set = SETTING.iter().any(sets)
            || text.contains(". ")
            || text.contains("printf") && text.contains("-v")
            || text.contains("\\\n");
        if !text.contains('=') || !text.contains('$') || may_set {
            return Ok(Self::default());
        }
        let script = parse()?;
        let constant = |(name, value): &(&str, &str)| is_constant(name, value, text);
        let found = assigned(&script).into_iter().filter(constant);
        Ok(Self(found.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of `name` within quotes.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(constant, _)| constant == name).map(|(_, value)| value.as_str())
    }

    /// The value without quotes, unless the shell may split it or match files with it.
    pub(crate) fn unquoted(&self, name: &str) -> Option<&str> {
        let is_plain = |next: char| next.is_ascii_alphanumeric() || "_./:@%+,=-".contains(next);
        self.value(name).filter(|value| value.chars().all(is_plain))
    }
}

/// Whether all that a text has of a variable is one assignment, and expansions after it.
fn is_constant(name: &str, value: &str, text: &str) -> bool {
    let is_special = SPECIAL.contains(&format!(" {name} ")) || name.starts_with("BASH");
    if name.is_empty() || is_special || value.is_empty() || value.len() > MAX_VALUE {
        return false;
    }
    let mut all = mentions(text, name);
    let is_first = all.next().is_some_and(|(before, after)| {
        after.starts_with('=') && !before.ends_with(['$', '{', '!', '#'])
    });
    let is_expansion = |(before, after): (&str, &str)| {
        before.ends_with('$') || before.ends_with("${") && after.starts_with('}')
    };
    is_first && all.all(is_expansion)
}

/// What is before and after each place where a text has a name.
fn mentions<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let is_name = |next: char| next == '_' || next.is_ascii_alphanumeric();
    text.match_indices(name).filter_map(move |(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let after = rest.get(name.len()..)?;
        (!before.ends_with(is_name) && !after.starts_with(is_name)).then_some((before, after))
    })
}

/// The assignments that surely run.
fn assigned(script: &List) -> Vec<(&str, &str)> {
    let surely = |and_or: &AndOr| !and_or.in_background;
    let pipelines = script.iter().filter(|it| surely(it)).flat_map(|and_or| {
        let after = and_or.rest.iter().take_while(|(it, _)| *it == Condition::Success);
        let all = std::iter::once(&and_or.first).chain(after.map(|(_, pipeline)| pipeline));
        all.map_while(assignments)
    });
    pipelines.flatten().collect()
}

/// The assignments of a command that consists of nothing else.
fn assignments(pipeline: &Pipeline) -> Option<Vec<(&str, &str)>> {
    let [Command::Simple(Simple { assignments, words, redirections })] =
        pipeline.commands.as_slice()
    else {
        return None;
    };
    if pipeline.negated || !redirections.is_empty() || !words.is_empty() {
        return None;
    }
    let literal = assignments.iter().map(|word| &word.word).filter(|word| word.literal);
    Some(literal.filter_map(|word| word.text.split_once('=')).collect())
}
