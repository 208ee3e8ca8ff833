//! Gemini's `generateContent`.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::script::ToolCall;
use super::{CallEnd, data, list, strings, text};

/// All that the person's side has said. Results of calls are said by it too, and are none of it.
pub(super) fn prompts(body: &Value) -> String {
    let said = list(body, "contents").filter(|content| text(content, "role") == "user");
    said.flat_map(|content| list(content, "parts")).map(|part| text(part, "text")).collect()
}

pub(super) fn ends(body: &Value) -> Vec<CallEnd> {
    let parts = list(body, "contents").flat_map(|content| list(content, "parts"));
    let end = |part: &Value| {
        let result = part.get("functionResponse")?;
        let response = result.get("response")?;
        Some(CallEnd {
            id: text(result, "id").to_owned(),
            is_error: Some(response.get("error").is_some()),
            text: strings(response),
        })
    };
    parts.filter_map(end).collect()
}

pub(super) fn whole(answer: &Answer) -> Value {
    let call = |(id, call): (String, &ToolCall)| json!({"functionCall": {"id": id, "name": call.name, "args": call.input}});
    let calls = answer.calls().into_iter().map(call);
    let words = answer.text().map(|words| json!({"text": words})).into_iter();
    let parts: Vec<Value> = words.chain(calls).collect();
    let content = json!({"role": "model", "parts": parts});
    let usage =
        json!({"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120});
    json!({
        "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
        "usageMetadata": usage,
        "modelVersion": "scripted",
        "responseId": format!("response_{}", answer.id(0)),
    })
}

pub(super) fn streamed(answer: &Answer) -> String {
    data(&whole(answer))
}
