//! A moment of a session that is over: an event, and what came of a call.

use std::path::Path;
use std::time::SystemTime;

use hook_protocol::Event;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// A moment of a session.
#[derive(Debug)]
pub(crate) struct Moment {
    pub(crate) at: SystemTime,
    pub(crate) session: String,
    /// What hooks were told.
    pub(crate) event: Option<Event>,
    /// The call that has ended, and how.
    pub(crate) ended: Option<(String, Ended)>,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It ran, and did what it should.
    Ran,
    /// The same, and a person had said that it may.
    Approved,
    /// It ran and failed.
    Failed,
    /// A hook, a rule or a person refused it.
    Refused,
    /// The host refused it before it told any hook.
    Unbegun,
}

/// What all events of an agent have in common.
#[derive(Debug, Default, Clone)]
pub(crate) struct Setting {
    pub(crate) session: String,
    pub(crate) transcript: String,
    pub(crate) cwd: Option<String>,
    pub(crate) permission_mode: Option<String>,
    pub(crate) prompt_id: Option<String>,
    pub(crate) agent_id: Option<String>,
    pub(crate) agent_type: Option<String>,
}

/// A call of a tool, as a host tells hooks of it.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) tool: String,
    /// As it was sent, so that it is parsed once.
    pub(crate) input: String,
}

impl Setting {
    pub(crate) fn new(session: &str, transcript: &Path) -> Self {
        let transcript = transcript.to_string_lossy().into_owned();
        Self { session: session.to_owned(), transcript, ..Self::default() }
    }

    /// The event of this name, with fields of its own.
    pub(crate) fn event(&self, name: &str, more: &Value) -> Option<Event> {
        parse(&self.fields(name, more), &[])
    }

    /// The event of this name about a call, with what came of it.
    pub(crate) fn event_of(
        &self,
        name: &str,
        call: &Call,
        more: &Value,
        response: Option<&RawValue>,
    ) -> Option<Event> {
        let mut fields = self.fields(name, more);
        if let Value::Object(fields) = &mut fields {
            fields.insert("tool_name".to_owned(), json!(call.tool));
            fields.insert("tool_use_id".to_owned(), json!(call.id));
        }
        let mut raw = vec![("tool_input", call.input.as_str())];
        raw.extend(response.map(|response| ("tool_response", response.get())));
        parse(&fields, &raw)
    }

    /// What is missing is not there: a host writes no `null`.
    fn fields(&self, name: &str, more: &Value) -> Value {
        let mut fields = json!({
            "hook_event_name": name,
            "session_id": self.session,
            "transcript_path": self.transcript,
            "cwd": self.cwd,
            "permission_mode": self.permission_mode,
            "prompt_id": self.prompt_id,
            "agent_id": self.agent_id,
            "agent_type": self.agent_type,
        });
        if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
            fields.extend(more.clone());
            fields.retain(|_, value| !value.is_null());
        }
        fields
    }
}

/// The event in an object, to which `raw` texts are added as they are.
fn parse(fields: &Value, raw: &[(&str, &str)]) -> Option<Event> {
    let mut text = fields.to_string();
    text.truncate(text.len().saturating_sub(1));
    for (name, value) in raw {
        text.push_str(",\"");
        text.push_str(name);
        text.push_str("\":");
        text.push_str(value);
    }
    text.push('}');
    Event::parse(text.as_bytes()).ok()
}
