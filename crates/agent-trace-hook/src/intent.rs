//! The intent that the session works on, if the intent gate is in use.
//!
//! Source: the gate's locks, `.orchestration/locks/<intent>.json` with `session`,
//! `agent` and `expires` in RFC 3339. The files are all that is known of the gate.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use serde::Deserialize;

/// More than a team works on.
const MOST_LOCKS: usize = 1000;

/// More than a lock is long.
const LONGEST_LOCK: u64 = 64 << 10;

#[derive(Deserialize)]
struct IntentLock {
    session: String,
    agent: Option<String>,
    expires: String,
}

/// The intent that `session` holds a lock of that has not expired: its agent's
/// own, else the session's.
pub(crate) fn held(
    project: &Path,
    session: &str,
    agent: Option<&str>,
    now: SystemTime,
) -> Option<String> {
    let locks = project.join(".orchestration/locks");
    let mut held = Vec::new();
    for entry in fs::read_dir(locks).ok()?.take(MOST_LOCKS).flatten() {
        let path = entry.path();
        let is_lock = path.extension().is_some_and(|extension| extension == "json");
        let Some(lock) = read(&path).filter(|lock| is_lock && lock.session == session) else {
            continue;
        };
        let expires = humantime::parse_rfc3339_weak(&lock.expires.replace("+00:00", "Z"));
        if expires.is_ok_and(|expires| expires > now) {
            let holder = lock.agent.as_deref().filter(|holder| !holder.is_empty());
            let distance = match holder {
                holder if holder == agent => 0,
                None => 1,
                Some(_) => 2,
            };
            held.push((distance, path.file_stem()?.to_str()?.to_owned()));
        }
    }
    held.into_iter().min().map(|(_, intent)| intent)
}

fn read(path: &Path) -> Option<IntentLock> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST_LOCK).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unexpired_lock_of_the_session_names_the_intent() {
        let project = tempfile::tempdir().unwrap();
        let locks = project.path().join(".orchestration/locks");
        fs::create_dir_all(&locks).unwrap();
        let write = |name: &str, session: &str, agent: &str, expires: &str| {
            let lock = serde_json::json!({
                "session": session, "agent": agent, "host": "h", "pid": 1,
                "since": "2026-11-20T13:00:00Z", "expires": expires,
            });
            let bytes = serde_json::to_vec(&lock).unwrap();
            hook_state::replace(&locks.join(name), &bytes).unwrap();
        };
        write("INT-1.json", "a", "", "2026-11-20T15:00:00Z");
        write("INT-2.json", "b", "", "2026-11-20T14:00:00Z");
        write("INT-3.v2.json", "c", "", "2026-11-20T15:00:00.5+00:00");
        write("INT-0.4.json", "a", "sub", "2026-11-20T15:00:00Z");
        write("INT-5.tmp", "d", "", "2026-11-20T15:00:00Z");
        hook_state::replace(&locks.join("INT-0.json"), b"{broken").unwrap();

        let now = humantime::parse_rfc3339("2026-11-20T14:03:00Z").unwrap();
        let check = |session: &str, agent: Option<&str>, expected: Option<&str>| {
            let found = held(project.path(), session, agent, now);
            assert_eq!(found.as_deref(), expected, "{session}");
        };
        check("a", None, Some("INT-1"));
        check("a", Some("sub"), Some("INT-0.4"));
        check("a", Some("other"), Some("INT-1"));
        check("b", None, None);
        check("c", None, Some("INT-3.v2"));
        check("d", None, None);
        assert_eq!(held(Path::new("/nowhere"), "a", None, now), None);
    }
}
