//! Parses YAML and finds the places of errors.

use std::fmt::{self, Write as _};

use serde::de::{self, DeserializeOwned};

mod check;
mod deserializer;

use check::Anchors;
use deserializer::Value;

use crate::layout::{self, Node, Step};

/// What is wrong with a text, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    /// The byte at which it is.
    pub(crate) place: Option<usize>,
    /// The way to it from the root, its end first.
    way: Vec<Step>,
}

/// See [`Source::parse`](crate::Source::parse).
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let roots = documents(text)?;
    let empty = Node::empty(text.len());
    let root = match roots.as_slice() {
        [] => &empty,
        [root] => root,
        [_, second, ..] => {
            return Err(Fault::at(second, "more than one YAML document"));
        }
    };
    let parsed = Anchors::of(root).and_then(|anchors| T::deserialize(Value::new(root, &anchors)));
    parsed.map_err(|err| err.or_at(root).of_field(root))
}

/// The roots of the documents in a text.
pub(crate) fn documents(text: &str) -> Result<Vec<Node>, Fault> {
    let is_refused = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    if let Some(at) = text.find(is_refused) {
        return Err(Fault::at(&Node::empty(at), "control characters are not allowed"));
    }
    layout::documents(text).map_err(|err| {
        let at = text.char_indices().nth(err.marker().index()).map_or(text.len(), |(at, _)| at);
        Fault::at(&Node::empty(at), err.info())
    })
}

/// An error that a caller found at `way`.
pub(crate) fn fault_at(text: &str, way: &[Step], message: String) -> Fault {
    let mut known = way;
    let mut place = place_of(text, known);
    while let (None, Some((_, shorter))) = (place, known.split_last()) {
        known = shorter;
        place = place_of(text, known);
    }
    Fault { message, place, way: way.iter().rev().cloned().collect() }
}

/// Line and column, from 1, of what follows `text`.
pub(crate) fn end_of(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}

impl Fault {
    fn at(node: &Node, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: Some(node.range.start), way: Vec::new() }
    }

    /// The same, seen from one node higher.
    fn below(mut self, step: Step) -> Self {
        self.way.push(step);
        self
    }

    /// The same, at this node unless its place is known.
    fn or_at(mut self, node: &Node) -> Self {
        self.place.get_or_insert(node.range.start);
        self
    }

    /// At the key of an unknown field, also if the type read all values before it looked at the keys.
    fn of_field(mut self, root: &Node) -> Self {
        let field = unknown_field(&self.message).map(|field| Step::Key(field.to_owned()));
        if let Some(field) = field.filter(|field| self.way.first() != Some(field)) {
            let way: Vec<Step> = self.way.iter().rev().cloned().chain([field.clone()]).collect();
            if let Some(key) =
                root.at(&way).filter(|node| node.text().map(Step::from) == Some(field.clone()))
            {
                self.place = Some(key.range.start);
                self.way.insert(0, field);
            }
        }
        self
    }

    /// The path of the key, as in `tools[2].tool`.
    pub(crate) fn key(&self) -> Option<String> {
        let mut text = String::new();
        for step in self.way.iter().rev() {
            match step {
                // Writing to a `String` cannot fail.
                Step::Index(index) => drop(write!(text, "[{index}]")),
                Step::Key(key) if text.is_empty() => text.push_str(key),
                Step::Key(key) => drop(write!(text, ".{key}")),
            }
        }
        (!self.way.is_empty()).then_some(text)
    }
}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), place: None, way: Vec::new() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

fn unknown_field(message: &str) -> Option<&str> {
    let rest = message.strip_prefix("unknown field `")?;
    let ends = ["`, expected ", "`, there are no fields"];
    ends.iter().find_map(|end| rest.split_once(end)).map(|(field, _)| field)
}

fn place_of(text: &str, way: &[Step]) -> Option<usize> {
    let roots = layout::documents(text).ok()?;
    Some(roots.first()?.at(way)?.range.start)
}
