//! Expanded texts of task runners as texts for bash.
//!
//! What is not settled stands in an expanded text between two marks: `NAME`, which the environment may
//! hold; `(x`, which is what the command `x` prints; `*`, which are files; and nothing else.

use crate::files;
pub(crate) use crate::text::is_name;
use crate::text::quoted;

/// Before and behind what is not settled.
pub(crate) const OPEN: char = '\u{1}';
pub(crate) const CLOSE: char = '\u{2}';

/// What is not settled and has no name.
pub(crate) const UNSETTLED: &str = "\u{1}\u{2}";

/// What is not settled, but is names of files that are there.
pub(crate) const FILES: &str = "\u{1}*\u{2}";

/// Where in a text a mark stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Open,
    Single,
    Double,
}

/// A text for bash in which what is not settled is an expansion. `None` if its quotes do not tell where.
pub(crate) fn rendered(text: &str) -> Option<String> {
    let mut found = String::new();
    let mut was_quoted = false;
    let mut places = vec![Place::Open];
    let mut chars = text.chars().peekable();
    let mut last = ' ';
    while let Some(next) = chars.next() {
        let place = places.last().copied().unwrap_or(Place::Open);
        match (next, place) {
            (OPEN, _) => {
                let inside: String = chars.by_ref().take_while(|next| *next != CLOSE).collect();
                let expansion = expansion(&inside);
                match place {
                    Place::Single => found.extend(["'\"", &expansion, "\"'"]),
                    _ => found.push_str(&expansion),
                }
                was_quoted |= place == Place::Single;
                last = 'x';
                continue;
            }
            ('\\', Place::Open | Place::Double) => {
                found.push(next);
                // An escaped mark is no text: it says the same without that.
                if chars.peek() == Some(&OPEN) {
                    found.pop();
                } else {
                    found.extend(chars.next());
                }
                last = 'x';
                continue;
            }
            ('#', Place::Open) if last.is_whitespace() => {
                found.push(next);
                while let Some(next) = chars.next_if(|next| *next != '\n') {
                    if !matches!(next, OPEN | CLOSE) {
                        found.push(next);
                    }
                }
                continue;
            }
            ('\'', Place::Open) => places.push(Place::Single),
            ('"', Place::Open) => places.push(Place::Double),
            ('\'', Place::Single) | ('"', Place::Double) => {
                places.pop();
            }
            ('(', Place::Open) => places.push(Place::Open),
            ('(', Place::Double) if last == '$' => places.push(Place::Open),
            (')', Place::Open) if places.len() > 1 => {
                places.pop();
            }
            _ => {}
        }
        found.push(next);
        last = next;
    }
    let is_closed = places.last() == Some(&Place::Open);
    (is_closed || !was_quoted).then_some(found)
}

/// A text that its first line gives to an interpreter, as a command line that does that. `args` are words of
/// a shell, each behind a blank.
pub(crate) fn script(text: &str, name: &str, args: &str) -> Option<String> {
    let language = files::interpreter(text)?;
    Some(match files::option_of_code(language) {
        Some(option) => format!("{language} {option} {}{args}", word(text)),
        None => format!("bash -c {} {}{args}", quoted(&rendered(text)?), quoted(name)),
    })
}

/// An expanded text as one word for bash.
pub(crate) fn word(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(OPEN) {
        let (inside, behind) = behind.split_once(CLOSE).unwrap_or((behind, ""));
        if !before.is_empty() {
            found.push_str(&quoted(before));
        }
        found.extend(["\"", &expansion(inside), "\""]);
        rest = behind;
    }
    if !rest.is_empty() || found.is_empty() {
        found.push_str(&quoted(rest));
    }
    found
}

/// The commands whose output stands in an expanded text.
pub(crate) fn substitutions(text: &str) -> impl Iterator<Item = String> + use<'_> {
    let inside = text.split(OPEN).skip(1).filter_map(|part| part.split_once(CLOSE));
    inside.filter(|(inside, _)| inside.starts_with('(')).map(|(inside, _)| expansion(inside))
}

fn expansion(inside: &str) -> String {
    match inside.strip_prefix('(') {
        // Two parentheses would be arithmetic.
        Some(command) if command.starts_with('(') => format!("$( {command})"),
        Some(command) => format!("$({command})"),
        None if is_name(inside) => format!("${{{inside}}}"),
        None => "${not_told}".to_owned(),
    }
}

/// What stands inside parentheses or braces that are open already, and what behind them.
pub(crate) fn inside(text: &str, open: char) -> Option<(&str, &str)> {
    let close = if open == '(' { ')' } else { '}' };
    let mut depth = 1;
    for (place, next) in text.char_indices() {
        if next == open {
            depth += 1;
        } else if next == close {
            depth -= 1;
        }
        if depth == 0 {
            let (inside, behind) = text.split_at_checked(place)?;
            return Some((inside, behind.strip_prefix(close)?));
        }
    }
    None
}

/// What stands for the value of a variable that the environment may hold.
pub(crate) fn unsettled(name: &str) -> String {
    format!("{OPEN}{name}{CLOSE}")
}

/// Whether this stands behind a mark and is a name alone, which nothing settles but the environment.
pub(crate) fn is_one_name(behind: &str) -> bool {
    behind.strip_suffix(CLOSE).is_some_and(is_name)
}
