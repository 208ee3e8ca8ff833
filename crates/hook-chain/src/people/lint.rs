//! `lint` and `check`: the problems of a configuration, and the result of a judgement.

use std::path::PathBuf;
use std::process::ExitCode;

use hook_config::ConfigError;
use hook_runtime::{Console, Ctx};
use serde::Serialize;
use serde_json::json;

/// The status where something was found.
const FOUND: u8 = 1;

/// The options of `lint`.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct LintArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl LintArgs {
    /// For another verb that also reports mistakes.
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether JSON is wanted.
    pub fn is_json(self) -> bool {
        self.json
    }
}

/// A mistake in a configuration or in data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The file, if it is known.
    pub file: Option<PathBuf>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// The key, or another name for what is wrong.
    pub key: Option<String>,
    /// What is wrong.
    pub message: String,
    /// The whole message for a person.
    #[serde(skip)]
    pub told: String,
}

impl From<String> for Mistake {
    fn from(told: String) -> Self {
        Self { message: told.clone(), told, ..Self::default() }
    }
}

impl From<ConfigError> for Mistake {
    fn from(err: ConfigError) -> Self {
        let told = err.to_string();
        let ConfigError { file, line, key, .. } = err;
        // The error itself may quote a secret; its message does not.
        let behind = key.as_deref().and_then(|key| told.split_once(&format!(": {key}: ")));
        let message = behind.map_or_else(|| told.clone(), |(_, message)| message.to_owned());
        Self { file: Some(file), line, key, message, told }
    }
}

/// Prints mistakes and notes. Returns the exit code, or `None` if there are no mistakes and the
/// caller has to say so.
pub fn mistakes(
    args: LintArgs,
    mistakes: &[Mistake],
    notes: &[Mistake],
    console: &mut Console,
) -> Option<ExitCode> {
    if args.json {
        console.json(&json!({"version": 1, "mistakes": mistakes, "notes": notes}));
    } else {
        for mistake in mistakes {
            console.line(&mistake.told);
        }
        for note in notes {
            console.line(format!("note: {}", note.told));
        }
    }
    match mistakes {
        [] if args.json => Some(ExitCode::SUCCESS),
        [] => None,
        _ => Some(ExitCode::from(FOUND)),
    }
}

/// Prints the result of a judgement as one JSON document: a word, and a sentence for a person.
pub fn judgement(verdict: &str, says: &str, console: &mut Console) {
    console.json(&json!({"version": 1, "verdict": verdict, "says": says}));
}

/// Prints the mistakes in the configuration `name`. `read` is the result of reading it. Exit code 1
/// if there is a mistake.
pub fn lint(
    ctx: &Ctx,
    args: LintArgs,
    name: &str,
    read: Result<(), ConfigError>,
    console: &mut Console,
) -> ExitCode {
    let mut found: Vec<Mistake> = read.err().map(Mistake::from).into_iter().collect();
    found.extend(misnamed(ctx, name));
    if let Some(status) = mistakes(args, &found, &[], console) {
        return status;
    }
    console.line("No problems found.");
    if ctx.configuration(name).is_none() {
        let place = ctx.in_which_project();
        console.error_line(format!("note: no {name}.yaml {place}: the defaults apply"));
    }
    ExitCode::SUCCESS
}

/// A file that looks like the configuration but is not read.
fn misnamed(ctx: &Ctx, name: &str) -> Option<Mistake> {
    let file = ctx.project()?.path().join(format!(".tacklebox/{name}.yml"));
    let message = format!("is ignored: the file must be called {name}.yaml");
    let told = format!("{}: {message}", file.display());
    file.exists().then(|| Mistake { file: Some(file), message, told, ..Mistake::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "it is only read")]
    struct Config {
        version: u8,
        table: Vec<u8>,
    }

    #[test]
    fn a_configuration_that_cannot_be_read_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.yaml");
        hook_state::replace(&file, b"version: 1\ntable: {a: 1}\n").unwrap();
        let err = hook_config::read(&file).unwrap().parse::<Config>().unwrap_err();
        let mistake = Mistake::from(err.clone());
        assert_eq!((mistake.line, mistake.key.as_deref()), (Some(2), Some("table")));
        assert_eq!((mistake.file, mistake.told), (Some(file), err.to_string()));
        assert!(!mistake.message.contains("table: "), "{}", mistake.message);
    }
}
