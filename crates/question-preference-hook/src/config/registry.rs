//! What a project says about the questions that are asked there: the
//! configuration `.tacklebox/questions.yaml`.
//!
//! Strict: an unknown key, an id that is none or one that stands for two
//! questions is an error that names file, line and key. The same types are what
//! is kept of it, so they read themselves without help.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use hook_config::{ConfigError, Version};
use hook_runtime::Ctx;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::config::question_id::QuestionId;
use crate::gather::session_kind::SessionKind;

/// The configuration's name: `.tacklebox/questions.yaml`.
const NAME: &str = "questions";

/// The questions that are known, and how they are dealt with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Registry {
    /// Of the format.
    pub(crate) version: Version,
    #[serde(with = "or_default")]
    pub(crate) strategy: Strategy,
    /// The proxies of the question tool in this project read `answers`.
    #[serde(with = "or_default")]
    pub(crate) mcp_answers: bool,
    /// `qid` makes `<qid:some-id>` a marker.
    #[serde(deserialize_with = "prefixes")]
    pub(crate) marker_prefixes: Vec<String>,
    #[serde(with = "or_default")]
    pub(crate) session_kind: SessionKindEntry,
    pub(crate) questions: Entries,
}

/// How a question is kept from the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Strategy {
    /// The tool returns the answer.
    #[default]
    Answer,
    /// The call is denied, with the answer as the reason.
    Deny,
}

/// The kind of session, or that it is found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SessionKindEntry {
    #[default]
    Auto,
    Interactive,
    Headless,
    Spawned,
}

impl SessionKindEntry {
    /// The kind that is set, if one is.
    pub(crate) fn set(self) -> Option<SessionKind> {
        match self {
            Self::Auto => None,
            Self::Interactive => Some(SessionKind::Interactive),
            Self::Headless => Some(SessionKind::Headless),
            Self::Spawned => Some(SessionKind::Spawned),
        }
    }
}

/// The registered questions; no id and no alias stands for two of them.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub(crate) struct Entries(pub(crate) Vec<Entry>);

/// One registered question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) id: QuestionId,
    pub(crate) door: Door,
    /// The labels that it may offer, any where there are none.
    #[serde(default)]
    pub(crate) options: Vec<String>,
    /// Other ids for it, such as earlier ones.
    #[serde(default)]
    pub(crate) aliases: Vec<QuestionId>,
    /// `never-ask` may choose for it although several options may be chosen.
    #[serde(default, with = "or_default")]
    pub(crate) allow_multi_select: bool,
    #[serde(default)]
    pub(crate) description: Option<String>,
}

/// Whether there is a way back from an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Door {
    OneWay,
    TwoWay,
}

impl Default for Registry {
    fn default() -> Self {
        Self {
            version: Version,
            strategy: Strategy::default(),
            mcp_answers: false,
            marker_prefixes: vec!["qid".to_owned(), "gstack-qid".to_owned()],
            session_kind: SessionKindEntry::default(),
            questions: Entries::default(),
        }
    }
}

impl Registry {
    /// The question that `id` stands for, by its id or an alias.
    pub(crate) fn entry(&self, id: &QuestionId) -> Option<&Entry> {
        self.questions.0.iter().find(|entry| entry.names().any(|name| name == id))
    }

    /// Whether there is a way back from an answer to the question `id`, where that is registered.
    pub(crate) fn door(&self, id: &QuestionId) -> Option<Door> {
        self.entry(id).map(|entry| entry.door)
    }

    /// Every name of the question `id`, its own first.
    pub(crate) fn names<'a>(&'a self, id: &'a QuestionId) -> Vec<&'a QuestionId> {
        self.entry(id).map_or_else(|| vec![id], |entry| entry.names().collect())
    }
}

impl Entry {
    fn names(&self) -> impl Iterator<Item = &QuestionId> {
        std::iter::once(&self.id).chain(&self.aliases)
    }
}

/// The project's registry, the person's where it has none, else the default.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn load(ctx: &Ctx) -> Result<Registry, ConfigError> {
    let read = |file: &Path| Ok((hook_config::read(file)?.parse()?, Vec::new()));
    Ok(ctx.configured(NAME, NAME, read)?.unwrap_or_default())
}

/// The configuration file, whatever is in it.
pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
    ctx.configuration(NAME)
}

/// A key whose value a person has commented out, which is that of no key.
mod or_default {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_some(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: Default + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Option::deserialize(deserializer).map(Option::unwrap_or_default)
    }
}

fn prefixes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let prefixes = Vec::<String>::deserialize(deserializer)?;
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
    let is_prefix = |text: &String| !text.is_empty() && text.chars().all(is_sign);
    match prefixes.iter().find(|text| !is_prefix(text)) {
        Some(text) => {
            Err(D::Error::custom(format_args!("`{text}` cannot begin a marker: a-z, 0-9, - and _")))
        }
        None => Ok(prefixes),
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Unambiguous;
        impl<'de> Visitor<'de> for Unambiguous {
            type Value = Vec<Entry>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of questions")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Entry>, A::Error> {
                let mut known = BTreeSet::new();
                let mut entries: Vec<Entry> = Vec::new();
                while let Some(entry) = list.next_element_seed(NewEntry(&mut known))? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_seq(Unambiguous).map(Entries)
    }
}

/// An entry none of whose names is known yet, refused where it stands; they are
/// known from then on.
struct NewEntry<'a>(&'a mut BTreeSet<QuestionId>);

impl<'de> DeserializeSeed<'de> for NewEntry<'_> {
    type Value = Entry;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Entry, D::Error> {
        let is_kept = !deserializer.is_human_readable();
        let entry = Entry::deserialize(deserializer)?;
        // What is kept was looked through before.
        if is_kept {
            return Ok(entry);
        }
        if let Some(name) = entry.names().find(|name| !self.0.insert((*name).clone())) {
            return Err(D::Error::custom(format_args!("`{name}` occurs twice")));
        }
        Ok(entry)
    }
}
