//! Why something was not installed.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use claude_settings::SettingsError;

/// A variant for each thing that a caller does differently.
#[derive(Debug)]
pub enum InstallError {
    /// The host would ignore the file, before the edit or after it. It is left as it is, for the
    /// person whose file it is.
    Settings {
        /// The file.
        file: PathBuf,
        /// Where the reason lies.
        source: SettingsError,
        /// What kind of reason it is.
        kind: Unfit,
    },
    /// What a caller offered is no template: a mistake of the caller's.
    Template {
        /// The hook, or the server beside it.
        name: String,
        /// Where the mistake is.
        source: SettingsError,
    },
    /// It was asked for in a way that is none.
    WrongCall(WrongCall),
    /// A person who was asked does not want it.
    Declined,
    /// What was asked for would do harm. The text says why, and what to do instead.
    Refused(String),
    /// Another program has held the lock of the file for too long.
    Busy(PathBuf),
    /// The system did not do something.
    Failed {
        /// What was attempted: "could not read ...".
        attempt: String,
        /// What the system says.
        source: io::Error,
    },
}

/// Why a file is not edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It is not strict JSON.
    NoJson,
    /// It is, and has another shape than a host takes.
    Shape,
}

/// What a program ends with where all was done.
pub const DONE: u8 = 0;
/// What it ends with where it was refused, or the system did not do something.
pub const REFUSED: u8 = 1;
/// What it ends with after a wrong call.
pub const MISUSED: u8 = 2;
/// What it ends with where a file is not strict JSON.
pub const NO_JSON: u8 = 3;
/// What it ends with where a file has another shape than a host takes.
pub const SHAPE: u8 = 4;
/// What it ends with where another program is at work on a file.
pub const BUSY: u8 = 5;

impl InstallError {
    /// What a program that could not go on ends with.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Declined => DONE,
            Self::WrongCall(_) => MISUSED,
            Self::Settings { kind: Unfit::NoJson, .. } => NO_JSON,
            Self::Settings { kind: Unfit::Shape, .. } => SHAPE,
            Self::Busy(_) => BUSY,
            Self::Failed { source, .. } if source.kind() == io::ErrorKind::InvalidData => NO_JSON,
            Self::Template { .. } | Self::Refused(_) | Self::Failed { .. } => REFUSED,
        }
    }

    /// Makes the error of an attempt: `could not {verb} {path}`.
    pub(crate) fn failed(verb: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let attempt = format!("could not {verb} {}", path.display());
        |source| Self::Failed { attempt, source }
    }
}

impl From<WrongCall> for InstallError {
    fn from(wrong: WrongCall) -> Self {
        Self::WrongCall(wrong)
    }
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings { file, .. } => write!(f, "{} was not changed", file.display()),
            Self::Template { name, .. } => write!(f, "the template of {name} is invalid"),
            Self::WrongCall(wrong) => wrong.fmt(f),
            Self::Declined => f.write_str("Nothing was changed."),
            Self::Refused(reason) => f.write_str(reason),
            Self::Busy(file) => {
                write!(f, "another program is using {}", file.display())
            }
            Self::Failed { attempt, .. } => f.write_str(attempt),
        }
    }
}

impl std::error::Error for InstallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Settings { source, .. } | Self::Template { source, .. } => Some(source),
            Self::Failed { source, .. } => Some(source),
            Self::WrongCall(_) | Self::Declined | Self::Refused(_) | Self::Busy(_) => None,
        }
    }
}

/// Something was asked for in a way that is none: to be shown with the usage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongCall {
    /// Of which kind it is.
    pub kind: ErrorKind,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for WrongCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for WrongCall {}
