//! Finds the project of a call.

mod cache;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use project_paths::{ProjectRoot, Search};

use crate::environment::Environment;
pub(crate) use cache::Shared;

/// Where the search for a project starts, apart from the folder of an event.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    start: Option<Start>,
    /// The folder of this process, without links.
    process: Option<PathBuf>,
    /// Found when it is needed first.
    project: OnceLock<Option<ProjectRoot>>,
    shared: Shared,
}

#[derive(Debug, Clone)]
enum Start {
    /// By a host.
    Declared(PathBuf),
    /// By a person.
    Named(PathBuf),
}

impl Place {
    /// The place of an environment; `cwd` is the folder of its process.
    pub(crate) fn of(environment: &Environment, cwd: Option<&Path>) -> Self {
        let declared = environment.get("CLAUDE_PROJECT_DIR").map(PathBuf::from);
        let cwd = cwd.filter(|_| matches!(environment, Environment::Process));
        Self {
            start: declared.map(Start::Declared),
            process: cwd.map(Path::to_owned),
            project: OnceLock::new(),
            shared: Shared::default(),
        }
    }

    /// The same, for another folder, which may be in another project.
    pub(crate) fn without_project(&self) -> Self {
        let (start, process) = (self.start.clone(), self.process.clone());
        Self { start, process, ..Self::default() }
    }

    /// The same, for another event.
    pub(crate) fn unshared(&self) -> Self {
        Self { shared: Shared::default(), ..self.clone() }
    }

    /// The same, for a folder that a person named.
    pub(crate) fn named(&self, dir: &Path) -> Self {
        Self { start: Some(Start::Named(dir.to_owned())), ..self.without_project() }
    }

    pub(crate) fn named_dir(&self) -> Option<&Path> {
        match &self.start {
            Some(Start::Named(dir)) => Some(dir),
            _ => None,
        }
    }

    /// Other facts about this place.
    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    pub(crate) fn project(
        &self,
        cwd: Option<&Path>,
        home: impl FnOnce() -> Option<PathBuf>,
    ) -> Option<&ProjectRoot> {
        let find = || {
            let home = home();
            let declared = self.start.as_ref().map(|start| match start {
                Start::Declared(dir) | Start::Named(dir) => dir.as_path(),
            });
            Search { declared, cwd, ..self.search(home.as_deref()) }.project()
        };
        self.project.get_or_init(find).as_ref()
    }

    /// The project that would contain the folder of `inner` if that were not a project.
    pub(crate) fn around(&self, inner: &ProjectRoot, home: Option<&Path>) -> Option<ProjectRoot> {
        self.search(home).around(inner)
    }

    fn search<'a>(&'a self, home: Option<&'a Path>) -> Search<'a> {
        Search { home, without_links: self.process.as_deref(), ..Search::default() }
    }
}
