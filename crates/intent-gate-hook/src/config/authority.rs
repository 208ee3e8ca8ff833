//! The key `authority`: who grants intents beyond this machine.

use std::fmt;
use std::time::Duration;

use hook_config::Age;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const DEFAULT_REMOTE: &str = "origin";

/// How long a lease lasts by default: pushes are slow, and hosts limit them.
const DEFAULT_GIT_LEASE: Duration = Duration::from_secs(2 * 3600);
const DEFAULT_POSTGRES_LEASE: Duration = Duration::from_secs(10 * 60);

/// A shorter lease would end between two renewals.
const MIN_LEASE: Duration = Duration::from_secs(10);

/// Who grants intents to all machines of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Authority {
    engine: Engine,
    lease: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Engine {
    /// Refs of a remote, which has a name or an address.
    Git { remote: String },
    /// Rows of a database.
    Postgres { url: String, project: String },
}

/// `authority`, as it is written. `None` is this machine alone.
#[derive(Debug)]
pub(crate) struct Written(pub(crate) Option<Authority>);

/// What a session may do while the authority gives no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Offline {
    /// It cannot choose an intent.
    Deny,
    /// It can, by a lock of this machine that is claimed later.
    Local,
}

impl Authority {
    /// Its name, also in a lease.
    pub(crate) fn name(&self) -> &'static str {
        match self.engine {
            Engine::Git { .. } => "git",
            Engine::Postgres { .. } => "postgres",
        }
    }

    /// As `tacklebox-sync` is told of it.
    pub(crate) fn request(&self) -> Value {
        let lease_s = self.lease.as_secs();
        match &self.engine {
            Engine::Git { remote } => {
                json!({ "engine": self.name(), "remote": remote, "lease_s": lease_s })
            }
            Engine::Postgres { url, project } => json!({
                "engine": self.name(), "url": url, "project": project, "lease_s": lease_s,
            }),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Machine,
    Git,
    Postgres,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
struct Fields {
    engine: Name,
    remote: Option<String>,
    url: Option<String>,
    project: Option<String>,
    lease: Option<Age>,
}

impl Fields {
    fn check<E: de::Error>(self) -> Result<Option<Authority>, E> {
        let Fields { engine, remote, url, project, lease } = self;
        let is_foreign = match engine {
            Name::Machine => {
                remote.is_some() || url.is_some() || project.is_some() || lease.is_some()
            }
            Name::Git => url.is_some() || project.is_some(),
            Name::Postgres => remote.is_some(),
        };
        if is_foreign {
            return Err(E::custom(
                "`remote` is for `git`, `url` and `project` for `postgres`, `lease` for both",
            ));
        }
        let (engine, default) = match engine {
            Name::Machine => return Ok(None),
            Name::Git => {
                let remote = remote.unwrap_or_else(|| DEFAULT_REMOTE.to_owned());
                check_remote(&remote).map_err(E::custom)?;
                (Engine::Git { remote }, DEFAULT_GIT_LEASE)
            }
            Name::Postgres => {
                let url = url.ok_or_else(|| E::custom("`postgres` needs a `url`"))?;
                check_url(&url).map_err(E::custom)?;
                // The folder's name may be another one on each machine: then two could have one intent.
                let project = project.filter(|project| !project.is_empty());
                let project = project.ok_or_else(|| {
                    E::custom("`postgres` needs a `project`, such as `acme/shop`")
                })?;
                (Engine::Postgres { url, project }, DEFAULT_POSTGRES_LEASE)
            }
        };
        let lease = lease.map_or(default, Age::get);
        if lease < MIN_LEASE {
            return Err(E::custom("a lease lasts at least 10s"));
        }
        Ok(Some(Authority { engine, lease }))
    }
}

fn check_remote(remote: &str) -> Result<(), &'static str> {
    if remote.is_empty() || remote.starts_with('-') || remote.contains("::") {
        return Err("`remote` is the name of a remote or an address");
    }
    if has_password(remote) {
        return Err("a password does not belong in `remote`: use Git's own credentials");
    }
    Ok(())
}

/// Source: `PostgreSQL`, "Connection Strings": a URI, or words such as `host=x`.
fn check_url(url: &str) -> Result<(), &'static str> {
    if url.is_empty() {
        return Err("`url` is the address of a database");
    }
    if has_password(url) || url.to_ascii_lowercase().contains("password") {
        return Err("a password does not belong in `url`: use PGPASSWORD or a password file");
    }
    Ok(())
}

/// Whether an address has a password before its host: `scheme://user:password@host`.
fn has_password(address: &str) -> bool {
    let authority = address.split_once("://").map_or("", |(_, rest)| rest);
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Option<Authority>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`machine`, `git` or a mapping with `engine`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                let engine = Name::deserialize(de::value::StrDeserializer::new(text))?;
                let (remote, url, project, lease) = (None, None, None, None);
                Fields { engine, remote, url, project, lease }.check()
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Fields::deserialize(MapAccessDeserializer::new(map))?.check()
            }
        }
        deserializer.deserialize_any(Either).map(Self)
    }
}
