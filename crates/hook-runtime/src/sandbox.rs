//! Where hooks judge events of the past: nothing of the person's is changed, no program is
//! started, and what hooks keep goes into a folder that is thrown away.

use std::fmt;
use std::path::PathBuf;

use crate::place::Shared;

/// What a context is confined to, in which events of one project are judged that are over.
///
/// State is kept in its folder, and so is what hooks keep in a project beside their
/// configuration. Configurations are read once: nobody changes them meanwhile.
#[derive(Clone)]
pub struct Sandbox {
    folder: PathBuf,
    pub(crate) configuration: Option<PathBuf>,
    states: Vec<(Option<String>, String)>,
    /// What was made once.
    pub(crate) known: Shared,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// One that keeps in `folder` what is kept, with the project's own configuration.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, configuration: None, states: Vec::new(), known: Shared::default() }
    }

    /// The same with this folder in the place of the project's `.tacklebox`.
    #[must_use]
    pub fn configured_in(self, configuration: PathBuf) -> Self {
        Self { configuration: Some(configuration), ..self }
    }

    /// The same where an agent was in this activity state as far as nothing else says it: of
    /// one session, or of all that are not named.
    #[must_use]
    pub fn in_state(mut self, session: Option<String>, state: String) -> Self {
        self.states.push((session, state));
        self
    }

    /// The activity state that a session is to be taken for. The beginning of its id is enough.
    pub fn activity_state(&self, session: Option<&str>) -> Option<&str> {
        let own = self.states.iter().find(|(named, _)| {
            named.as_deref().zip(session).is_some_and(|(named, session)| session.starts_with(named))
        });
        let of_all = || self.states.iter().rev().find(|(named, _)| named.is_none());
        own.or_else(of_all).map(|(_, state)| state.as_str())
    }

    /// Where the state of the project is kept.
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.join("state")
    }

    /// The folder that stands for the project's in what is kept there.
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
