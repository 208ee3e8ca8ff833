//! When a session waited for a person, from the journal of `prompt-detect-hook`.

use hook_protocol::one_line;
use humantime::parse_rfc3339_weak;
use serde::Serialize;
use serde_json::Value;

use super::millis;

/// How many characters are kept of what a person was asked.
const MAX_WORDS: usize = 200;

/// A time in which a person was asked something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// From when, in milliseconds since 1970.
    pub from: u64,
    /// Until when; `None` if unknown.
    pub until: Option<u64>,
    /// The type of the prompt: `question`, `permission` and so on.
    pub kind: String,
    /// What was asked, on one line and without secrets.
    pub words: String,
    #[serde(skip)]
    call: String,
}

/// Each with the id of its session. A prompt is closed by the next line of the same session
/// that closes one of the same call, or of the same kind where there is no call.
pub(super) fn waits(transitions: &[Value]) -> Vec<(String, Wait)> {
    let mut waits: Vec<(String, Wait)> = Vec::new();
    for line in transitions {
        let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default();
        let Ok(at) = parse_rfc3339_weak(text("ts")) else { continue };
        let (session, kind, call) = (text("session_id"), text("prompt_type"), text("tool_use_id"));
        match text("type") {
            "agent:prompt" => {
                let wait = Wait {
                    from: millis(at),
                    until: None,
                    kind: kind.to_owned(),
                    words: words(line),
                    call: call.to_owned(),
                };
                waits.push((session.to_owned(), wait));
            }
            "agent:prompt_resolved" => {
                let mut open = waits.iter_mut().filter(|(id, wait)| {
                    id == session && wait.until.is_none() && wait.call == call && wait.kind == kind
                });
                if let Some((_, wait)) = open.next() {
                    wait.until = Some(millis(at));
                }
            }
            _ => {}
        }
    }
    waits
}

/// What a person was asked: the first question, or why permission was needed, or the plan.
fn words(line: &Value) -> String {
    let question = line.pointer("/questions/0/question");
    let words = question.or_else(|| line.get("reason")).or_else(|| line.get("plan"));
    one_line(&secrets::redact(words.and_then(Value::as_str).unwrap_or_default()), MAX_WORDS)
}
