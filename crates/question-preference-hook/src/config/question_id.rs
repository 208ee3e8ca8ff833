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

    /// Whether the id has the form of one from [`hashed`].
    pub(crate) fn is_hash(&self) -> bool {
        let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        self.0
            .strip_prefix(HASH)
            .is_some_and(|digits| digits.len() == 2 * HASH_BYTES && digits.bytes().all(hex))
    }
}

impl<'de> Deserialize<'de> for QuestionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom(format_args!(
                "`{text}` is not a question id: a-z, 0-9 and -, at most {MAX_LENGTH}"
            ))
        })
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The ids of all markers in `text`, `<prefix:some-id>` with one of the `prefixes`, in their order.
/// A marker with a computed id does not count.
pub(crate) fn marked(text: &str, prefixes: &[String]) -> Vec<QuestionId> {
    text.split('<')
        .skip(1)
        .filter_map(|part| Some(marker(part, prefixes)?.0))
        .filter(|id| !id.is_hash())
        .collect()
}

/// `text` with a blank in place of each marker.
pub(crate) fn unmarked(text: &str, prefixes: &[String]) -> String {
    let mut parts = text.split('<');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sign, rest) = match marker(part, prefixes) {
            Some((_, rest)) => (" ", rest),
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

/// The id of a question without a marker: a hash of the skill, the question and its options in
/// any order, with its header, what is said and shown of the options, and whether several may be
/// chosen.
pub(crate) fn hashed(skill: Option<&str>, question: &Question<'_>) -> QuestionId {
    let mut labels: Vec<_> = question.options.iter().map(|option| option.label).collect();
    labels.sort_unstable();
    let said = described(question);
    let header = question.header.filter(|header| !header.is_empty());
    // As JSON no two questions are spelled the same.
    let shown = shown(question);
    let asked = if !shown.is_empty() {
        let whole = json!([skill, question.question, labels, header, said, question.multi_select]);
        json!([whole, shown]).to_string()
    } else if said.is_empty() && header.is_none() && !question.multi_select {
        json!([skill, question.question, labels]).to_string()
    } else {
        json!([skill, question.question, labels, header, said, question.multi_select]).to_string()
    };
    let digest = Sha256::hash(asked.as_bytes());
    QuestionId(format!("{HASH}{}", hex(digest.get(..HASH_BYTES).unwrap_or_default())))
}

/// The options of which something more is said, with that.
fn described<'a>(question: &Question<'a>) -> Vec<(&'a str, &'a str)> {
    let said = question.options.iter().map(|it| (it.label, it.description.unwrap_or_default()));
    let mut said: Vec<_> = said.filter(|(_, description)| !description.is_empty()).collect();
    said.sort_unstable();
    said
}

/// The options that show what they would look like, with that.
fn shown<'a>(question: &Question<'a>) -> Vec<(&'a str, &'a str)> {
    let shown = question.options.iter().filter_map(|it| Some((it.label, it.preview?)));
    let mut shown: Vec<_> = shown.filter(|(_, preview)| !preview.is_empty()).collect();
    shown.sort_unstable();
    shown
}
