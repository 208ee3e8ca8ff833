//! A folder of locks for a test.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use active_intents::{Claim, IntentId, Locks, Released, Taken};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const WAIT: Duration = Duration::from_secs(60);
pub(crate) const TTL: Duration = Duration::from_secs(60);

pub(crate) fn id(text: &str) -> IntentId {
    IntentId::new(text).unwrap()
}

/// A time of the epoch.
pub(crate) fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

pub(crate) struct Ground(pub(crate) TempDir);

impl Ground {
    pub(crate) fn new() -> Ground {
        Ground(TempDir::new().unwrap())
    }

    pub(crate) fn locks(&self) -> Locks {
        Locks::of(self.folder(), TTL)
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.0.path().join("state/intent-locks")
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder().join("a.json")
    }

    /// Takes the lock of `a`.
    pub(crate) fn take(&self, session: &str, seconds: u64) -> Taken {
        let claim = Claim { session, agent: None, host: "here", pid: Some(7), now: at(seconds) };
        self.locks().take(&id("a"), &claim, WAIT).unwrap()
    }

    pub(crate) fn release(&self, session: &str) -> Released {
        self.locks().release(&id("a"), session, WAIT).unwrap()
    }

    pub(crate) fn text(&self) -> Value {
        serde_json::from_slice(&fs::read(self.file()).unwrap()).unwrap()
    }

    /// All that lies in the folder of locks.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.file().parent().unwrap()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "tokens").collect()
    }
}
