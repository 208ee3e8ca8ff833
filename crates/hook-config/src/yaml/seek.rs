//! Finds the place of a node: only an error tells where the parser stands.

use std::fmt;

use serde::Deserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// A step from a node of a document to one below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To an item of a sequence, from 0.
    Index(usize),
    /// To the value of a key.
    Key(String),
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Index(index)
    }
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_owned())
    }
}

/// Fails at the end of the way: at the key if the last step is one, else at the
/// node. Succeeds if the way does not exist.
#[derive(Clone, Copy)]
pub(crate) struct Seek<'a>(pub(crate) &'a [Step]);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what was sought")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Some((Step::Index(index), rest)) = self.0.split_first() else {
            return Err(A::Error::custom("found"));
        };
        for _ in 0..*index {
            items.next_element::<IgnoredAny>()?;
        }
        items.next_element_seed(Seek(rest))?;
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Some((Step::Key(wanted), rest)) = self.0.split_first() else {
            return Err(A::Error::custom("found"));
        };
        while let Some(is_wanted) = entries.next_key_seed(SoughtKey { wanted, rest })? {
            if is_wanted {
                entries.next_value_seed(Seek(rest))?;
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<(), A::Error> {
        let (IgnoredAny, value) = tagged.variant()?;
        value.newtype_variant_seed(self)
    }
}

struct SoughtKey<'a> {
    wanted: &'a str,
    rest: &'a [Step],
}

impl<'de> DeserializeSeed<'de> for SoughtKey<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for SoughtKey<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<bool, E> {
        if key == self.wanted && self.rest.is_empty() {
            return Err(E::custom("found"));
        }
        Ok(key == self.wanted)
    }
}
