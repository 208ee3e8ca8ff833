//! Edits of the file of intents that leave all else in it as it stands.

use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::folder::FolderError;
use crate::id::IntentId;
use crate::requests::Request;
use hook_config::ConfigError;

/// Why a file of intents was not edited.
#[derive(Debug)]
pub enum EditError {
    /// It cannot be read, or is broken.
    Broken(ConfigError),
    /// It has no intent of this id, or is missing.
    UnknownIntent(IntentId),
    /// No request has this number.
    UnknownRequest(u64),
    /// The request was decided before.
    Decided(Box<Request>),
    /// It is written in a way that cannot be edited without changing more than
    /// what is wanted, for the reason given.
    Unusual(String),
    /// A file of the folder could not be used.
    Folder(FolderError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Broken(err) => write!(f, "{err}"),
            EditError::UnknownIntent(id) => write!(f, "there is no intent `{id}`"),
            EditError::UnknownRequest(number) => write!(f, "there is no request {number}"),
            EditError::Decided(request) => {
                write!(f, "request {} was decided already", request.request)
            }
            EditError::Unusual(reason) => write!(f, "could not edit the intents: {reason}"),
            EditError::Folder(err) => write!(f, "{err}"),
        }
    }
}

impl std::error::Error for EditError {}

/// Sets the status of an intent to `COMPLETED`: only the word changes, or one
/// line is added where there is none.
///
/// # Errors
/// See [`EditError`]; nothing is changed then.
pub fn complete(project: &Path, id: &IntentId, wait: Duration) -> Result<(), EditError> {
    let _ = (project, id, wait);
    Err(EditError::Unusual("this follows".to_owned()))
}

/// Adds the paths of an open request to the scope of its intent, one line each,
/// or in place where the list stands on one line, and writes down that the
/// request is approved. What the scope excludes stays excluded: compare
/// [`Scope::excludes`](project_paths::Scope::excludes).
///
/// # Errors
/// See [`EditError`]; nothing is changed then, save where the scope could be
/// written and the request could not.
pub fn approve(
    project: &Path,
    number: u64,
    now: SystemTime,
    wait: Duration,
) -> Result<Request, EditError> {
    let _ = (project, number, now, wait);
    Err(EditError::Unusual("this follows".to_owned()))
}

/// Writes down that an open request is refused, and why.
///
/// # Errors
/// See [`EditError`]; nothing is changed then.
pub fn refuse(
    project: &Path,
    number: u64,
    why: Option<&str>,
    now: SystemTime,
    wait: Duration,
) -> Result<Request, EditError> {
    let _ = (project, number, why, now, wait);
    Err(EditError::Unusual("this follows".to_owned()))
}
