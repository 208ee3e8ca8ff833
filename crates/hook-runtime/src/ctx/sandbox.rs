//! A context in a sandbox.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use project_paths::ProjectRoot;

use crate::ctx::Ctx;
use crate::environment::Environment;
use crate::sandbox::Sandbox;

/// The variables for a person's folders and time zone.
const NAMES: [&str; 8] = [
    "HOME",
    "USERPROFILE",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
    "TACKLEBOX_CONFIG_DIR",
    "TACKLEBOX_STATE_DIR",
    "CLAUDE_CONFIG_DIR",
    "TZ",
];

/// The variable with the project.
const PROJECT: &str = "CLAUDE_PROJECT_DIR";

/// The variable with the session, in shells that hosts start.
const SESSION: &str = "CLAUDE_CODE_SESSION_ID";

/// The variable that fixes the time.
const TIME: &str = "TACKLEBOX_NOW";

impl Ctx {
    /// This context in a sandbox, in `project`. Of the environment it keeps the variables for a
    /// person's folders, and nothing of the current session.
    #[must_use]
    pub fn sandboxed(&self, sandbox: Sandbox, project: &Path) -> Self {
        let kept = NAMES.iter().filter_map(|name| Some(((*name).to_owned(), self.env(name)?)));
        let mut variables: BTreeMap<String, String> = kept.collect();
        variables.insert(PROJECT.to_owned(), project.to_string_lossy().into_owned());
        variables.insert(TIME.to_owned(), self.timestamp());
        let environment = Environment::Fixed(variables);
        let ctx = Self::new(self.hook(), environment, self.now(), Some(project.to_owned()));
        Self { sandbox: Some(Arc::new(sandbox)), state: OnceLock::new(), ..ctx }
    }

    /// This context in the shell of a session, for a program that an agent started there.
    #[must_use]
    pub fn in_shell_of(&self, session: &str) -> Self {
        let environment = Environment::clone(&self.environment).with(SESSION, session);
        Self { environment: Arc::new(environment), ..self.clone() }
    }

    /// This context at another time.
    #[must_use]
    pub fn at_time(&self, now: SystemTime) -> Self {
        Self { now, ..self.clone() }
    }

    /// The sandbox, if past events are judged.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_deref()
    }

    /// The folder for what hooks store in a project beside their configuration: the project's own,
    /// or the sandbox's.
    pub fn kept_project(&self, project: &ProjectRoot) -> PathBuf {
        match self.sandbox() {
            Some(sandbox) => sandbox.project(),
            None => project.path().to_owned(),
        }
    }

    /// The folder of the project's configuration: `.tacklebox`, or the sandbox's.
    pub fn project_config(&self) -> Option<PathBuf> {
        let given = self.sandbox().and_then(|sandbox| sandbox.configuration.clone());
        given.or_else(|| Some(self.project()?.path().join(".tacklebox")))
    }

    /// A value that depends only on configurations. It is made once per sandbox, and otherwise once per
    /// event ([`Ctx::shared`]).
    pub fn lasting<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        match self.sandbox() {
            Some(sandbox) => sandbox.known.get_or_make(make),
            None => self.shared(make),
        }
    }

    /// The result of `make`; in a sandbox it is made once.
    ///
    /// # Errors
    /// As `make` fails.
    pub fn made_once<T, E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<T, E>
    where
        T: Any + Clone + Send + Sync,
    {
        let Some(sandbox) = self.sandbox() else { return make() };
        let known = sandbox.known_by(self.policy());
        if let Some(value) = known.found::<T>() {
            return Ok(T::clone(&value));
        }
        let value = make()?;
        Ok(T::clone(&known.get_or_make(|| value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_kept_in_the_sandbox() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("p");
        std::fs::create_dir_all(project.join(".git")).unwrap();
        let text = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let variables = [
            ("TACKLEBOX_STATE_DIR".to_owned(), text("state")),
            ("CLAUDE_CODE_SESSION_ID".to_owned(), "s".to_owned()),
        ];
        let environment = Environment::Fixed(variables.into());
        let real = Ctx::new("a-hook", environment, SystemTime::UNIX_EPOCH, Some(project.clone()));
        let sandbox = Sandbox::new(folder.path().join("box"));
        let ctx = real.sandboxed(sandbox, &project).at(project.join("src"));
        assert!(ctx.state().unwrap().path().starts_with(folder.path().join("box")));
        assert_eq!(ctx.user_state(), real.user_state());
        assert_eq!(ctx.env("CLAUDE_CODE_SESSION_ID"), None);
        assert_eq!(ctx.kept_project(ctx.project().unwrap()), folder.path().join("box/project"));
        assert_eq!(ctx.project_config(), Some(project.join(".tacklebox")));
        let made = |value: u8| ctx.made_once::<u8, ()>(|| Ok(value));
        assert_eq!((made(1), made(2)), (Ok(1), Ok(1)));
        assert_eq!(real.made_once::<u8, ()>(|| Ok(3)), Ok(3));
    }
}
