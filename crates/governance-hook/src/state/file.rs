//! A state that stands in a file.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use hook_runtime::Ctx;
use serde_json::Value;

/// A file that holds a state is small.
const SIZE_LIMIT: u64 = 1024 * 1024;

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
    let Some(text) = text_of(&path)? else {
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
        Some(_) => bail!("what stands at {pointer} is no text"),
    }
}

fn text_of(path: &Path) -> Result<Option<String>> {
    // Asked first: opening a named pipe would wait for its writer.
    match fs::metadata(path) {
        Err(err) if is_missing(&err) => return Ok(None),
        found => ensure!(found.context("could not open it")?.is_file(), "not a regular file"),
    }
    let file = File::open(path).context("could not open it")?;
    let mut text = String::new();
    file.take(SIZE_LIMIT + 1).read_to_string(&mut text).context("could not read it")?;
    if text.len() as u64 > SIZE_LIMIT {
        bail!("it is larger than {} MiB", SIZE_LIMIT >> 20);
    }
    Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
}

/// A folder on the way may be missing, or be a file.
fn is_missing(err: &io::Error) -> bool {
    matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
