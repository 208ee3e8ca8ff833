//! Finds what a project wants of the gate, and its intents, compiled.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use active_intents::Intents;
use hook_config::{ConfigError, Sources};
use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};

use crate::config::OnFailure;
use crate::policy::Policy;

/// The configuration's name: `.tacklebox/intent-gate.yaml`.
const NAME: &str = "intent-gate";
const CONFIG: &str = ".tacklebox/intent-gate.yaml";

/// What a project has that the gate goes by.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Gate {
    pub(crate) policy: Policy,
    pub(crate) intents: Intents,
}

/// What there is to go by.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// No project, or none with a file of intents: the gate is not there.
    Absent,
    Ready(Arc<Gate>),
    Broken(Broken),
}

/// A file that cannot be used.
#[derive(Debug)]
pub(crate) struct Broken {
    /// What is wrong, with file, line and key.
    pub(crate) error: String,
    /// What that means.
    pub(crate) on_failure: OnFailure,
}

/// Reads the policy and the intents, or what is kept of them.
pub(crate) fn load(ctx: &Ctx) -> Loaded {
    match ctx.made_once(|| found(ctx)) {
        Ok(None) => Loaded::Absent,
        Ok(Some(gate)) => Loaded::Ready(gate),
        Err(err) => Loaded::Broken(Broken { error: err.to_string(), on_failure: on_failure(ctx) }),
    }
}

fn found(ctx: &Ctx) -> Result<Option<Arc<Gate>>, ConfigError> {
    let Some(project) = ctx.project().map(|project| ctx.kept_project(project)) else {
        return Ok(None);
    };
    let intents = Sources::of([intents_file(&project)]);
    if intents.are_missing() {
        return Ok(None);
    }
    let sources = intents.and(ctx.configurations(NAME));
    ctx.compiled(NAME, sources, || compile(ctx, &project)).map(|gate| Some(Arc::new(gate)))
}

/// The file of the configuration.
pub(crate) fn configuration(ctx: &Ctx) -> Option<PathBuf> {
    ctx.configuration(NAME)
}

/// The policy alone, for tools that have no use for intents.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn policy(ctx: &Ctx) -> Result<Policy, ConfigError> {
    ctx.configuration(NAME).map_or_else(|| Ok(Policy::default()), |file| Policy::read(&file))
}

/// Where the file of intents is.
pub(crate) fn intents_file(project: &Path) -> PathBuf {
    project.join(active_intents::FILE)
}

/// Whether a project has intents, so that the gate is there.
pub(crate) fn has_intents(project: &Path) -> bool {
    match fs::symlink_metadata(intents_file(project)) {
        Ok(_) => true,
        // What may not be looked at is there, and cannot be read.
        Err(err) => !matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}

/// The main checkout of a linked worktree, and the files of the gate that only the main checkout has.
pub(crate) fn left_in_main_checkout(ctx: &Ctx) -> Option<(PathBuf, Vec<&'static str>)> {
    let project = ctx.project()?;
    let main = project.in_main_checkout()?;
    let is_only_there =
        |file: &&str| main.join(file).is_file() && !project.path().join(file).exists();
    let files: Vec<_> = [active_intents::FILE, CONFIG].into_iter().filter(is_only_there).collect();
    (!files.is_empty()).then_some((main, files))
}

fn compile(ctx: &Ctx, project: &Path) -> Result<(Gate, Vec<PathBuf>), ConfigError> {
    let intents = Intents::read(project)?.unwrap_or_default();
    let mut policy = policy(ctx)?;
    // Where there is nothing to choose yet, work goes on.
    policy.require_intent &= !intents.is_empty();
    Ok((Gate { policy, intents }, Vec::new()))
}

/// What the policy says of failures, though it may be what is broken: then its
/// lines are looked through.
pub(crate) fn on_failure(ctx: &Ctx) -> OnFailure {
    if let Ok(policy) = policy(ctx) {
        return policy.on_failure;
    }
    match ctx.configuration(NAME) {
        Some(file) if hook_config::says(&file, "on_failure", "open") => OnFailure::Open,
        _ => OnFailure::Closed,
    }
}
