//! States that were set by hand, for a session or for the whole project.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use hook_runtime::Ctx;
use project_paths::Pattern;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::policy::Policy;

const FILE: &str = "governance-state.json";
const PATIENCE: Duration = Duration::from_secs(1);

/// How many sessions are remembered; the ones set first are forgotten first.
const MAX_SESSIONS: usize = 100;

/// The states that were set, as they stand in the state folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SessionStates {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    project: Option<SetState>,
    sessions: BTreeMap<String, SetState>,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SetState {
    state: String,
    /// RFC 3339, UTC.
    set_at: String,
}

/// What was read last in a sandbox, where nobody else sets a state.
#[derive(Debug, Default)]
struct LastRead(Mutex<Option<Arc<SessionStates>>>);

impl SessionStates {
    /// What was set.
    ///
    /// # Errors
    /// If the file is there and cannot be read.
    pub(crate) fn read(ctx: &Ctx) -> Result<Arc<Self>> {
        let Some(state) = ctx.state() else {
            return Ok(Arc::default());
        };
        let last = ctx.sandbox().map(|_| ctx.lasting(LastRead::default));
        if let Some(last) = &last
            && let Some(known) = &*last.0.lock().unwrap_or_else(PoisonError::into_inner)
        {
            return Ok(Arc::clone(known));
        }
        let states = state.read_json(FILE).context("could not read the states that were set")?;
        let states: Arc<Self> = Arc::new(states.unwrap_or_default());
        if let Some(last) = last {
            *last.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&states));
        }
        Ok(states)
    }

    /// The sessions whose states were set.
    pub(crate) fn sessions(&self) -> impl Iterator<Item = &str> {
        self.sessions.keys().map(String::as_str)
    }

    /// Whether a session has a state of its own.
    pub(crate) fn has(&self, session_id: Option<&str>) -> bool {
        session_id.is_some_and(|id| self.sessions.contains_key(id))
    }

    /// The state of a session, else that of the project.
    pub(crate) fn of(&self, session_id: Option<&str>) -> Option<String> {
        let of_session = session_id.and_then(|id| self.sessions.get(id));
        of_session.or(self.project.as_ref()).map(|set| set.state.clone())
    }

    /// Sets or clears the state of a session, or of the project where
    /// `session_id` is `None`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn set(ctx: &Ctx, session_id: Option<&str>, state: Option<&str>) -> Result<()> {
        let folder = ctx.state().context("there is no state folder: HOME is not set")?;
        let set = state.map(|name| SetState { state: name.to_owned(), set_at: ctx.timestamp() });
        if ctx.sandbox().is_some() {
            let last = ctx.lasting(LastRead::default);
            *last.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        folder
            .update_json(FILE, PATIENCE, |states: &mut Self| {
                states.put(session_id, set);
            })
            .context("could not write the state")
    }

    fn put(&mut self, session_id: Option<&str>, set: Option<SetState>) {
        self.version = 1;
        match (session_id, set) {
            (None, set) => self.project = set,
            (Some(id), None) => {
                self.sessions.remove(id);
            }
            (Some(id), Some(set)) => {
                self.sessions.insert(id.to_owned(), set);
            }
        }
        while self.sessions.len() > MAX_SESSIONS {
            let oldest = self.sessions.iter().min_by(|a, b| a.1.set_at.cmp(&b.1.set_at));
            let Some(oldest) = oldest.map(|(id, _)| id.clone()) else {
                break;
            };
            self.sessions.remove(&oldest);
        }
    }
}

/// Whether the policy forbids to go from one state to another.
pub(crate) fn forbids(policy: &Policy, from: &str, to: &str) -> bool {
    let is = |glob: &str, state: &str| Pattern::trusted(glob.to_owned()).matches_text(state);
    from != to && policy.forbidden_transitions.iter().any(|(a, b)| is(a, from) && is(b, to))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn set(state: &str, set_at: &str) -> SetState {
        SetState { state: state.to_owned(), set_at: set_at.to_owned() }
    }

    #[test]
    fn the_sessions_that_were_set_first_are_forgotten_first() {
        let mut states = SessionStates::default();
        states.put(None, Some(set("DO", "2026-11-20T00:00:00.000Z")));
        for at in 0..=MAX_SESSIONS {
            let set_at = format!("2026-11-20T12:{:02}:{:02}.000Z", at / 60, at % 60);
            states.put(Some(&format!("s{at}")), Some(set("CHECK", &set_at)));
        }
        assert_eq!(states.sessions.len(), MAX_SESSIONS);
        assert_eq!(states.of(Some("s0")).as_deref(), Some("DO"));
        assert_eq!(states.of(Some("s1")).as_deref(), Some("CHECK"));
    }

    #[test]
    fn what_a_later_version_wrote_is_kept() {
        let file = json!({ "version": 1, "sessions": {}, "later": [1] });
        let mut states: SessionStates = serde_json::from_value(file).unwrap();
        states.put(None, Some(set("DO", "2026-11-20T00:00:00.000Z")));
        assert_eq!(serde_json::to_value(&states).unwrap()["later"], json!([1]));
    }
}
