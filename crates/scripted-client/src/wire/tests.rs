//! Each protocol, by what a client of it asks and is answered.

use serde_json::json;

use super::super::script::{ToolCall, Turn};
use super::*;

const PATHS: [(&str, Wire); 4] = [
    ("/v1/messages", Wire::Messages),
    ("/v1/responses", Wire::Responses),
    ("/v1/chat/completions", Wire::Chat),
    ("/v1beta/models/m:streamGenerateContent", Wire::Gemini),
];

fn answer(turn: Turn) -> Answer {
    Answer { model: json!("m"), lane: Lane::Main, number: 3, turn }
}

fn call() -> Turn {
    Turn::Calls(vec![ToolCall { name: "shell".into(), input: json!({"command": "ls"}) }])
}

#[test]
fn a_path_says_its_protocol() {
    for (path, wire) in PATHS {
        assert_eq!(Wire::of(path), Some(wire));
    }
    assert_eq!(Wire::of("/v1/models"), None);
    assert!(Wire::Gemini.is_stream(PATHS[3].0, &json!({})));
    assert!(!Wire::Gemini.is_stream("/m:generateContent", &json!({"stream": true})));
    assert!(Wire::Chat.is_stream("", &json!({"stream": true})));
}

#[test]
fn an_answer_is_written_in_each_protocol() {
    let id = "toolu_scripted_3";
    let calls = [
        (Wire::Messages, "/content/0/id", "/content/0/input/command"),
        (Wire::Responses, "/output/0/call_id", ""),
        (Wire::Chat, "/choices/0/message/tool_calls/0/id", ""),
        (
            Wire::Gemini,
            "/candidates/0/content/parts/0/functionCall/id",
            "/candidates/0/content/parts/0/functionCall/args/command",
        ),
    ];
    for (wire, at, input) in calls {
        let whole = wire.whole(&answer(call()));
        assert_eq!(whole.pointer(at), Some(&json!(id)), "{whole}");
        if !input.is_empty() {
            assert_eq!(whole.pointer(input), Some(&json!("ls")), "{whole}");
        }
        let streamed = wire.streamed(&answer(call()));
        assert!(streamed.contains(id) && streamed.contains("ls"), "{streamed}");
        let said = wire.streamed(&answer(Turn::Text("Hm.".into())));
        assert!(said.contains("Hm."), "{said}");
    }
    let arguments = json!({"command": "ls"}).to_string();
    let of = |wire: Wire| wire.whole(&answer(call()));
    assert_eq!(of(Wire::Responses)["output"][0]["arguments"], json!(arguments));
    let function = &of(Wire::Chat)["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!(function["arguments"], json!(arguments));
}

#[test]
fn a_text_is_the_input_of_a_free_tool() {
    let patch =
        Turn::Calls(vec![ToolCall { name: "apply_patch".into(), input: json!("*** Begin") }]);
    let item = &Wire::Responses.whole(&answer(patch))["output"][0];
    assert_eq!((&item["type"], &item["input"]), (&json!("custom_tool_call"), &json!("*** Begin")));
}

#[test]
fn how_calls_ended_is_found_in_each_protocol() {
    let check = |wire: Wire, body: Value, is_error: Option<bool>| {
        let [end] = &wire.ends(&body)[..] else { panic!("{wire:?} {:?}", wire.ends(&body)) };
        assert_eq!((end.id.as_str(), end.is_error), ("c", is_error), "{wire:?}");
        assert_eq!(end.text, "no\n", "{wire:?}");
    };
    let result = json!({"type": "tool_result", "tool_use_id": "c", "is_error": true,
        "content": [{"text": "no"}]});
    let turn = json!({"role": "user", "content": [{"type": "text", "text": "x"}, result]});
    check(
        Wire::Messages,
        json!({"messages": [{"role": "user", "content": "go"}, turn]}),
        Some(true),
    );
    let output = json!({"type": "function_call_output", "call_id": "c", "output": "no"});
    let prompt = json!({"type": "message", "role": "user", "content": "go"});
    check(Wire::Responses, json!({"input": [prompt, output]}), None);
    let output = json!({"type": "custom_tool_call_output", "call_id": "c", "output": "no"});
    check(Wire::Responses, json!({"input": [output]}), None);
    let result = json!({"role": "tool", "tool_call_id": "c", "content": "no"});
    check(Wire::Chat, json!({"messages": [{"role": "user", "content": "go"}, result]}), None);
    for (key, is_error) in [("error", true), ("output", false)] {
        let part = json!({"functionResponse": {"id": "c", "name": "x", "response": {key: "no"}}});
        let parts = json!({"contents": [{"role": "user", "parts": [{"text": "go"}, part]}]});
        check(Wire::Gemini, parts, Some(is_error));
    }
}

#[test]
fn a_subagent_is_told_by_its_prompt_and_not_by_the_call_that_starts_it() {
    let tools = json!([{"name": "x"}]);
    let check =
        |wire: Wire, body: Value, lane: Lane| assert_eq!(wire.lane(&body), lane, "{wire:?}");
    let prompt = "do it, scripted subagent";
    let chat = |role: &str| {
        json!({"tools": tools, "messages": [
        {"role": "user", "content": "go"}, {"role": role, "content": [{"type": "text", "text": prompt}]}]})
    };
    check(Wire::Chat, chat("user"), Lane::Subagent);
    check(Wire::Chat, chat("assistant"), Lane::Main);
    let responses =
        |role: &str| json!({"tools": tools, "input": [{"role": role, "content": prompt}]});
    check(Wire::Responses, responses("user"), Lane::Subagent);
    check(Wire::Responses, responses("assistant"), Lane::Main);
    let gemini =
        |part: Value| json!({"tools": tools, "contents": [{"role": "user", "parts": [part]}]});
    check(Wire::Gemini, gemini(json!({"text": prompt})), Lane::Subagent);
    check(Wire::Gemini, gemini(json!({"functionResponse": {"response": prompt}})), Lane::Main);
    for (_, wire) in PATHS {
        check(wire, json!({"messages": [], "contents": []}), Lane::Beside);
    }
}
