//! The configuration `.tacklebox/post-edit.yaml`.
//!
//! Strict: an unknown key or a value that cannot be meant is an error that names
//! file, line and key. The same types are what is kept of it, compiled, so they
//! read themselves without help.

mod format;

use std::path::{Path, PathBuf};
use std::time::Duration;

use hook_config::{ConfigError, Version};
use hook_protocol::CONTEXT_LIMIT;
use hook_runtime::Ctx;
use project_paths::Pattern;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

pub(crate) use self::format::{Format, LinePattern};

/// The configuration's name: `.tacklebox/post-edit.yaml`.
pub(crate) const NAME: &str = "post-edit";

/// More programs than a person waits for after an edit.
const MAX_STEPS: usize = 50;

/// In milliseconds.
pub(crate) const DEFAULT_TIMEOUT: u64 = 10_000;

/// In milliseconds. Below what the whole hook has.
const MAX_TIMEOUT: u64 = 100_000;

/// What a project, or a person, wants done after an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Policy {
    version: Version,
    /// How many characters the agent is told on one edit.
    #[serde(deserialize_with = "budget")]
    pub(crate) budget: usize,
    #[serde(deserialize_with = "steps")]
    pub(crate) steps: Vec<Step>,
}

/// A program that sees the files of a glob.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
pub(crate) struct Step {
    #[serde(deserialize_with = "glob")]
    pub(crate) files: String,
    pub(crate) kind: Kind,
    /// The program and its arguments, with placeholders.
    #[serde(deserialize_with = "words")]
    pub(crate) run: Vec<String>,
    #[serde(default = "default_timeout", deserialize_with = "timeout")]
    timeout_ms: u64,
    #[serde(default)]
    pub(crate) on_failure: OnFailure,
    #[serde(default)]
    pub(crate) when: When,
    /// How its output is read; text where neither this nor `pattern` is given.
    #[serde(default)]
    format: Option<Format>,
    #[serde(default)]
    pattern: Option<LinePattern>,
    /// A file that marks the folder in which it runs, or `project`; empty where its tool says it.
    #[serde(default, deserialize_with = "root")]
    pub(crate) root: String,
}

/// What a step does with the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// It rewrites it.
    Format,
    /// It looks at it.
    Check,
}

/// What becomes of what a step found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnFailure {
    /// The agent is told.
    #[default]
    Tell,
    /// The agent is told that it has to put it right.
    Block,
    /// Nothing.
    Ignore,
}

/// Which findings of a step count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum When {
    /// All of them.
    #[default]
    Always,
    /// Those that were not there before the edit.
    ChangedLinesOnly,
}

impl Default for Policy {
    fn default() -> Self {
        Self { version: Version, budget: 4_000, steps: Vec::new() }
    }
}

impl Step {
    /// How long it may take.
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }

    /// One with this program alone.
    #[cfg(test)]
    pub(crate) fn running(program: &str, root: &str) -> Self {
        Self {
            files: "**".to_owned(),
            kind: Kind::Check,
            run: vec![program.to_owned()],
            timeout_ms: default_timeout(),
            on_failure: OnFailure::default(),
            when: When::default(),
            format: None,
            pattern: None,
            root: root.to_owned(),
        }
    }

    /// How its output is read.
    pub(crate) fn format(&self) -> Format {
        match self.pattern {
            Some(_) => Format::Pattern,
            None => self.format.unwrap_or_default(),
        }
    }

    /// The pattern for its output.
    pub(crate) fn line_pattern(&self) -> Option<&LinePattern> {
        self.pattern.as_ref()
    }

    /// What cannot be meant together.
    fn check(&self) -> Result<(), &'static str> {
        match (self.format, &self.pattern, self.kind) {
            (Some(_), Some(_), _) => Err("`format` and `pattern` exclude each other"),
            (None, None, _) | (_, _, Kind::Check) => Ok(()),
            _ => Err("`format` and `pattern` are for a check: a formatter has no findings"),
        }
    }

    /// Its glob.
    pub(crate) fn glob(&self) -> Pattern {
        Pattern::trusted(self.files.clone())
    }
}

/// A value as it is in the configuration.
pub(crate) fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// The project's policy, the person's where it has none; `None` where neither is
/// configured.
///
/// # Errors
/// A [`ConfigError`] that names the file, the line and the key at fault.
pub(crate) fn load(ctx: &Ctx) -> Result<Option<Policy>, ConfigError> {
    ctx.configured(NAME, NAME, |file: &Path| Ok((hook_config::read(file)?.parse()?, Vec::new())))
}

/// The configuration file, whatever is in it.
pub(crate) fn file(ctx: &Ctx) -> Option<PathBuf> {
    ctx.configuration(NAME)
}

fn default_timeout() -> u64 {
    DEFAULT_TIMEOUT
}

fn budget<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let budget = usize::deserialize(deserializer)?;
    if budget > CONTEXT_LIMIT {
        let most =
            format_args!("{budget} characters are too many: hosts pass on at most {CONTEXT_LIMIT}");
        return Err(D::Error::custom(most));
    }
    Ok(budget)
}

fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Step>, D::Error> {
    let steps: Vec<Checked> = Vec::deserialize(deserializer)?;
    if steps.len() > MAX_STEPS {
        return Err(D::Error::custom(format_args!("more than {MAX_STEPS} steps")));
    }
    Ok(steps.into_iter().map(|Checked(step)| step).collect())
}

/// A step whose keys agree.
struct Checked(Step);

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let step = Step::deserialize(deserializer)?;
        step.check().map_err(D::Error::custom)?;
        Ok(Self(step))
    }
}

fn glob<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    // What is in the cache was checked when it was written.
    let is_cached = !deserializer.is_human_readable();
    let text = String::deserialize(deserializer)?;
    if is_cached {
        return Ok(text);
    }
    if text.is_empty() {
        return Err(D::Error::custom("an empty glob matches no file"));
    }
    Pattern::new(&text).map_err(D::Error::custom)?;
    Ok(text)
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let words: Vec<String> = Vec::deserialize(deserializer)?;
    if words.first().is_none_or(String::is_empty) {
        return Err(D::Error::custom("no program is named"));
    }
    Ok(words)
}

fn root<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let is_cached = !deserializer.is_human_readable();
    let name = String::deserialize(deserializer)?;
    if !is_cached && (name.contains('/') || ["", ".", ".."].contains(&name.as_str())) {
        return Err(D::Error::custom(format_args!("`{name}` is not a file name")));
    }
    Ok(name)
}

fn timeout<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match u64::deserialize(deserializer)? {
        0 => Err(D::Error::custom("0 ms is too short for a program")),
        long @ MAX_TIMEOUT.. if long > MAX_TIMEOUT => {
            Err(D::Error::custom(format_args!("{long} is above {MAX_TIMEOUT}")))
        }
        limit => Ok(limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(yaml: &str) -> Result<Policy, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("post-edit.yaml");
        hook_state::replace(&file, yaml.as_bytes()).unwrap();
        hook_config::read(&file).unwrap().parse().map_err(|err| err.to_string())
    }

    #[track_caller]
    fn check_refused(yaml: &str, words: &str) {
        let refusal = parse(yaml).unwrap_err();
        assert!(refusal.contains(words), "{refusal}");
    }

    #[test]
    fn what_is_not_said_has_a_default() {
        for yaml in ["", "version: 1\n", "steps: []\n", "budget: 4000\n"] {
            assert_eq!(parse(yaml).unwrap(), Policy::default(), "{yaml}");
        }
        let step = &parse("steps: [{ files: a, kind: check, run: [x] }]").unwrap().steps[0];
        assert_eq!(step.timeout(), Duration::from_secs(10));
        assert_eq!((step.on_failure, step.when), (OnFailure::Tell, When::Always));
        assert_eq!(step.format(), Format::Text);
    }

    #[test]
    fn a_policy_is_read_back_from_its_compiled_form() {
        let yaml = "steps:\n- { files: '**/*.rs', kind: format, run: [rustfmt, '{file}'], \
                    timeout_ms: 100000, on_failure: block, when: changed-lines-only, \
                    root: turbo.json }\n- { files: a, kind: check, run: [x], format: sarif }\n\
                    - { files: a, kind: check, run: [x], pattern: '^(?P<line>\\d+) (?P<message>.*)' }\n";
        let policy = parse(yaml).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("cache");
        let now = std::time::SystemTime::UNIX_EPOCH;
        let sources = hook_config::Sources::default;
        let compile = || Ok::<_, ()>((policy.clone(), Vec::new()));
        for _ in 0..2 {
            let kept = hook_config::cached(&cache, sources(), "1", now, compile);
            assert_eq!(kept.as_ref(), Ok(&policy));
        }
        let kept = hook_config::cached(&cache, sources(), "1", now, || Err::<(Policy, _), _>(()));
        assert_eq!(kept.as_ref(), Ok(&policy), "the second call is a hit");
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_its_place() {
        let step = |rest: &str| format!("steps:\n- {{ files: a, kind: check, run: [x]{rest} }}\n");
        check_refused("step: []\n", "post-edit.yaml:1:1: step: unknown field");
        check_refused(
            "version: 2
",
            "1:1: version: unknown version 2; expected 1",
        );
        check_refused(
            "budget: 9501
",
            "budget: 9501 characters are too many",
        );
        check_refused("budget: -1\n", "budget");
        check_refused(&step(", timeout: 5"), "post-edit.yaml:2");
        check_refused(&step(", timeout_ms: 0"), "0 ms is too short for a program");
        check_refused(&step(", timeout_ms: 100001"), "100001 is above 100000");
        check_refused(&step(", on_failure: warn"), "unknown variant `warn`");
        check_refused(&step(", when: never"), "unknown variant `never`");
        check_refused(&step(", format: xml"), "post-edit.yaml:2");
        check_refused(&step(", format: xml"), "steps[0].format: unknown variant `xml`");
        check_refused(&step(", format: pattern"), "unknown variant `pattern`");
        check_refused(&step(", pattern: '('"), "steps[0].pattern: ");
        check_refused(&step(", pattern: '(?P<line>.)'"), "no group is called `message`");
        let pattern = ", pattern: '(?P<line>.)(?P<message>.)(?P<level>.)'";
        check_refused(&step(pattern), "unknown group `level`");
        let pattern = ", pattern: '(?P<line>.)(?P<message>.)', format: text";
        check_refused(&step(pattern), "steps[0]: `format` and `pattern` exclude each other");
        let formatter = "steps:\n- { files: a, kind: format, run: [x], format: json }\n";
        check_refused(formatter, "post-edit.yaml:2:3: steps[0]: `format` and `pattern` are for a");
        check_refused(&step(", root: ''"), "`` is not a file name");
        check_refused(&step(", root: packages/web"), "`packages/web` is not a file name");
        check_refused("steps: [{ files: a, kind: lint, run: [x] }]", "unknown variant `lint`");
        check_refused("steps: [{ kind: check, run: [x] }]", "missing field `files`");
        check_refused("steps: [{ files: a, run: [x] }]", "missing field `kind`");
        check_refused("steps: [{ files: a, kind: check }]", "missing field `run`");
        check_refused("steps: [{ files: a, kind: check, run: [] }]", "no program is named");
        check_refused("steps: [{ files: a, kind: check, run: x }]", "run");
        check_refused("steps: [{ files: '{a', kind: check, run: [x] }]", "invalid pattern `{a`");
        check_refused("steps: [{ files: '', kind: check, run: [x] }]", "an empty glob");
        check_refused("steps: [{ files: [a], kind: check, run: [x] }]", "files");
        check_refused("version: 1\nversion: 1\n", "duplicate key `version`");
        let many = "- { files: a, kind: check, run: [x] }\n".repeat(51);
        check_refused(&format!("steps:\n{many}"), "more than 50 steps");
    }
}
