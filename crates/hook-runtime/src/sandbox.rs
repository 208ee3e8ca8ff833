//! A sandbox for judging past events: hooks change nothing of the person's, start no programs, and
//! store their state in a temporary folder.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::place::Shared;

/// A sandbox in which past events of a project are judged.
///
/// Its folder contains the state, and what hooks store in a project apart from their configuration.
/// Configurations are read once.
#[derive(Clone)]
pub struct Sandbox {
    folder: PathBuf,
    pub(crate) configuration: Option<PathBuf>,
    pub(crate) policies: Option<PathBuf>,
    states: Vec<(Option<String>, String)>,
    /// Values that are made once.
    pub(crate) known: Shared,
    /// The same for each policy of an organisation.
    known_by_policy: Arc<Mutex<BTreeMap<PathBuf, Shared>>>,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// A sandbox that stores everything in `folder`, with the project's own configuration.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            configuration: None,
            policies: None,
            states: Vec::new(),
            known: Shared::default(),
            known_by_policy: Arc::default(),
        }
    }

    /// Uses this folder instead of the project's `.tacklebox`.
    #[must_use]
    pub fn configured_in(self, configuration: PathBuf) -> Self {
        Self { configuration: Some(configuration), ..self }
    }

    /// Uses the organisation's policies in this folder instead of the active ones.
    #[must_use]
    pub fn under_policies(self, folder: PathBuf) -> Self {
        Self { policies: Some(folder), ..self }
    }

    /// The values that are made once for a policy, or for the project's configuration.
    pub(crate) fn known_by(&self, policy: Option<&Path>) -> Shared {
        let Some(policy) = policy else { return self.known.clone() };
        let mut known = self.known_by_policy.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(policy.to_owned()).or_default().clone()
    }

    /// Sets the default activity state of one session, or of all other sessions.
    #[must_use]
    pub fn in_state(mut self, session: Option<String>, state: String) -> Self {
        self.states.push((session, state));
        self
    }

    /// The default activity state of a session. A prefix of its id is enough.
    pub fn activity_state(&self, session: Option<&str>) -> Option<&str> {
        let own = self.states.iter().find(|(named, _)| {
            named.as_deref().zip(session).is_some_and(|(named, session)| session.starts_with(named))
        });
        let of_all = || self.states.iter().rev().find(|(named, _)| named.is_none());
        own.or_else(of_all).map(|(_, state)| state.as_str())
    }

    /// The state folder of the project.
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.join("state")
    }

    /// The folder that replaces the project's for stored files.
    pub fn project(&self) -> PathBuf {
        self.folder.join("project")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_that_of_the_session_or_of_all() {
        let sandbox = Sandbox::new("/box".into())
            .in_state(Some("6f0c".to_owned()), "PLAN".to_owned())
            .in_state(None, "DO".to_owned());
        for (session, expected) in
            [(Some("6f0c-12"), Some("PLAN")), (Some("7a"), Some("DO")), (None, Some("DO"))]
        {
            assert_eq!(sandbox.activity_state(session), expected, "{session:?}");
        }
        assert_eq!(Sandbox::new("/box".into()).activity_state(Some("7a")), None);
    }
}
