//! What this program keeps in the state folder of a project, in `leases/`.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use active_intents::{IntentId, Locks};
use hook_state::{Lock, StateDir};
use serde::{Deserialize, Serialize};

use crate::engine::Engine;

const SETTINGS: &str = "authority.json";
const UNANSWERED: &str = "unanswered.json";

/// The version of both files.
const VERSION: u32 = 1;

/// The files are small.
const WAIT: Duration = Duration::from_millis(500);

/// The folder.
#[derive(Debug, Clone)]
pub(crate) struct LeaseState {
    dir: StateDir,
}

/// What the keeper has to know: who is asked, and for which locks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    version: u32,
    pub(crate) authority: Engine,
    /// The Git folder of the clone.
    pub(crate) repository: PathBuf,
    /// The folder of the locks.
    pub(crate) locks: PathBuf,
    pub(crate) lock_ttl_s: u64,
}

/// A question that was or will be sent, and has no answer yet: the authority may hold a lease for this session of which no
/// lock file knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) intent: IntentId,
    pub(crate) session: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Unanswered {
    version: u32,
    questions: Vec<Question>,
}

impl Settings {
    pub(crate) fn new(
        authority: Engine,
        repository: PathBuf,
        locks: PathBuf,
        lock_ttl_s: u64,
    ) -> Settings {
        Settings { version: VERSION, authority, repository, locks, lock_ttl_s }
    }

    pub(crate) fn locks(&self) -> Locks {
        Locks::of(self.locks.clone(), Duration::from_secs(self.lock_ttl_s))
    }
}

impl LeaseState {
    /// In the state folder of a project.
    pub(crate) fn of(state: &Path) -> LeaseState {
        LeaseState { dir: StateDir::new(state.join("leases")) }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Keeps the settings for the keeper.
    pub(crate) fn put_settings(&self, settings: &Settings) -> io::Result<()> {
        if self.settings().is_ok_and(|known| known.as_ref() == Some(settings)) {
            return Ok(());
        }
        self.dir.write(SETTINGS, &serde_json::to_vec(settings)?)
    }

    /// The settings of the last claim; `None` if there was none.
    pub(crate) fn settings(&self) -> io::Result<Option<Settings>> {
        self.dir.read_json(SETTINGS)
    }

    /// Shuts out whoever claims or releases the same intent on this machine.
    pub(crate) fn lock_intent(&self, intent: &IntentId, wait: Duration) -> io::Result<Lock> {
        self.dir.lock(&format!("intent-{intent}"), wait)
    }

    /// Shuts out other keepers.
    pub(crate) fn lock_keeper(&self, wait: Duration) -> io::Result<Lock> {
        self.dir.lock("keeper", wait)
    }

    /// Notes a question before it is sent. Whether an earlier one of the same session is still without an answer.
    pub(crate) fn note(&self, question: &Question) -> io::Result<bool> {
        self.dir.update_json(UNANSWERED, WAIT, |known: &mut Unanswered| {
            known.version = VERSION;
            let is_known = known.questions.contains(question);
            if !is_known {
                known.questions.push(question.clone());
            }
            is_known
        })
    }

    /// Forgets a question that was answered.
    pub(crate) fn forget(&self, question: &Question) -> io::Result<()> {
        self.dir.update_json(UNANSWERED, WAIT, |known: &mut Unanswered| {
            known.questions.retain(|it| it != question);
        })
    }

    /// The questions without an answer.
    pub(crate) fn unanswered(&self) -> Vec<Question> {
        let known: Option<Unanswered> = self.dir.read_json(UNANSWERED).unwrap_or_default();
        known.map(|known| known.questions).unwrap_or_default()
    }
}
