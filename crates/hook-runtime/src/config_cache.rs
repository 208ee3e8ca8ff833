//! Compiles and caches the configurations of hooks, and what else is found on the disk.

use std::any::Any;
use std::path::{Path, PathBuf};

use anyhow::Result;
use hook_config::{Fingerprint, Sources};
use project_paths::ProjectRoot;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ctx::Ctx;
use crate::dirs::SYSTEM_CONFIG;

/// The version of cached configurations; others are ignored.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The record of an organisation's policies, below a folder of configuration.
const POLICY_RECORD: &str = "policy/active.json";

/// The file of this program, looked at once in a call.
struct Build(Option<Fingerprint>);

impl Ctx {
    /// The configuration file of `name`: the project's, else the person's. It may be invalid.
    ///
    /// By an organisation's policy it is the policy's, even if it is missing: what was enforced must not
    /// be passed over.
    pub fn configuration(&self, name: &str) -> Option<PathBuf> {
        if self.policy().is_some() {
            return self.configurations(name).pop();
        }
        hook_config::find(self.project_config().as_deref(), self.user_config(), name)
    }

    /// The possible configuration files of `name`: the project's, then the person's.
    pub fn configurations(&self, name: &str) -> Vec<PathBuf> {
        if let Some(folder) = self.policy() {
            return vec![folder.join(format!("{name}.yaml"))];
        }
        hook_config::candidates(self.project_config().as_deref(), self.user_config(), name)
    }

    /// The record of the policies that an administrator gave this machine, if it exists.
    pub fn policy_record(&self) -> PathBuf {
        let folder = self.sandbox().and_then(|sandbox| sandbox.policies.as_deref());
        folder.unwrap_or(Path::new(SYSTEM_CONFIG)).join(POLICY_RECORD)
    }

    /// The record of the policies that the person took from an organisation, if it exists. It counts only where
    /// the person's `tacklebox.yaml` says so and the machine has none.
    pub fn own_policy_record(&self) -> Option<PathBuf> {
        let is_real = self.sandbox().is_none_or(|sandbox| sandbox.policies.is_none());
        self.user_config().filter(|_| is_real).map(|folder| folder.join(POLICY_RECORD))
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
        let files = self.configurations(name);
        let sources = Sources::of(files.iter().cloned());
        if sources.are_missing() && self.policy().is_none() {
            return Ok(None);
        }
        let file = || self.configuration(name).or_else(|| files.into_iter().next());
        let compile = || compile(&file().unwrap_or_default());
        self.compiled(kept, sources, compile).map(Some)
    }

    /// Like [`Self::configured`], for several `sources`, some of which may be missing.
    ///
    /// # Errors
    /// As `compile` fails.
    pub fn compiled<T, E>(
        &self,
        kept: &str,
        sources: Sources,
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
        self.cached(kept, self.policy().or_else(|| self.project_path()), VERSION, sources, compile)
    }

    /// What `look` finds on the disk, from the cache `kept` of the project at `root` if it was found from
    /// the same `inputs` and is still valid (see [`hook_config::cached`]). What `look` returns as an error
    /// is not cached.
    ///
    /// # Errors
    /// As `look` fails.
    pub fn remembered<T, E>(
        &self,
        kept: &str,
        root: &Path,
        inputs: &str,
        sources: Sources,
        look: impl FnOnce() -> Result<(T, Vec<PathBuf>), E>,
    ) -> Result<T, E>
    where
        T: Serialize + DeserializeOwned,
    {
        if self.sandbox().is_some() {
            return look().map(|(value, _further)| value);
        }
        self.cached(kept, Some(root), &format!("{VERSION} {inputs}"), sources, look)
    }

    fn cached<T, E>(
        &self,
        kept: &str,
        root: Option<&Path>,
        version: &str,
        sources: Sources,
        compile: impl FnOnce() -> Result<(T, Vec<PathBuf>), E>,
    ) -> Result<T, E>
    where
        T: Serialize + DeserializeOwned,
    {
        let Some(state) = self.state() else {
            return compile().map(|(value, _further)| value);
        };
        let program = self.program();
        let cache = state.file(&hook_config::cache_name(kept, root, program.as_deref()));
        // Another build may have another idea of what is to be kept.
        let build = self.shared(|| Build(program.and_then(|file| Fingerprint::of(&file).ok()?)));
        let version = format!("{version} {:?}", build.0);
        hook_config::cached(&cache, sources, &version, self.now(), compile)
    }

    fn project_path(&self) -> Option<&Path> {
        self.project().map(ProjectRoot::path)
    }
}
