//! What is wrong with a configuration, and where.

use std::fmt;
use std::path::PathBuf;

use hook_protocol::one_line;
use secrets::{REDACTED, redact};

/// More would not help a person, and a value in a message may be a megabyte.
const MAX_MESSAGE: usize = 400;

/// Of a value that is quoted, in characters: it is in the file.
const MAX_VALUE: usize = 60;

/// A configuration that could not be read, on one line:
/// `could not read <file>:<line>:<column>: <key>: <message>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The configuration file.
    pub file: PathBuf,
    /// The line, from 1, if one is at fault.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The way to the key at fault, as in `rules.user-query.DO` or `tools[2].tool`.
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

/// The message with the value that it quotes cut, and without a secret that is known by its key.
/// Others a person may see, and the log leaves them out; but half of one is not known for one, so
/// they go before the value is cut.
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

/// What stands before a value in the words of serde, the value, and what stands behind.
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
