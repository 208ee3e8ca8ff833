//! Whether a file changed since the agent read it (`stale_check`).
//!
//! What is compared is the content, by its hash: a file that was written anew with
//! the same bytes has not changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hook_protocol::{Tool, ToolCall, hex};
use hook_runtime::Ctx;
use hook_state::{Format, Links, SessionFiles, read_regular};
use sha2::{Digest, Sha256};

use crate::gather::session::Actor;

const FOLDER: &str = "intent-gate-reads";

/// A file above this is not looked at: its hash would take too long.
const MAX_SIZE: u64 = 8 << 20;

/// What an actor read: for each path the hash of its content then.
pub(crate) type Reads = BTreeMap<PathBuf, String>;

/// The file of a call that changed since the actor read it, if one did.
pub(crate) fn stale(ctx: &Ctx, actor: &Actor, call: &ToolCall) -> Option<String> {
    let is_edit =
        matches!(call.name.tool(), Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit);
    let touched = if is_edit { call.touched_files() } else { Vec::new() };
    let file = touched.first()?;
    let reads = files(ctx)?.read(&key(actor)).ok()??;
    let path = absolute(ctx, file.path)?;
    let known = reads.get(&path)?;
    // What is gone or cannot be read is for the tool to notice.
    let now = hash(&path)?;
    let root = ctx.project().map(project_paths::ProjectRoot::path);
    let name = root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(&path);
    (*known != now).then(|| name.display().to_string())
}

/// The files of all sessions, and of their subagents.
pub(crate) fn files(ctx: &Ctx) -> Option<SessionFiles<Reads>> {
    Some(SessionFiles::new(ctx.state()?.file(FOLDER), Format::V1))
}

/// The name of an actor's file: hosts may number the subagents of each session from one.
pub(crate) fn key(actor: &Actor) -> String {
    format!("{}.{}", actor.session, actor.agent.as_deref().unwrap_or("main"))
}

/// The path of a file as a call names it.
pub(crate) fn absolute(ctx: &Ctx, spoken: &str) -> Option<PathBuf> {
    let base = ctx.cwd().or_else(|| ctx.project().map(project_paths::ProjectRoot::path))?;
    Some(project_paths::normalise(&base.join(spoken)))
}

/// The hash of a file's content; `None` for what is no file, or too large.
pub(crate) fn hash(path: &Path) -> Option<String> {
    let bytes = read_regular(path, Links::Followed, MAX_SIZE).ok()?;
    Some(hex(&Sha256::digest(&bytes)))
}
