//! What is asked, without what may stand around it: `Do you really want me to`, `Once it is done should I`,
//! `A) Yes`.

use std::borrow::Cow;

use crate::craft::is_in;
use crate::gerund;
use crate::order::{asks, sentences};

/// What says how, when or how sure, and not what is done.
const ADVERBS: &str = "absolutely actually again already also besides certainly definitely ever even finally first honestly however \
     immediately instead just kindly later maybe nevertheless now only perhaps please possibly quickly quietly rather really seriously \
     simply soon still then therefore today tomorrow tonight too truly";
/// The same in two words.
const IN_TWO: [(&str, &str); 6] = [
    ("after", "all"),
    ("at", "last"),
    ("by", "now"),
    ("for", "once"),
    ("of", "course"),
    ("right", "now"),
];
/// Behind one of these, or at the beginning, such a word is left out.
const FRAMED: &str =
    "am are can could do i is it like may me might ready shall should to want we would you";
/// So many words of a sentence may be a frame.
const MAX_FRAME: usize = 12;

/// Those that a person lets act, and those that only act by themselves where somebody lets them.
const AGENTS: &str = "agent agents assistant bot ci claude codex dependabot extension installer plugin subagent subagents";
const ACTORS: &str = "build cron formatter function hook job linter model pipeline process program script server service test tests tool workflow";
/// What asks for a way or a thing.
const CHOOSING: &str = "how what where which who whom whose why";

/// A question as it would be asked in the fewest words, where that differs.
pub(crate) fn plain(text: &str) -> Option<String> {
    let mut is_changed = false;
    let mut whole = String::with_capacity(text.len());
    for sentence in sentences(text) {
        let plain = if asks(sentence) { plain_sentence(sentence) } else { told_sentence(sentence) };
        is_changed |= plain.is_some();
        whole.push_str(&plain.map_or(Cow::Borrowed(sentence), |it| Cow::Owned(format!(" {it}"))));
    }
    is_changed.then_some(whole)
}

fn plain_sentence(sentence: &str) -> Option<String> {
    let all: Vec<&str> = sentence.split_whitespace().collect();
    let mut words: Vec<&str> = Vec::with_capacity(all.len());
    let mut is_second = false;
    for (at, word) in all.iter().enumerate() {
        if std::mem::take(&mut is_second) {
            continue;
        }
        let is_framed =
            words.len() < MAX_FRAME && words.last().is_none_or(|it| is_in(FRAMED, &bare(it)));
        let is_last = words.len() + 1 >= all.len();
        // `Is it now?` and `Really?` say nothing without it.
        let is_kept = is_last || word.ends_with(['?', '.']) || !is_in(ADVERBS, &bare(word));
        let next = all.get(at + 1).map(|it| bare(it)).unwrap_or_default();
        is_second = is_framed && at + 2 < all.len() && IN_TWO.contains(&(&bare(word), &next));
        if !is_second && (is_kept || !is_framed) {
            words.push(word);
        }
    }
    let lower: Vec<String> = words.iter().map(|it| bare(it)).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    if let Some((from, verb)) = gerund::named(&lower) {
        return Some(format!("should I {verb} {}", words.get(from..)?.join(" ")));
    }
    let (prefix, from) = frame(&lower).unwrap_or(("", 0));
    let rest = words.get(from..)?.join(" ");
    let plain = if prefix.is_empty() { rest } else { format!("{prefix} {rest}") };
    (plain != all.join(" ")).then_some(plain)
}

/// What a sentence tells that will be done, as a question.
fn told_sentence(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|it| bare(it)).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let told = words.get(gerund::told(&lower)?..)?.join(" ");
    let told = told.split(',').next()?.trim_end_matches(['.', '!', ':', ';']);
    Some(format!("should I {told}? "))
}

/// In which words the sentence asks, and where what it asks for begins.
fn frame(words: &[&str]) -> Option<(&'static str, usize)> {
    let begin = (0..words.len()).find_map(|at| frame_at(words, at).map(|it| (at, it)))?;
    let (at, found) = begin;
    let before = words.get(..at)?;
    // `Who should halt it?`
    let is_who = before == ["who"] && found.0 == "should I";
    let is_choice = !is_who && before.iter().any(|it| is_in(CHOOSING, it));
    let is_condition = before.last().is_some_and(|it| is_in("if when whether", it));
    (!is_choice && !is_condition).then_some(found)
}

fn frame_at(words: &[&str], at: usize) -> Option<(&'static str, usize)> {
    let word = |place: usize| words.get(at + place).copied().unwrap_or_default();
    let is_us = |place: usize| is_in("i we", word(place));
    let actor = |place: usize, list: &str| {
        let begin = place + usize::from(is_in("a an any our that the this your", word(place)));
        (begin..begin + 2)
            .find(|it| is_in(list, word(*it)))
            .map(|it| it + 1 + usize::from(is_in("job jobs run script", word(it + 1))))
    };
    let either = |place: usize| actor(place, AGENTS).or_else(|| actor(place, ACTORS));
    match (word(0), word(1), word(2)) {
        ("shall" | "should" | "may" | "can" | "could", "i" | "we", "let")
            if either(3).is_some() =>
        {
            either(3).map(|it| ("should I", at + it))
        }
        ("shall" | "should" | "may" | "can" | "could", _, _) if is_us(1) && at > 0 => {
            Some(("", at))
        }
        ("might" | "must", _, _) if is_us(1) => Some(("should I", at + 2)),
        ("ought", _, "to") if is_us(1) => Some(("should I", at + 3)),
        (_, "should", _) if is_us(0) && at > 0 => Some(("should I", at + 2)),
        ("rather", _, _) if is_us(1) => Some(("should I", at + 2)),
        ("you", "want", "me") if word(3) == "to" && at > 1 => Some(("should I", at + 4)),
        ("do", "you", "want") | ("would", "you", "like") => {
            let end = either(3)?;
            (word(end) == "to").then_some(("should I", at + end + 1))
        }
        ("should", verb, _) if at == 1 && words.first() == Some(&"who") => {
            (!is_in("be speak tell", verb)).then_some(("should I", at + 1))
        }
        ("may", _, _) if actor(1, ACTORS).is_some() => {
            actor(1, ACTORS).map(|it| ("should I", at + it))
        }
        ("reason", "not", "to") => Some(("should I", at + 3)),
        ("shall" | "should" | "may" | "can" | "could", _, _) => {
            // `Should the plugin docs be split?`
            let end = actor(1, AGENTS)?;
            (!is_in("be have docs list", word(end))).then_some(("should I", at + end))
        }
        _ => None,
    }
}

fn bare(word: &str) -> String {
    word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase()
}

/// A label without the letter or the number before it.
pub(crate) fn without_number(label: &str) -> &str {
    let label = label.trim_start();
    let body = label.trim_start_matches(['(', '[', '#', '-', '*', '\u{2022}', ' ']);
    let body = body.strip_prefix("Option ").unwrap_or(body);
    let mark = body.char_indices().find(|(_, it)| !it.is_ascii_alphanumeric());
    let Some((end, mark)) = mark else { return label };
    let number = body.get(..end).unwrap_or_default();
    let is_number =
        number.bytes().all(|it| it.is_ascii_digit()) && number.len() < 3 || number.len() == 1;
    let behind = body.get(end + mark.len_utf8()..).unwrap_or_default();
    let is_parted = match mark {
        ')' | '.' | ':' | ']' => behind.starts_with(' '),
        ' ' => {
            behind.starts_with(['-', '\u{2013}', '\u{2014}', '|', ':']) && !behind.starts_with("--")
        }
        _ => false,
    };
    let rest = behind.trim_start_matches(['-', '\u{2013}', '\u{2014}', '|', ':', ' ']);
    if number.is_empty() || !is_number || !is_parted || rest.is_empty() { label } else { rest }
}

#[cfg(test)]
mod tests {
    use super::{plain, without_number};

    #[test]
    fn what_stands_around_a_question_is_left_out() {
        for (text, expected) in [
            ("Do you really want me to halt it?", "Do you want me to halt it?"),
            ("Is it now OK to halt it?", "Is it OK to halt it?"),
            ("Once the tests pass should I halt it?", "should I halt it?"),
            ("**Ops** Should I halt it?", "Should I halt it?"),
            ("Do you think I should halt it?", "should I halt it?"),
            ("Ought I to halt it?", "should I halt it?"),
            ("Do you want the model to halt it?", "should I halt it?"),
            ("Shall I let the cron job halt it?", "should I halt it?"),
        ] {
            let found = plain(text);
            assert_eq!(found.as_deref().map(str::trim), Some(expected), "{text}");
        }
        for text in [
            "Which way do you think I should take?",
            "Should I halt it?",
            "Really?",
            "When should I stop?",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }

    #[test]
    fn a_letter_or_a_number_before_a_label_says_nothing() {
        for label in [
            "A) Bypass",
            "1. Bypass",
            "A - Bypass",
            "(2) Bypass",
            "#1: Bypass",
            "Option A: Bypass",
            "[b] Bypass",
        ] {
            assert_eq!(without_number(label), "Bypass", "{label}");
        }
        for label in ["A", "A* search", "1.5 seconds", "C++", "2 spaces", "Option A", "x-axis"] {
            assert_eq!(without_number(label), label);
        }
    }
}
