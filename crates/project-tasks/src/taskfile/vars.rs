//! Variables of tasks, in layers: what stands in a later one goes before what stands in an earlier one.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::template;
use crate::marks::{self, CLOSE, OPEN, UNSETTLED};

/// Variables lead so far.
const MAX_DEPTH: usize = 16;

/// The value of a variable.
#[derive(Clone, Debug)]
enum Raw {
    Template(String),
    /// A text that is not expanded any more.
    Text(String),
    /// What a command prints.
    Command(String),
}

/// Layers of variables.
#[derive(Clone, Debug)]
pub(super) struct Vars<'v> {
    layers: Vec<Vec<(String, Raw)>>,
    left: &'v Cell<usize>,
}

impl<'v> Vars<'v> {
    pub(super) fn new(left: &'v Cell<usize>) -> Self {
        Self { layers: vec![], left }
    }

    /// Adds what a file says.
    pub(super) fn add(&mut self, values: &Map<String, Value>) {
        let raw = |value: &Value| match value {
            Value::String(text) => Raw::Template(text.clone()),
            Value::Number(number) => Raw::Text(number.to_string()),
            Value::Bool(is_so) => Raw::Text(is_so.to_string()),
            Value::Object(fields) => match fields.get("sh").and_then(Value::as_str) {
                Some(command) => Raw::Command(command.to_owned()),
                None => Raw::Text(UNSETTLED.to_owned()),
            },
            _ => Raw::Text(UNSETTLED.to_owned()),
        };
        self.layers.push(values.iter().map(|(name, value)| (name.clone(), raw(value))).collect());
    }

    /// Adds texts that are not expanded any more.
    pub(super) fn add_texts(&mut self, texts: impl IntoIterator<Item = (String, String)>) {
        self.layers.push(texts.into_iter().map(|(name, text)| (name, Raw::Text(text))).collect());
    }

    /// Gives variables of the last layer other texts, which the others of that layer see too.
    pub(super) fn replace(&mut self, texts: impl IntoIterator<Item = (String, String)>) {
        let Some(layer) = self.layers.last_mut() else { return };
        for (name, text) in texts {
            layer.retain(|(known, _)| *known != name);
            layer.push((name, Raw::Text(text)));
        }
    }

    /// A text with its templates followed; `None` if it is none, or beyond a bound.
    pub(super) fn expanded(&self, text: &str) -> Option<String> {
        self.expanded_below(text, self.layers.len(), None, 0)
    }

    /// The value of a variable.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        self.value_below(name, self.layers.len(), None, 0)
    }

    fn expanded_below(
        &self,
        text: &str,
        end: usize,
        own: Option<&str>,
        depth: usize,
    ) -> Option<String> {
        let found = template::expanded(text, &|name| self.value_below(name, end, own, depth))?;
        self.left.set(self.left.get().checked_sub(found.len() + 1)?);
        Some(found)
    }

    /// The value of a variable in the layers before `end`; the last of them is left out for `own`.
    fn value_below(
        &self,
        name: &str,
        end: usize,
        own: Option<&str>,
        depth: usize,
    ) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        for (place, layer) in self.layers.iter().enumerate().take(end).rev() {
            if place + 1 == end && own == Some(name) {
                continue;
            }
            let Some((_, raw)) = layer.iter().find(|(known, _)| known == name) else { continue };
            let expand = |text: &str| self.expanded_below(text, place + 1, Some(name), depth + 1);
            return match raw {
                Raw::Template(text) => expand(text),
                Raw::Text(text) => Some(text.clone()),
                Raw::Command(text) => {
                    Some(format!("{OPEN}({}{CLOSE}", marks::rendered(&expand(text)?)?))
                }
            };
        }
        Some(marks::unsettled(name))
    }
}
