//! A model that says what a script has it say, for Anthropic's Messages API.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::http::{Request, respond, serve};
use super::script::{Lane, Script, ToolCall, Turn};

const JSON: &str = "application/json";

/// What the id of a call begins with, before its number.
pub const CALL_ID: &str = "toolu_scripted_";

/// What is said when all calls are made.
const LAST: &str = "Done.";

/// What the model was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    /// In which conversation.
    pub lane: Lane,
    /// All that was sent.
    pub body: Value,
}

/// A model on a port of this machine, which answers until the process ends.
pub(crate) struct Model {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Model {
    /// Starts one that takes the turns of this script, and then says that it is done.
    ///
    /// # Errors
    /// If there is no port.
    pub(crate) fn start(script: Script) -> io::Result<Self> {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let scripted = Scripted { script, asked: Arc::clone(&asked) };
        let address = serve(move |stream| scripted.answer(stream))?;
        Ok(Self { address, asked })
    }

    /// Where it is, for `ANTHROPIC_BASE_URL`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many answers of the script were given, the last word included.
    pub(crate) fn said(&self) -> usize {
        self.asked().iter().filter(|asked| asked.lane != Lane::Beside).count()
    }

    /// All that it was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Scripted {
    script: Script,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Scripted {
    fn answer(&self, stream: &TcpStream) -> io::Result<()> {
        let Some(request) = Request::read(stream)? else { return Ok(()) };
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/v1/messages") => {
                let message = self.message(&body);
                if let Some(status) = message.fails() {
                    let error = json!({"type": "invalid_request_error", "message": "as scripted"});
                    let error = json!({"type": "error", "error": error});
                    return respond(
                        stream,
                        &format!("{status} Scripted"),
                        JSON,
                        &error.to_string(),
                    );
                }
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
        let lane = Lane::of(body);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let at = asked.iter().filter(|asked| asked.lane == lane).count();
        asked.push(Asked { lane, body: body.clone() });
        let turn = self.script.turn(lane, at).cloned();
        let model = body.get("model").cloned().unwrap_or_default();
        let number = self.script.first + at;
        Message { model, lane, number, turn: turn.unwrap_or_else(|| Turn::Text(LAST.to_owned())) }
    }
}

/// One answer.
struct Message {
    model: Value,
    lane: Lane,
    /// That of its turn.
    number: usize,
    turn: Turn,
}

impl Message {
    fn fails(&self) -> Option<u16> {
        if let Turn::Fails(status) = self.turn { Some(status) } else { None }
    }

    fn stop_reason(&self) -> &'static str {
        if matches!(self.turn, Turn::Calls(_)) { "tool_use" } else { "end_turn" }
    }

    /// The id of a call: its number in the main conversation, where each turn has one.
    fn id(&self, of_turn: usize) -> String {
        let within = if of_turn == 0 { String::new() } else { format!("_{of_turn}") };
        let lane = if self.lane == Lane::Main { "" } else { "subagent_" };
        format!("{CALL_ID}{lane}{}{within}", self.number)
    }

    /// Each part as it begins in a stream, what is added to it there, and as a whole.
    fn parts(&self) -> Vec<[Value; 3]> {
        let call = |(at, call): (usize, &ToolCall)| {
            let block = |input: &Value| json!({"type": "tool_use", "id": self.id(at), "name": call.name, "input": input});
            let delta = json!({"type": "input_json_delta", "partial_json": call.input.to_string()});
            [block(&json!({})), delta, block(&call.input)]
        };
        match &self.turn {
            Turn::Calls(calls) => calls.iter().enumerate().map(call).collect(),
            Turn::Text(text) => {
                let block = |text: &str| json!({"type": "text", "text": text});
                vec![[block(""), json!({"type": "text_delta", "text": text}), block(text)]]
            }
            Turn::Fails(_) => Vec::new(),
        }
    }

    fn with(&self, content: &Value, stop_reason: Option<&str>) -> Value {
        json!({
            "id": format!("msg_scripted_{}", self.id(0)),
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
        let content: Vec<Value> = self.parts().into_iter().map(|[_, _, whole]| whole).collect();
        self.with(&json!(content), Some(self.stop_reason())).to_string()
    }

    /// As a stream of events.
    fn streamed(&self) -> String {
        let stop = json!({"stop_reason": self.stop_reason(), "stop_sequence": null});
        let mut events =
            vec![json!({"type": "message_start", "message": self.with(&json!([]), None)})];
        for (at, [empty, delta, _]) in self.parts().into_iter().enumerate() {
            let start = json!({"type": "content_block_start", "index": at, "content_block": empty});
            let delta = json!({"type": "content_block_delta", "index": at, "delta": delta});
            events.extend([start, delta, json!({"type": "content_block_stop", "index": at})]);
        }
        let end = json!({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 20}});
        events.extend([end, json!({"type": "message_stop"})]);
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
        let model = Model::start(vec![call("a"), call("b")].into()).unwrap();
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
        assert_eq!(model.asked().len(), 4);
    }

    #[test]
    fn a_turn_is_several_calls_a_text_or_a_failure_and_subagents_have_their_own() {
        let script = r#"{"main": [{"calls": [{"name": "Read", "input": {}}, {"name": "Glob", "input": {}}]},
            {"text": "Hm."}, {"fails": 400}], "subagent": [{"text": "Here."}]}"#;
        let model = Model::start(serde_json::from_str(script).unwrap()).unwrap();
        let body = json!({"tools": [{}], "messages": [{"role": "user", "content": "go"}]});
        let calls = messages(&model, &body);
        assert!(calls.contains(r#""id":"toolu_scripted_0","#), "{calls}");
        assert!(calls.contains(r#""id":"toolu_scripted_0_1","#), "{calls}");
        let of_subagent = json!({"tools": [{}], "messages": [{"role": "user", "content": "a scripted subagent"}]});
        assert!(messages(&model, &of_subagent).contains("Here."));
        assert!(messages(&model, &body).contains("Hm."));
        assert!(messages(&model, &body).starts_with("HTTP/1.1 400 "));
        assert!(messages(&model, &of_subagent).contains("Done."));
    }

    #[test]
    fn what_is_not_scripted_is_not_found() {
        let model = Model::start(Script::default()).unwrap();
        assert!(ask(&model, "HEAD / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
        assert!(ask(&model, "GET /v1/models HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
        assert_eq!(ask(&model, "\r\n"), "");
    }
}
