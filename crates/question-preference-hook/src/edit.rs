//! Changes preference files, and says so in a journal of its own,
//! `question-preferences.jsonl`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::Ctx;
use hook_state::{Journal, Lock, StateDir};
use serde_json::json;
use serde_json::value::RawValue;

use crate::preferences::{self, Origin, Raw};
use crate::question_id::QuestionId;

const JOURNAL: &str = "question-preferences.jsonl";
const LOCK: &str = "question-preferences";
const PATIENCE: Duration = Duration::from_secs(2);

/// A preference file: an entry for each id, as it stands there.
pub(crate) type File = BTreeMap<String, Box<RawValue>>;

/// A line of the journal: who wanted what for which question.
#[derive(Debug)]
pub(crate) struct Change<'a> {
    pub(crate) action: &'static str,
    pub(crate) question_id: &'a str,
    pub(crate) preference: Option<&'a str>,
    pub(crate) file: Option<&'a Path>,
    /// What speaks for a person: `terminal` or `flag`; nothing where there was
    /// no need.
    pub(crate) person: Option<&'static str>,
}

/// Where the preferences of `origin` stand.
///
/// # Errors
/// If there is no such place.
pub(crate) fn file(ctx: &Ctx, origin: Origin) -> Result<PathBuf> {
    preferences::file(ctx, origin).with_context(|| match origin {
        Origin::Project => {
            "this is in no project: a project has a .tacklebox or .git folder \
                            (`--global` sets your own preference)"
        }
        Origin::User => "there is no folder for your own preferences: HOME is not set",
    })
}

/// Changes the preferences of `origin`, in one step and one at a time. All that
/// `change` leaves alone stays as it is, and the file too if that is all.
///
/// # Errors
/// If the file cannot be read: it is left as it is, for a person to mend. As
/// `change` does, or if the file cannot be written.
pub(crate) fn edit<R>(
    ctx: &Ctx,
    origin: Origin,
    change: impl FnOnce(&mut File) -> Result<R>,
) -> Result<R> {
    let path = file(ctx, origin)?;
    let _lock = lock(ctx, origin)?;
    let before = match hook_config::read_if_there(&path)? {
        Some(source) => source.parse_json::<Raw>()?.into_inner(),
        None => File::new(),
    };
    let mut after = before.clone();
    let result = change(&mut after)?;
    let is_same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(before, after)| before.0 == after.0 && before.1.get() == after.1.get());
    if !is_same {
        write(&path, &after)?;
    }
    Ok(result)
}

/// The lock of a file, where everybody finds it who may change that file. That
/// of a project is not in the project: it would turn up in its commits.
fn lock(ctx: &Ctx, origin: Origin) -> Result<Lock> {
    let folder = match origin {
        Origin::Project => ctx.state().cloned(),
        Origin::User => ctx.user_config().map(|folder| StateDir::new(folder.to_path_buf())),
    };
    let folder = folder.context("there is no state folder: HOME is not set")?;
    Ok(folder.lock(LOCK, PATIENCE)?)
}

/// Removes what stands under any of `names`, in whatever spelling, and says
/// whether there was something.
pub(crate) fn remove(file: &mut File, names: &[&QuestionId]) -> bool {
    let before = file.len();
    file.retain(|key, _| QuestionId::parse(key).is_none_or(|id| !names.contains(&&id)));
    file.len() < before
}

fn write(path: &Path, file: &File) -> Result<()> {
    let unwritable = || format!("could not write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(unwritable)?;
    }
    let mut json = serde_json::to_vec_pretty(file)?;
    json.push(b'\n');
    hook_state::replace(path, &json).with_context(unwritable)
}

/// Writes a change, or one that was refused, down.
///
/// # Errors
/// If that is not possible.
pub(crate) fn record(ctx: &Ctx, change: &Change<'_>) -> Result<()> {
    let state = ctx.state().context("there is no state folder: HOME is not set")?;
    let line = json!({
        "ts": ctx.timestamp(),
        "action": change.action,
        "question_id": change.question_id,
        "preference": change.preference,
        "file": change.file,
        "person": change.person,
    });
    let journal = Journal::new(state.file(JOURNAL));
    journal.append(&line, PATIENCE).context("could not write the change down")
}
