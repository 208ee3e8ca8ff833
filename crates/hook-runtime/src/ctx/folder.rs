//! The folder of an event, and its project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context as _, Result, bail, ensure};
use hook_protocol::Common;
use project_paths::{ProjectRoot, normalise};

use super::Ctx;

impl Ctx {
    /// This context in the folder of an event.
    #[must_use]
    pub fn for_event(&self, common: &Common) -> Self {
        let there = self.somewhere(common.cwd.clone().or_else(|| self.cwd.clone()));
        let cwd = there.cwd.clone().unwrap_or_default();
        Self { call_dir: common.call_dir.as_ref().map(|dir| cwd.join(dir)), ..there }
    }

    /// This context in another folder.
    #[must_use]
    pub fn at(&self, cwd: PathBuf) -> Self {
        self.somewhere(Some(cwd))
    }

    /// The folder in which the agent works: the call's, else the event's, else the process's.
    pub fn cwd(&self) -> Option<&Path> {
        self.call_dir.as_deref().or(self.cwd.as_deref())
    }

    /// The project, if the event belongs to one.
    pub fn project(&self) -> Option<&ProjectRoot> {
        self.place.project(self.cwd.as_deref(), || self.home())
    }

    /// The folder that a person named with `--project`.
    pub fn named_project(&self) -> Option<&Path> {
        self.place.named_dir()
    }

    /// This context in the project of a folder that a person named with `--project`. Paths are
    /// relative to the current folder if that is in the project, else to `dir`.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn in_project(&self, dir: &Path) -> Result<Self> {
        let dir = normalise(&self.cwd().map_or_else(|| dir.to_owned(), |cwd| cwd.join(dir)));
        match fs::metadata(&dir) {
            Ok(metadata) => ensure!(metadata.is_dir(), "{} is not a folder", dir.display()),
            Err(err) if err.kind() == io::ErrorKind::NotFound => {
                bail!("there is no folder {}", dir.display())
            }
            Err(err) => {
                return Err(err).with_context(|| format!("could not find {}", dir.display()));
            }
        }
        let there = self.somewhere(self.cwd.clone());
        let there = Self { place: self.place.named(&dir), ..there };
        let is_inside = there.cwd().zip(there.project()).is_some_and(|(cwd, project)| {
            [project.path(), project.resolved()].iter().any(|root| cwd.starts_with(root))
        });
        Ok(if is_inside { there } else { there.at(dir) })
    }

    fn somewhere(&self, cwd: Option<PathBuf>) -> Self {
        if self.sandbox.is_some() {
            // One project is all that it has.
            return Self { cwd, call_dir: None, place: self.place.unshared(), ..self.clone() };
        }
        let place = self.place.without_project();
        Self { cwd, call_dir: None, place, state: OnceLock::new(), ..self.clone() }
    }
}
