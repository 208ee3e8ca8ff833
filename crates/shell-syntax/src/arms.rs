//! Which arms of a `case` run, where its subject is a parameter of the script that is known.

use crate::bound::Bound;
use crate::command::{Value, Word};
use crate::settling::mentions;
use crate::tree::{Arm, Lexed};

/// Those of the arms that may run; all of them if the text does not tell.
pub(crate) fn taken<'t>(
    subject: &Lexed,
    arms: &'t [Arm],
    bound: &Bound,
    text: &str,
) -> Vec<&'t Arm> {
    let all = || arms.iter().collect();
    if arms.iter().any(|arm| arm.falls_through) {
        return all();
    }
    let Some(value) = value(subject, bound, text) else { return all() };
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

/// What the subject stands for: a parameter, or a variable that gets one before anything moves them.
fn value(subject: &Lexed, bound: &Bound, text: &str) -> Option<String> {
    // A function has its own.
    bound.knows("0").then_some(())?;
    let subject = subject.word.text.as_str();
    if let Some(value) = of_parameter(subject, bound) {
        return (!moves(text)).then_some(value);
    }
    let name = subject.strip_prefix('$')?;
    let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
    let Value::Word(given, _) = bound.only_value(name, text)? else { return None };
    let value = if given.literal { given.text.clone() } else { of_parameter(&given.text, bound)? };
    let (before, _) = mentions(text, name).find(|(_, after)| after.starts_with('='))?;
    (!moves(before)).then_some(value)
}

/// What `$1`, `${1}`, `${1:-x}` and `${1:?x}` stand for.
fn of_parameter(text: &str, bound: &Bound) -> Option<String> {
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
    // A file that is read may do so too.
    let is_dot = |at: usize| {
        let before = text.get(..at).unwrap_or_default().chars().next_back();
        before.is_none_or(|next| "\n\t ;&|({'\"".contains(next))
    };
    ["shift", "getopts", "eval", "source ", "nocasematch"].iter().any(|word| text.contains(word))
        || text.match_indices(". ").any(|(at, _)| is_dot(at))
        || text.match_indices("set ").any(|(at, _)| sets(at))
}
