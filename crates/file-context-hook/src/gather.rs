//! What is known before it is decided: the file that an agent is about to touch, and
//! its past.

pub(crate) mod command;
pub(crate) mod files;
pub(crate) mod place;

use std::cell::OnceCell;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use file_mentions::{Glance, History, Prepared, StoreError, spoken_paths};
use hook_protocol::{PreToolUse, Tool};
use hook_runtime::Ctx;
use project_paths::RelPath;

use crate::decide::{self, Facts};
use crate::gather::place::Place;
use crate::record::session_memory::Served;
use crate::words::silence::Silence;

/// How long a reader waits where the store is locked: the agent waits with it.
const PATIENCE: Duration = Duration::from_millis(50);

/// Who is about to touch which file.
pub(crate) struct Question<'a> {
    pub(crate) session: &'a str,
    pub(crate) agent: Option<&'a str>,
    pub(crate) path: RelPath,
    /// The root of the checkout in which the file lies.
    root: PathBuf,
    pub(crate) place: Place,
    /// What the session was told before, once that was read.
    served: OnceCell<Served>,
}

/// What an event asks.
///
/// # Errors
/// Why there can be no answer.
pub(crate) fn question<'a>(ctx: &Ctx, event: &'a PreToolUse) -> Result<Question<'a>, Silence> {
    let is_served = matches!(
        event.call.name.tool(),
        Tool::Read | Tool::Edit | Tool::Write | Tool::MultiEdit | Tool::NotebookEdit
    );
    let spoken = spoken_paths(&event.call).into_iter().next().filter(|_| is_served);
    let spoken = spoken.ok_or(Silence::NoFile)?;
    let session = event.common.session_id.as_deref().ok_or(Silence::NoSession)?;
    let place = Place::of(ctx).map_err(|err| Silence::Failed(err.into()))?;
    let place = place.ok_or_else(|| Silence::NoProject(ctx.in_which_project()))?;
    let recording = place.recording();
    let found = recording.place(ctx.cwd(), spoken);
    let (root, path) = found.ok_or_else(|| Silence::NotRecorded(spoken.to_owned()))?;
    let root = root.path().to_owned();
    let agent = event.common.agent_id.as_deref();
    Ok(Question { session, agent, path, root, place, served: OnceCell::new() })
}

/// What is known of the file.
///
/// # Errors
/// That there is nothing, or that it cannot be read.
pub(crate) fn facts(ctx: &Ctx, question: &Question<'_>) -> Result<Facts, Silence> {
    let Question { path, root, .. } = question;
    let history = match glance(ctx, question) {
        Some(Glance::Nothing) => History::default(),
        Some(Glance::UpTo { turn, note, .. }) if was_told(ctx, question, turn, note) => {
            return Err(Silence::AlreadyTold(path.clone()));
        }
        Some(Glance::UpTo { prepared: found, .. }) => match prepared(ctx, question, found) {
            Some(history) => history,
            None => history(ctx, question)?,
        },
        None => history(ctx, question)?,
    };
    if history.notes.is_empty() && history.turns.is_empty() {
        return Err(Silence::NoHistory(path.clone()));
    }
    let file = fs::metadata(root.join(path.as_str()));
    let changed = file.and_then(|file| file.modified()).ok();
    Ok(Facts { history, changed })
}

/// What the session was told before.
///
/// # Errors
/// That it cannot be read.
pub(crate) fn served<'q>(ctx: &Ctx, question: &'q Question<'_>) -> Result<&'q Served, Silence> {
    if let Some(served) = question.served.get() {
        return Ok(served);
    }
    let served = Served::read(ctx, question.session).map_err(unknown)?;
    Ok(question.served.get_or_init(|| served))
}

/// That it is not known what was told before.
pub(crate) fn unknown(err: io::Error) -> Silence {
    let what = "could not add past context: the record of this session is unavailable";
    Silence::Failed(anyhow::Error::new(err).context(what))
}

/// What is known of the file without opening the store.
fn glance(ctx: &Ctx, question: &Question<'_>) -> Option<Glance> {
    file_mentions::glance(&place::store_file(ctx)?, &question.path, question.session)
}

/// Whether it is known that the agent was told of the file up to this turn and this note.
fn was_told(ctx: &Ctx, question: &Question<'_>, turn: i64, note: i64) -> bool {
    let mark = |served: &Served| served.mark(question.agent, &question.path);
    let mark = served(ctx, question).ok().and_then(mark);
    mark.is_some_and(|mark| mark.turn >= turn && mark.note >= note)
}

/// What is known of the file, where it is prepared.
fn prepared(ctx: &Ctx, question: &Question<'_>, prepared: Prepared) -> Option<History> {
    let limit = decide::choice(&question.place.config.inject);
    prepared.history(&place::store_file(ctx)?, &question.path, question.session, limit)
}

fn history(ctx: &Ctx, question: &Question<'_>) -> Result<History, Silence> {
    let limit = decide::choice(&question.place.config.inject);
    let history = place::reader(ctx, PATIENCE)
        .and_then(|reader| reader.history(&question.path, question.session, limit));
    match history {
        // Whoever records next creates or upgrades it.
        Err(StoreError::Missing | StoreError::Older { .. }) => Ok(History::default()),
        Err(err) => {
            let words = format!("could not read the history of {}", question.path);
            Err(Silence::Failed(anyhow::Error::new(err).context(words)))
        }
        Ok(history) => Ok(history),
    }
}
