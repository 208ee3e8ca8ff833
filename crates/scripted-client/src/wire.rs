//! The protocols in which clients ask their models: which conversation is asked, how an answer is
//! written, and what of a request says how a call ended.

mod chat;
mod gemini;
mod messages;
mod responses;

use serde_json::Value;

use super::answer::Answer;
use super::script::{Lane, SUBAGENT};

/// A protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// Anthropic's Messages.
    Messages,
    /// Responses of `OpenAI`.
    Responses,
    /// Chat completions of `OpenAI`, which many others speak.
    Chat,
    /// Gemini's `generateContent`.
    Gemini,
}

/// How a call ended, as the client tells the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallEnd {
    /// The id of the call.
    pub id: String,
    /// Whether it failed; `None` if the protocol does not say.
    pub is_error: Option<bool>,
    /// What it says.
    pub text: String,
}

impl Wire {
    /// That of a request to this path.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let ends = |end| path.ends_with(end);
        Some(match path {
            "/v1/messages" => Self::Messages,
            _ if ends("/responses") => Self::Responses,
            _ if ends("/chat/completions") => Self::Chat,
            _ if ends("enerateContent") => Self::Gemini,
            _ => return None,
        })
    }

    /// Whether a request wants its answer piece by piece.
    pub(crate) fn is_stream(self, path: &str, body: &Value) -> bool {
        match self {
            Self::Gemini => path.ends_with(":streamGenerateContent"),
            _ => body.get("stream") == Some(&Value::Bool(true)),
        }
    }

    /// The conversation of a request. Who brings no tools asks beside it.
    pub(crate) fn lane(self, body: &Value) -> Lane {
        let tools = body.get("tools").and_then(Value::as_array);
        let has_tools = tools.is_some_and(|tools| !tools.is_empty());
        let is_of_subagent = || match self {
            Self::Messages => messages::first(body).contains(SUBAGENT),
            Self::Responses => responses::prompts(body).contains(SUBAGENT),
            Self::Chat => chat::prompts(body).contains(SUBAGENT),
            Self::Gemini => gemini::prompts(body).contains(SUBAGENT),
        };
        match has_tools {
            true if is_of_subagent() => Lane::Subagent,
            true => Lane::Main,
            false => Lane::Beside,
        }
    }

    /// An answer, as a document.
    pub(crate) fn whole(self, answer: &Answer) -> Value {
        match self {
            Self::Messages => messages::whole(answer),
            Self::Responses => responses::whole(answer),
            Self::Chat => chat::whole(answer),
            Self::Gemini => gemini::whole(answer),
        }
    }

    /// The same as a stream of events.
    pub(crate) fn streamed(self, answer: &Answer) -> String {
        match self {
            Self::Messages => messages::streamed(answer),
            Self::Responses => responses::streamed(answer),
            Self::Chat => chat::streamed(answer),
            Self::Gemini => gemini::streamed(answer),
        }
    }

    /// How the calls ended that a request tells of.
    pub(crate) fn ends(self, body: &Value) -> Vec<CallEnd> {
        match self {
            Self::Messages => messages::ends(body),
            Self::Responses => responses::ends(body),
            Self::Chat => chat::ends(body),
            Self::Gemini => gemini::ends(body),
        }
    }

    /// The fields of a request in which its conversation stands.
    pub(crate) fn talk(self) -> [&'static str; 2] {
        match self {
            Self::Messages => ["system", "messages"],
            Self::Responses => ["instructions", "input"],
            Self::Chat => ["messages", "system"],
            Self::Gemini => ["systemInstruction", "contents"],
        }
    }
}

/// Its members; none where it is no list.
fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// All strings in a value, each as a line.
pub(crate) fn strings(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text}\n"),
        Value::Array(values) => values.iter().map(strings).collect(),
        Value::Object(fields) => fields.values().map(strings).collect(),
        _ => String::new(),
    }
}

/// One event of a stream that has no name.
fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

/// One event of a stream, under the name that is its `type`.
fn event(value: &Value) -> String {
    format!("event: {}\ndata: {value}\n\n", text(value, "type"))
}

#[cfg(test)]
mod tests;
