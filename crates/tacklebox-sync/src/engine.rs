//! The authority that a team has chosen, and a question to it.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use leases::{Authority, AuthorityError, Claim, Git, GitSettings, Postgres, PostgresSettings};
use serde::{Deserialize, Serialize};

use crate::environment::{login_name, now};
use crate::{credentials, machine, repository};

/// The choice of a team, without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "engine", rename_all = "lowercase")]
pub(crate) enum Engine {
    /// Refs of a remote.
    Git {
        /// The name of the remote, or an address.
        #[serde(default)]
        remote: Option<String>,
        lease_s: u64,
    },
    /// Rows of a database.
    Postgres {
        url: String,
        /// What the team calls the project.
        #[serde(default)]
        project: Option<String>,
        lease_s: u64,
    },
}

/// Whoever asks: the choice, and this machine and person.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    engine: Engine,
    /// The Git folder of the clone, or the project where there is none.
    repository: PathBuf,
    /// A folder of this machine for what an engine keeps.
    state: PathBuf,
    config: Vec<(String, String)>,
    machine: String,
    person: String,
}

impl Engine {
    /// Its name in a lock file.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Engine::Git { .. } => "git",
            Engine::Postgres { .. } => "postgres",
        }
    }

    /// Whether both ask the same authority, be it for leases of different length.
    pub(crate) fn is_same(&self, other: &Engine) -> bool {
        match (self, other) {
            (Engine::Git { remote, .. }, Engine::Git { remote: other, .. }) => remote == other,
            (
                Engine::Postgres { url, project, .. },
                Engine::Postgres { url: other_url, project: other_project, .. },
            ) => (url, project) == (other_url, other_project),
            _ => false,
        }
    }

    /// How long a lease lasts.
    pub(crate) fn ttl(&self) -> Duration {
        match self {
            Engine::Git { lease_s, .. } | Engine::Postgres { lease_s, .. } => {
                Duration::from_secs(*lease_s)
            }
        }
    }

    /// Whether a request may still be executed after its sender has given up waiting. A push is compared with what it
    /// replaces, so a late one is refused.
    pub(crate) fn may_execute_late(&self) -> bool {
        matches!(self, Engine::Postgres { .. })
    }
}

impl Asker {
    /// Finds out who asks.
    ///
    /// # Errors
    /// [`AuthorityError::Local`] if this machine has no name and can be given none.
    pub(crate) fn new(
        engine: &Engine,
        repository: &Path,
        state: &Path,
    ) -> Result<Asker, AuthorityError> {
        let machine = machine::name().map_err(|err| AuthorityError::Local(format!("{err:#}")))?;
        Ok(Asker { machine, ..Asker::unnamed(engine, repository, state) })
    }

    /// Who only reads.
    pub(crate) fn unnamed(engine: &Engine, repository: &Path, state: &Path) -> Asker {
        let config = repository::config(repository);
        let email = config.iter().rev().find(|(key, _)| key == "user.email");
        let person = email.map_or_else(login_name, |(_, value)| value.clone());
        let (engine, repository) = (engine.clone(), repository.to_owned());
        let (state, machine) = (state.to_owned(), String::new());
        Asker { engine, repository, state, config, machine, person }
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The name of this machine, which no other of the team has.
    pub(crate) fn machine(&self) -> &str {
        &self.machine
    }

    /// A claim by a session of this machine.
    pub(crate) fn claim(&self, intent: &str, session: &str) -> Claim {
        Claim {
            intent: intent.to_owned(),
            session: session.to_owned(),
            machine: self.machine.clone(),
            person: self.person.clone(),
            now: now(),
        }
    }

    /// Asks a question in a thread of its own: a server that accepts a connection and then says nothing would
    /// otherwise keep this program for good. After `limit` nobody waits for the answer any more. An engine gets a little
    /// less time, to say itself why there is no answer.
    ///
    /// # Errors
    /// See [`AuthorityError`].
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        question: impl FnOnce(&mut dyn Authority) -> Result<T, AuthorityError> + Send + 'static,
    ) -> Result<T, AuthorityError> {
        let (sender, receiver) = mpsc::channel();
        let asker = self.clone();
        thread::spawn(move || {
            let answer =
                asker.open(limit.mul_f64(0.95)).and_then(|mut authority| question(&mut *authority));
            let _nobody_waits = sender.send(answer);
        });
        receiver.recv_timeout(limit).unwrap_or_else(|err| {
            Err(match err {
                RecvTimeoutError::Timeout => {
                    let why = format!("no answer within {} ms", limit.as_millis());
                    AuthorityError::Unreachable(why)
                }
                RecvTimeoutError::Disconnected => {
                    AuthorityError::Local("a bug in tacklebox-sync: please report it".to_owned())
                }
            })
        })
    }

    fn open(&self, limit: Duration) -> Result<Box<dyn Authority>, AuthorityError> {
        match &self.engine {
            Engine::Git { remote, .. } => Ok(Box::new(self.git(remote.as_deref(), limit)?)),
            Engine::Postgres { url, project, .. } => {
                Ok(Box::new(self.postgres(url, project.as_deref(), limit)))
            }
        }
    }

    /// The engine on refs.
    ///
    /// # Errors
    /// [`AuthorityError::Refused`] if the clone has no such remote, or has it among its own files.
    pub(crate) fn git(&self, remote: Option<&str>, limit: Duration) -> Result<Git, AuthorityError> {
        let remote = remote.unwrap_or("origin");
        let refused = |why: &str| AuthorityError::Refused(format!("{why} `{remote}`"));
        let url = repository::address(&self.config, &self.repository, remote)
            .ok_or_else(|| refused("there is no remote"))?;
        if repository::is_inside(&self.config, &self.repository, &url) {
            return Err(refused("a checkout's own files may not be the remote, as in"));
        }
        Ok(Git::new(GitSettings {
            url,
            state: self.state.join("git"),
            config: self.config.clone(),
            ttl: self.engine.ttl(),
            deadline: limit,
        }))
    }

    /// The engine on rows.
    pub(crate) fn postgres(&self, url: &str, project: Option<&str>, limit: Duration) -> Postgres {
        Postgres::new(PostgresSettings {
            url: url.to_owned(),
            user: Some(credentials::user()),
            password: credentials::password(),
            passfile: credentials::passfile(),
            project: project.unwrap_or_default().to_owned(),
            ttl: self.engine.ttl(),
            deadline: limit,
        })
    }
}
