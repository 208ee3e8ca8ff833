//! A state that stands in a file.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use hook_runtime::Ctx;
use hook_state::{Access, Links, open_regular};
use serde_json::Value;

/// A file that holds a state is small.
const MAX_SIZE: u64 = 1024 * 1024;

/// The text at `pointer` (RFC 6901) in the JSON file at `path`, or the whole
/// text of the file where there is no pointer. A relative path is relative to
/// the project.
///
/// `None` for a missing file or pointer and for `null`.
///
/// # Errors
/// If the file cannot be read, is no JSON, or has something at the pointer that
/// cannot be the name of a state.
pub(super) fn read(ctx: &Ctx, path: &Path, pointer: Option<&str>) -> Result<Option<String>> {
    let path = match ctx.project() {
        Some(project) => project.path().join(path),
        None if path.is_absolute() => path.to_owned(),
        None => return Ok(None),
    };
    if ctx.sandbox().is_none() {
        return found(&path, pointer);
    }
    let answers = ctx.lasting(Answers::default);
    let mut answers = answers.0.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = (path, pointer.map(str::to_owned));
    if let Some(known) = answers.get(&asked) {
        return Ok(known.clone());
    }
    let answer = found(&asked.0, pointer)?;
    answers.insert(asked, answer.clone());
    Ok(answer)
}

/// A path, and the pointer into the file.
type Asked = (PathBuf, Option<String>);

/// What was found in a sandbox, where no file changes.
#[derive(Default)]
struct Answers(Mutex<HashMap<Asked, Option<String>>>);

fn found(path: &Path, pointer: Option<&str>) -> Result<Option<String>> {
    let Some(text) = text_of(path)? else {
        return Ok(None);
    };
    let Some(pointer) = pointer else {
        return Ok(Some(text));
    };
    let document: Value = serde_json::from_str(&text).context("it is not JSON")?;
    match document.pointer(pointer) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(answer)) => Ok(Some(answer.clone())),
        Some(Value::Number(answer)) => Ok(Some(answer.to_string())),
        Some(_) => bail!("the value at {pointer} is not a string"),
    }
}

fn text_of(path: &Path) -> Result<Option<String>> {
    let file = match open_regular(path, Access::Read, Links::Followed) {
        Err(err) if is_missing(&err) => return Ok(None),
        Err(err) if err.kind() == ErrorKind::InvalidInput => return Err(err.into()),
        opened => opened.context("could not open it")?,
    };
    let bytes = file.read(MAX_SIZE).context("could not read it")?;
    let text = String::from_utf8(bytes).context("could not read it")?;
    Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
}

/// A folder on the way may be missing, or be a file.
fn is_missing(err: &io::Error) -> bool {
    matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
