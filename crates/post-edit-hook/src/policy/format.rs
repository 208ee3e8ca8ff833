//! The forms in which programs print findings.

use regex::{Regex, RegexBuilder};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// In bytes, of a compiled pattern: far more than one of a line needs.
const MAX_PATTERN: usize = 1 << 20;

/// The groups of a pattern.
const GROUPS: [&str; 4] = ["path", "line", "col", "message"];

/// How the output of a step is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// A log of SARIF 2.1.0.
    Sarif,
    /// JSON with objects that have a line and a message.
    Json,
    /// Lines that begin with `path:line:col:` or `path(line,col):`.
    Errorformat,
    /// Not at all.
    #[default]
    Text,
    /// By the pattern of the step.
    #[serde(skip)]
    Pattern,
}

/// A pattern with the named groups `line` and `message`, and perhaps `path` and `col`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct LinePattern(String);

impl Format {
    /// As it stands in the configuration.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Sarif => "sarif",
            Self::Json => "json",
            Self::Errorformat => "errorformat",
            Self::Text => "text",
            Self::Pattern => "pattern",
        }
    }
}

impl LinePattern {
    /// Compiled; `None` if it turns out to be none.
    pub(crate) fn regex(&self) -> Option<Regex> {
        compiled(&self.0).ok()
    }
}

impl<'de> Deserialize<'de> for LinePattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // What is in the cache was checked when it was written.
        let is_cached = !deserializer.is_human_readable();
        let text = String::deserialize(deserializer)?;
        if !is_cached {
            check(&text).map_err(D::Error::custom)?;
        }
        Ok(Self(text))
    }
}

fn check(text: &str) -> Result<(), String> {
    let regex = compiled(text).map_err(|err| match err {
        // The last line says what is wrong, those above show where.
        regex::Error::Syntax(words) => words.lines().last().unwrap_or_default().to_owned(),
        err => err.to_string(),
    })?;
    let mut names = regex.capture_names().flatten();
    if let Some(name) = names.find(|name| !GROUPS.contains(name)) {
        return Err(format!("unknown group `{name}`, expected one of {}", GROUPS.join(", ")));
    }
    let has = |wanted: &str| regex.capture_names().flatten().any(|name| name == wanted);
    match ["line", "message"].into_iter().find(|wanted| !has(wanted)) {
        Some(missing) => Err(format!("no group is called `{missing}`")),
        None => Ok(()),
    }
}

/// `^` and `$` stand for the ends of a line.
fn compiled(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text).multi_line(true).size_limit(MAX_PATTERN).build()
}
