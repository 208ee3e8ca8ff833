//! Where a command runs.
//!
//! Paths are joined lexically, as `cd` does without `-P`.

use crate::command::Word;

/// The directory in which a command runs, seen from that in which the shell starts.
///
/// Every `cd` before the command is taken to have succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkingDir {
    /// Where the shell starts.
    Unchanged,
    /// This path: absolute, or relative to where the shell starts. `.` and `..` are resolved
    /// lexically.
    Literal(String),
    /// The text does not tell.
    Unknown,
}

impl WorkingDir {
    /// The directory that `target` names here.
    #[must_use]
    pub fn enter(&self, target: &Word) -> Self {
        let path = target.text.as_str();
        match self {
            _ if !target.literal || path.is_empty() => Self::Unknown,
            _ if path.starts_with('/') => literal(path),
            Self::Unchanged => literal(path),
            Self::Literal(dir) => literal(&format!("{dir}/{path}")),
            Self::Unknown => Self::Unknown,
        }
    }
}

fn literal(path: &str) -> WorkingDir {
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = vec![];
    for part in path.split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            ("..", None) if absolute => {}
            _ => parts.push(part),
        }
    }
    match (absolute, parts.is_empty()) {
        (true, _) => WorkingDir::Literal(format!("/{}", parts.join("/"))),
        (false, true) => WorkingDir::Unchanged,
        (false, false) => WorkingDir::Literal(parts.join("/")),
    }
}
