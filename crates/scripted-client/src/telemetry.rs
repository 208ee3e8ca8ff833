//! What a client reports of itself: log records of OpenTelemetry's protocol (OTLP), as JSON, sent to a
//! port of this machine.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;

use super::http::{Request, respond, serve};

/// Something that a client reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// The name of the event, as `hook_registered`.
    pub name: String,
    /// What is said of it.
    pub attributes: BTreeMap<String, String>,
}

/// Takes what a client reports, until the process ends.
pub struct Receiver {
    address: SocketAddr,
    reported: Arc<Mutex<Vec<Reported>>>,
}

impl Receiver {
    /// Starts one.
    ///
    /// # Errors
    /// If there is no port.
    pub fn start() -> io::Result<Self> {
        let reported = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&reported);
        let address = serve(move |stream| take(stream, &kept))?;
        Ok(Self { address, reported })
    }

    /// What has a client report here.
    pub fn env(&self) -> Vec<(&'static str, OsString)> {
        let endpoint = format!("http://{}", self.address);
        let env = [
            ("CLAUDE_CODE_ENABLE_TELEMETRY", "1"),
            ("OTEL_LOGS_EXPORTER", "otlp"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint),
            ("OTEL_LOGS_EXPORT_INTERVAL", "200"),
            // Without it names of hooks and tools are left out.
            ("OTEL_LOG_TOOL_DETAILS", "1"),
        ];
        env.map(|(name, value)| (name, OsString::from(value))).to_vec()
    }

    /// All that was reported so far.
    pub fn reported(&self) -> Vec<Reported> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn take(stream: &TcpStream, kept: &Mutex<Vec<Reported>>) -> io::Result<()> {
    let Some(request) = Request::read(stream)? else { return Ok(()) };
    let reported = Reported::all_of(&request.body);
    kept.lock().unwrap_or_else(PoisonError::into_inner).extend(reported);
    respond(stream, "200 OK", "application/json", "{}")
}

impl Reported {
    /// The log records of one body; none where it is something else.
    pub fn all_of(body: &[u8]) -> Vec<Self> {
        let logs: Logs = serde_json::from_slice(body).unwrap_or_default();
        let scopes = logs.resources.into_iter().flat_map(|resource| resource.scopes);
        scopes.flat_map(|scope| scope.records).filter_map(Record::read).collect()
    }
}

#[derive(Default, Deserialize)]
struct Logs {
    #[serde(rename = "resourceLogs", default)]
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(rename = "scopeLogs", default)]
    scopes: Vec<Scope>,
}

#[derive(Deserialize)]
struct Scope {
    #[serde(rename = "logRecords", default)]
    records: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    #[serde(default)]
    attributes: Vec<Attribute>,
}

#[derive(Deserialize)]
struct Attribute {
    key: String,
    /// The value under the name of its type, as `{"intValue": 1}`.
    value: BTreeMap<String, Value>,
}

impl Record {
    fn read(self) -> Option<Reported> {
        let mut attributes: BTreeMap<String, String> =
            self.attributes.into_iter().filter_map(Attribute::read).collect();
        Some(Reported { name: attributes.remove("event.name")?, attributes })
    }
}

impl Attribute {
    fn read(self) -> Option<(String, String)> {
        let value = match self.value.into_values().next()? {
            Value::String(text) => text,
            other => other.to_string(),
        };
        Some((self.key, value))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;

    /// What a client sent, without what it says of itself.
    const BODY: &str = r#"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name",
        "value":{"stringValue":"claude-code"}}]},"scopeLogs":[{"logRecords":[{
        "timeUnixNano":"1795425067970000000","body":{"stringValue":"claude_code.hook_registered"},
        "attributes":[{"key":"event.name","value":{"stringValue":"hook_registered"}},
        {"key":"event.sequence","value":{"intValue":1}},
        {"key":"hook_event","value":{"stringValue":"PreToolUse"}},
        {"key":"hook_matcher","value":{"stringValue":"Read"}}],"droppedAttributesCount":0}]}]}]}"#;

    #[test]
    fn what_is_sent_is_kept() {
        let receiver = Receiver::start().unwrap();
        let mut stream = TcpStream::connect(receiver.address).unwrap();
        let head = format!("POST /v1/logs HTTP/1.1\r\nContent-Length: {}", BODY.len());
        stream.write_all(format!("{head}\r\n\r\n{BODY}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let [reported] = &receiver.reported()[..] else { panic!("{:?}", receiver.reported()) };
        assert_eq!(reported.name, "hook_registered");
        let attributes = [("event.sequence", "1"), ("hook_event", "PreToolUse")];
        let attributes = attributes.into_iter().chain([("hook_matcher", "Read")]);
        let attributes = attributes.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(reported.attributes, attributes.collect());
    }

    #[test]
    fn what_is_no_log_is_nothing() {
        for body in ["", "{}", r#"{"resourceMetrics":[{}]}"#, r#"{"resourceLogs":[{}]}"#] {
            assert!(Reported::all_of(body.as_bytes()).is_empty(), "{body}");
        }
    }
}
