//! The shapes in which answers come.
//!
//! `answers` is a map from the text of a question to its answer, or a list of
//! objects; an answer may stand in `questions[]` as well. The host adds
//! `annotations`, a map by question with `notes` and `unanswered`, and
//! `response`, what the person said in the chat instead.

use hook_protocol::Question;
use serde_json::{Map, Value};

use crate::gather::labels::folded;

/// Where an object has what was chosen.
const CHOICE_KEYS: [&str; 5] = ["user_answer", "answer", "label", "option_label", "choice"];

/// Answers in objects in answers: no host goes deeper.
const DEEPEST: usize = 4;

/// Nobody says more in answer to one question.
const MAX_ANSWERS: usize = 64;

/// A value that may have answers.
pub(super) struct Source<'a>(&'a Map<String, Value>);

/// What was said in answer to one question.
#[derive(Debug, Default)]
pub(super) struct Said<'a> {
    /// Labels or what the person wrote in their place.
    pub(super) choices: Vec<&'a str>,
    /// What is expressly no label.
    pub(super) words: Vec<&'a str>,
}

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
        self.0.get("answers").is_some_and(|answers| answers.is_object() || answers.is_array())
    }

    /// What was said to the question with this index, if anything.
    pub(super) fn said(&self, questions: &[Question<'_>], index: usize) -> Option<Said<'a>> {
        let answer = match self.0.get("answers") {
            Some(Value::Object(answers)) => by_text(answers, questions, index),
            Some(Value::Array(answers)) => by_place(answers, questions, index),
            _ => None,
        };
        let asked = || by_place(self.0.get("questions")?.as_array()?, questions, index);
        answer.and_then(said).or_else(|| asked().filter(|value| value.is_object()).and_then(said))
    }

    /// What the person noted besides.
    pub(super) fn notes(&self, questions: &[Question<'_>], index: usize) -> Option<&'a str> {
        text(self.annotation(questions, index)?.get("notes")?)
    }

    /// Whether the host says that there is no answer.
    pub(super) fn is_unanswered(&self, questions: &[Question<'_>], index: usize) -> bool {
        self.unanswered(questions, index).is_some()
    }

    /// What the person said in the chat in place of an answer.
    pub(super) fn reply_in_chat(
        &self,
        questions: &[Question<'_>],
        index: usize,
    ) -> Option<&'a str> {
        let in_chat = self.unanswered(questions, index)? == "replied_in_chat";
        in_chat.then(|| text(self.0.get("response")?)).flatten()
    }

    fn unanswered(&self, questions: &[Question<'_>], index: usize) -> Option<&'a str> {
        text(self.annotation(questions, index)?.get("unanswered")?)
    }

    fn annotation(&self, questions: &[Question<'_>], index: usize) -> Option<&'a Value> {
        by_text(self.0.get("annotations")?.as_object()?, questions, index)
    }
}

/// The entry of a question: under its text, else under its text in another
/// spelling, else the sole entry for the sole question.
fn by_text<'a>(
    map: &'a Map<String, Value>,
    questions: &[Question<'_>],
    index: usize,
) -> Option<&'a Value> {
    let question = questions.get(index)?;
    if let Some(value) = map.get(question.question) {
        return Some(value);
    }
    let is_alike = alike(questions, question);
    let mut entries = map.iter().filter(|(key, _)| is_alike(key));
    match (entries.next(), entries.next()) {
        (Some((_, value)), None) => Some(value),
        (None, _) if questions.len() == 1 && map.len() == 1 => map.values().next(),
        _ => None,
    }
}

/// The entry of a question: the one that repeats its text; else, where there are
/// as many as questions, the one in its place if it repeats no text.
fn by_place<'a>(list: &'a [Value], questions: &[Question<'_>], index: usize) -> Option<&'a Value> {
    let question = questions.get(index)?;
    let asked = |value: &'a Value| value.get("question")?.as_str();
    let is_alike = alike(questions, question);
    let is_about = |text: &str| text == question.question || is_alike(text);
    let mut entries = list.iter().filter(|value| asked(value).is_some_and(is_about));
    match (entries.next(), entries.next()) {
        (Some(value), None) => Some(value),
        (Some(_), Some(_)) => None,
        (None, _) if list.len() != questions.len() => None,
        (None, _) => list.get(index).filter(|value| asked(value).is_none()),
    }
}

/// Whether a text is that of the question in another spelling, and not exactly
/// that of any.
fn alike(questions: &[Question<'_>], question: &Question<'_>) -> impl Fn(&str) -> bool {
    let spelling = folded(question.question);
    move |text| folded(text) == spelling && questions.iter().all(|other| other.question != text)
}

/// The answer that a value is; an empty one is none.
fn said(value: &Value) -> Option<Said<'_>> {
    let mut said = Said::default();
    gather(value, DEEPEST, &mut said);
    (!said.choices.is_empty() || !said.words.is_empty()).then_some(said)
}

fn gather<'a>(value: &'a Value, depth: usize, said: &mut Said<'a>) {
    let Some(deeper) = depth.checked_sub(1) else {
        return;
    };
    if said.choices.len() + said.words.len() >= MAX_ANSWERS {
        return;
    }
    match value {
        Value::String(_) => said.choices.extend(text(value)),
        Value::Array(values) => values.iter().for_each(|value| gather(value, deeper, said)),
        Value::Object(object) => {
            // Several of these keys say the same thing in several ways.
            let choice = CHOICE_KEYS.iter().filter_map(|key| object.get(*key));
            let before = said.choices.len();
            for value in choice {
                if said.choices.len() == before {
                    gather(value, deeper, said);
                }
            }
            said.words.extend(object.get("free_text").and_then(text));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A string that says something.
fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty())
}
