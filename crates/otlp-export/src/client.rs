//! Sends requests to the receiver.
//!
//! Source: the OTLP specification, "OTLP/HTTP Response" and "OTLP/HTTP Throttling".

use std::io::Write as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use hook_state::{Links, read_regular};
use serde_json::Value;
use ureq::http::Response;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Proxy};

use crate::config::{Settings, is_loopback};

/// The first pause before a request is sent again; each is twice as long as the one before.
const MIN_PAUSE: Duration = Duration::from_millis(500);

/// How much of an answer is read.
const MAX_ANSWER: u64 = 64 << 10;

/// How much of it is shown, in characters.
const MAX_SHOWN: usize = 200;

/// The largest file of certificates.
const MAX_CA: u64 = 4 << 20;

/// Sends until a deadline.
pub(crate) struct Client<'a> {
    settings: &'a Settings,
    endpoint: &'a str,
    agent: Agent,
    deadline: Instant,
}

/// Why a request was not accepted.
#[derive(Debug)]
pub(crate) enum SendError {
    /// It is too large for the receiver.
    TooLarge,
    /// The receiver does not accept it, or cannot be reached.
    Failed(String),
}

/// What to do after an attempt.
enum Attempt {
    Accepted(Option<String>),
    /// Send it again, after this time if the receiver said so.
    Retry(String, Option<Duration>),
    Failed(SendError),
}

impl<'a> Client<'a> {
    pub(crate) fn new(settings: &'a Settings) -> Result<Self> {
        let endpoint = settings.endpoint.as_deref().context("there is no `endpoint`")?;
        let agent = agent(endpoint, settings.ca.as_deref())?;
        Ok(Self { settings, endpoint, agent, deadline: Instant::now() + settings.time_limit })
    }

    /// Whether the time of this run is over.
    pub(crate) fn is_late(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Sends a request until the receiver accepts it or the time is over. Returns what the receiver said about
    /// parts that it dropped.
    pub(crate) fn post(&self, path: &str, request: &Value) -> Result<Option<String>, SendError> {
        let body = gzip(request).map_err(|err| SendError::Failed(err.to_string()))?;
        let mut pause = MIN_PAUSE;
        loop {
            let (why, wanted) = match self.attempt(path, &body) {
                Attempt::Accepted(said) => return Ok(said),
                Attempt::Failed(err) => return Err(err),
                Attempt::Retry(why, wanted) => (why, wanted),
            };
            let wait = wanted.unwrap_or(pause);
            if self.deadline.saturating_duration_since(Instant::now()) <= wait {
                return Err(SendError::Failed(why));
            }
            thread::sleep(wait);
            pause *= 2;
        }
    }

    fn attempt(&self, path: &str, body: &[u8]) -> Attempt {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let mut request = self
            .agent
            .post(format!("{}{path}", self.endpoint))
            .header("content-type", "application/json")
            .header("content-encoding", "gzip");
        for (name, value) in &self.settings.headers {
            request = request.header(name, value);
        }
        let request = request.config().timeout_global(Some(left.max(MIN_PAUSE))).build();
        match request.send(body) {
            Ok(response) => judge(response),
            Err(err) => classify(&err),
        }
    }
}

/// An agent for requests to an address, which follows no redirects. It trusts the certificates of `ca`, else of the system.
pub(crate) fn agent(address: &str, ca: Option<&Path>) -> Result<Agent> {
    let provider = rustls::crypto::ring::default_provider();
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&roots(address, ca)?))
        .unversioned_rustls_crypto_provider(provider.into())
        .build();
    let proxy = if is_loopback(address) { None } else { Proxy::try_from_env() };
    let config = Agent::config_builder()
        .tls_config(tls)
        .proxy(proxy)
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("tacklebox-sync/", env!("CARGO_PKG_VERSION")));
    Ok(config.build().new_agent())
}

fn judge(mut response: Response<Body>) -> Attempt {
    let status = response.status();
    let said = response.body_mut().with_config().limit(MAX_ANSWER).read_to_string();
    let said = said.unwrap_or_default();
    match status.as_u16() {
        200..=299 => Attempt::Accepted(partial_success(&said)),
        300..=399 => {
            let to = header(&response, "location").unwrap_or("elsewhere");
            let why = format!("the receiver redirects to {to}; set `endpoint` to where it is");
            Attempt::Failed(SendError::Failed(why))
        }
        413 => Attempt::Failed(SendError::TooLarge),
        429 | 502..=504 => {
            Attempt::Retry(status_message(status.as_u16(), &said), retry_after(&response))
        }
        other => Attempt::Failed(SendError::Failed(status_message(other, &said))),
    }
}

fn status_message(status: u16, said: &str) -> String {
    let said: String = said.trim().chars().take(MAX_SHOWN).collect();
    let colon = if said.is_empty() { "" } else { ": " };
    format!("the receiver answered {status}{colon}{said}")
}

/// What the receiver says about records that it dropped. They must not be sent again.
fn partial_success(said: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(said).ok()?;
    let partial = answer.get("partialSuccess")?;
    let count = ["rejectedLogRecords", "rejectedDataPoints"].into_iter().find_map(|key| {
        let count = partial.get(key)?;
        count.as_str().and_then(|text| text.parse::<u64>().ok()).or_else(|| count.as_u64())
    });
    let words = partial.get("errorMessage").and_then(Value::as_str).unwrap_or_default();
    let words: String = words.chars().take(MAX_SHOWN).collect();
    match count.unwrap_or_default() {
        0 if words.is_empty() => None,
        0 => Some(format!("the receiver warns: {words}")),
        count => Some(format!("the receiver dropped {count}: {words}")),
    }
}

fn classify(err: &ureq::Error) -> Attempt {
    let is_tls = match err {
        ureq::Error::Io(err) => err.get_ref().is_some_and(|err| err.is::<rustls::Error>()),
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => true,
        _ => false,
    };
    match err {
        _ if is_tls => {
            Attempt::Failed(SendError::Failed(format!("the connection is not trusted: {err}")))
        }
        ureq::Error::BadUri(_) | ureq::Error::Http(_) | ureq::Error::InvalidProxyUrl => {
            Attempt::Failed(SendError::Failed(err.to_string()))
        }
        _ => Attempt::Retry(format!("the receiver cannot be reached: {err}"), None),
    }
}

/// How long to wait: in seconds, or until a time.
fn retry_after(response: &Response<Body>) -> Option<Duration> {
    let text = header(response, "retry-after")?;
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    let now = jiff::Timestamp::try_from(hook_runtime::Environment::Process.now()).ok()?;
    Some(Duration::try_from(until.duration_since(now)).unwrap_or_default())
}

fn header<'r>(response: &'r Response<Body>, name: &str) -> Option<&'r str> {
    response.headers().get(name)?.to_str().ok()
}

fn gzip(request: &Value) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(request.to_string().as_bytes())?;
    encoder.finish()
}

fn roots(address: &str, ca: Option<&Path>) -> Result<Vec<Certificate<'static>>> {
    if !address.starts_with("https:") {
        return Ok(Vec::new());
    }
    let Some(file) = ca else {
        let system = rustls_native_certs::load_native_certs().certs;
        return Ok(system.iter().map(|it| Certificate::from_der(it).to_owned()).collect());
    };
    let attempt = || format!("could not read the certificates in {}", file.display());
    let bytes = read_regular(file, Links::Followed, MAX_CA).with_context(attempt)?;
    let mut roots = Vec::new();
    for item in parse_pem(&bytes) {
        if let PemItem::Certificate(root) = item.with_context(attempt)? {
            roots.push(root);
        }
    }
    anyhow::ensure!(!roots.is_empty(), "no certificate in {}", file.display());
    Ok(roots)
}
