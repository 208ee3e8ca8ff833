//! Refuses lines that are not understood, or that would take away what is known.

use std::fmt;

use super::entry::{Clause, Entry, Fault, GuardKind, Key, Settings, items};
use super::{Line, Programs, Words, built_in, line};
use shell_syntax::Word;

/// A line of a project that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Which of the lines, from 0 on.
    pub index: usize,
    /// The place of the word at fault in its line, in characters from 1 on.
    pub column: usize,
    /// The word at fault.
    pub word: String,
    /// What is wrong with it, as a lower-case fragment.
    pub reason: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` (character {}): {}", self.word, self.column, self.reason)
    }
}

impl std::error::Error for LineError {}

/// Looks at a line of a project.
pub(super) fn of_project(line: &str) -> Result<(), LineError> {
    let refused = |fault: Fault<'_>| {
        let start = fault.word.as_ptr().addr().saturating_sub(line.as_ptr().addr());
        let before = line.get(..start).unwrap_or_default();
        let (word, reason) = (fault.word.to_owned(), fault.reason.to_owned());
        LineError { index: 0, column: before.chars().count() + 1, word, reason }
    };
    let (names, entry) = understood(line).map_err(refused)?;
    let own = Words(line).find(|word| {
        let name = word.split('=').next().unwrap_or_default();
        Settings::is_of_the_table(name) || *word == "writes=worktree"
    });
    if let Some(word) = own {
        return Err(refused(Fault { word, reason: "only the built-in table may use this" }));
    }
    let taken = names.split(',').find(|name| takes_away(name, &entry));
    if let Some(word) = taken {
        let reason = "the table knows what such a call does: a line adds to that, and takes \
                      nothing away; `risk` can lower a risk";
        return Err(refused(Fault { word, reason }));
    }
    Ok(())
}

/// Whether a line says that a call does nothing of which the table knows better.
fn takes_away(name: &str, entry: &Entry<'_>) -> bool {
    let says_nothing = entry.clauses.iter().any(|clause| clause.key == Key::Nothing);
    if !says_nothing || built_in(name).len() == 0 {
        return false;
    }
    let words: Vec<Word> =
        entry.words.iter().filter_map(|word| Some(Word::plain(word.split(',').next()?))).collect();
    let table = Programs::default();
    let known = table.known(name, &words).built_in;
    entry.words.is_empty()
        || known.is_some_and(|known| {
            let is_unknown = known
                .clauses
                .iter()
                .any(|clause| clause.key == Key::Unknown && clause.guards.is_empty());
            known.tells() && !is_unknown && known.settings.special.is_empty()
        })
}

/// What a line of a project says, if every word of it can be understood.
fn understood(line: &str) -> Result<(&str, Entry<'_>), Fault<'_>> {
    let control = line
        .trim_ascii()
        .split(' ')
        .find_map(|word| Some(word.split_at(word.find(char::is_control)?).0));
    if let Some(word) = control {
        return Err(Fault { word, reason: "write it on one line, with spaces between the words" });
    }
    let (names, line) = line::split(line);
    let is_name = |name: &&str| {
        let readable = |next: char| next.is_ascii_alphanumeric() || "._+-/@:[]*".contains(next);
        !name.is_empty() && !name.starts_with('*') && name.chars().all(readable)
    };
    if let Some(word) = names.split(',').find(|name| !is_name(name)) {
        return Err(Fault { word, reason: "this is not the name of a program" });
    }
    if line.rest.is_empty() {
        let word = Words(line.head).last().unwrap_or(names);
        let reason = "the line says nothing of the program: `nothing`, `writes=...`, `risk=...`";
        return Err(Fault { word, reason });
    }
    Ok((names, of_any(line)?))
}

/// What a line says, if every word of it can be understood.
pub(super) fn of_any(line: Line<'_>) -> Result<Entry<'_>, Fault<'_>> {
    let entry = Entry::parse(line)?;
    if let Some(word) = entry.words.iter().find(|words| words.split(',').any(str::is_empty)) {
        return Err(Fault { word, reason: "there is nothing between two commas" });
    }
    for clause in &entry.clauses {
        check_clause(clause, entry.settings)?;
    }
    Ok(entry)
}

fn check_clause<'t>(clause: &Clause<'t>, settings: Settings<'t>) -> Result<(), Fault<'t>> {
    let word = clause.value;
    for guard in &clause.guards {
        for item in items(guard.items) {
            match guard.kind {
                GuardKind::Says => {}
                GuardKind::If | GuardKind::Unless | GuardKind::Besides => {
                    check_item(item, settings)?;
                }
            }
        }
    }
    let fault = |reason| Err(Fault { word, reason });
    match clause.key {
        Key::Risk if !matches!(word, "destructive" | "critical") => {
            fault("a risk is `destructive` or `critical`")
        }
        Key::Command if word.starts_with('-') => Ok(()),
        Key::Command if number(word, "-").is_none() => {
            fault("`command` takes the first operand of the command, such as `1-`, or an option")
        }
        // Those of a configuration may stand before the words of the line.
        Key::Runs if word.starts_with('-') => options(word, settings, Values::Perhaps),
        Key::Risk
        | Key::Command
        | Key::Unclear
        | Key::Nothing
        | Key::Unknown
        | Key::InShell
        | Key::Elsewhere => Ok(()),
        Key::Script if word == "<" || number(word, "-").is_some() => Ok(()),
        Key::Writes if word == "worktree" => Ok(()),
        _ => items(word)
            .flat_map(|alternatives| alternatives.split('|'))
            .try_for_each(|place| check_place(place, settings)),
    }
}

/// A number, and what stands behind it.
fn number(text: &str, end: &str) -> Option<usize> {
    text.strip_suffix(end)?.parse().ok().filter(|number| *number > 0)
}

fn check_place<'t>(place: &'t str, settings: Settings<'_>) -> Result<(), Fault<'t>> {
    let ends = ["/**", "/*", "..."];
    let what = ends.iter().find_map(|end| place.strip_suffix(end)).unwrap_or(place);
    let (what, below) = match what.split_once('/') {
        Some((folder, below)) if !folder.is_empty() && !folder.starts_with(['.', '~']) => {
            (folder, Some(below))
        }
        _ => (what, None),
    };
    if let Some(below) = below.filter(|below| below.starts_with('-')) {
        options(below, settings, Values::Needed)?;
    }
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|next| next == '_' || next.is_ascii_alphanumeric())
    };
    let is_known = match what {
        "*" | "@" | "rest" | "last" => true,
        _ if what.starts_with('-') => return options(what, settings, Values::Needed),
        _ if what.starts_with('$') => is_name(what.get(1..).unwrap_or_default()),
        _ if what.starts_with(['.', '/', '~']) => true,
        _ if what.ends_with('=') => is_name(what.trim_end_matches('=')),
        _ => number(what, "").or(number(what, "-")).is_some(),
    };
    let reason = "this is no place: `*`, `1`, `2-`, `last`, `rest`, `@`, an option, `$NAME`, \
                  `name=`, or a path that begins with `./`, `/` or `~/`";
    if is_known { Ok(()) } else { Err(Fault { word: place, reason }) }
}

fn check_item<'t>(item: &'t str, settings: Settings<'_>) -> Result<(), Fault<'t>> {
    if item.is_empty() {
        return Err(Fault { word: item, reason: "there is nothing between two commas" });
    }
    if item == "@" {
        return Ok(());
    }
    match item.split_once('=') {
        Some((option, _)) if option.starts_with('-') => options(option, settings, Values::Needed),
        None if item.starts_with('-') && item != "-*" => options(item, settings, Values::Perhaps),
        _ => Ok(()),
    }
}

/// Whether options of a list have to have a value.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    Needed,
    Perhaps,
}

/// Looks at the options of a list.
fn options<'t>(list: &'t str, settings: Settings<'_>, values: Values) -> Result<(), Fault<'t>> {
    let syntax = settings.syntax;
    for word in items(list) {
        let name = word.trim_start_matches('-');
        if !word.starts_with('-') || name.is_empty() {
            return Err(Fault { word, reason: "an option begins with a dash" });
        }
        let is_valued = if word.starts_with("--") || syntax.one_dash {
            syntax.has_named_value(name)
        } else {
            name.chars().all(|letter| syntax.has_value_at_all(letter))
        };
        if values == Values::Needed && !is_valued {
            return Err(Fault { word, reason: "this option is not in `value` or `attached`" });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let err = Programs::new([line]).map(|_| ()).map_err(|err| err.to_string());
        assert_eq!(err.err().unwrap_or_default(), expected, "{line}");
    }

    #[test]
    fn what_a_line_may_say() {
        for line in [
            "deploy risk=critical if=prod*",
            "codegen,gen value=-o,--out reads=1 writes=-o|--out|./out/**",
            "make lint,check nothing",
            "scripts/gen.sh writes=./gen/*",
            "npm run build,bundle writes=./dist/*",
            "rm writes=./x",
            "in-vm value=-m command=1- elsewhere",
            "terraform fmt unclear=\"it asks a server\" if=--remote",
        ] {
            check(line, "");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told_with_its_place() {
        check(
            "x unkown",
            "`unkown` (character 3): the line says nothing of the program: `nothing`, `writes=...`, `risk=...`",
        );
        check("x write=1", "`write=1` (character 3): an unknown key");
        check("x writes=", "`writes=` (character 3): a key without a value");
        check(
            "x nothing writes=-o",
            "`-o` (character 18): this option is not in `value` or `attached`",
        );
        check(
            "x writes=1,two",
            "`two` (character 12): this is no place: `*`, `1`, `2-`, `last`, `rest`, `@`, an option, `$NAME`, `name=`, or a path that begins with `./`, `/` or `~/`",
        );
        check(
            "x if=-f",
            "`if=-f` (character 3): a condition with nothing before it that it could be about",
        );
        check("x risk=high", "`high` (character 8): a risk is `destructive` or `critical`");
        check(
            "x command=1",
            "`1` (character 11): `command` takes the first operand of the command, such as `1-`, \
             or an option",
        );
        check("a,,b nothing", "`` (character 3): this is not the name of a program");
        check(
            "x nothing\nrm nothing",
            "`nothing` (character 3): write it on one line, with spaces between the words",
        );
        check("x special=git", "`special=git` (character 3): only the built-in table may use this");
    }

    #[test]
    fn a_line_takes_nothing_away() {
        let reason = "the table knows what such a call does: a line adds to that, and takes \
                      nothing away; `risk` can lower a risk";
        check("rm nothing", &format!("`rm` (character 1): {reason}"));
        check("x,rm build nothing", &format!("`rm` (character 3): {reason}"));
        check("make nothing", &format!("`make` (character 1): {reason}"));
        check("python3 nothing", &format!("`python3` (character 1): {reason}"));
        check("git rm nothing", &format!("`git` (character 1): {reason}"));
        check("python3 tools/gen.py nothing", "");
        check("git lfs nothing", "");
        check("docker build nothing", "");
    }
}
