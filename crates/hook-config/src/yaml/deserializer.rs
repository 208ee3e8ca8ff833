//! A serde deserializer over the nodes of a document, so that each error has the place of its node.

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use super::Fault;
use super::check::Anchors;
use crate::layout::{Node, NodeKind, Quoting, Step};

/// A node as a value.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    node: &'a Node,
    anchors: &'a Anchors<'a>,
}

impl<'a> Value<'a> {
    pub(super) fn new(node: &'a Node, anchors: &'a Anchors<'a>) -> Self {
        Self { node: anchors.resolve(node), anchors }
    }

    fn items(self, items: &'a [Node]) -> Items<'a> {
        Items { anchors: self.anchors, items: items.iter().enumerate() }
    }

    fn entries(self, entries: &'a [(Node, Node)]) -> Entries<'a> {
        Entries { anchors: self.anchors, rest: entries.iter(), value: None }
    }

    /// Its text if it may be something else than text.
    fn plain(self) -> Option<&'a str> {
        match &self.node.kind {
            NodeKind::Scalar { text, quoting: Quoting::Plain } if !self.node.is_tagged => {
                Some(text)
            }
            _ => None,
        }
    }

    /// What a visitor refuses is wrong with the value; what is refused afterwards, with its key.
    fn placed<T>(self, result: Result<T, Fault>) -> Result<T, Fault> {
        result.map_err(|err| err.or_at(self.node))
    }
}

impl<'de> Deserializer<'de> for Value<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(match &self.node.kind {
            NodeKind::Sequence { items, .. } => {
                let mut access = self.items(items);
                visitor.visit_seq(&mut access).and_then(|value| access.end(value))
            }
            NodeKind::Mapping { entries, .. } => visitor.visit_map(self.entries(entries)),
            NodeKind::Scalar { text, .. } => match self.plain() {
                Some(text) => visit_plain(text, visitor),
                None => visitor.visit_str(text),
            },
            NodeKind::Alias(_) => visitor.visit_unit(),
        })
    }

    /// A number is text where text is expected.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node.text() {
            Some(text) => self.placed(visitor.visit_str(text)),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.plain() {
            Some(text) if is_null(text) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.plain() {
            Some("") => self.placed(visitor.visit_seq(self.items(&[]))),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.plain() {
            Some("") => self.placed(visitor.visit_map(self.entries(&[]))),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        // Derived code would take a list of its fields.
        if let NodeKind::Sequence { .. } = self.node.kind {
            return self.placed(Err(de::Error::invalid_type(Unexpected::Seq, &visitor)));
        }
        self.deserialize_map(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let unexpected = match &self.node.kind {
            NodeKind::Scalar { text, .. } => {
                return self.placed(visitor.visit_enum(StrDeserializer::new(text)));
            }
            NodeKind::Sequence { .. } => Unexpected::Seq,
            _ => Unexpected::Map,
        };
        let names = format!("one of {}", variants.join(", "));
        self.placed(Err(de::Error::invalid_type(unexpected, &names.as_str())))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        tuple tuple_struct
    }
}

/// The items of a sequence.
struct Items<'a> {
    anchors: &'a Anchors<'a>,
    items: std::iter::Enumerate<std::slice::Iter<'a, Node>>,
}

impl Items<'_> {
    /// The value made of the items, unless some are left: a tuple takes as many as it has fields.
    fn end<T>(mut self, value: T) -> Result<T, Fault> {
        let Some((taken, extra)) = self.items.next() else { return Ok(value) };
        let expected = format!("{taken} items");
        let length = taken + 1 + self.items.len();
        Err(Fault::invalid_length(length, &expected.as_str()).or_at(extra))
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        let value = seed.deserialize(Value::new(item, self.anchors));
        value.map(Some).map_err(|err| err.or_at(item).below(Step::Index(index)))
    }
}

/// The entries of a mapping.
struct Entries<'a> {
    anchors: &'a Anchors<'a>,
    rest: std::slice::Iter<'a, (Node, Node)>,
    /// The entry whose value comes next.
    value: Option<&'a (Node, Node)>,
}

impl Entries<'_> {
    fn below(&self, err: Fault, key: &Node) -> Fault {
        let name = self.anchors.resolve(key).text().unwrap_or_default();
        err.or_at(key).below(Step::Key(name.to_owned()))
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.value = self.rest.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        let name = seed.deserialize(Value::new(key, self.anchors));
        name.map(Some).map_err(|err| self.below(err, key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((key, value)) = self.value.take() else {
            return Err(de::Error::custom("a value without a key"));
        };
        let value = seed.deserialize(Value::new(value, self.anchors));
        value.map_err(|err| self.below(err, key))
    }
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// Resolves a scalar without quotes as the JSON schema of YAML 1.2 does.
fn visit_plain<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value, Fault> {
    match text {
        text if is_null(text) => return visitor.visit_unit(),
        "true" | "True" | "TRUE" => return visitor.visit_bool(true),
        "false" | "False" | "FALSE" => return visitor.visit_bool(false),
        _ => {}
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    // `007` is text.
    if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|it| it.is_ascii_digit()) {
        return visitor.visit_str(text);
    }
    if let Ok(number) = text.parse() {
        return visitor.visit_u64(number);
    }
    if let Ok(number) = text.parse() {
        return visitor.visit_i64(number);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => visitor.visit_f64(number),
        _ => visitor.visit_str(text),
    }
}
