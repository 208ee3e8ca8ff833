//! Ways with their places filled in.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::ways::{Call, Way};

/// What stands for the places of a way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values(BTreeMap<&'static str, String>);

impl Values {
    pub(crate) fn set(&mut self, place: &'static str, value: impl Into<String>) {
        self.0.insert(place, value.into());
    }

    pub(crate) fn get(&self, place: &str) -> Option<&str> {
        self.0.get(place).map(String::as_str)
    }

    fn fill(&self, text: &str) -> String {
        let fill = |text: String, (place, value): (&&str, &String)| {
            text.replace(&format!("{{{place}}}"), value)
        };
        self.0.iter().fold(text.to_owned(), fill)
    }

    fn fill_value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.fill(text)),
            Value::Array(items) => items.iter().map(|item| self.fill_value(item)).collect(),
            Value::Object(fields) => {
                let filled = fields.iter().map(|(key, it)| (key.clone(), self.fill_value(it)));
                Value::Object(filled.collect())
            }
            other => other.clone(),
        }
    }

    /// The tools that a way calls, each with its input.
    pub(crate) fn calls(&self, way: &Way) -> Vec<(String, Value)> {
        let call = |call: &Call| match call {
            Call::Command(line) => {
                ("Bash".to_owned(), json!({"command": self.fill(line).trim_end()}))
            }
            Call::Tool { name, input } => ((*name).to_owned(), self.fill_value(input)),
        };
        way.calls.iter().map(call).collect()
    }
}

/// A way in a line: a command as it is typed, another tool with its input.
pub(crate) fn spoken(way: &Way, calls: &[(String, Value)]) -> String {
    if let Some(words) = way.words {
        return words.to_owned();
    }
    let one = |(tool, input): &(String, Value)| {
        let command = input.get("command").and_then(Value::as_str);
        let is_plain = input.as_object().is_some_and(|input| input.len() == 1);
        match command.filter(|_| tool == "Bash" && is_plain) {
            Some(command) => command.to_owned(),
            None => format!("{tool} {input}"),
        }
    };
    calls.iter().map(one).collect::<Vec<_>>().join(" ;; ")
}
