//! A model that calls the tools which a script has it call, for Anthropic's Messages API.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};

use super::http::{Request, respond, serve};

const JSON: &str = "application/json";

/// What the id of a call begins with, before its number.
pub const CALL_ID: &str = "toolu_scripted_";

/// What is said when all calls are made.
const LAST: &str = "Done.";

/// A call of a tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The name of the tool.
    pub name: String,
    /// What it is given.
    pub input: Value,
}

/// A model on a port of this machine, which answers until the process ends.
pub(crate) struct Model {
    address: SocketAddr,
    said: Arc<AtomicUsize>,
}

impl Model {
    /// Starts one that makes these calls, one an answer, and then says that it is done.
    ///
    /// # Errors
    /// If there is no port.
    pub(crate) fn start(calls: Vec<ToolCall>) -> io::Result<Self> {
        let said = Arc::new(AtomicUsize::new(0));
        let script = Script { calls, said: Arc::clone(&said) };
        let address = serve(move |stream| script.answer(stream))?;
        Ok(Self { address, said })
    }

    /// Where it is, for `ANTHROPIC_BASE_URL`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many answers of the script were given, the last word included.
    pub(crate) fn said(&self) -> usize {
        self.said.load(Ordering::SeqCst)
    }
}

struct Script {
    calls: Vec<ToolCall>,
    said: Arc<AtomicUsize>,
}

impl Script {
    fn answer(&self, stream: &TcpStream) -> io::Result<()> {
        let Some(request) = Request::read(stream)? else { return Ok(()) };
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/v1/messages") => {
                let message = self.message(&body);
                if body.get("stream") == Some(&Value::Bool(true)) {
                    respond(stream, "200 OK", "text/event-stream", &message.streamed())
                } else {
                    respond(stream, "200 OK", JSON, &message.whole())
                }
            }
            ("POST", "/v1/messages/count_tokens") => {
                respond(stream, "200 OK", JSON, r#"{"input_tokens":100}"#)
            }
            ("HEAD", _) => respond(stream, "200 OK", JSON, ""),
            _ => {
                let error = json!({"type": "not_found_error", "message": "not scripted"});
                let error = json!({"type": "error", "error": error});
                respond(stream, "404 Not Found", JSON, &error.to_string())
            }
        }
    }

    /// The next message. Who brings no tools asks beside the conversation.
    fn message(&self, body: &Value) -> Message {
        let has_tools =
            body.get("tools").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
        let next = has_tools.then(|| self.said.fetch_add(1, Ordering::SeqCst));
        let call = next.and_then(|at| self.calls.get(at)).cloned();
        let model = body.get("model").cloned().unwrap_or_default();
        Message { model, at: next.unwrap_or_default(), call }
    }
}

/// One answer: a call, or the last word.
struct Message {
    model: Value,
    /// Its place in the conversation.
    at: usize,
    call: Option<ToolCall>,
}

impl Message {
    fn stop_reason(&self) -> &'static str {
        if self.call.is_some() { "tool_use" } else { "end_turn" }
    }

    /// A call of a tool with this input, or a text.
    fn content(&self, input: &Value, text: &str) -> Value {
        match &self.call {
            Some(call) => {
                let id = format!("{CALL_ID}{}", self.at);
                json!({"type": "tool_use", "id": id, "name": call.name, "input": input})
            }
            None => json!({"type": "text", "text": text}),
        }
    }

    fn with(&self, content: &Value, stop_reason: Option<&str>) -> Value {
        json!({
            "id": format!("msg_scripted_{}", self.at),
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": null,
            "usage": {"input_tokens": 100, "output_tokens": 20},
        })
    }

    fn whole(&self) -> String {
        let input = self.call.as_ref().map(|call| call.input.clone()).unwrap_or_default();
        let content = json!([self.content(&input, LAST)]);
        self.with(&content, Some(self.stop_reason())).to_string()
    }

    /// As a stream of events.
    fn streamed(&self) -> String {
        let delta = match &self.call {
            Some(call) => {
                json!({"type": "input_json_delta", "partial_json": call.input.to_string()})
            }
            None => json!({"type": "text_delta", "text": LAST}),
        };
        let stop = json!({"stop_reason": self.stop_reason(), "stop_sequence": null});
        let empty = self.content(&json!({}), "");
        let events = [
            json!({"type": "message_start", "message": self.with(&json!([]), None)}),
            json!({"type": "content_block_start", "index": 0, "content_block": empty}),
            json!({"type": "content_block_delta", "index": 0, "delta": delta}),
            json!({"type": "content_block_stop", "index": 0}),
            json!({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 20}}),
            json!({"type": "message_stop"}),
        ];
        let event = |event: &Value| {
            let name = event.get("type").and_then(Value::as_str).unwrap_or_default();
            format!("event: {name}\ndata: {event}\n\n")
        };
        events.iter().map(event).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    fn ask(model: &Model, request: &str) -> String {
        let mut stream = TcpStream::connect(model.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn messages(model: &Model, body: &Value) -> String {
        let body = body.to_string();
        let head =
            format!("POST /v1/messages?beta=true HTTP/1.1\r\nContent-Length: {}", body.len());
        ask(model, &format!("{head}\r\n\r\n{body}"))
    }

    #[test]
    fn it_makes_its_calls_in_order_and_then_is_done() {
        let call = |path: &str| ToolCall { name: "Read".into(), input: json!({"file_path": path}) };
        let model = Model::start(vec![call("a"), call("b")]).unwrap();
        let body = json!({"model": "m", "tools": [{"name": "Read"}], "stream": true});
        assert!(messages(&model, &body).contains(r#""partial_json":"{\"file_path\":\"a\"}""#));
        // A title is asked for without tools.
        assert!(messages(&model, &json!({"model": "m"})).contains("Done."));
        let whole = json!({"model": "m", "tools": [{"name": "Read"}]});
        let answer = messages(&model, &whole);
        let message: Value =
            serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(message["content"][0]["input"], json!({"file_path": "b"}));
        assert_eq!(message["stop_reason"], "tool_use");
        assert!(messages(&model, &body).contains(r#""stop_reason":"end_turn""#));
        assert_eq!(model.said(), 3);
    }

    #[test]
    fn what_is_not_scripted_is_not_found() {
        let model = Model::start(Vec::new()).unwrap();
        assert!(ask(&model, "HEAD / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
        assert!(ask(&model, "GET /v1/models HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
        assert_eq!(ask(&model, "\r\n"), "");
    }
}
