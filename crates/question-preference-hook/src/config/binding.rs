//! What a preference is bound to: the options that the person saw.

use std::fmt;

use hmac_sha256::Hash as Sha256;
use hook_protocol::{Question, hex};
use hook_runtime::one_line;
use secrets::redact;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::gather::labels::{key, plain};

/// The format of a fingerprint.
const VERSION: u64 = 1;

/// In characters, of a label that is kept as it stands.
const MAX_LABEL: usize = 200;
/// In characters, of a label in a message.
const MAX_SHOWN: usize = 40;

/// The options of a question, in no order, and whether several may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    version: u64,
    /// Labels without their mark; a hash where one is long or has a secret in it.
    options: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    multi_select: bool,
}

/// What a preference holds for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Binding {
    /// Nothing yet.
    None,
    /// Whatever is offered: the person trusts the id alone.
    Any,
    To(Fingerprint),
    /// A fingerprint of a later version.
    Later,
}

/// How a question differs from the one that a preference is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    new: Vec<String>,
    gone: Vec<String>,
    /// Several options may be chosen, or no longer.
    multi_select: Option<bool>,
}

impl Fingerprint {
    /// That of a question as it is asked.
    pub(crate) fn of(question: &Question<'_>) -> Self {
        let mut options: Vec<String> =
            question.options.iter().map(|option| kept(option.label)).collect();
        options.sort_unstable();
        options.dedup();
        Self { version: VERSION, options, multi_select: question.multi_select }
    }

    /// How the question that this is of differs from `before`, if it does.
    pub(crate) fn difference(&self, before: &Self) -> Option<Difference> {
        let missing = |from: &Self, other: &Self| -> Vec<String> {
            let keys: Vec<String> = other.options.iter().map(|label| key(label)).collect();
            let of = from.options.iter().filter(|label| !keys.contains(&key(label)));
            of.cloned().collect()
        };
        let difference = Difference {
            new: missing(self, before),
            gone: missing(before, self),
            multi_select: (self.multi_select != before.multi_select).then_some(self.multi_select),
        };
        (difference != Difference { new: vec![], gone: vec![], multi_select: None })
            .then_some(difference)
    }

    /// Whether this label is one of the options.
    pub(crate) fn offers(&self, label: &str) -> bool {
        let label = key(&kept(label));
        self.options.iter().any(|option| key(option) == label)
    }

    /// The labels, as they are kept.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(String::as_str)
    }

    /// Puts this into an entry; what an earlier fingerprint has besides is kept.
    pub(crate) fn write_to(&self, entry: &mut Map<String, Value>) {
        let mut fields = match entry.remove(KEY) {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        fields.insert("version".to_owned(), self.version.into());
        fields.insert("options".to_owned(), self.options.clone().into());
        fields.remove("multi_select");
        if self.multi_select {
            fields.insert("multi_select".to_owned(), true.into());
        }
        entry.insert(KEY.to_owned(), fields.into());
    }
}

/// The key of an entry that says what it is bound to.
pub(crate) const KEY: &str = "bound";
/// Its value where the id alone counts.
pub(crate) const ANY: &str = "any";

impl Binding {
    /// What `bound` says in an entry.
    ///
    /// # Errors
    /// Words, if it says nothing.
    pub(crate) fn parse(value: Option<Value>) -> Result<Self, &'static str> {
        match value {
            None | Some(Value::Null) => Ok(Self::None),
            Some(Value::String(word)) if word == ANY => Ok(Self::Any),
            Some(Value::Object(fields)) => match fields.get("version").and_then(Value::as_u64) {
                Some(VERSION) => serde_json::from_value(fields.into())
                    .map(Self::To)
                    .map_err(|_| "`bound` has no list of options"),
                Some(version) if version > VERSION => Ok(Self::Later),
                _ => Err("`bound` has an unknown version"),
            },
            Some(_) => Err("`bound` must be `any` or an object with options"),
        }
    }
}

/// A label as it is kept.
fn kept(label: &str) -> String {
    let plain = plain(label);
    if plain.chars().count() <= MAX_LABEL && redact(&plain) == plain {
        return plain;
    }
    let digest = Sha256::hash(key(label).as_bytes());
    format!("sha256:{}", hex(digest.get(..16).unwrap_or_default()))
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<_> = self.labels().map(shown).collect();
        f.write_str(&labels.join(", "))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let new: Vec<_> = self.new.iter().map(|label| shown(label)).collect();
        let gone: Vec<_> = self.gone.iter().map(|label| shown(label)).collect();
        let mut parts = Vec::new();
        parts.extend(several(&new, "new"));
        parts.extend(several(&gone, "gone"));
        parts.extend(self.multi_select.map(|is_now| {
            if is_now { "several may be chosen now" } else { "only one may be chosen now" }
                .to_owned()
        }));
        write!(f, "its options changed: {}", parts.join("; "))
    }
}

/// `A and B are new`.
fn several(labels: &[String], what: &str) -> Option<String> {
    let (last, others) = labels.split_last()?;
    Some(match others {
        [] => format!("{last} is {what}"),
        _ => format!("{} and {last} are {what}", others.join(", ")),
    })
}

fn shown(label: &str) -> String {
    one_line(label, MAX_SHOWN)
}

#[cfg(test)]
mod tests {
    use hook_protocol::QuestionOption;
    use serde_json::json;

    use super::*;

    fn of(labels: &[&str], multi_select: bool) -> Fingerprint {
        let option = |label| QuestionOption { label, description: None, preview: None };
        let options = labels.iter().copied().map(option).collect();
        Fingerprint::of(&Question { question: "Which?", header: None, options, multi_select })
    }

    #[test]
    fn another_set_of_options_is_another_question() {
        let before = of(&["SQLite (recommended)", "Redis"], false);
        for (now, several, expected) in [
            (&["redis ", "（推荐）SQLITE"] as &[&str], false, None),
            (&["SQLite"], false, Some("Redis is gone")),
            (&["SQLite", "Wipe the disk"], false, Some("Wipe the disk is new; Redis is gone")),
            (
                &["Löschen", "Behalten"],
                false,
                Some("Behalten and Löschen are new; Redis and SQLite are gone"),
            ),
            (&["Redis", "SQL\u{456}te"], false, Some("SQL\u{456}te is new; SQLite is gone")),
            (&["Redis", "SQLite"], true, Some("several may be chosen now")),
        ] {
            let found = of(now, several).difference(&before).map(|it| it.to_string());
            let expected = expected.map(|words| format!("its options changed: {words}"));
            assert_eq!(found, expected, "{now:?}");
        }
    }

    #[test]
    fn a_secret_and_a_long_label_are_kept_as_a_hash() {
        let secret = format!("Use ghp_{}", "a1B2c3D4e5".repeat(4).get(..36).unwrap());
        for label in [secret.as_str(), &"x".repeat(300)] {
            let print = of(&[label], false);
            assert!(print.labels().all(|kept| kept.starts_with("sha256:")), "{print}");
            assert!(print.offers(label) && !print.offers("x"));
            assert_eq!(of(&[label], false).difference(&print), None);
        }
    }

    #[test]
    fn what_is_on_disk_is_read_and_the_rest_of_it_kept() {
        let parse = |value: Value| Binding::parse(Some(value));
        assert_eq!(Binding::parse(None), Ok(Binding::None));
        assert_eq!(parse(json!("any")), Ok(Binding::Any));
        assert_eq!(parse(json!({"version": 2, "choices": []})), Ok(Binding::Later));
        let stands = json!({"version": 1, "options": ["A", "B"], "seen_by": "me"});
        assert_eq!(parse(stands.clone()), Ok(Binding::To(of(&["B", "A"], false))));
        for wrong in
            [json!("all"), json!([]), json!({}), json!({"version": 0}), json!({"version": 1})]
        {
            assert!(parse(wrong.clone()).is_err(), "{wrong}");
        }
        let mut entry = Map::from_iter([(KEY.to_owned(), stands)]);
        of(&["C"], true).write_to(&mut entry);
        let expected =
            json!({"version": 1, "options": ["C"], "multi_select": true, "seen_by": "me"});
        assert_eq!(entry.get(KEY), Some(&expected));
    }
}
