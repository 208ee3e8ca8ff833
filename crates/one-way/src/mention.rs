//! Names of code and quoted words in a question that is about them: `Where should deleteUser live?`

use std::borrow::Cow;

use crate::craft::is_in;
use crate::text::{Reading, Text};

/// Somebody who does something, and what has a function run.
const DOES: &str = "call called calls execute executed i invoke invoked lets live me my our prod production run runs trigger us we \
     you your";

/// The question without such names, if nobody in it does anything or has it run.
pub(crate) fn without_names(question: &str) -> Cow<'_, str> {
    let is_named = |word: &str| is_name(word);
    if !question.split_whitespace().skip(1).any(is_named) {
        return Cow::Borrowed(question);
    }
    let text = Text::read(question, Reading::Joined);
    if (0..text.len()).any(|at| is_in(DOES, text.letters_at(at))) {
        return Cow::Borrowed(question);
    }
    let asks = is_in("does how should what where which", text.letters_at(0));
    let is_one =
        question.trim_end().trim_end_matches('?').find(['.', '!', '?', ';', ':']).is_none();
    if !asks || !is_one {
        return Cow::Borrowed(question);
    }
    let words = question.split_whitespace().map(|word| if is_name(word) { "it" } else { word });
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

/// `deleteUser`, `wipe_all`, `purge()`, `'deleted'`.
fn is_name(word: &str) -> bool {
    let word = word.trim_end_matches(['?', ',']);
    let is_ascii = word.is_ascii() && word.len() > 2;
    let is_small = word.trim_start_matches('`').starts_with(|it: char| it.is_ascii_lowercase());
    let is_camel = is_small && word.as_bytes().windows(2).any(|it| {
        matches!(it, [first, second] if first.is_ascii_lowercase() && second.is_ascii_uppercase())
    });
    let is_snake = is_small && word.trim_matches(['_', '`']).contains('_');
    let is_called = word.trim_end_matches('`').ends_with("()");
    let is_quoted = [('\'', '\''), ('"', '"')]
        .iter()
        .any(|(open, close)| word.strip_prefix(*open).is_some_and(|it| it.ends_with(*close)));
    is_ascii && (is_camel || is_snake || is_called || is_quoted)
}
