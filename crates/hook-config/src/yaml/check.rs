//! What is refused in every configuration: repeated keys and exploding aliases.
//!
//! Not a walk over the layout: what counts is how far the parser that makes the
//! values follows aliases, and another one may read a text otherwise.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

use serde::Deserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use crate::unique_map::NewKey;

/// Nodes and bytes of scalars. A file of the largest size stays far below it
/// without aliases; with them, each use of an alias counts anew.
pub(crate) const BUDGET: usize = 2 << 20;

/// Walks a document without keeping it.
#[derive(Clone, Copy)]
pub(crate) struct Check<'a> {
    pub(crate) budget: &'a Cell<usize>,
    /// Set if the document was refused here and not by the parser.
    pub(crate) refused: &'a Cell<bool>,
}

impl Check<'_> {
    fn spend<E: Error>(self, bytes: usize) -> Result<(), E> {
        let Some(left) = self.budget.get().checked_sub(1 + bytes) else {
            self.refused.set(true);
            return Err(E::custom("the aliases expand to more than 2 MiB"));
        };
        self.budget.set(left);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Check<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Check<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.spend(text.len())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.spend(0)?;
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.spend(0)?;
        let mut keys = BTreeSet::new();
        let is_known = |keys: &BTreeSet<String>, key: &str| {
            let known = keys.contains(key);
            self.refused.set(known);
            known
        };
        while let Some(key) = entries.next_key_seed(NewKey(&|key| is_known(&keys, key)))? {
            self.spend(key.len())?;
            keys.insert(key);
            entries.next_value_seed(self)?;
        }
        Ok(())
    }

    /// A tagged value.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<(), A::Error> {
        let (IgnoredAny, value) = tagged.variant()?;
        value.newtype_variant_seed(self)
    }
}
