//! The configuration `sync.yaml`: where to send, as whom, and how much at a time.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use hook_config::{Age, ConfigError, Source, Step, UniqueMap, Version, at_most};
use hook_runtime::Ctx;
use hook_state::{Links, read_regular};
use serde::de::{Deserializer, Error, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize};

/// The configuration's name.
pub const NAME: &str = "sync";

/// The largest file with a header's value.
const MAX_SECRET: u64 = 64 << 10;

const MAX_RECORDS: usize = 10_000;
const DEFAULT_RECORDS: usize = 500;

/// The largest time limit. A timer starts the next run before long.
const MAX_TIME: Duration = Duration::from_secs(600);
const DEFAULT_TIME: Age = Age::of_seconds(30);

/// Where to send, and what is said of this machine.
#[derive(Debug)]
pub struct Settings {
    /// The base address of the receiver, without a slash at its end, if there is one.
    pub endpoint: Option<String>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) ca: Option<PathBuf>,
    /// Attributes such as `host.id` and `user.id`.
    pub(crate) resource: BTreeMap<String, String>,
    /// How many records are sent at a time.
    pub(crate) records: usize,
    /// How long a run may take.
    pub(crate) time_limit: Duration,
}

/// The file, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
struct File {
    #[serde(default, rename = "version")]
    _version: Version,
    endpoint: Option<String>,
    #[serde(default)]
    headers: UniqueMap<Origin>,
    ca: Option<PathBuf>,
    #[serde(default)]
    resource: UniqueMap<Origin>,
    #[serde(default = "default_records", deserialize_with = "records")]
    batch: usize,
    #[serde(default = "default_time", deserialize_with = "Age::of_a_second_at_least")]
    time_limit: Age,
}

/// A text, or where it is kept.
#[derive(Debug)]
enum Origin {
    Text(String),
    Stored(Stored),
}

/// Where a text is kept.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase", expecting = "{file: PATH} or {env: NAME}")]
enum Stored {
    File(PathBuf),
    Env(String),
}

impl Settings {
    /// The settings in the administrator's folder `system`, else in the person's; `None` without a file.
    ///
    /// # Errors
    /// A [`ConfigError`] if the file is invalid; another error if the value of a header cannot be read.
    pub fn load(ctx: &Ctx, system: &Path) -> Result<Option<Self>> {
        let Some(file) = hook_config::find(Some(system), ctx.user_config(), NAME) else {
            return Ok(None);
        };
        let source = hook_config::read(&file)?;
        let file: File = source.parse()?;
        file.check(&source)?;
        let texts = |map: UniqueMap<Origin>, what: &str| {
            let one = |(name, origin): (String, Origin)| {
                let text =
                    origin.text(ctx).with_context(|| format!("could not read {what} `{name}`"))?;
                Ok((name, text))
            };
            map.into_inner().into_iter().map(one).collect::<Result<Vec<_>>>()
        };
        Ok(Some(Self {
            endpoint: file.endpoint.map(|address| address.trim_end_matches('/').to_owned()),
            headers: texts(file.headers, "the header")?,
            ca: file.ca,
            resource: texts(file.resource, "the attribute")?.into_iter().collect(),
            records: file.batch,
            time_limit: file.time_limit.get(),
        }))
    }
}

impl File {
    fn check(&self, source: &Source) -> Result<(), ConfigError> {
        let at = |key: &str, message: &str| {
            Err(source.error_at(&[Step::Key(key.to_owned())], message.to_owned()))
        };
        let endpoint = self.endpoint.as_deref();
        let is_address = |it: &str| matches!(it.split_once("://"), Some(("https" | "http", _)));
        if !endpoint.is_none_or(is_address) {
            return at("endpoint", "expected an address that begins with https:// or http://");
        }
        for (name, origin) in self.headers.iter() {
            if matches!(origin, Origin::Text(_)) {
                let way = [Step::Key("headers".to_owned()), Step::Key(name.clone())];
                return Err(source.error_at(&way, "expected {file: PATH} or {env: NAME}"));
            }
            if !endpoint.is_none_or(is_private) {
                return at("endpoint", "headers are sent only over https, or to this machine");
            }
        }
        if self.batch == 0 {
            return at("batch", "expected at least 1");
        }
        if self.time_limit.get() > MAX_TIME {
            return at("time_limit", "expected at most 10m");
        }
        Ok(())
    }
}

impl Origin {
    fn text(self, ctx: &Ctx) -> Result<String> {
        let text = match self {
            Self::Text(text) => text,
            Self::Stored(Stored::Env(name)) => {
                ctx.env(&name).with_context(|| format!("the variable {name} is not set"))?
            }
            Self::Stored(Stored::File(file)) => {
                let bytes = read_regular(&file, Links::Followed, MAX_SECRET)
                    .with_context(|| format!("could not read {}", file.display()))?;
                let text = String::from_utf8(bytes).ok().context("the file is not UTF-8")?;
                text.trim().to_owned()
            }
        };
        ensure!(!text.is_empty(), "it is empty");
        ensure!(!text.chars().any(char::is_control), "it has a control character");
        Ok(text)
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Origin;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, {file: PATH} or {env: NAME}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Origin, E> {
                Ok(Origin::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Origin, A::Error> {
                Stored::deserialize(MapAccessDeserializer::new(map)).map(Origin::Stored)
            }
        }
        deserializer.deserialize_any(Form)
    }
}

/// Whether nobody on the way sees or changes what is sent: by https, or on this machine.
pub fn is_private(address: &str) -> bool {
    match address.split_once("://") {
        Some(("https", _)) => true,
        Some(("http", _)) => is_loopback(address),
        _ => false,
    }
}

/// Whether an address is on this machine, so that it needs no https, and no proxy may get what is sent.
pub(crate) fn is_loopback(address: &str) -> bool {
    let authority = address.split('/').nth(2).unwrap_or_default();
    let is_host = |host: &str| {
        let Some(rest) = authority.strip_prefix(host) else { return false };
        let port = rest.strip_prefix(':').unwrap_or(rest);
        port.chars().all(|it| it.is_ascii_digit()) && (port.is_empty() || port != rest)
    };
    ["localhost", "127.0.0.1", "[::1]"].into_iter().any(is_host)
}

fn records<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    at_most(deserializer, MAX_RECORDS, "a batch stays in memory")
}

fn default_records() -> usize {
    DEFAULT_RECORDS
}

fn default_time() -> Age {
    DEFAULT_TIME
}
