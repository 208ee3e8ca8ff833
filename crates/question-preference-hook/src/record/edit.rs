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

use crate::config::preferences::{self, Origin, Raw};
use crate::config::question_id::QuestionId;

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
    /// What speaks for a person: `terminal` or `token`; nothing where there was
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
            format!("there is no place for a preference {}; use `--global`", ctx.in_which_project())
        }
        Origin::User => "there is no folder for your own preferences: HOME is not set".to_owned(),
    })
}

/// Changes the preferences of `origin`, in one step and one at a time. Every
/// entry that `change` leaves alone stays as it is, in the order of their keys;
/// the file stays if they all do.
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

/// Takes out what stands under any of `names`, in whatever spelling.
pub(crate) fn take(file: &mut File, names: &[&QuestionId]) -> File {
    let is_it = |key: &String| QuestionId::parse(key).is_some_and(|id| names.contains(&&id));
    let (taken, left) = std::mem::take(file).into_iter().partition(|(key, _)| is_it(key));
    *file = left;
    taken
}

fn write(path: &Path, file: &File) -> Result<()> {
    let unwritable = || format!("could not write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(unwritable)?;
    }
    let mut json = serde_json::to_vec_pretty(file)?;
    json.push(b'\n');
    // A person's own words: a power cut must not take them.
    hook_state::replace_durably(path, &json).with_context(unwritable)
}

/// Writes a change, or one that was refused, down, with the `former` entries that
/// it replaces.
///
/// # Errors
/// If that is not possible.
pub(crate) fn record(ctx: &Ctx, change: &Change<'_>, former: &File) -> Result<()> {
    let state = ctx.state().context("there is no state folder: HOME is not set")?;
    let line = json!({
        "ts": ctx.timestamp(),
        "action": change.action,
        "question_id": change.question_id,
        "preference": change.preference,
        "file": change.file,
        "person": change.person,
        "former": former,
    });
    let journal = Journal::new(state.file(JOURNAL));
    journal.append(&line, PATIENCE).context("could not record the change")
}

#[cfg(test)]
mod tests {
    use hook_runtime::Environment;
    use serde_json::value::to_raw_value;

    use super::*;

    /// A project of its own for each name, and one person.
    fn ctx(folder: &Path, project: &str) -> Ctx {
        let text = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        fs::create_dir_all(folder.join(project).join(".tacklebox")).unwrap();
        let environment = [
            ("CLAUDE_PROJECT_DIR".to_owned(), text(project)),
            ("TACKLEBOX_STATE_DIR".to_owned(), text("state")),
            ("TACKLEBOX_CONFIG_DIR".to_owned(), text("config")),
        ];
        let environment = Environment::Fixed(environment.into());
        let now = std::time::SystemTime::UNIX_EPOCH;
        Ctx::new("question-preference-hook", environment, now, None)
    }

    #[test]
    fn writers_wait_for_each_other_wherever_they_are() {
        let folder = tempfile::tempdir().unwrap();
        for origin in [Origin::Project, Origin::User] {
            std::thread::scope(|scope| {
                for writer in 0..16 {
                    // The person's file is one for all projects.
                    let project = match origin {
                        Origin::Project => "one".to_owned(),
                        Origin::User => format!("p{writer}"),
                    };
                    let folder = folder.path();
                    scope.spawn(move || {
                        let add = |file: &mut File| {
                            file.insert(format!("q{writer}"), to_raw_value("always-ask")?);
                            Ok(())
                        };
                        edit(&ctx(folder, &project), origin, add).unwrap();
                    });
                }
            });
            let path = file(&ctx(folder.path(), "one"), origin).unwrap();
            let written: Raw = hook_config::read(&path).unwrap().parse_json().unwrap();
            assert_eq!(written.len(), 16, "{origin}");
        }
    }
}
