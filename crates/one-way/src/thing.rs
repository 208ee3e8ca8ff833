//! What something is done to, and whether that is a part of a program or a text.

use crate::craft::{self, is_in};
use crate::text::Text;

/// So many words are looked at behind a verb: a question of many clauses takes no longer for them.
const MAX_REACH: usize = 60;

/// Behind one of these nothing is said of what is done.
const ENDS_THING: &str = "after again and anyway as at away back because before below but by down for from if in \
     inside instead into next now off on onto or out outside over so than then through to today together tomorrow \
     tonight too under until up when where which while who with within without";

/// Names of files that are text.
const EXTENSIONS: &str = "c cpp cs css go h html java js jsx kt md php py rb rs scss sh svelte swift toml ts tsx vue yaml yml";

/// What something is done to.
pub(crate) struct Thing {
    /// The last word of its name.
    pub(crate) head: usize,
    /// A part of a program or of a text.
    pub(crate) is_craft: bool,
    /// It is said to be a person's.
    pub(crate) is_mine: bool,
}

impl Thing {
    pub(crate) fn read(text: &Text, begin: usize) -> Self {
        let is_craft = |at: usize| craft::is_craft(text.letters_at(at));
        let is_outside = |at: usize| craft::is_outside(text.letters_at(at));
        let end = thing_end(text, begin);
        let is_mine = (begin..end).any(|at| is_in("her his my their your", text.letters_at(at)));
        let of = (begin..end).find(|at| text.letters_at(*at) == "of").unwrap_or(end);
        let head = of.max(begin + 1) - 1;
        if begin == end {
            return Self { head, is_craft: (begin..reach(text, begin)).any(is_craft), is_mine };
        }
        let is_craft = if !craft::is_attribute(text.letters_at(head)) {
            is_craft(head) || !is_outside(head) && (begin..of).any(is_craft)
        } else if of < end {
            Self::read(text, of + 1).is_craft
        } else {
            (begin..head).any(is_craft)
        };
        Self { head, is_craft, is_mine }
    }
}

/// The end of what is looked at from this word on.
pub(crate) fn reach(text: &Text, from: usize) -> usize {
    text.len().min(from + MAX_REACH)
}

/// Behind the name of what something is done to.
pub(crate) fn thing_end(text: &Text, begin: usize) -> usize {
    let is_end = |at: &usize| {
        *at > begin && !text.is_joined(*at, at + 1) || is_in(ENDS_THING, text.letters_at(*at))
    };
    {
        let end = reach(text, begin);
        (begin..end).find(is_end).unwrap_or(end)
    }
}

/// Whether something in a text is written like a name in a program, or like one of a text file.
pub(crate) fn names_code(sentence: &str) -> bool {
    sentence.split_whitespace().any(is_code_name)
}

/// The same of what something is done to: not of `the machines of hosts.yaml`, `as plan.md says`.
pub(crate) fn acts_on_code(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let before = |at: usize| at.checked_sub(1).and_then(|it| words.get(it)).copied();
    let stands_apart = |at: usize| {
        let article = before(at).is_some_and(|it| is_in("a the this your", it));
        let place = at - usize::from(article);
        before(place).is_some_and(|it| is_in("as at by from in of on per with", it))
    };
    (0..words.len()).any(|at| words.get(at).is_some_and(|it| is_code_name(it)) && !stands_apart(at))
}

fn is_code_name(word: &str) -> bool {
    let word = word.trim_end_matches(['?', ',', '.', ':', ';', ')']);
    let is_small = word.starts_with(|first: char| first.is_lowercase());
    let is_camel = is_small && word.as_bytes().windows(2).any(|it| {
        matches!(it, [first, second] if first.is_ascii_lowercase() && second.is_ascii_uppercase())
    });
    // `node_3` and `cluster-1` are not names that somebody writes a program with.
    let is_numbered = word.trim_end_matches('`').ends_with(|last: char| last.is_ascii_digit());
    let is_snake = word.trim_matches('_').contains('_') && !is_numbered;
    let is_quoted = word.contains('`') && !(is_numbered && word.contains(['-', '_']));
    let is_file =
        word.rsplit_once('.').is_some_and(|(name, end)| !name.is_empty() && is_in(EXTENSIONS, end));
    is_quoted || is_camel || is_snake || is_file
}
