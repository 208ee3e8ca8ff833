//! Compiles and caches the configurations of hooks.

use std::any::Any;
use std::path::{Path, PathBuf};

use anyhow::Result;
use project_paths::ProjectRoot;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ctx::Ctx;

/// The version of cached configurations; others are ignored.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Ctx {
    /// The configuration file of `name`: the project's, else the person's. It may be invalid.
    pub fn configuration(&self, name: &str) -> Option<PathBuf> {
        hook_config::find(self.project_config().as_deref(), self.user_config(), name)
    }

    /// The possible configuration files of `name`: the project's, then the person's.
    pub fn configurations(&self, name: &str) -> Vec<PathBuf> {
        hook_config::candidates(self.project_config().as_deref(), self.user_config(), name)
    }

    /// The compiled configuration of `name`, from the cache `kept` if it is still valid (see
    /// [`hook_config::cached`], also for the further files that `compile` returns); `None` if there
    /// is no configuration file.
    ///
    /// # Errors
    /// As `compile` fails.
    pub fn configured<T, E>(
        &self,
        name: &str,
        kept: &str,
        compile: impl FnOnce(&Path) -> Result<(T, Vec<PathBuf>), E>,
    ) -> Result<Option<T>, E>
    where
        T: Any + Clone + Send + Sync + Serialize + DeserializeOwned,
    {
        if self.sandbox().is_some() {
            // Looked for once, too.
            return self.made_once(|| {
                let file = self.configuration(name);
                file.map(|file| compile(&file).map(|(value, _further)| value)).transpose()
            });
        }
        let Some(file) = self.configuration(name) else {
            return Ok(None);
        };
        self.compiled(kept, self.configurations(name), || compile(&file)).map(Some)
    }

    /// Like [`Self::configured`], for several `sources`, some of which may be missing.
    ///
    /// # Errors
    /// As `compile` fails.
    pub fn compiled<T, E>(
        &self,
        kept: &str,
        mut sources: Vec<PathBuf>,
        compile: impl FnOnce() -> Result<(T, Vec<PathBuf>), E>,
    ) -> Result<T, E>
    where
        T: Any + Clone + Send + Sync + Serialize + DeserializeOwned,
    {
        let compile = || {
            self.expect_delay();
            compile()
        };
        if self.sandbox().is_some() {
            return self.made_once(|| compile().map(|(value, _further)| value));
        }
        let Some(state) = self.state() else {
            return compile().map(|(value, _further)| value);
        };
        let program = self.program();
        let cache = hook_config::cache_name(kept, self.project_path(), program.as_deref());
        // Another build may have another idea of what is to be kept.
        sources.extend(program);
        let cache = state.file(&cache);
        hook_config::cached(&cache, &sources, VERSION, self.now(), compile)
    }

    fn project_path(&self) -> Option<&Path> {
        self.project().map(ProjectRoot::path)
    }
}
