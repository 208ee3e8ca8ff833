//! Whether a test of a text holds: `[ "$X" = a ]`, `[[ $X == a ]]`, where the line says what `X` is.

use std::rc::Rc;

use crate::arms;
use crate::bound::Bound;
use crate::tree::{AndOr, Command, Compound, Lexed, Simple};

/// Whether a condition that is one such test holds; `None` if it is another one, or if nobody can tell.
pub(crate) fn holds(condition: &[AndOr], bound: &Bound, text: &str) -> Option<bool> {
    let [AndOr { first, rest, in_background: false }] = condition else { return None };
    let [command] = first.commands.as_slice() else { return None };
    if !rest.is_empty() || text.contains("nocasematch") {
        return None;
    }
    let (left, operator, right) = match command {
        Command::Simple(Simple { assignments, words, redirections })
            if assignments.is_empty() && redirections.is_empty() =>
        {
            match words.as_slice() {
                [program, left, operator, right] if program.bare_text() == Some("test") => {
                    (left, operator, right)
                }
                [open, left, operator, right, _] if open.bare_text() == Some("[") => {
                    (left, operator, right)
                }
                _ => return None,
            }
        }
        Command::Compound { body: Compound::Words(words), redirections }
            if redirections.is_empty() =>
        {
            match words.as_slice() {
                [left, operator, right] => (left, operator, right),
                _ => return None,
            }
        }
        _ => return None,
    };
    let is_equal = known(left, bound, text)? == known(right, bound, text)?;
    let holds = match operator.bare_text()? {
        "=" | "==" => is_equal,
        "!=" => !is_equal,
        _ => return None,
    };
    Some(holds != first.negated)
}

/// The text that a word is, if it is none of a pattern.
fn known(word: &Rc<Lexed>, bound: &Bound, text: &str) -> Option<String> {
    let value = if word.word.literal {
        word.word.text.clone()
    } else {
        arms::value(&word.word.text, bound, text)?
    };
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_-./:@%+,".contains(next);
    (!value.starts_with('-') && value.chars().all(is_plain)).then_some(value)
}
