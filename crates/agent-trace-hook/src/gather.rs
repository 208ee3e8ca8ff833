//! What is known of a call: its event, the file as it is now, and who made it.

pub(crate) mod agent_host;
pub(crate) mod change;
pub(crate) mod file;
pub(crate) mod patch;
pub(crate) mod transcript;
pub(crate) mod vcs;

use std::borrow::Cow;
use std::time::Duration;

use active_intents::{IntentId, Locks};
use hook_protocol::{Common, PostToolUse};
use hook_runtime::Ctx;
use project_paths::{ProjectRoot, RelPath};

use crate::gather::change::Change;
use crate::gather::transcript::Said;
use crate::record::files::FOLDER;
use crate::record::trace::{Tool, Vcs};
use crate::words::Silence;

/// What is known of a call that has changed files.
#[derive(Debug)]
pub(crate) struct Facts<'a> {
    pub(crate) event: &'a PostToolUse,
    /// At least one.
    pub(crate) checkouts: Vec<Checkout<'a>>,
    pub(crate) tool: Option<Tool>,
    pub(crate) said: Said,
    pub(crate) intent: Option<(IntentId, u64)>,
    pub(crate) timestamp: String,
}

/// A checkout of the project in which it has changed files. Each has a ledger of its own, which
/// goes where its branch goes.
#[derive(Debug)]
pub(crate) struct Checkout<'a> {
    pub(crate) root: ProjectRoot,
    pub(crate) vcs: Option<Vcs>,
    /// At least one.
    pub(crate) files: Vec<Changed<'a>>,
}

/// A file that it has changed.
#[derive(Debug)]
pub(crate) struct Changed<'a> {
    pub(crate) change: Change<'a>,
    pub(crate) path: RelPath,
    /// The file as it is now; empty where it cannot be read.
    pub(crate) text: Vec<u8>,
}

/// What there is to record of a call, or why there is nothing.
pub(crate) fn facts<'a>(ctx: &Ctx, event: &'a PostToolUse) -> Result<Facts<'a>, Silence> {
    let changes = change::all(event);
    if changes.is_empty() {
        return Err(Silence::NoChange);
    }
    let project = ctx.project().ok_or(Silence::NoProject)?;
    let mut why = Silence::NoChange;
    let mut checkouts: Vec<Checkout<'_>> = Vec::new();
    for change in changes {
        let (root, path) = match place(ctx, project, change.path) {
            Ok(found) => found,
            Err(silence) => {
                why = silence;
                continue;
            }
        };
        let file = changed(ctx, &root, change, path);
        match checkouts.iter_mut().find(|checkout| checkout.root == *root) {
            Some(checkout) => checkout.files.push(file),
            None => checkouts.push(Checkout {
                vcs: root.git_dirs().and_then(vcs::revision),
                root: root.into_owned(),
                files: vec![file],
            }),
        }
    }
    if checkouts.is_empty() {
        return Err(why);
    }
    let said = transcript::said(&event.common);
    Ok(Facts {
        event,
        checkouts,
        tool: agent_host::tool(ctx.env("AI_AGENT").as_deref(), event.common.host, &said),
        said,
        intent: intent_of(ctx, &event.common),
        timestamp: ctx.timestamp(),
    })
}

fn changed<'a>(ctx: &Ctx, project: &ProjectRoot, change: Change<'a>, path: RelPath) -> Changed<'a> {
    let on_disk = project.resolved().join(path.as_str());
    let text = file::settled(&on_disk).unwrap_or_else(|err| {
        // The edit is somebody's, even if its lines cannot be named.
        ctx.report(format_args!("could not read {}: {err}", on_disk.display()));
        None
    });
    Changed { change, path, text: text.unwrap_or_default() }
}

/// The checkout of the project in whose ledger a file is recorded, and the path there.
///
/// # Errors
/// The reason why it is not.
pub(crate) fn place<'p>(
    ctx: &Ctx,
    project: &'p ProjectRoot,
    spoken: &str,
) -> Result<(Cow<'p, ProjectRoot>, RelPath), Silence> {
    let (paths, cwd) = (ctx.real_paths(), ctx.cwd());
    let root = project.checkout_of(&paths, cwd, spoken);
    let location = root.relative_by(&paths, cwd, spoken);
    let path = location.resolved.ok_or(Silence::Outside)?;
    let is_ours = |path: &RelPath| path.as_str().split('/').next() == Some(FOLDER);
    if is_ours(&path) || location.lexical.as_ref().is_some_and(is_ours) {
        return Err(Silence::Ours);
    }
    if path.as_str() == "." {
        return Err(Silence::Outside);
    }
    Ok((root, path))
}

/// The intent that the session works on, and the token of its lock, if the intent gate is in use.
fn intent_of(ctx: &Ctx, common: &Common) -> Option<(IntentId, u64)> {
    let session = common.session_id.as_deref()?;
    // For how long a lock is valid does not matter: none is taken.
    let locks = Locks::of(ctx.state()?.file(Locks::FOLDER), Duration::ZERO);
    locks.held_by(session, common.agent_id.as_deref(), ctx.now()).ok()?
}
