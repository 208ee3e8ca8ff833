//! Responses of `OpenAI`.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::script::ToolCall;
use super::{CallEnd, event, list, strings, text};

/// All that the person's side has said.
pub(super) fn prompts(body: &Value) -> String {
    let said = list(body, "input").filter(|item| text(item, "role") == "user");
    said.map(strings).collect()
}

pub(super) fn ends(body: &Value) -> Vec<CallEnd> {
    let outputs = list(body, "input").filter(|item| text(item, "type").ends_with("_call_output"));
    let end = |item: &Value| CallEnd {
        id: text(item, "call_id").to_owned(),
        is_error: None,
        text: item.get("output").map(strings).unwrap_or_default(),
    };
    outputs.map(end).collect()
}

pub(super) fn whole(answer: &Answer) -> Value {
    with(answer, "completed", &items(answer))
}

pub(super) fn streamed(answer: &Answer) -> String {
    let created = with(answer, "in_progress", &[]);
    let mut events = vec![json!({"type": "response.created", "response": created})];
    for (at, item) in items(answer).into_iter().enumerate() {
        let added = json!({"type": "response.output_item.added", "output_index": at, "item": item});
        events.push(added);
        if let Some(words) = item.pointer("/content/0/text") {
            events.push(json!({"type": "response.output_text.delta", "item_id": item.get("id"),
                "output_index": at, "content_index": 0, "delta": words}));
        }
        let done = json!({"type": "response.output_item.done", "output_index": at, "item": item});
        events.push(done);
    }
    events.push(json!({"type": "response.completed", "response": whole(answer)}));
    events.iter().map(event).collect()
}

/// What it says, or the calls that it makes. An input that is a text is that of a free tool.
fn items(answer: &Answer) -> Vec<Value> {
    let call = |(id, call): (String, &ToolCall)| {
        let ToolCall { name, input } = call;
        let of = format!("item_{id}");
        match input {
            Value::String(input) => json!({"type": "custom_tool_call", "id": of, "call_id": id,
                "name": name, "input": input, "status": "completed"}),
            input => json!({"type": "function_call", "id": of, "call_id": id, "name": name,
                "arguments": input.to_string(), "status": "completed"}),
        }
    };
    let message = |words: &str| {
        let content = json!([{"type": "output_text", "text": words, "annotations": []}]);
        json!({"type": "message", "id": format!("msg_{}", answer.id(0)), "role": "assistant",
            "status": "completed", "content": content})
    };
    let calls = answer.calls().into_iter().map(call);
    answer.text().map(message).into_iter().chain(calls).collect()
}

fn with(answer: &Answer, status: &str, output: &[Value]) -> Value {
    let usage = json!({
        "input_tokens": 100, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 20, "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 120,
    });
    json!({
        "id": format!("resp_{}", answer.id(0)),
        "object": "response",
        "created_at": 0,
        "model": answer.model,
        "status": status,
        "output": output,
        "usage": usage,
    })
}
