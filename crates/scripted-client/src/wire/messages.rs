//! Anthropic's Messages.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::script::{ToolCall, Turn};
use super::{CallEnd, event, list, strings, text};

/// The first message of a conversation.
pub(super) fn first(body: &Value) -> String {
    body.pointer("/messages/0").map(Value::to_string).unwrap_or_default()
}

pub(super) fn ends(body: &Value) -> Vec<CallEnd> {
    let blocks = list(body, "messages").flat_map(|message| list(message, "content"));
    let results = blocks.filter(|block| text(block, "type") == "tool_result");
    let end = |block: &Value| CallEnd {
        id: text(block, "tool_use_id").to_owned(),
        is_error: Some(block.get("is_error") == Some(&Value::Bool(true))),
        text: block.get("content").map(strings).unwrap_or_default(),
    };
    results.map(end).collect()
}

pub(super) fn whole(answer: &Answer) -> Value {
    let content: Vec<Value> = parts(answer).into_iter().map(|[_, _, whole]| whole).collect();
    with(answer, &json!(content), Some(stop_reason(answer)))
}

pub(super) fn streamed(answer: &Answer) -> String {
    let stop = json!({"stop_reason": stop_reason(answer), "stop_sequence": null});
    let mut events =
        vec![json!({"type": "message_start", "message": with(answer, &json!([]), None)})];
    for (at, [empty, delta, _]) in parts(answer).into_iter().enumerate() {
        let start = json!({"type": "content_block_start", "index": at, "content_block": empty});
        let delta = json!({"type": "content_block_delta", "index": at, "delta": delta});
        events.extend([start, delta, json!({"type": "content_block_stop", "index": at})]);
    }
    let end = json!({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 20}});
    events.extend([end, json!({"type": "message_stop"})]);
    events.iter().map(event).collect()
}

fn stop_reason(answer: &Answer) -> &'static str {
    if answer.is_calls() { "tool_use" } else { "end_turn" }
}

/// Each part as it begins in a stream, what is added to it there, and as a whole.
fn parts(answer: &Answer) -> Vec<[Value; 3]> {
    let call = |(id, call): (String, &ToolCall)| {
        let block = |input: &Value| json!({"type": "tool_use", "id": id, "name": call.name, "input": input});
        let delta = json!({"type": "input_json_delta", "partial_json": call.input.to_string()});
        [block(&json!({})), delta, block(&call.input)]
    };
    match &answer.turn {
        Turn::Calls(_) => answer.calls().into_iter().map(call).collect(),
        Turn::Text(text) => {
            let block = |text: &str| json!({"type": "text", "text": text});
            vec![[block(""), json!({"type": "text_delta", "text": text}), block(text)]]
        }
        Turn::Fails(_) => Vec::new(),
    }
}

fn with(answer: &Answer, content: &Value, stop_reason: Option<&str>) -> Value {
    json!({
        "id": format!("msg_scripted_{}", answer.id(0)),
        "type": "message",
        "role": "assistant",
        "model": answer.model,
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": null,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    })
}
