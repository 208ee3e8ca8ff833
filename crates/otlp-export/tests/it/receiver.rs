//! A receiver of OTLP/HTTP: it decodes each request strictly, and answers as a test wants.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use flate2::read::GzDecoder;
use opentelemetry_proto::tonic::collector::logs::v1::ExportLogsServiceRequest;
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value::Value};
use opentelemetry_proto::tonic::logs::v1::LogRecord;
use opentelemetry_proto::tonic::metrics::v1::{metric::Data, number_data_point};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// What the receiver got and accepted.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: Vec<String>,
    pub(crate) body: String,
}

/// Status, headers and body of an answer.
pub(crate) type Answer = (u16, &'static str, &'static str);

pub(crate) const OK: Answer = (200, "", "{}");

pub(crate) struct Receiver {
    pub(crate) endpoint: String,
    accepted: Arc<Mutex<Vec<Request>>>,
}

impl Receiver {
    /// A receiver that accepts everything.
    pub(crate) fn new() -> Self {
        Self::answering(|_, _| OK)
    }

    /// A receiver that answers as `answer` says, which gets the number of the request.
    pub(crate) fn answering(answer: impl Fn(usize, &Request) -> Answer + Send + 'static) -> Self {
        Self::start(answer, "http", |stream| Box::new(stream))
    }

    /// The same with TLS, for which `localhost.pem` is the certificate.
    pub(crate) fn with_tls() -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it");
        let chain = CertificateDer::from_pem_file(format!("{folder}/localhost.pem")).unwrap();
        let key = std::fs::read(format!("{folder}/localhost.key")).unwrap();
        let provider = rustls::crypto::ring::default_provider().into();
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![chain], PrivateKeyDer::try_from(key).unwrap())
            .unwrap();
        let config = Arc::new(config);
        let wrap = move |stream| -> Box<dyn Stream> {
            let connection = ServerConnection::new(config.clone()).unwrap();
            Box::new(StreamOwned::new(connection, stream))
        };
        Self::start(|_, _| OK, "https", wrap)
    }

    fn start(
        answer: impl Fn(usize, &Request) -> Answer + Send + 'static,
        scheme: &str,
        wrap: impl Fn(TcpStream) -> Box<dyn Stream> + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("{scheme}://localhost:{}", listener.local_addr().unwrap().port());
        let accepted = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&accepted);
        thread::spawn(move || {
            let mut number = 0;
            for stream in listener.incoming() {
                let mut stream = wrap(stream.unwrap());
                let Some(request) = read(&mut stream) else { continue };
                let (status, headers, body) = answer(number, &request);
                number += 1;
                if status == 200 {
                    kept.lock().unwrap().push(request);
                }
                let length = body.len();
                let head = format!("HTTP/1.1 {status} X\r\n{headers}connection: close\r\n");
                let _closed = write!(stream, "{head}content-length: {length}\r\n\r\n{body}")
                    .and_then(|()| stream.flush());
            }
        });
        Self { endpoint, accepted }
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.accepted.lock().unwrap().clone()
    }

    /// The accepted log records with this name.
    pub(crate) fn records(&self, name: &str) -> Vec<LogRecord> {
        let requests = self.requests().into_iter().filter(|request| request.path == "/v1/logs");
        requests.flat_map(|request| request.records()).filter(|it| it.event_name == name).collect()
    }

    /// The ids of the accepted records of calls.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.records("tacklebox.call")
            .iter()
            .map(|record| text(&record.attributes, "event.id"))
            .collect()
    }

    /// The last counts, one a line: `hook outcome shadow: count`.
    pub(crate) fn counts(&self) -> String {
        let requests = self.requests();
        let last = requests.iter().rfind(|request| request.path == "/v1/metrics").unwrap();
        let request: ExportMetricsServiceRequest = serde_json::from_str(&last.body).unwrap();
        let metric = &request.resource_metrics[0].scope_metrics[0].metrics[0];
        assert_eq!(metric.name, "tacklebox.hook.outcomes");
        let Some(Data::Sum(sum)) = &metric.data else { panic!("{metric:?}") };
        assert!(sum.is_monotonic);
        let mut lines = String::new();
        for point in &sum.data_points {
            let keys = ["tacklebox.hook", "tacklebox.outcome", "tacklebox.shadow"];
            let words = keys.map(|key| text(&point.attributes, key));
            let Some(number_data_point::Value::AsInt(count)) = point.value else { panic!() };
            assert!(point.start_time_unix_nano <= point.time_unix_nano);
            writeln!(lines, "{}: {count}", words.join(" ")).unwrap();
        }
        lines
    }
}

impl Request {
    /// The log records.
    pub(crate) fn records(&self) -> Vec<LogRecord> {
        let request: ExportLogsServiceRequest = serde_json::from_str(&self.body).unwrap();
        let scopes = request.resource_logs.into_iter().flat_map(|it| it.scope_logs);
        scopes.flat_map(|scope| scope.log_records).collect()
    }

    /// An attribute of the resource.
    pub(crate) fn resource(&self, key: &str) -> String {
        let request: ExportLogsServiceRequest = serde_json::from_str(&self.body).unwrap();
        text(&request.resource_logs[0].resource.as_ref().unwrap().attributes, key)
    }
}

/// The value of an attribute; empty if it is missing.
pub(crate) fn text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    found.and_then(|it| it.value.as_ref()).map(shown).unwrap_or_default()
}

fn shown(value: &AnyValue) -> String {
    match value.value.as_ref().unwrap() {
        Value::StringValue(text) => text.clone(),
        Value::BoolValue(it) => it.to_string(),
        Value::IntValue(it) => it.to_string(),
        other => format!("{other:?}"),
    }
}

trait Stream: Read + std::io::Write {}

impl<T: Read + std::io::Write> Stream for T {}

/// `None` if the client gave up.
fn read(stream: &mut Box<dyn Stream>) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end() {
            "" => break,
            line => head.push(line.to_ascii_lowercase()),
        }
    }
    let value = |name: &str| head.iter().find_map(|line| line.strip_prefix(name));
    let length: usize = value("content-length: ")?.parse().unwrap();
    assert_eq!(value("content-type: "), Some("application/json"));
    assert_eq!(value("content-encoding: "), Some("gzip"));
    let mut packed = vec![0; length];
    reader.read_exact(&mut packed).ok()?;
    let mut body = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut body).unwrap();
    let path = head[0].split(' ').nth(1).unwrap().to_owned();
    Some(Request { path, headers: head, body })
}
