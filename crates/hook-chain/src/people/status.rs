//! `status` of a hook.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, ago};
use humantime::{format_rfc3339_seconds, parse_rfc3339};
use serde_json::{Map, Value};

use crate::last_call::last_asked;
use crate::mode::Mode;
use crate::settings::Settings;

/// The options of `status`.
#[derive(Debug, clap::Args)]
pub struct StatusArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The hooks whose own `status` tells that they do nothing without a configuration.
const IDLE_WITHOUT: [&str; 1] = ["post-edit-hook"];

/// A mode as a person reads it: a hook that does nothing without a configuration enforces none.
#[must_use]
pub fn mode_word(mode: Mode, lacks_configuration: bool) -> String {
    match mode {
        Mode::Enforce if lacks_configuration => "no config".to_owned(),
        mode => mode.to_string(),
    }
}

/// Prints the mode of the hook of `ctx`, its configuration, its last call, and further names and
/// values.
///
/// # Errors
/// If it cannot be printed.
pub fn status(
    ctx: &Ctx,
    args: &StatusArgs,
    configuration: Option<PathBuf>,
    more: Vec<(&str, Value)>,
    console: &mut Console,
) -> Result<ExitCode> {
    let hook = ctx.hook();
    let settings = Settings::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Settings::default()
    });
    let asked = ctx.state().and_then(|state| last_asked(state, hook));
    let configuration = configuration.map(|file| file.display().to_string());
    if args.json {
        let asked = asked.map(|time| format_rfc3339_seconds(time).to_string());
        let mut document = Map::new();
        let own: [(&str, Value); 5] = [
            ("version", 1.into()),
            ("hook", hook.into()),
            ("mode", settings.mode(hook).to_string().into()),
            ("configuration", configuration.into()),
            ("last_asked", asked.into()),
        ];
        document.extend(own.into_iter().chain(more).map(|(key, it)| (key.replace(' ', "_"), it)));
        console.json(&Value::Object(document));
        return Ok(ExitCode::SUCCESS);
    }
    let asked = asked.map(|time| ctx.now().duration_since(time).unwrap_or_default());
    let asked = asked.map_or_else(|| "never here".to_owned(), |it| format!("{} ago", ago(it)));
    let lacks = configuration.is_none() && IDLE_WITHOUT.contains(&hook);
    let mut rows = vec![
        row("mode", mode_word(settings.mode(hook), lacks)),
        row("configuration", configuration.unwrap_or_else(|| "none".to_owned())),
        row("last asked", asked),
    ];
    rows.extend(more.into_iter().map(|(name, value)| row(name, words(ctx, &value))));
    console.table(&rows);
    Ok(ExitCode::SUCCESS)
}

/// A value as a person reads it. The first field of an object names it.
fn words(ctx: &Ctx, value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) if parse_rfc3339(text).is_ok() => ctx.local_text(text),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => {
            items.iter().map(|item| words(ctx, item)).collect::<Vec<_>>().join(", ")
        }
        Value::Object(fields) => {
            let field = |(at, (key, value)): (usize, (&String, &Value))| match at {
                0 => words(ctx, value),
                _ => format!("{key} {}", words(ctx, value)),
            };
            fields.iter().enumerate().map(field).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

fn row(name: &str, words: String) -> Vec<String> {
    vec![name.to_owned(), words]
}
