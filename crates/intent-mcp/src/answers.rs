//! What the tools answer, from the files of the project.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime};

use active_intents::{
    FILE, FolderError, Holder, Intent, IntentId, Intents, Locks, MAX_CONTEXT, context, scope_entry,
};
use anyhow::{Context as _, Result, bail, ensure};
use hook_protocol::one_line;
use hook_runtime::Ctx;
use humantime::format_rfc3339_seconds;
use project_paths::ProjectRoot;
use rmcp::model::JsonObject;

/// The most paths of one request.
const MAX_PATHS: usize = 50;

const MAX_NAME: usize = 120;

/// What the server looks at.
struct Place {
    project: ProjectRoot,
    intents: Intents,
    locks: Locks,
    now: SystemTime,
    session: Option<String>,
}

/// All intents, one a line.
pub(crate) fn list(ctx: &Ctx) -> Result<String> {
    let place = Place::of(ctx)?;
    if place.intents.iter().next().is_none() {
        return Ok(format!("No intents yet. Ask the person to add one to {FILE}."));
    }
    let line = |intent: &Intent| {
        let name = one_line(&intent.name, MAX_NAME);
        let status = one_line(intent.status.as_str().unwrap_or("no status"), 40);
        let mut line = format!("- {} [{status}]", intent.id);
        if !name.is_empty() {
            // Writing to a `String` cannot fail.
            let _ = write!(line, " {name}");
        }
        if !intent.status.permits_work() {
            line.push_str(" (closed)");
        }
        if let Some(holding) = place.holding(&intent.id) {
            let _ = write!(line, " ({holding})");
        }
        line
    };
    let lines: Vec<String> = place.intents.iter().map(line).collect();
    Ok(lines.join("\n"))
}

/// The context of an intent, and who has it.
pub(crate) fn select(ctx: &Ctx, arguments: &JsonObject) -> Result<String> {
    let place = Place::of(ctx)?;
    let id = text(arguments, "intent_id")?;
    let Some(intent) = place.intents.get(id) else {
        let ids: Vec<&str> = place.intents.iter().map(|intent| intent.id.as_str()).collect();
        bail!("no intent `{}`; the intents are: {}", one_line(id, MAX_NAME), ids.join(", "));
    };
    if !intent.status.permits_work() {
        let status = one_line(intent.status.as_str().unwrap_or_default(), 40);
        bail!("the intent `{id}` is closed: its status is {status}");
    }
    let context = context(intent, MAX_CONTEXT);
    Ok(match place.holding(&intent.id) {
        Some(holding) => format!("`{id}` is {holding}.\n{context}"),
        None => context,
    })
}

/// What the session is about to leave.
pub(crate) fn release(ctx: &Ctx) -> Result<String> {
    let place = Place::of(ctx)?;
    let own = place.own()?;
    if own.is_empty() {
        return Ok("No intent is chosen in this session.".to_owned());
    }
    Ok(format!("The gate releases {}.", own.join(", ")))
}

/// What a person is going to be asked.
pub(crate) fn request(ctx: &Ctx, arguments: &JsonObject) -> Result<String> {
    let place = Place::of(ctx)?;
    let reason = text(arguments, "reason")?;
    ensure!(!reason.trim().is_empty(), "`reason` must not be empty: a person decides");
    let paths = arguments.get("paths").and_then(|paths| paths.as_array());
    let paths = paths.filter(|paths| !paths.is_empty()).context("`paths` must be a list")?;
    ensure!(paths.len() <= MAX_PATHS, "more than {MAX_PATHS} paths: use a glob");
    if place.session.is_some() {
        ensure!(!place.own()?.is_empty(), "no intent is chosen in this session: choose one first");
    }
    let mut entries = Vec::new();
    for path in paths {
        let path = path.as_str().context("`paths` must be a list of strings")?;
        let entry = scope_entry(&place.project, None, path).map_err(|err| {
            anyhow::anyhow!("`{}` cannot be requested: {err}", one_line(path, MAX_NAME))
        })?;
        entries.push(entry);
    }
    Ok(format!(
        "Asked for: {}. A person decides; until then these paths are outside the scope.",
        entries.join(", ")
    ))
}

impl Place {
    fn of(ctx: &Ctx) -> Result<Place> {
        let project = ctx.need_project()?.clone();
        let intents = Intents::read(project.path())?.with_context(|| {
            format!("no {FILE} {}, so no intent is needed", ctx.in_which_project())
        })?;
        // How long a lock without a time holds is the gate's to say.
        let state = ctx.state().context("there is no state folder, so no intent can be locked")?;
        let locks = Locks::of(state.file(Locks::FOLDER), Duration::ZERO);
        let session = ctx.env("CLAUDE_CODE_SESSION_ID");
        Ok(Place { project, intents, locks, now: ctx.now(), session })
    }

    /// Who has an intent, in words; `None` if it is free.
    fn holding(&self, id: &IntentId) -> Option<String> {
        match self.locks.holder(id) {
            Ok(None) => None,
            Ok(Some(Holder::Unknown { .. })) => {
                Some("held by a lock that cannot be read".to_owned())
            }
            Ok(Some(Holder::Session(lock))) if !lock.is_valid(self.now) => None,
            Ok(Some(Holder::Session(lock))) => {
                let whose = match self.session.as_deref() {
                    Some(session) if session == lock.session => "this session".to_owned(),
                    _ => format!("session {}", one_line(&lock.session, MAX_NAME)),
                };
                Some(format!("held by {whose} until {}", format_rfc3339_seconds(lock.end())))
            }
            Err(err) => Some(format!("not free: {err}")),
        }
    }

    /// The intents of this session.
    fn own(&self) -> Result<Vec<String>, FolderError> {
        let mut own = Vec::new();
        for id in self.locks.ids()? {
            let holder = self.locks.holder(&id).ok().flatten();
            let session = holder.as_ref().and_then(Holder::session);
            if session.is_some() && session == self.session.as_deref() {
                own.push(id.to_string());
            }
        }
        Ok(own)
    }
}

fn text<'a>(arguments: &'a JsonObject, name: &str) -> Result<&'a str> {
    let value = arguments.get(name).and_then(|value| value.as_str());
    value.with_context(|| format!("`{name}` must be a string"))
}
