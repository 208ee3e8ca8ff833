//! When this machine first saw each commit, by its own boot clock.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::lease_ref::Listed;

/// `observed.json`, replaced as a whole while the cache is locked.
#[derive(Debug)]
pub(super) struct Observations {
    file: PathBuf,
    content: Content,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Content {
    /// Times of another start of the machine, or of another machine, say nothing.
    boot_id: String,
    intents: BTreeMap<String, Observation>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Observation {
    oid: String,
    /// Milliseconds of the boot clock.
    seen_ms: u64,
    /// The highest token ever seen.
    token: u64,
}

impl Observations {
    /// What was seen before. A file that cannot be read says nothing: leases then last longer, never shorter.
    pub(super) fn load(state: &Path, boot_id: &str) -> Observations {
        let file = state.join("observed.json");
        let text = fs::read(&file).unwrap_or_default();
        let mut content: Content = serde_json::from_slice(&text).unwrap_or_default();
        if content.boot_id.is_empty() || content.boot_id != boot_id {
            for observation in content.intents.values_mut() {
                observation.oid.clear();
            }
            boot_id.clone_into(&mut content.boot_id);
        }
        Observations { file, content }
    }

    /// Notes commits that are new.
    pub(super) fn update(&mut self, leases: &Listed, now: Duration) {
        for (intent, (oid, record)) in &leases.records {
            self.note(intent, oid, record.token, now);
        }
    }

    /// Notes a commit, if it is new.
    pub(super) fn note(&mut self, intent: &str, oid: &str, token: u64, now: Duration) {
        let before = self.content.intents.get(intent);
        let token = token.max(before.map_or(0, |it| it.token));
        let seen_ms = before.filter(|it| it.oid == oid).map_or(millis(now), |it| it.seen_ms);
        let observation = Observation { oid: oid.to_owned(), seen_ms, token };
        self.content.intents.insert(intent.to_owned(), observation);
    }

    /// # Errors
    /// If the file cannot be replaced.
    pub(super) fn save(&self) -> io::Result<()> {
        hook_state::replace(&self.file, &serde_json::to_vec(&self.content)?)
    }

    /// For how long `oid` has been there, as far as this machine has seen.
    pub(super) fn age(&self, intent: &str, oid: &str, now: Duration) -> Duration {
        let seen = self.content.intents.get(intent).filter(|it| it.oid == oid);
        let seen = seen.map_or(now, |it| Duration::from_millis(it.seen_ms));
        now.saturating_sub(seen)
    }

    /// The highest token of an intent that this machine has ever seen; 0 if none.
    pub(super) fn token(&self, intent: &str) -> u64 {
        self.content.intents.get(intent).map_or(0, |it| it.token)
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
