//! How a question is called: by its marker, else by a hash of what it asks.

use std::fmt;

use hmac_sha256::Hash as Sha256;
use hook_protocol::{Question, hex};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::json;

#[cfg(test)]
mod tests;

const MAX_LENGTH: usize = 64;
const HASH: &str = "hash-";
const HASH_BYTES: usize = 5;

/// The id of a question: `[a-z0-9-]{1,64}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub(crate) struct QuestionId(String);

impl QuestionId {
    /// The id that `text` spells, in any case.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        ((1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(fits))
            .then(|| Self(text.to_ascii_lowercase()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nobody named this question: the id is, or looks like, one of
    /// [`hashed`].
    pub(crate) fn is_hash(&self) -> bool {
        let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        self.0
            .strip_prefix(HASH)
            .is_some_and(|digits| digits.len() == 2 * HASH_BYTES && digits.bytes().all(hex))
    }

    /// Whether the question splits a piece of work (`<skill>-split-<what>`),
    /// which only a person decides.
    pub(crate) fn is_split(&self) -> bool {
        self.0.contains("-split-")
    }
}

impl<'de> Deserialize<'de> for QuestionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom(format_args!(
                "`{text}` is no question id: a-z, 0-9 and -, at most {MAX_LENGTH}"
            ))
        })
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The ids of all markers in `text`, `<prefix:some-id>` with one of the
/// `prefixes`, in their order. What is not quite a marker is none.
pub(crate) fn marked(text: &str, prefixes: &[String]) -> Vec<QuestionId> {
    text.split('<').skip(1).filter_map(|part| Some(marker(part, prefixes)?.0)).collect()
}

/// What `text` says beside its markers, with `gap` in their place: an id that
/// names a deployment does not speak of one.
pub(crate) fn unmarked(text: &str, prefixes: &[String], gap: &str) -> String {
    let mut parts = text.split('<');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sign, rest) = match marker(part, prefixes) {
            Some((_, rest)) => (gap, rest),
            None => ("<", part),
        };
        said.push_str(sign);
        said.push_str(rest);
    }
    said
}

/// The id of a marker, and what comes after it.
fn marker<'a>(after_bracket: &'a str, prefixes: &[String]) -> Option<(QuestionId, &'a str)> {
    let (inside, rest) = after_bracket.split_once('>')?;
    let (prefix, id) = inside.rsplit_once(':')?;
    let known = prefixes.iter().any(|known| known.eq_ignore_ascii_case(prefix));
    Some((known.then(|| QuestionId::parse(id)).flatten()?, rest))
}

/// The id of a question without a marker: a hash of the skill, the question and
/// its options in any order.
pub(crate) fn hashed(skill: Option<&str>, question: &Question<'_>) -> QuestionId {
    let mut labels: Vec<_> = question.options.iter().map(|option| option.label).collect();
    labels.sort_unstable();
    // As JSON no two questions are spelled the same.
    let asked = match described(question) {
        None => json!([skill, question.question, labels]).to_string(),
        Some(described) => json!([skill, question.question, described]).to_string(),
    };
    let digest = Sha256::hash(asked.as_bytes());
    QuestionId(format!("{HASH}{}", hex(digest.get(..HASH_BYTES).unwrap_or_default())))
}

/// The labels with their descriptions, where one says nothing itself: of `Option A` the
/// description is the answer.
fn described<'a>(question: &Question<'a>) -> Option<Vec<(&'a str, &'a str)>> {
    let said = |label: &str| label.to_lowercase().replace("(recommended)", "");
    let says_nothing = |label: &str| {
        let said = said(label);
        let mut words = said.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
        words.all(|word| word.chars().count() == 1 || NOTHING_SAID.contains(&word))
    };
    let options = &question.options;
    let is_told = options.iter().any(|option| says_nothing(option.label))
        && options.iter().any(|option| option.description.is_some_and(|it| !it.is_empty()));
    is_told.then(|| {
        let both = options.iter().map(|it| (it.label, it.description.unwrap_or_default()));
        let mut both: Vec<_> = both.collect();
        both.sort_unstable();
        both
    })
}

/// Words of a label that has none of its own.
const NOTHING_SAID: [&str; 24] = [
    "alternative",
    "approach",
    "choice",
    "continue",
    "first",
    "go",
    "no",
    "ok",
    "okay",
    "on",
    "one",
    "option",
    "other",
    "plan",
    "proceed",
    "second",
    "solution",
    "the",
    "third",
    "two",
    "variant",
    "version",
    "way",
    "yes",
];
