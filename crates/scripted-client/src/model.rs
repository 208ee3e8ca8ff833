//! A model that says what a script has it say, in each protocol of a client.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::answer::Answer;
use super::http::{Request, respond, serve};
use super::placeholder::filled;
use super::script::{Lane, Script, ToolCall, Turn};
use super::wire::{CallEnd, Wire, strings};

const JSON: &str = "application/json";

/// What is said when all calls are made.
const LAST: &str = "Done.";

/// What the model was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    /// In which conversation.
    pub lane: Lane,
    /// All that was sent.
    pub body: Value,
    /// In which protocol.
    pub wire: Wire,
}

impl Asked {
    /// How the calls ended that it tells of.
    pub fn ends(&self) -> Vec<CallEnd> {
        self.wire.ends(&self.body)
    }

    /// All that was said in its conversation, instructions included.
    pub fn told(&self) -> String {
        let parts = self.wire.talk().map(|name| self.body.get(name));
        parts.into_iter().flatten().map(strings).collect()
    }
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
        let (method, path) = (request.method.as_str(), request.path.as_str());
        match (method, Wire::of(path)) {
            ("POST", Some(wire)) => {
                let answer = self.next(wire, body.clone());
                if let Some(status) = answer.fails() {
                    let error = json!({"type": "invalid_request_error", "message": "as scripted"});
                    let error = json!({"type": "error", "error": error}).to_string();
                    return respond(stream, &format!("{status} Scripted"), JSON, &error);
                }
                if wire.is_stream(path, &body) {
                    respond(stream, "200 OK", "text/event-stream", &wire.streamed(&answer))
                } else {
                    respond(stream, "200 OK", JSON, &wire.whole(&answer).to_string())
                }
            }
            ("POST", None) if path == "/v1/messages/count_tokens" => {
                respond(stream, "200 OK", JSON, r#"{"input_tokens":100}"#)
            }
            ("POST", None) if path.ends_with(":countTokens") => {
                respond(stream, "200 OK", JSON, r#"{"totalTokens":100}"#)
            }
            ("HEAD", _) => respond(stream, "200 OK", JSON, ""),
            _ => {
                let error = json!({"type": "not_found_error", "message": "not scripted"});
                let error = json!({"type": "error", "error": error});
                respond(stream, "404 Not Found", JSON, &error.to_string())
            }
        }
    }

    /// The next answer.
    fn next(&self, wire: Wire, body: Value) -> Answer {
        let lane = wire.lane(&body);
        let model = body.get("model").cloned().unwrap_or_default();
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let at = asked.iter().filter(|asked| asked.lane == lane).count();
        let now = Asked { lane, body, wire };
        let turn = self.script.turn(lane, at).cloned().map(|turn| match turn {
            Turn::Calls(calls) => Turn::Calls(with_told(calls, &now)),
            other => other,
        });
        asked.push(now);
        let number = self.script.first + at;
        Answer { model, lane, number, turn: turn.unwrap_or_else(|| Turn::Text(LAST.to_owned())) }
    }
}

/// Calls with what was told in their inputs, where they ask for it.
fn with_told(calls: Vec<ToolCall>, asked: &Asked) -> Vec<ToolCall> {
    let told = asked.told();
    let filled = |call: ToolCall| ToolCall { input: filled(call.input, &told), ..call };
    calls.into_iter().map(filled).collect()
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
