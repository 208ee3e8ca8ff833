//! Reading a configuration file.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use hook_state::{Access, Links, open_regular};
use serde::de::DeserializeOwned;

use crate::error::ConfigError;
use crate::exists;
use crate::fingerprint::Fingerprint;
use crate::layout::{Node, Step};
use crate::yaml::{self, Fault};

/// The largest file that is read.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// The text of a configuration file, and the fingerprint it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Its content without a byte order mark.
    pub text: String,
    /// Taken from the opened file, before its content was read.
    pub fingerprint: Fingerprint,
}

/// Reads a configuration file, if there is one. Fails as [`read`] does.
pub fn read_if_there(path: &Path) -> Result<Option<Source>, ConfigError> {
    if exists(path) { read(path).map(Some) } else { Ok(None) }
}

/// Reads a configuration file. Fails if it is missing, unreadable, no regular
/// file, larger than 1 MiB or not UTF-8.
pub fn read(path: &Path) -> Result<Source, ConfigError> {
    let failed = |message: String| ConfigError {
        file: path.to_path_buf(),
        line: None,
        column: None,
        key: None,
        message,
    };
    let (bytes, fingerprint) = read_bytes(path).map_err(|err| failed(reason(&err)))?;
    let text = String::from_utf8(bytes).map_err(|err| {
        let valid = err.as_bytes().get(..err.utf8_error().valid_up_to()).unwrap_or_default();
        let (line, column) = yaml::end_of(&String::from_utf8_lossy(valid));
        let message = "not valid UTF-8".to_owned();
        ConfigError { line: Some(line), column: Some(column), ..failed(message) }
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(Source { path: path.to_path_buf(), text, fingerprint })
}

impl Source {
    /// Reads the text as one YAML document; nothing but comments is an empty
    /// mapping.
    ///
    /// Beyond what `T` refuses, fails for a key that is repeated, at any depth,
    /// for a key that is not a scalar, for a second document, and for aliases or
    /// brackets that would blow a small file up.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        yaml::parse(&self.text).map_err(|fault| self.error(fault))
    }

    /// The error for what the caller finds wrong with the YAML value at the end of
    /// `way`, such as two items with one name. Its place is that of the longest
    /// part of the way that is there.
    pub fn error_at(&self, way: &[Step], message: impl Into<String>) -> ConfigError {
        self.error(yaml::fault_at(&self.text, way, message.into()))
    }

    /// The root of the document with the positions of its nodes; `None` if it contains only
    /// comments.
    ///
    /// # Errors
    /// If the text is no YAML. What [`Source::parse`] refuses beyond that is not
    /// looked for: parse first.
    pub fn layout(&self) -> Result<Option<Node>, ConfigError> {
        let roots = yaml::documents(&self.text).map_err(|fault| self.error(fault))?;
        Ok(roots.into_iter().next())
    }

    fn error(&self, fault: Fault) -> ConfigError {
        let before = fault.place.and_then(|place| self.text.get(..place));
        let (line, column) = before.map(yaml::end_of).unzip();
        let key = fault.key();
        ConfigError { file: self.path.clone(), line, column, key, message: fault.message }
    }

    /// Reads the text as one JSON document, for files that other programs read
    /// and write too. Fails as `T` does; JSON has no comments.
    pub fn parse_json<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        serde_json::from_str(&self.text).map_err(|err| {
            let place = format!(" at line {} column {}", err.line(), err.column());
            let message = err.to_string();
            ConfigError {
                file: self.path.clone(),
                line: Some(err.line()).filter(|line| *line > 0),
                column: Some(err.column()).filter(|_| err.line() > 0),
                key: None,
                message: message.strip_suffix(&place).unwrap_or(&message).to_owned(),
            }
        })
    }
}

fn read_bytes(path: &Path) -> io::Result<(Vec<u8>, Fingerprint)> {
    let file = open_regular(path, Access::Read, Links::Followed)?;
    let fingerprint = Fingerprint::new(path, file.metadata());
    Ok((file.read(MAX_BYTES)?, fingerprint))
}

fn reason(err: &io::Error) -> String {
    match err.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => err.to_string(),
    }
}
