//! What a person answered, out of a `PostToolUse` event.
//!
//! The shapes are in [`source`].

mod source;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use hook_protocol::Question;
use serde_json::Value;

use self::source::Source;
use crate::gather::labels::{folded, key, same_label};

/// Between the labels of a multi-select answer; a label may have it too.
const SEPARATOR: &str = ", ";

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Options were chosen.
    Chosen {
        /// Their indices, in the order of the answer; at least one.
        options: Vec<usize>,
        /// What the person said besides.
        notes: Option<String>,
    },
    /// The person said something that is no option.
    FreeText(String),
    /// Nothing is known: skipped, dismissed, or not in the event.
    Unknown,
}

/// The answer to each of the `questions`, in their order: what the `response` of
/// the tool says, else what its `input` says.
pub(crate) fn answers(
    questions: &[Question<'_>],
    input: &Value,
    response: Option<&Value>,
) -> Vec<Answer> {
    let parsed = response.and_then(source::parsed);
    let response = parsed.as_ref().or(response).and_then(Source::new);
    // A response that has answers has all there are: an agent can send answers
    // in the input, as if the person had given them.
    let input = match &response {
        Some(response) if response.has_answers() => None,
        _ => Source::new(input),
    };
    let sources: Vec<_> = response.into_iter().chain(input).collect();
    questions.iter().map(|question| answer(question, &sources)).collect()
}

/// The labels as the text that answers a question.
pub(crate) fn joined(labels: &[&str]) -> String {
    labels.join(SEPARATOR)
}

/// The options that `text` names in answer to `question`, in its order; nothing
/// if it names none, or can be read in more than one way.
pub(crate) fn read_back(question: &Question<'_>, text: &str) -> Option<Vec<usize>> {
    if question.multi_select {
        several(question, text)
    } else {
        option_named(question, text).map(|index| vec![index])
    }
}

fn answer(question: &Question<'_>, sources: &[Source<'_>]) -> Answer {
    let text = question.question;
    let mut choices = Vec::new();
    for source in sources {
        if source.is_unanswered(text) {
            let said = source.reply_in_chat(text).map(str::to_owned);
            return said.map_or(Answer::Unknown, Answer::FreeText);
        }
        choices = source.answers(text);
        if !choices.is_empty() {
            break;
        }
    }
    let notes = sources.iter().find_map(|source| source.notes(text));
    understood(question, &choices, notes)
}

/// The answer to `question`: the options among `choices`, and the words that are none.
fn understood(question: &Question<'_>, choices: &[&str], notes: Option<&str>) -> Answer {
    let mut options = Vec::new();
    let mut words = Vec::new();
    for choice in choices {
        let named = if choices.len() > 1 {
            option_named(question, choice).map(|option| vec![option])
        } else {
            read_back(question, choice)
        };
        match named.map(|named| (named, None)).or_else(|| with_own_words(question, choice)) {
            Some((named, own)) => {
                options.extend(named);
                words.extend(own);
            }
            None => words.push(unquoted(choice)),
        }
    }
    let mut seen = BTreeSet::new();
    options.retain(|option| seen.insert(*option));
    // Claude Code 2.1.112 notes what was typed as well.
    words.extend(notes.filter(|notes| !words.iter().any(|word| word == notes)).map(str::to_owned));
    let words = (!words.is_empty()).then(|| words.join("\n"));
    match words {
        notes if !options.is_empty() => Answer::Chosen { options, notes },
        Some(words) => Answer::FreeText(words),
        None => Answer::Unknown,
    }
}

/// The options that a multi-select answer begins with, and what the person typed
/// after them: quoted if it has a comma or a quote, as Claude Code 2.1.330 has it.
fn with_own_words(question: &Question<'_>, text: &str) -> Option<(Vec<usize>, Option<String>)> {
    if !question.multi_select {
        return None;
    }
    let mut splits = text.rmatch_indices(SEPARATOR);
    splits.find_map(|(at, _)| {
        let (labels, rest) = text.split_at_checked(at)?;
        let rest = rest.strip_prefix(SEPARATOR)?;
        let own = match serde_json::from_str::<String>(rest) {
            Ok(quoted) => quoted,
            Err(_) if rest.contains([',', '"']) => return None,
            Err(_) => rest.to_owned(),
        };
        if several(question, rest).is_some() {
            return None;
        }
        Some((several(question, labels)?, Some(own)))
    })
}

/// The text that was meant, where the host has quoted it.
fn unquoted(text: &str) -> String {
    serde_json::from_str(text).unwrap_or_else(|_| text.to_owned())
}

/// The one option that is called so: literally, else in another spelling.
fn option_named(question: &Question<'_>, text: &str) -> Option<usize> {
    let sole = |is: &dyn Fn(&str) -> bool| {
        let mut named = (0..).zip(&question.options).filter(|(_, option)| is(option.label));
        let first = named.next().map(|(index, _)| index);
        first.filter(|_| named.next().is_none())
    };
    if key(text).is_empty() {
        return None;
    }
    sole(&|label| label == text).or_else(|| sole(&|label| same_label(label, text)))
}

/// How the answer goes on from some place in it.
enum Reading {
    /// With this option, and then from that place; in no other way.
    Sole(usize, usize),
    Ambiguous,
}

/// The options whose labels, joined, are `text`; each of them once.
fn several(question: &Question<'_>, text: &str) -> Option<Vec<usize>> {
    let text = folded(text);
    let labels = spellings(question);
    // As every option is named once.
    let longest: usize = labels.iter().map(|(_, label)| label.len() + SEPARATOR.len()).sum();
    if text.is_empty() || text.len() > longest {
        return None;
    }
    let mut readings = BTreeMap::new();
    let separators = text.rmatch_indices(SEPARATOR).map(|(at, _)| at + SEPARATOR.len());
    for start in separators.chain([0]) {
        if let Some(reading) = reading(&labels, &text, start, &readings) {
            readings.insert(start, reading);
        }
    }
    let mut options = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let Some(Reading::Sole(option, next)) = readings.get(&start) else {
            return None;
        };
        if options.contains(option) {
            return None;
        }
        options.push(*option);
        start = *next;
    }
    Some(options)
}

/// What each option is called in a list of labels: by its label, with its mark or without, or by
/// the same as a JSON string, as Claude Code 2.1.330 has one with a comma or a quote.
fn spellings(question: &Question<'_>) -> Vec<(usize, String)> {
    let labels = (0..).zip(&question.options);
    let spelt = labels.flat_map(|(at, option)| {
        let quoted = Value::from(option.label).to_string();
        let names = BTreeSet::from([folded(option.label), key(option.label), folded(&quoted)]);
        names.into_iter().map(move |name| (at, name))
    });
    spelt.filter(|(_, label)| !label.is_empty()).collect()
}

/// How `text` goes on from `start`, given how it goes on from every later place.
fn reading(
    labels: &[(usize, String)],
    text: &str,
    start: usize,
    later: &BTreeMap<usize, Reading>,
) -> Option<Reading> {
    let rest = text.get(start..)?;
    let mut found = None;
    for (option, label) in labels {
        let Some(after) = rest.strip_prefix(label.as_str()) else {
            continue;
        };
        let next = if after.is_empty() {
            text.len()
        } else if after.starts_with(SEPARATOR) {
            start + label.len() + SEPARATOR.len()
        } else {
            continue;
        };
        if after.is_empty() || later.contains_key(&next) {
            let sole = Reading::Sole(*option, next);
            found = Some(if found.is_none() { sole } else { Reading::Ambiguous });
        }
    }
    found
}
