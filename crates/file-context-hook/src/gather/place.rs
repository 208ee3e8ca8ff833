//! Where an event happens: the project, what is recorded of it, and its store.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use file_mentions::{Reader, Recording, Store, StoreError};
use hook_config::ConfigError;
use hook_runtime::Ctx;
use project_paths::{Pattern, ProjectRoot, RealPaths};

use crate::config::Config;

/// The project of an event and what it is configured to.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) config: Config,
    root: ProjectRoot,
    paths: Arc<RealPaths>,
    ignored: Vec<Pattern>,
}

impl Place {
    /// The place of the event; `None` outside any project, where nothing is kept.
    ///
    /// # Errors
    /// If the configuration cannot be read.
    pub(crate) fn of(ctx: &Ctx) -> Result<Option<Self>, ConfigError> {
        let Some(project) = ctx.project() else {
            return Ok(None);
        };
        let config = Config::load(ctx)?;
        let ignored = config.record.ignored();
        Ok(Some(Self { config, root: project.clone(), paths: ctx.real_paths(), ignored }))
    }

    /// The place of a person.
    ///
    /// # Errors
    /// If it is outside any project, or the configuration cannot be read.
    pub(crate) fn needed(ctx: &Ctx) -> anyhow::Result<Self> {
        ctx.need_project()?;
        Self::of(ctx)?.with_context(|| format!("nothing is stored {}", ctx.in_which_project()))
    }

    /// What is recorded here.
    pub(crate) fn recording(&self) -> Recording<'_> {
        self.config.record.recording(&self.root, &self.paths, &self.ignored)
    }
}

/// The file of the project's store; `None` without a state folder.
pub(crate) fn store_file(ctx: &Ctx) -> Option<PathBuf> {
    Some(ctx.state()?.file(file_mentions::FILE_NAME))
}

/// The store, opened for reading.
///
/// # Errors
/// If it is not there or cannot be read.
pub(crate) fn reader(ctx: &Ctx, patience: Duration) -> Result<Reader, StoreError> {
    let file = store_file(ctx).ok_or(StoreError::Missing)?;
    Reader::open(&file, ctx.patience(patience))
}

/// The store, opened for writing; it is there from then on.
///
/// # Errors
/// If it cannot be opened or there is no place for it.
pub(crate) fn store(ctx: &Ctx, patience: Duration) -> Result<Store, StoreError> {
    Store::open(&recording_file(ctx)?, ctx.patience(patience))
}

/// The file of the project's store.
///
/// # Errors
/// If there is no place for it.
pub(crate) fn recording_file(ctx: &Ctx) -> Result<PathBuf, StoreError> {
    let nowhere = || StoreError::Failed("there is no state folder: HOME is not set".into());
    store_file(ctx).ok_or_else(nowhere)
}
