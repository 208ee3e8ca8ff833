//! Which arms of a `case` run, where its subject is a parameter of the script that is known.

use crate::bound::Bound;
use crate::command::{Value, Word};
use crate::mentions::mentions;
use crate::tree::{Arm, Lexed};

/// Those of the arms that may run; all of them if the text does not tell.
pub(crate) fn taken<'t>(
    subject: &Lexed,
    arms: &'t [Arm],
    bound: &Bound,
    text: &str,
) -> Vec<&'t Arm> {
    let all = || arms.iter().collect();
    if arms.iter().any(|arm| arm.falls_through) || text.contains("nocasematch") {
        return all();
    }
    if subject.word.literal {
        return all();
    }
    let Some(value) = value(&subject.word.text, bound, text) else { return all() };
    let mut taken = vec![];
    for arm in arms {
        let found = arm.patterns.iter().map(|pattern| matches(&pattern.word, &value)).max();
        match found.unwrap_or(Match::Perhaps) {
            Match::No => {}
            Match::Perhaps => taken.push(arm),
            Match::Yes => {
                taken.push(arm);
                break;
            }
        }
    }
    taken
}

/// Whether a pattern fits a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    No,
    Perhaps,
    Yes,
}

fn matches(pattern: &Word, value: &str) -> Match {
    match pattern.text.as_str() {
        text if pattern.literal && text == value => Match::Yes,
        "*" if !pattern.literal => Match::Yes,
        // Whether a sign of a pattern was quoted is not known.
        text if text.contains(['*', '?', '[', '(', '$', '`', '\\', '!']) => Match::Perhaps,
        _ => Match::No,
    }
}

/// What the subject stands for: a parameter, or a variable that gets one before anything moves them, or a text.
pub(crate) fn value(subject: &str, bound: &Bound, text: &str) -> Option<String> {
    if let Some(value) = of_parameter(subject, bound) {
        return (!moves(text)).then_some(value);
    }
    let name = subject.strip_prefix('$')?;
    let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
    let Value::Word(given, _) = bound.only_value(name, text)? else { return None };
    // A file that is read, and a text that is put together, may set it too.
    if reads_a_file(text) || text.contains("eval ") {
        return None;
    }
    if given.literal {
        return Some(given.text.clone());
    }
    let value = of_parameter(&given.text, bound)?;
    let (before, _) = mentions(text, name).find(|(_, after)| after.starts_with('='))?;
    (!moves(before)).then_some(value)
}

/// What `$1`, `${1}`, `${1:-x}` and `${1:?x}` stand for.
fn of_parameter(text: &str, bound: &Bound) -> Option<String> {
    // A function has its own.
    bound.knows("0").then_some(())?;
    let text = text.strip_prefix('$')?;
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let (number, rest) = inner.split_at_checked(1)?;
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_-.".contains(next);
    let default = match rest.strip_prefix(':').unwrap_or(rest) {
        "" if rest.is_empty() => Some(""),
        // Without a value the script ends.
        other if other.starts_with('?') => None,
        other => Some(other.strip_prefix('-').filter(|it| it.chars().all(is_plain))?),
    };
    if !matches!(number.as_bytes(), [b'1'..=b'9']) {
        return None;
    }
    // A word before it may be several.
    let at: usize = number.parse().ok()?;
    let mut before = (1..=at).filter_map(|at| bound.parameter(&at.to_string()));
    if before
        .any(|word| !word.literal && (word.splits || word.text.contains(['@', '*', '?', '[', '{'])))
    {
        return None;
    }
    match bound.parameter(number) {
        Some(word) if word.text.is_empty() && rest.starts_with(':') => default.map(str::to_owned),
        Some(word) => (word.literal && !word.splits).then(|| word.text.clone()),
        None => default.map(str::to_owned),
    }
}

/// Whether something in a text may give a script other parameters.
fn moves(text: &str) -> bool {
    let sets = |at: usize| {
        let rest = text.get(at + "set ".len()..).unwrap_or_default();
        !rest.starts_with(['-', '+']) || rest.starts_with("--") || rest.starts_with("- ")
    };
    ["shift", "getopts", "eval"].iter().any(|word| text.contains(word))
        || reads_a_file(text)
        || text.match_indices("set ").any(|(at, _)| sets(at))
}

/// Whether something in a text reads a file into the shell.
fn reads_a_file(text: &str) -> bool {
    let is_command = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        // A quote may open a text for another shell.
        let before = before.strip_suffix(['\'', '"']).unwrap_or(before);
        before.chars().next_back().is_none_or(|next| "\n\t ;&|({=".contains(next))
    };
    let is_one = |word: &str| text.match_indices(word).any(|(at, _)| is_command(at));
    is_one("source ") || is_one(". ")
}
