//! What the options of a question are called: by their letters, and by how their
//! labels begin.

use std::collections::BTreeSet;

use hook_protocol::Question;

use super::wording::{AGAINST, NEGATIONS, OBJECTIONS, Spoken, TURNS, has_lone_letter};
use super::{collapsed, folded, seen};

/// So a recommendation may begin.
const VERBS: [&str; 7] = ["choose ", "pick ", "select ", "take ", "use ", "go with ", "go for "];

/// What stands between the letter of a label and the rest.
const AFTER_A_LETTER: [&str; 7] = [") ", "] ", ". ", ": ", " - ", " – ", " — "];

/// The beginning of a label that says nothing of the rest.
const VAGUE: &[&str] = &[
    "a", "all", "an", "any", "both", "either", "first", "it", "last", "no", "not", "one", "second",
    "that", "the", "third", "this",
];

/// "Recommendation: none" is that there is none.
const NO_NAMES: [&str; 3] = ["neither", "none", "nothing"];

/// # Errors
/// If one of these labels, which are plain, cannot be named.
pub(super) fn check_distinct(plain: &[String]) -> Result<(), &'static str> {
    let mut seen = BTreeSet::new();
    for label in plain.iter().map(|label| folded(label)) {
        if label.is_empty() {
            return Err("an option has no label");
        }
        if !seen.insert(label) {
            return Err("two options have the same label");
        }
    }
    Ok(())
}

/// The option that is called `name`, in whichever way it is read, with "choose"
/// or "option" before it or without.
///
/// # Errors
/// If that is no option, or not one only.
pub(super) fn named(
    name: &str,
    question: &Question<'_>,
    plain: &[String],
) -> Result<usize, &'static str> {
    let labels: Vec<_> = plain.iter().map(|label| bare(label)).collect();
    let name = bare(name).to_lowercase();
    let name = unquoted(&name);
    let object = VERBS.iter().find_map(|verb| name.strip_prefix(verb)).unwrap_or(name);
    let object = unquoted(object);
    let option = object.strip_prefix("option ").unwrap_or(object);
    let mut found = BTreeSet::new();
    for reading in BTreeSet::from([name, object, option]) {
        match sole_letter(reading) {
            Some(letter) => found.extend(by_letter(letter, question, &labels)),
            None => found.extend(by_label(reading, &labels)?),
        }
    }
    match (found.pop_first(), found.is_empty()) {
        (None, _) => Err("the recommendation names no option, or not clearly"),
        (Some(index), true) => Ok(index),
        (Some(_), false) => Err("the recommendation fits more than one option"),
    }
}

/// Whether `text` speaks of another option than this one, by its label up to the
/// first stop in it.
pub(super) fn mentions_another(text: &str, plain: &[String], index: usize) -> bool {
    let text = Spoken::new(text);
    plain.iter().enumerate().any(|(at, label)| {
        let label = bare(label);
        let body = own_letter(&label).map_or(label.as_str(), |(_, body)| body);
        let stops = [",", ":", ";", "(", " -", " –", " —"];
        let stop = stops.iter().filter_map(|stop| body.find(stop)).min();
        let head = stop.and_then(|stop| body.get(..stop)).unwrap_or(body);
        at != index && text.has(&Spoken::new(head))
    })
}

/// A name or a label without emphasis, the full stop and what cannot be seen.
fn bare(text: &str) -> String {
    let text = collapsed(&seen(text)).replace(['*', '`'], "").replace('’', "'");
    text.trim().trim_end_matches(['.', '!']).to_owned()
}

fn unquoted(name: &str) -> &str {
    let inside = |(open, close)| name.strip_prefix::<char>(open)?.strip_suffix::<char>(close);
    [('"', '"'), ('“', '”')].into_iter().find_map(inside).unwrap_or(name)
}

fn sole_letter(name: &str) -> Option<char> {
    let mut characters = name.chars();
    characters.next().filter(|c| c.is_ascii_lowercase() && characters.next().is_none())
}

/// The option with this letter. The letters are those that the labels give
/// themselves, if each has one, else those of the places; and they count only
/// where nothing else is to be seen that could be meant by a letter.
fn by_letter(letter: char, question: &Question<'_>, labels: &[String]) -> Option<usize> {
    let own: Option<Vec<_>> = labels.iter().map(|label| own_letter(label)).collect();
    let by_place = own.is_none();
    let places = || ('a'..='h').zip(labels.iter().map(String::as_str)).collect();
    let lettered: Vec<(char, &str)> = own.unwrap_or_else(places);
    let mut fitting = (0..).zip(&lettered).filter(|(_, (own, _))| *own == letter);
    let (index, _) = fitting.next().filter(|_| fitting.next().is_none())?;
    let is_initial = |label: &String| label.to_lowercase().starts_with(letter);
    let initials = (0..).zip(labels).any(|(at, label)| at != index && is_initial(label));
    let numbers = labels.iter().any(|label| label.starts_with(char::is_numeric));
    if by_place && (initials || numbers) {
        return None;
    }
    let descriptions = question.options.iter().filter_map(|option| option.description);
    let bodies = lettered.iter().map(|(_, body)| *body);
    let mut others = descriptions.chain(bodies).chain(question.header);
    (!others.any(has_lone_letter)).then_some(index)
}

/// The letter that a label gives itself, as in `A)`, `(A)`, `A.`, `A:`, `A -`, `A`
/// and `Option A`, and the label without it.
fn own_letter(label: &str) -> Option<(char, &str)> {
    let label = match label.split_once(' ') {
        Some((word, rest)) if word.eq_ignore_ascii_case("option") => rest,
        _ => label,
    };
    let mut characters = label.trim_start_matches(['(', '[']).chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    let rest = characters.as_str();
    let body = AFTER_A_LETTER.iter().find_map(|mark| match rest.strip_prefix(mark) {
        None if rest == mark.trim_end() => Some(""),
        body => body,
    });
    let body = if rest.is_empty() { Some(rest) } else { body };
    body.map(|body| (letter.to_ascii_lowercase(), body))
}

/// The options whose labels begin with this name, with their letters or without.
///
/// # Errors
/// If what the name leaves unsaid might matter.
fn by_label(name: &str, labels: &[String]) -> Result<Vec<usize>, &'static str> {
    let mut found = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let body = own_letter(label).map(|(_, body)| body);
        let unsaid = [Some(label.as_str()), body]
            .into_iter()
            .flatten()
            .find_map(|label| unsaid(name, &label.to_lowercase()));
        let Some(unsaid) = unsaid else {
            continue;
        };
        if !unsaid.is_empty() && is_short(name, &unsaid, index, labels) {
            return Err("what the recommendation leaves unsaid of the label might matter");
        }
        let is_place = |place: usize| place != index + 1 && (1..=labels.len()).contains(&place);
        if name.parse().is_ok_and(is_place) {
            return Err("the recommendation may be a place or a label");
        }
        found.push(index);
    }
    Ok(found)
}

/// What follows the name in a label that begins with it, as whole words.
fn unsaid(name: &str, label: &str) -> Option<String> {
    let is_name = !name.is_empty() && !NO_NAMES.contains(&name);
    let rest = label.strip_prefix(name).filter(|_| is_name)?;
    let ends_there = |c: char| c.is_whitespace() || ",:;()".contains(c);
    (rest.is_empty() || rest.starts_with(ends_there)).then(|| rest.to_owned())
}

/// Whether a name does not do for the label that goes on after it: what is left
/// unsaid turns it or is a letter, or the name is in another label too.
fn is_short(name: &str, unsaid: &str, index: usize, labels: &[String]) -> bool {
    let spoken = Spoken::new(unsaid);
    let turns = [TURNS, AGAINST, OBJECTIONS, NEGATIONS].iter().any(|list| spoken.has_any(list));
    let name_said = Spoken::new(name);
    let is_shared =
        (0..).zip(labels).any(|(at, label)| at != index && Spoken::new(label).has(&name_said));
    VAGUE.contains(&name) || turns || is_shared || has_lone_letter(unsaid)
}
