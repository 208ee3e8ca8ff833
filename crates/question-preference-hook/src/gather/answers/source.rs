//! The shapes in which answers come.
//!
//! Source: Claude Code 2.1.112 to 2.1.332. `answers` is a map from the text of a question to a
//! label or a list of labels. The host adds `annotations`, a map by question with `notes` and
//! `unanswered`, and `response`, what the person said in the chat instead. A proxy of the question
//! tool returns the same as JSON in a string, or as an MCP result.

use serde_json::{Map, Value};

/// Limit on the answers to one question.
const MAX_ANSWERS: usize = 64;

/// A value that may have answers.
pub(super) struct Source<'a>(&'a Map<String, Value>);

/// What is in a response that is JSON in a string, or an MCP result.
pub(super) fn parsed(response: &Value) -> Option<Value> {
    let Value::String(text) = response else {
        return in_result(response);
    };
    let value = serde_json::from_str(text).ok()?;
    in_result(&value).or(Some(value))
}

/// The object in an MCP result: its structured content, or one of its texts.
fn in_result(value: &Value) -> Option<Value> {
    if value.get("answers").is_some() {
        return None;
    }
    if let Some(structured) = value.get("structuredContent").filter(|value| value.is_object()) {
        return Some(structured.clone());
    }
    let blocks = value.as_array().or_else(|| value.get("content")?.as_array())?;
    let texts = blocks.iter().filter_map(|block| block.get("text")?.as_str());
    let mut values = texts.filter_map(|text| serde_json::from_str::<Value>(text).ok());
    values.find(Value::is_object)
}

impl<'a> Source<'a> {
    pub(super) fn new(value: &'a Value) -> Option<Self> {
        value.as_object().map(Self)
    }

    /// Whether there is a place for answers, filled or not.
    pub(super) fn has_answers(&self) -> bool {
        self.0.get("answers").is_some_and(Value::is_object)
    }

    /// The answers to the question with this text.
    pub(super) fn answers(&self, question: &str) -> Vec<&'a str> {
        let answer = self.0.get("answers").and_then(|answers| answers.get(question));
        match answer {
            Some(Value::Array(answers)) => {
                answers.iter().filter_map(text).take(MAX_ANSWERS).collect()
            }
            answer => answer.and_then(text).into_iter().collect(),
        }
    }

    /// What the person noted besides.
    pub(super) fn notes(&self, question: &str) -> Option<&'a str> {
        self.annotation(question, "notes")
    }

    /// Whether the host says that there is no answer.
    pub(super) fn is_unanswered(&self, question: &str) -> bool {
        self.annotation(question, "unanswered").is_some()
    }

    /// What the person said in the chat instead of an answer.
    pub(super) fn reply_in_chat(&self, question: &str) -> Option<&'a str> {
        let in_chat = self.annotation(question, "unanswered")? == "replied_in_chat";
        in_chat.then(|| text(self.0.get("response")?)).flatten()
    }

    fn annotation(&self, question: &str, key: &str) -> Option<&'a str> {
        text(self.0.get("annotations")?.get(question)?.get(key)?)
    }
}

/// A string that is not blank.
fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty())
}
