//! A map in which a repeated key is an error.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A map with text keys that refuses a repeated key when it is deserialised; a plain map would
/// silently keep the last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct UniqueMap<V>(BTreeMap<String, V>);

impl<V> UniqueMap<V> {
    /// The map itself.
    pub fn into_inner(self) -> BTreeMap<String, V> {
        self.0
    }
}

impl<V> Default for UniqueMap<V> {
    fn default() -> UniqueMap<V> {
        UniqueMap(BTreeMap::new())
    }
}

impl<V> Deref for UniqueMap<V> {
    type Target = BTreeMap<String, V>;

    fn deref(&self) -> &BTreeMap<String, V> {
        &self.0
    }
}

impl<V> From<BTreeMap<String, V>> for UniqueMap<V> {
    fn from(map: BTreeMap<String, V>) -> UniqueMap<V> {
        UniqueMap(map)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for UniqueMap<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UniqueMap<V>, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData)).map(UniqueMap)
    }
}

struct MapVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for MapVisitor<V> {
    type Value = BTreeMap<String, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some(key) = access.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate key `{key}`")));
            }
            map.insert(key, access.next_value()?);
        }
        Ok(map)
    }
}
