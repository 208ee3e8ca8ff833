//! The options of a question, by their letters and by how their labels begin.

use std::iter;

use super::words::{Stop, Word, words};

/// So many equal words are the same text.
const ENOUGH: usize = 64;

/// These words after the name of an option begin the reason for it.
const REASONS: [&str; 2] = ["because", "since"];

/// So do these, unless they may go on with the name.
const LOOSE_REASONS: [&str; 4] = ["because", "since", "as", "for"];

/// With one of these after the name, the recommendation is not a plain one.
const DOUBTS: &[&str] = &[
    "alternatively",
    "bad",
    "except",
    "fallback",
    "however",
    "if",
    "maybe",
    "mistake",
    "neither",
    "nor",
    "not",
    "or",
    "otherwise",
    "perhaps",
    "possibly",
    "resort",
    "unless",
    "until",
    "wrong",
];

/// Nor with one of these where a clause begins.
const TURNS: &[&str] = &[
    "against", "and", "avoid", "but", "doesn't", "don't", "isn't", "never", "no", "only", "plus",
    "then", "when",
];

/// The index of an option that a sentence names, and the word after the name.
pub(super) type Named = (usize, usize);

/// The options of one question.
pub(super) struct Options {
    each: Vec<Choice>,
    /// The letters are those of the labels, not of their places.
    lettered: bool,
    /// The question's text.
    text: Vec<Word>,
}

struct Choice {
    letter: Option<char>,
    label: Vec<Word>,
    /// The label without its letter.
    body: Vec<Word>,
}

impl Options {
    /// The options with these labels in a question with this text.
    pub(super) fn new(labels: &[String], text: &str) -> Self {
        let lettered = labels.iter().any(|label| letter(label).is_some());
        let choice = |(place, label): (Option<char>, &String)| {
            let (own, body) = letter(label).unzip();
            Choice {
                letter: if lettered { own } else { place },
                label: words(label),
                body: words(body.as_deref().unwrap_or(label)),
            }
        };
        let places = ('a'..='z').map(Some).chain(iter::repeat(None));
        Self { each: places.zip(labels).map(choice).collect(), lettered, text: words(text) }
    }

    /// The option whose letter is the word at `start`.
    ///
    /// # Errors
    /// If it is the letter of several options, or of another one in the
    /// question's text.
    pub(super) fn by_letter(
        &self,
        sentence: &[Word],
        start: usize,
    ) -> Result<Option<Named>, &'static str> {
        let Some(word) = sentence.get(start) else {
            return Ok(None);
        };
        let mut lettered = (0..).zip(&self.each).filter(|(_, choice)| choice.has_letter(word));
        let index = match (lettered.next(), lettered.next()) {
            (None, _) => return Ok(None),
            (Some((index, _)), None) => index,
            (Some(_), Some(_)) => return Err("two options have the recommended letter"),
        };
        if !ends(sentence, start + 1, &LOOSE_REASONS) {
            return Ok(None);
        }
        if !self.lettered && self.is_lettered_otherwise(index, word) {
            return Err("the text gives the recommended letter to another option");
        }
        Ok(Some((index, start + 1)))
    }

    /// The option that the words from `start` on name by its label, or by how
    /// its label begins; the longest name counts.
    ///
    /// # Errors
    /// If that fits several options.
    pub(super) fn by_label(
        &self,
        sentence: &[Word],
        start: usize,
    ) -> Result<Option<Named>, &'static str> {
        let from_start = sentence.get(start..).unwrap_or_default();
        let mut best: Option<(usize, usize)> = None;
        let mut tie = false;
        for (index, choice) in self.each.iter().enumerate() {
            let length = |label| name_length(from_start, label);
            let length = length(&choice.label).max(length(&choice.body));
            let longest = best.map_or(0, |(longest, _)| longest);
            if length > longest {
                best = Some((length, index));
                tie = false;
            } else if length > 0 && length == longest {
                tie = true;
            }
        }
        if tie {
            return Err("the recommendation fits more than one option");
        }
        Ok(best.map(|(length, index)| (index, start + length)))
    }

    /// Whether `rest`, what is said after the option's name, takes it back, sets
    /// a condition or names another option. A reason may speak of the others.
    pub(super) fn is_doubted(&self, index: usize, rest: &[Word]) -> bool {
        let reason = rest.iter().position(|word| word.is_one_of(&REASONS)).unwrap_or(rest.len());
        let mut previous: Option<&Word> = None;
        rest.iter().enumerate().any(|(at, word)| {
            let names_another = || self.names_another(index, rest.get(at..).unwrap_or_default());
            let before = previous.replace(word);
            if word.stop == Stop::Question {
                return true;
            }
            if at < reason {
                let turns = before.is_none_or(|before| before.stop > Stop::Nothing);
                word.is_one_of(DOUBTS) || (turns && word.is_one_of(TURNS)) || names_another()
            } else {
                let other = before.is_some_and(|before| before.is_one_of(&["or", "but", "else"]));
                word.is_one_of(&["unless", "otherwise"]) || (other && names_another())
            }
        })
    }

    /// Whether the text begins with the letter or the label of another option.
    fn names_another(&self, index: usize, text: &[Word]) -> bool {
        let [first, others @ ..] = text else {
            return false;
        };
        // In "a cache" it is an article.
        let letter = first.capital || first.text != "a" || first.stop > Stop::Nothing;
        let letter = letter || others.is_empty();
        self.each.iter().enumerate().any(|(at, choice)| {
            let label = !choice.body.is_empty()
                && shared(text, &choice.body) == choice.body.len().min(ENOUGH);
            at != index && (label || (letter && choice.has_letter(first)))
        })
    }

    /// Whether the question's text has its own list, in another order: the
    /// letter stands there before something that is more like another option.
    fn is_lettered_otherwise(&self, index: usize, letter: &Word) -> bool {
        self.text.iter().enumerate().any(|(at, word)| {
            if word.text != letter.text || word.stop == Stop::Nothing {
                return false;
            }
            let item = self.text.get(at + 1..).unwrap_or_default();
            let alike = |choice: &Choice| shared(item, &choice.body);
            let own = self.each.get(index).map_or(0, alike);
            self.each.iter().any(|choice| alike(choice) > own)
        })
    }
}

impl Choice {
    fn has_letter(&self, word: &Word) -> bool {
        let mut characters = word.text.chars();
        self.letter.is_some() && characters.next() == self.letter && characters.next().is_none()
    }
}

/// With how many words the sentence names the label, if it does.
fn name_length(sentence: &[Word], label: &[Word]) -> usize {
    let length = shared(sentence, label);
    let whole = length == label.len();
    let reasons = if whole { LOOSE_REASONS.as_slice() } else { REASONS.as_slice() };
    // "Yes, delete it" is not how "Yes, keep it" begins.
    let parts = !whole
        && clause_ends(label, length)
        && sentence.get(length).is_some_and(|next| !next.is_one_of(&REASONS));
    if ends(sentence, length, reasons) && !parts { length } else { 0 }
}

/// Whether a sentence that begins so goes back on the one before it.
pub(super) fn goes_back(first: &Word) -> bool {
    first.is_one_of(DOUBTS) || first.is_one_of(TURNS)
}

/// Whether the name that ends before the word `end` is not merely the beginning
/// of something else.
fn ends(sentence: &[Word], end: usize, reasons: &[&str]) -> bool {
    let asks = stop_before(sentence, end) == Stop::Question;
    let goes_on = sentence.get(end).is_some_and(|next| !next.is_one_of(reasons));
    end > 0 && !asks && (clause_ends(sentence, end) || !goes_on)
}

fn clause_ends(sentence: &[Word], end: usize) -> bool {
    stop_before(sentence, end) > Stop::Nothing
}

fn stop_before(sentence: &[Word], end: usize) -> Stop {
    let last = end.checked_sub(1).and_then(|last| sentence.get(last));
    last.map_or(Stop::Nothing, |word| word.stop)
}

/// With how many equal words both begin.
fn shared(left: &[Word], right: &[Word]) -> usize {
    left.iter().zip(right).take(ENOUGH).take_while(|(left, right)| left.text == right.text).count()
}

/// The letter that a label gives itself, as in `A)`, `(A)`, `A.`, `A:`, `A -`, `A`
/// and `Option A`, and the label without it.
fn letter(label: &str) -> Option<(char, String)> {
    let label: String = label.chars().filter(|c| !matches!(c, '*' | '`')).collect();
    let label = label.trim_start();
    let rest = match label.split_once(' ') {
        Some((word, rest)) if word.eq_ignore_ascii_case("option") => rest,
        _ => label,
    };
    let bare = rest.trim_start_matches(['(', '[']);
    let bracketed = bare.len() < rest.len();
    let mut characters = bare.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    let after = characters.as_str();
    let spaced = |text: &str| text.chars().nth(1).is_none_or(char::is_whitespace);
    let marks = match after.chars().next() {
        None | Some(')' | ']' | '—') => true,
        Some('.' | ':') => !bracketed && spaced(after),
        Some(_) => {
            let dash = after.trim_start();
            dash.len() < after.len() && dash.starts_with(['-', '–', '—']) && spaced(dash)
        }
    };
    let body = after.trim_start_matches(|c: char| c.is_whitespace() || ")].:-–—".contains(c));
    marks.then(|| (letter.to_ascii_lowercase(), body.to_owned()))
}
