//! A call of each program whose line says plainly what it does to the file that it is given.

use crate::change::ChangeKind;
use crate::programs::{Clause, Entry, GuardKind, Key, Programs};
use crate::{Effects, effects};

/// The file that examples are about.
pub const EXAMPLE: &str = "example-file";
/// Another file, which they read.
pub const SOURCE: &str = "source-file";

/// A call, and what comes of it by the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The program.
    pub program: &'static str,
    /// The command line, which names [`EXAMPLE`], and perhaps [`SOURCE`].
    pub line: String,
    /// What it does.
    pub doing: Doing,
}

/// What a program does to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// It writes it.
    Writes,
    /// It removes it, or moves it away.
    Removes,
    /// It reads it.
    Reads,
}

/// An example for each line of the table, and for each thing that it says without a condition.
///
/// ```
/// use command_effects::{Doing, examples};
///
/// let removing = examples().into_iter().filter(|it| it.doing == Doing::Removes);
/// let lines: Vec<String> = removing.map(|it| it.line).collect();
/// assert!(lines.contains(&"unlink example-file".to_owned()));
/// ```
pub fn examples() -> Vec<Example> {
    let mut found = Vec::new();
    for (program, entry) in Programs::entries().filter(|(program, _)| !program.contains('*')) {
        let mut of_entry: Vec<Example> = Vec::new();
        for clause in entry.clauses.iter().filter(|clause| holds_alone(clause)) {
            let Some(example) = example(program, &entry, clause) else { continue };
            let is_new = of_entry.iter().all(|known| known.doing != example.doing);
            if is_new && is_so(&example) {
                of_entry.push(example);
            }
        }
        found.extend(of_entry);
    }
    found
}

/// Whether it holds where no option is given.
fn holds_alone(clause: &Clause<'_>) -> bool {
    clause.guards.iter().all(|guard| guard.kind == GuardKind::Unless)
}

fn example(program: &'static str, entry: &Entry<'_>, clause: &Clause<'_>) -> Option<Example> {
    let (doing, operands) = match clause.key {
        Key::Writes => (Doing::Writes, operands(entry, clause.value)?),
        Key::Removes | Key::Packs => (Doing::Removes, operands(entry, clause.value)?),
        Key::Moves => (Doing::Removes, format!("{EXAMPLE} {SOURCE}")),
        Key::Into => (Doing::Writes, format!("{SOURCE} {EXAMPLE}")),
        Key::Reads => (Doing::Reads, operands(entry, clause.value)?),
        _ => return None,
    };
    // Of several words that may stand in a place, the first.
    let words = entry.words.iter().filter_map(|word| word.split(',').next());
    let words: Vec<&str> = std::iter::once(program).chain(words).collect();
    Some(Example { program, line: format!("{} {operands}", words.join(" ")), doing })
}

/// The words that put [`EXAMPLE`] where a place is.
fn operands(entry: &Entry<'_>, places: &str) -> Option<String> {
    let dash = if entry.settings.syntax.one_dash { "-" } else { "--" };
    let source =
        entry.clauses.iter().any(|it| it.key == Key::Reads && it.value.starts_with(['1', '*']));
    places.split([',', '|']).find_map(|place| match place {
        "*" | "1" | "1-" | "last" => Some(EXAMPLE.to_owned()),
        "2" | "2-" => Some(format!("{SOURCE} {EXAMPLE}")),
        _ if place.contains(['/', '.', '@', '$', '*']) => None,
        _ => {
            let option = match place.strip_suffix('=') {
                Some(_) => format!("{place}{EXAMPLE}"),
                None if place.starts_with("--") => format!("{place}={EXAMPLE}"),
                None if dash == "-" && place.starts_with('-') => format!("{place} {EXAMPLE}"),
                // The first of several letters.
                None => {
                    let letter = place.strip_prefix('-')?.chars().next()?;
                    format!("-{letter} {EXAMPLE}")
                }
            };
            Some(if source { format!("{option} {SOURCE}") } else { option })
        }
    })
}

/// Whether the table says of the line what it is an example of, and nothing that is not sure.
fn is_so(example: &Example) -> bool {
    let Effects { changes, reads, unknown, unresolved, .. } =
        effects(&example.line, &Programs::default(), &[]);
    let changed = |kinds: &[ChangeKind]| {
        changes.iter().any(|change| change.path == EXAMPLE && kinds.contains(&change.kind))
    };
    unknown.is_empty()
        && unresolved.is_empty()
        && match example.doing {
            Doing::Writes => changed(&[ChangeKind::Write]),
            Doing::Removes => changed(&[ChangeKind::Remove, ChangeKind::MoveFrom]),
            Doing::Reads => changes.is_empty() && reads.iter().any(|read| read.path == EXAMPLE),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_gives_a_call_of_each_kind() {
        let all = examples();
        let check = |line: &str, doing: Doing| {
            let found = all.iter().find(|it| it.line == line && it.doing == doing);
            assert!(found.is_some(), "{line}");
        };
        check("tee example-file", Doing::Writes);
        check("cp source-file example-file", Doing::Writes);
        check("sort -o example-file source-file", Doing::Writes);
        check("dd of=example-file", Doing::Writes);
        check("unlink example-file", Doing::Removes);
        check("mv example-file source-file", Doing::Removes);
        check("git rm example-file", Doing::Removes);
        check("head example-file", Doing::Reads);
        assert!(all.len() > 200, "{}", all.len());
    }
}
