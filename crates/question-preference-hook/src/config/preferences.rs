//! What the person prefers, by question: the files `question-preferences.json`
//! of the project and of the person.
//!
//! Whatever is not understood means that the question is asked: a file that
//! cannot be read, an unknown word, an entry that has expired.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use hook_config::{ConfigError, UniqueMap};
use hook_runtime::Ctx;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::config::binding::{self, Binding};
use crate::config::question_id::QuestionId;

/// In the project's `.tacklebox` folder, and in the person's own.
const NAME: &str = "question-preferences.json";

const A_DAY: Duration = Duration::from_secs(24 * 3600);

/// What the person wants for a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The recommended option is taken.
    NeverAsk,
    /// The question is asked.
    AlwaysAsk,
    /// These options are taken.
    Answer(Vec<String>),
}

/// What a file says about a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) preference: Preference,
    /// From then on the question is asked.
    pub(crate) expires: Option<SystemTime>,
    /// The options that it is bound to.
    pub(crate) binding: Binding,
    /// What the person noted.
    pub(crate) note: Option<String>,
}

/// What a file says that means nothing, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Malformed(pub(crate) String);

/// Which file says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    Project,
    User,
}

/// One file's entries, those that mean nothing included.
pub(crate) type Entries = BTreeMap<QuestionId, Result<Entry, Malformed>>;

/// The preferences of the project and of the person.
#[derive(Debug, Default)]
pub(crate) struct Preferences {
    pub(crate) project: Entries,
    pub(crate) user: Entries,
}

impl Preferences {
    /// What is said about a question that has these names. The project's word
    /// goes before the person's; two words under two names are none.
    pub(crate) fn of(&self, names: &[&QuestionId]) -> Option<(Origin, Result<&Entry, Malformed>)> {
        let both = [(Origin::Project, &self.project), (Origin::User, &self.user)];
        both.into_iter().find_map(|(origin, entries)| {
            let mut found = names.iter().filter_map(|name| entries.get(*name));
            let entry = found.next()?;
            if found.any(|other| other != entry) {
                let words = "this question has different preferences under its id and its aliases";
                return Some((origin, Err(Malformed(words.to_owned()))));
            }
            Some((origin, entry.as_ref().map_err(Malformed::clone)))
        })
    }

    /// Whether nothing is said about any question.
    pub(crate) fn is_empty(&self) -> bool {
        self.project.is_empty() && self.user.is_empty()
    }
}

/// Where the preferences of `origin` stand, if there is such a place.
pub(crate) fn file(ctx: &Ctx, origin: Origin) -> Option<PathBuf> {
    match origin {
        Origin::Project => Some(ctx.project_config()?.join(NAME)),
        Origin::User => Some(ctx.user_config()?.join(NAME)),
    }
}

/// The preferences in both files; none in a file that is not there.
///
/// # Errors
/// If one of them cannot be read, or is no JSON object without repeated keys.
pub(crate) fn load(ctx: &Ctx) -> Result<Preferences, ConfigError> {
    let entries = |origin| read(ctx, origin).map(|file| entries(&file));
    Ok(Preferences { project: entries(Origin::Project)?, user: entries(Origin::User)? })
}

/// What stands in the file of `origin`; nothing in one that is not there.
///
/// # Errors
/// If it cannot be read, or is no JSON object without repeated keys.
pub(crate) fn read(ctx: &Ctx, origin: Origin) -> Result<Raw, ConfigError> {
    let Some(file) = file(ctx, origin) else {
        return Ok(Raw::default());
    };
    match hook_config::read_if_there(&file)? {
        Some(source) => source.parse_json(),
        None => Ok(Raw::default()),
    }
}

/// A preference file: an entry for each id, as it stands there.
pub(crate) type Raw = UniqueMap<Box<RawValue>>;

/// The entries of a file. Keys that are no question id are somebody else's.
pub(crate) fn entries(file: &Raw) -> Entries {
    let mut entries = Entries::new();
    for (key, raw) in file.iter() {
        let Some(id) = QuestionId::parse(key) else { continue };
        let entry = entry(raw.get());
        if entries.get(&id).is_some_and(|before| *before != entry) {
            let words = "different preferences for several spellings of the id";
            entries.insert(id, Err(Malformed(words.to_owned())));
        } else {
            entries.insert(id, entry);
        }
    }
    entries
}

/// What an entry says, as it stands in a file.
pub(crate) fn entry(json: &str) -> Result<Entry, Malformed> {
    if let Ok(word) = serde_json::from_str::<String>(json) {
        let preference = preference(&word, None)?;
        return Ok(Entry { preference, expires: None, binding: Binding::None, note: None });
    }
    if !json.starts_with('{') {
        return Err(malformed("expected a preference or an object"));
    }
    let fields: UniqueMap<Value> =
        serde_json::from_str(json).map_err(|err| Malformed(err.to_string()))?;
    with_fields(fields.into_inner())
}

fn with_fields(mut fields: BTreeMap<String, Value>) -> Result<Entry, Malformed> {
    let answer = fields.remove("answer").filter(|answer| !answer.is_null());
    let answer = answer.map(labels).transpose()?;
    let word = text(&mut fields, "preference")?;
    let word = word.ok_or_else(|| malformed("`preference` is missing"))?;
    let expires = text(&mut fields, "expires")?;
    let binding = Binding::parse(fields.remove(binding::KEY)).map_err(malformed)?;
    let entry = Entry {
        preference: preference(&word, answer)?,
        expires: expires.map(|text| expiry(&text)).transpose()?,
        binding,
        note: text(&mut fields, "note")?,
    };
    // It might narrow the preference down, in a later version or misspelt.
    match fields.keys().next() {
        Some(key) => Err(Malformed(format!("unknown key `{key}`"))),
        None => Ok(entry),
    }
}

fn preference(word: &str, answer: Option<Vec<String>>) -> Result<Preference, Malformed> {
    match (word, answer) {
        ("answer", Some(labels)) => Ok(Preference::Answer(labels)),
        ("answer", None) => Err(malformed("`answer` is missing")),
        ("never-ask", None) => Ok(Preference::NeverAsk),
        ("always-ask", None) => Ok(Preference::AlwaysAsk),
        (_, None) => Err(Malformed(format!("unknown preference `{word}`"))),
        (_, Some(_)) => Err(Malformed(format!("`answer` does not go with `{word}`"))),
    }
}

fn labels(answer: Value) -> Result<Vec<String>, Malformed> {
    let labels = match answer {
        Value::String(label) => vec![label],
        answer => serde_json::from_value(answer)
            .map_err(|_| malformed("`answer` must be a label or a list of labels"))?,
    };
    if labels.iter().all(|label| label.trim().is_empty()) {
        return Err(malformed("`answer` is empty"));
    }
    Ok(labels)
}

fn text(
    fields: &mut BTreeMap<String, Value>,
    key: &'static str,
) -> Result<Option<String>, Malformed> {
    match fields.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Malformed(format!("`{key}` must be a string"))),
    }
}

/// The end of a day (`2026-12-31`, UTC) or a moment (RFC 3339, UTC).
pub(crate) fn expiry(text: &str) -> Result<SystemTime, Malformed> {
    if let Ok(moment) = humantime::parse_rfc3339(text) {
        return Ok(moment);
    }
    let day = humantime::parse_rfc3339(&format!("{text}T00:00:00Z"));
    day.map(|day| (day + A_DAY).min(end_of_time())).map_err(|_| {
        Malformed(format!(
            "`{text}` is neither a date nor a time such as \
            2026-12-31T12:00:00Z"
        ))
    })
}

/// The last second that RFC 3339 has a name for.
pub(crate) fn end_of_time() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799)
}

fn malformed(words: &str) -> Malformed {
    Malformed(words.to_owned())
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverAsk => f.write_str("never-ask"),
            Self::AlwaysAsk => f.write_str("always-ask"),
            Self::Answer(_) => f.write_str("answer"),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Project => "project",
            Self::User => "user",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> QuestionId {
        QuestionId::parse(text).unwrap()
    }

    #[test]
    fn two_words_about_one_question_are_none() {
        let file = r#"{"a": "never-ask", "A": "always-ask", "b": "never-ask", "B": "never-ask"}"#;
        let project = entries(&serde_json::from_str(file).unwrap());
        let preferences = Preferences { project, user: Entries::new() };
        let of = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| id(name)).collect();
            let found = preferences.of(&names.iter().collect::<Vec<_>>());
            found.map(|(_, entry)| entry.map(|entry| entry.preference.clone()))
        };
        assert!(of(&["a"]).unwrap().is_err());
        assert_eq!(of(&["b"]), Some(Ok(Preference::NeverAsk)));
        assert!(of(&["b", "a"]).unwrap().is_err());
        assert_eq!(of(&["c", "b"]), Some(Ok(Preference::NeverAsk)));
        assert_eq!(of(&["c"]), None);
    }
}
