//! Chat completions of `OpenAI`, which many others speak.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::script::ToolCall;
use super::{CallEnd, data, list, strings, text};

/// All that the person's side has said.
pub(super) fn prompts(body: &Value) -> String {
    let said = list(body, "messages").filter(|message| text(message, "role") == "user");
    said.map(strings).collect()
}

pub(super) fn ends(body: &Value) -> Vec<CallEnd> {
    let results = list(body, "messages").filter(|message| text(message, "role") == "tool");
    let end = |message: &Value| CallEnd {
        id: text(message, "tool_call_id").to_owned(),
        is_error: None,
        text: message.get("content").map(strings).unwrap_or_default(),
    };
    results.map(end).collect()
}

pub(super) fn whole(answer: &Answer) -> Value {
    let mut message = json!({"role": "assistant", "content": answer.text()});
    if answer.is_calls()
        && let Some(fields) = message.as_object_mut()
    {
        fields.insert("tool_calls".to_owned(), json!(calls(answer)));
    }
    let choice = json!({"index": 0, "message": message, "finish_reason": reason(answer)});
    with(answer, "chat.completion", &json!([choice]), Some(usage()))
}

pub(super) fn streamed(answer: &Answer) -> String {
    let chunk = |delta: Value, reason: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        with(answer, "chat.completion.chunk", &json!([choice]), None)
    };
    let content = answer.text().unwrap_or_default();
    let mut chunks = vec![chunk(json!({"role": "assistant", "content": content}), None)];
    if answer.is_calls() {
        chunks.push(chunk(json!({"tool_calls": calls(answer)}), None));
    }
    chunks.push(chunk(json!({}), Some(reason(answer))));
    chunks.push(with(answer, "chat.completion.chunk", &json!([]), Some(usage())));
    let chunks: String = chunks.iter().map(data).collect();
    chunks + "data: [DONE]\n\n"
}

fn calls(answer: &Answer) -> Vec<Value> {
    let call = |(at, (id, call)): (usize, (String, &ToolCall))| {
        let function = json!({"name": call.name, "arguments": call.input.to_string()});
        json!({"index": at, "id": id, "type": "function", "function": function})
    };
    answer.calls().into_iter().enumerate().map(call).collect()
}

fn reason(answer: &Answer) -> &'static str {
    if answer.is_calls() { "tool_calls" } else { "stop" }
}

fn usage() -> Value {
    json!({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})
}

fn with(answer: &Answer, object: &str, choices: &Value, usage: Option<Value>) -> Value {
    let mut whole = json!({
        "id": format!("chat_{}", answer.id(0)),
        "object": object,
        "created": 0,
        "model": answer.model,
        "choices": choices,
    });
    if let (Some(usage), Some(fields)) = (usage, whole.as_object_mut()) {
        fields.insert("usage".to_owned(), usage);
    }
    whole
}
