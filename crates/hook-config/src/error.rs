//! Errors of a configuration, with their places.

use std::fmt;
use std::path::PathBuf;

use hook_protocol::one_line;
use secrets::{REDACTED, redact};

/// The longest message; a value in it may be a megabyte.
const MAX_MESSAGE: usize = 400;

/// The longest quoted value, in characters.
const MAX_VALUE: usize = 60;

/// A configuration that could not be read, on one line:
/// `could not read <file>:<line>:<column>: <key>: <message>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The configuration file.
    pub file: PathBuf,
    /// The line, from 1, if it is known.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The path of the key, as in `rules.user-query.DO` or `tools[2].tool`.
    pub key: Option<String>,
    /// What is wrong, as a lower-case fragment.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "could not read {}", self.file.display())?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        if let Some(key) = &self.key {
            write!(f, ": {}", one_line(key, MAX_MESSAGE))?;
        }
        let key = self.key.as_deref().unwrap_or_default();
        write!(f, ": {}", one_line(&brief(key, &self.message), MAX_MESSAGE))
    }
}

impl std::error::Error for ConfigError {}

/// The message with its quoted value redacted and then cut: half of a secret would not be
/// recognised.
fn brief(key: &str, message: &str) -> String {
    let Some((before, value, after)) = quoted(message) else { return message.to_owned() };
    let name = key.rsplit(['.', ']']).next().unwrap_or_default();
    if redact(value) == value {
        let named = format!("{name}: {value}");
        if redact(&named) != named {
            return format!("{before}{REDACTED}{after}");
        }
    }
    if value.chars().count() <= MAX_VALUE {
        return message.to_owned();
    }
    format!("{before}{}{after}", one_line(&redact(value), MAX_VALUE))
}

/// The parts of a message of serde: before the value, the value, and after it.
fn quoted(message: &str) -> Option<(&str, &str, &str)> {
    let starts = ["string \"", "unknown variant `", "unknown field `", "character `"];
    let at = starts.iter().find_map(|start| Some(message.find(start)? + start.len()))?;
    let (before, rest) = message.split_at_checked(at)?;
    let ends = ["\", expected", "`, expected", "`, there are no", "`"];
    let end = ends.iter().find_map(|end| rest.rfind(end)).or_else(|| rest.rfind('"'))?;
    let (value, after) = rest.split_at_checked(end)?;
    Some((before, value, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(key: &str, message: &str, expected: &str) {
        assert_eq!(brief(key, message), expected);
    }

    #[test]
    fn a_value_is_cut_and_has_no_secret_in_it() {
        let key = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
        let secret = format!("invalid type: string \"{} {key}\", expected a map", "x".repeat(40));
        assert!(!brief("rules", &secret).contains("16C7e4"), "{}", brief("rules", &secret));
        let named = "invalid type: string \"hunter2-hunter2\", expected a number";
        assert!(!brief("sinks[0].password", named).contains("hunter2"));
        let long = format!("unknown variant `{}`, expected `a`, `b`", "x".repeat(100));
        let cut = brief("k", &long);
        assert!(cut.len() < 110 && cut.ends_with("`, expected `a`, `b`"), "{cut}");
    }

    #[test]
    fn what_is_short_stays_as_it_is() {
        for message in [
            "invalid type: string \"soon\", expected a time such as 90m",
            "unknown field `satte`, expected one of `state`, `rules`",
            "unknown field `x`, there are no fields",
            "missing field `name`",
            "duplicate key `a`",
            "no value",
            "invalid value: string \"",
        ] {
            check("rules.user-query", message, message);
        }
    }
}
