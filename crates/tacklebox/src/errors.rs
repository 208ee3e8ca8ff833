//! `errors`: what went wrong, and what to do about it.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_chain::people::{is_since, state, text};
use hook_runtime::{Console, Ctx, escape_line};
use serde::Serialize;
use serde_json::{Value, json};

use crate::log::named;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only what is newer: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// Only those of this hook, with or without `-hook`
    #[arg(long)]
    hook: Option<String>,
    /// Show at most this many errors, the latest ones
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The same error of a hook, however often.
#[derive(Debug, Serialize)]
struct Group {
    hook: String,
    error: String,
    times: usize,
    /// When it was seen first and last, as RFC 3339 in UTC.
    first: String,
    last: String,
    /// On which event it was seen last.
    event: String,
    /// What to do about it, where that is known.
    advice: Option<String>,
}

/// The status where there are errors.
const FOUND: u8 = 1;

/// Prints each error once, the last one last. Status 1 where there is one.
///
/// # Errors
/// If `--since` is no time, there is no such hook, or the journal cannot be read.
pub(crate) fn errors(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let groups = groups(ctx, args)?;
    if args.json {
        console.json(&json!({"version": 1, "errors": groups}));
    } else {
        for group in &groups {
            print(ctx, group, console);
        }
        if groups.is_empty() {
            console.line("No problems found.");
        }
    }
    Ok(if groups.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FOUND) })
}

fn groups(ctx: &Ctx, args: &Args) -> Result<Vec<Group>> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let wanted = named(ctx, args.hook.as_deref())?;
    let kept = hook_runtime::error_log(state(ctx)?);
    let kept = kept.read().context("could not read hook-errors.jsonl")?;
    let is_meant = |line: &Value| {
        is_since(line, since)
            && !text(line, "error").is_empty()
            && wanted.is_none_or(|wanted| text(line, "hook") == wanted)
    };
    let mut groups = HashMap::new();
    for (place, line) in kept.filter(is_meant).enumerate() {
        let key = [text(&line, "hook"), text(&line, "error")].map(str::to_owned);
        let known = groups.remove(&key).map(|(_, group)| group);
        groups.insert(key, (place, Group::after(known, &line)));
    }
    let mut groups: Vec<(usize, Group)> = groups.into_values().collect();
    groups.sort_unstable_by_key(|(place, _)| *place);
    groups.drain(..groups.len().saturating_sub(args.limit));
    Ok(groups.into_iter().map(|(_, group)| group).collect())
}

impl Group {
    /// With one more of the same.
    fn after(known: Option<Self>, line: &Value) -> Self {
        let of = |key: &str| text(line, key).to_owned();
        let (times, first) = match known {
            Some(known) => (known.times + 1, known.first),
            None => (1, of("ts")),
        };
        let (hook, error) = (of("hook"), of("error"));
        let advice = advice(&hook, &error);
        Self { hook, error, times, first, last: of("ts"), event: of("event"), advice }
    }
}

fn print(ctx: &Ctx, group: &Group, console: &mut Console) {
    let times = match group.times {
        1 => String::new(),
        times => format!(", {times} times since {}", ctx.local_text(&group.first)),
    };
    let event = if group.event.is_empty() { "" } else { " on " };
    let last = ctx.local_text(&group.last);
    let heading = format!("{last}  {}{event}{}{times}", group.hook, group.event);
    console.alarm(escape_line(&heading));
    for line in group.error.lines() {
        console.line(format!("    {line}"));
    }
    if let Some(advice) = &group.advice {
        console.line(format!("    {advice}"));
    }
}

/// What a person can do, by what an error says.
fn advice(hook: &str, error: &str) -> Option<String> {
    let says = |words: &[&str]| words.iter().any(|word| error.contains(word));
    let name = hook.strip_suffix("-hook").unwrap_or(hook);
    if says(&["is open to others", "belongs to somebody else"]) {
        return Some(
            "only you may have access to the state folder: `chmod 700` it, or use another one"
                .into(),
        );
    }
    if says(&["No space left", "Read-only file system", "Permission denied"]) {
        return Some("the file cannot be written: check free space and permissions".into());
    }
    if says(&[".yaml", ".json: ", ".json:"]) {
        return Some(format!("`tacklebox {name} lint` shows what is wrong"));
    }
    if says(&["a host that is not known"]) {
        return Some("docs/hosts.md lists the supported hosts, and how to report one".into());
    }
    if says(&["no JSON", "not JSON", "is no event", "hook_event_name"]) {
        return Some("the host did not send an event: check its version".into());
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Group, advice};

    #[test]
    fn each_kind_of_error_has_its_advice() {
        for (error, expected) in [
            ("/s is open to others", "`chmod 700`"),
            ("/s belongs to somebody else", "`chmod 700`"),
            ("could not write /s/a.jsonl: No space left on device", "free space and permissions"),
            ("could not write /s/a.jsonl: Read-only file system", "free space and permissions"),
            ("could not write /s/a.jsonl: Permission denied", "free space and permissions"),
            ("/p/.tacklebox/governance.yaml:3: unknown key", "`tacklebox governance lint`"),
            ("/p/.tacklebox/a.json: not an object", "`tacklebox governance lint`"),
            ("a host that is not known", "docs/hosts.md"),
            ("this is no JSON", "check its version"),
            ("there is no hook_event_name", "check its version"),
            // What is said first is what is mended first.
            ("/p/a.yaml: Permission denied", "free space and permissions"),
        ] {
            let told = advice("governance-hook", error).unwrap_or_default();
            assert!(told.contains(expected), "{error}: {told}");
        }
        assert_eq!(advice("governance-hook", "the moon is full"), None);
    }

    #[test]
    fn the_same_error_is_one_with_its_first_and_last_time() {
        let line = |ts: &str, event: &str| json!({"ts": ts, "hook": "a-hook", "event": event, "error": "x"});
        let first = Group::after(None, &line("1", "Stop"));
        assert_eq!((first.times, first.first.as_str(), first.last.as_str()), (1, "1", "1"));
        let both = Group::after(Some(first), &line("2", "PreToolUse"));
        let found = (both.times, both.first.as_str(), both.last.as_str(), both.event.as_str());
        assert_eq!(found, (2, "1", "2", "PreToolUse"));
    }
}
