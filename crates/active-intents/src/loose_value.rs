//! A value as a person may write it where the type does not matter much.
//!
//! `notes: keep it small` and `notes: [keep it small]` mean the same, and the
//! criterion `- Errors: none` is a sentence, though YAML calls it a mapping.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Any value of YAML.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Loose {
    #[default]
    Nothing,
    /// Text that is a string in YAML too.
    Text(String),
    /// A number or a truth value, in its usual spelling.
    Other(String),
    List(Vec<Loose>),
    Map(Vec<(String, Loose)>),
}

impl Loose {
    /// The value as words.
    pub(crate) fn words(&self) -> String {
        let joined = |items: Vec<String>| items.join("; ");
        match self {
            Loose::Nothing => String::new(),
            Loose::Text(text) | Loose::Other(text) => text.clone(),
            Loose::List(items) => joined(items.iter().map(Loose::words).collect()),
            Loose::Map(entries) => {
                let entry = |(key, value): &(String, Loose)| match value.words() {
                    value if value.is_empty() => key.clone(),
                    value => format!("{key}: {value}"),
                };
                joined(entries.iter().map(entry).collect())
            }
        }
    }

    /// The value as a list: itself, unless it is one.
    pub(crate) fn items(&self) -> &[Loose] {
        match self {
            Loose::Nothing => &[],
            Loose::List(items) => items,
            one => std::slice::from_ref(one),
        }
    }

    /// The sentences of a list, without empty ones.
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.items().iter().map(Loose::words).filter(|words| !words.trim().is_empty()).collect()
    }
}

impl Loose {
    /// The value of a key, if this is a mapping that has it.
    pub(crate) fn value_mut(&mut self, key: &str) -> Option<&mut Loose> {
        let Loose::Map(entries) = self else {
            return None;
        };
        entries.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// An item, if this is a list that has it.
    pub(crate) fn item_mut(&mut self, at: usize) -> Option<&mut Loose> {
        match self {
            Loose::List(items) => items.get_mut(at),
            _ => None,
        }
    }

    /// Sets the value of a key, if this is a mapping.
    pub(crate) fn set(&mut self, key: &str, value: Loose) -> Option<()> {
        let Loose::Map(entries) = self else {
            return None;
        };
        entries.retain(|(name, _)| name != key);
        entries.push((key.to_owned(), value));
        Some(())
    }

    /// Whether it is the same value; the order of a mapping says nothing.
    pub(crate) fn is_like(&self, other: &Loose) -> bool {
        match (self, other) {
            (Loose::List(mine), Loose::List(others)) => {
                mine.len() == others.len() && mine.iter().zip(others).all(|(a, b)| a.is_like(b))
            }
            (Loose::Map(mine), Loose::Map(others)) => {
                let has = |(key, value): &(String, Loose)| {
                    others.iter().any(|(name, other)| name == key && value.is_like(other))
                };
                mine.len() == others.len() && mine.iter().all(has)
            }
            _ => self == other,
        }
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose, D::Error> {
        deserializer.deserialize_any(LooseVisitor)
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Loose, E> {
        Ok(Loose::Other(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Loose, E> {
        Ok(Loose::Other(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Loose, E> {
        Ok(Loose::Other(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Loose, E> {
        Ok(Loose::Other(value.to_string()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Loose, E> {
        Ok(Loose::Text(value.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<Loose, E> {
        Ok(Loose::Nothing)
    }

    fn visit_none<E: Error>(self) -> Result<Loose, E> {
        Ok(Loose::Nothing)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Loose, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Loose::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Loose, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Loose::Map(map))
    }
}
