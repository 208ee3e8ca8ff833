//! `replay`: what hooks would have said to the sessions that are over.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use hook_chain::Chain;
use hook_protocol::shortened;
use hook_runtime::{Console, Ctx, Hook, Phase};
use replay::{Counts, Difference, Example, Finding, Outcome, Policy, Replayed, Request};
use serde_json::json;

use crate::quantity::counted;
use crate::settings::installed;
use crate::{hooks, log};

/// How much of a session's id is shown, and of what was tried.
const MAX_SESSION: usize = 8;
const MAX_TRIED: usize = 60;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Transcripts, or folders of them [default: the host's transcripts of this project]
    #[arg(value_name = "TRANSCRIPT")]
    transcripts: Vec<PathBuf>,
    /// Only what is newer: an age such as 90m or 7d, a date, or a time in RFC 3339
    #[arg(long, value_name = "AGE|TIME")]
    since: Option<String>,
    /// The policy: a folder to use instead of the project's .tacklebox, or a project that has one
    #[arg(long, value_name = "DIR")]
    config: Option<PathBuf>,
    /// A second policy, or a bundle of an organisation; show only calls on which the two differ
    #[arg(long, value_name = "DIR|FILE")]
    against: Option<PathBuf>,
    /// A hook, with or without `-hook` [default: those in the settings, else all]
    #[arg(long)]
    hook: Vec<String>,
    /// The activity state of sessions that set none; ID=STATE for one session
    #[arg(long)]
    state: Vec<String>,
    /// Show at most this many kinds of calls
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints what hooks would have denied, asked, answered and warned of.
///
/// # Errors
/// If `--since` is no time, a hook is unknown, a folder is not there, or nothing can be read.
pub(crate) fn replay(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let since = args.since.as_deref().map(|text| ctx.since(text)).transpose().context("--since")?;
    let chain = chain(ctx, &args.hook)?;
    let transcripts = if args.transcripts.is_empty() {
        replay::of_project(ctx, since)?
    } else {
        named(ctx, &args.transcripts)?
    };
    let is_empty = transcripts.is_empty();
    if is_empty && !args.json {
        console.line("No transcripts yet.");
        return Ok(ExitCode::SUCCESS);
    }
    let policy = |folder: Option<&Path>| -> Result<Policy> {
        let folder = folder.map(|folder| folder_at(ctx, folder)).transpose()?;
        let states = args.state.iter().map(|it| state(it)).collect();
        Ok(Policy { folder, states, ..Policy::default() })
    };
    let unpacked = tempfile::tempdir().context("could not make a temporary folder")?;
    let bundle = args.against.as_deref().map(|path| crate::policy::here(ctx, path));
    let against = match (&args.against, bundle.filter(|path| path.is_file())) {
        (None, _) => None,
        (Some(_), Some(bundle)) => {
            crate::policy::unpack_for_trial(&bundle, unpacked.path())?;
            let organisation = Some(unpacked.path().to_owned());
            Some(Policy { organisation, ..policy(args.config.as_deref())? })
        }
        (Some(folder), None) => Some(policy(Some(folder))?),
    };
    let request = Request { transcripts, since, policy: policy(args.config.as_deref())?, against };
    let progress = console.progress("replay");
    let replayed = replay::replay(ctx, &chain, request, &progress, |_line| {})?;
    drop(progress);
    ensure!(
        is_empty || replayed.read.transcripts > 0,
        "none of the files is a readable transcript"
    );
    let untold = untold(&chain, args);
    if args.json {
        console.json(&document(&replayed, &chain, &untold, args.limit));
    } else {
        print(ctx, &replayed, &chain, args.limit, console);
        console.line("");
        console.heading("What transcripts do not show");
        for line in &untold {
            console.line(line);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The hooks that decide something, of those that are named; else of those that the settings
/// name; else all.
fn chain(ctx: &Ctx, named: &[String]) -> Result<Chain> {
    let decides =
        |hook: &Hook| matches!(hook.phase("PreToolUse"), Some(Phase::Guard | Phase::Rewrite));
    let mut chosen = Vec::new();
    for name in named {
        let hook = log::named(ctx, Some(name))?.and_then(hooks::hook).map(|make| make());
        let hook = hook.filter(|hook| decides(hook));
        let decides_nothing = || format!("{name} makes no decisions, so it cannot be replayed");
        chosen.push(hook.with_context(decides_nothing)?);
    }
    if chosen.is_empty() {
        let installed = installed(ctx).into_iter().filter_map(hooks::hook).map(|make| make());
        chosen = installed.filter(decides).collect();
    }
    if chosen.is_empty() {
        chosen = hooks::all().filter(decides).collect();
    }
    Ok(Chain::new(chosen))
}

/// The transcripts at paths that a person names.
fn named(ctx: &Ctx, paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        let path = ctx.cwd().map_or_else(|| path.clone(), |cwd| cwd.join(path));
        if path.is_dir() {
            found.extend(replay::in_folder(&path, None)?);
            continue;
        }
        ensure!(path.exists(), "there is no file {}", path.display());
        // What its subagents did belongs to a session.
        let subagents = path.with_extension("");
        found.push(path);
        if subagents.is_dir() {
            found.extend(replay::in_folder(&subagents, None)?);
        }
    }
    Ok(found)
}

fn folder_at(ctx: &Ctx, folder: &Path) -> Result<PathBuf> {
    let folder = ctx.cwd().map_or_else(|| folder.to_owned(), |cwd| cwd.join(folder));
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    Ok(folder)
}

/// `DO`, or `6f0c=DO`.
fn state(spoken: &str) -> (Option<String>, String) {
    match spoken.split_once('=') {
        Some((session, state)) => (Some(session.to_owned()), state.to_owned()),
        None => (None, spoken.to_owned()),
    }
}

/// What had to be assumed.
fn untold(chain: &Chain, args: &Args) -> Vec<String> {
    let mut untold = Vec::new();
    if chain.hook("governance-hook").is_some() && args.state.is_empty() {
        untold.push("the activity state, unless a session set it in its shell: use --state STATE");
    }
    if chain.hook("intent-gate-hook").is_some() {
        untold.push("which intents existed then, and which other sessions held them");
    }
    untold.push("what was in the files: their current content is used, without git");
    untold.push("exceptions, pauses, and states set by a program or the environment");
    untold.into_iter().map(str::to_owned).collect()
}

fn document(
    replayed: &Replayed,
    chain: &Chain,
    untold: &[String],
    limit: usize,
) -> serde_json::Value {
    let hooks: Vec<&str> = chain.hooks().map(Hook::name).collect();
    let surprises: Vec<&Finding> = replayed.surprises().into_iter().take(limit).collect();
    let findings: Vec<&Finding> = replayed.findings.iter().take(limit).collect();
    let mut document = json!({
        "version": 1,
        "read": replayed.read,
        "sessions": replayed.sessions,
        "elsewhere": replayed.elsewhere,
        "events": replayed.events,
        "calls": replayed.calls,
        "hooks": hooks,
        "untold": untold,
    });
    let told = match &replayed.differences {
        Some(differences) => {
            json!({"differences": differences.iter().take(limit).collect::<Vec<_>>()})
        }
        None => json!({"surprises": surprises, "findings": findings}),
    };
    if let (Some(document), serde_json::Value::Object(told)) = (document.as_object_mut(), told) {
        document.extend(told);
    }
    document
}

fn print(ctx: &Ctx, replayed: &Replayed, chain: &Chain, limit: usize, console: &mut Console) {
    let hooks: Vec<&str> = chain.hooks().map(Hook::name).collect();
    let Replayed { sessions, calls, events, .. } = replayed;
    console.line(format!(
        "{}, {}, {}, by {}",
        counted(*sessions, "session"),
        counted(*calls, "call"),
        counted(*events, "event"),
        hooks.join(", ")
    ));
    if replayed.elsewhere > 0 {
        let words = "worked in another folder, so their files count as outside the project";
        console.error_line(format!("note: {} {words}", counted(replayed.elsewhere, "session")));
    }
    for line in unread(&replayed.read) {
        console.error_line(line);
    }
    if let Some(differences) = &replayed.differences {
        print_differences(ctx, differences, limit, console);
        return;
    }
    let surprises: Vec<&Finding> = replayed.surprises();
    console.line("");
    console.heading("Would be denied, but ran without error");
    if surprises.is_empty() {
        console.line("nothing");
    } else {
        print_findings(ctx, surprises.into_iter().take(limit), console);
    }
    console.line("");
    console.heading("All answers of the hooks");
    if replayed.findings.is_empty() {
        console.line("nothing");
    } else {
        print_findings(ctx, replayed.findings.iter().take(limit), console);
    }
}

/// What could not be read, a line for each kind.
fn unread(read: &Counts) -> Vec<String> {
    let kinds = [
        (read.foreign, "file that is not a transcript", "files that are not transcripts"),
        (read.unreadable, "file that could not be read", "files that could not be read"),
        (read.broken_lines, "broken line", "broken lines"),
        (read.cut, "file with an incomplete last line", "files with an incomplete last line"),
        (read.repeated, "entry found in two transcripts", "entries found in two transcripts"),
    ];
    let there = kinds.iter().filter(|(count, ..)| *count > 0);
    let words = there.map(|(count, one, several)| match count {
        1 => format!("note: 1 {one}"),
        _ => format!("note: {count} {several}"),
    });
    words.collect()
}

fn print_findings<'a>(
    ctx: &Ctx,
    findings: impl Iterator<Item = &'a Finding>,
    console: &mut Console,
) {
    for it in findings {
        let ran = if it.ran > 0 { format!(", {} ran", it.ran) } else { String::new() };
        let approved = if it.approved > 0 {
            format!(", {} approved by a person", it.approved)
        } else {
            String::new()
        };
        let (what, count) = (told(it.outcome), it.count);
        let by = by(&it.hook, &it.rule);
        console.line(format!("{count} x {} {what} by {by}{ran}{approved}", it.tool));
        let why = it.examples.iter().find_map(|example| example.reason.as_deref());
        if let Some(why) = why.filter(|_| it.outcome == Outcome::Error) {
            console.short_line(format!("    {why}"));
        }
        print_examples(ctx, &it.examples, console);
    }
}

fn print_differences(ctx: &Ctx, differences: &[Difference], limit: usize, console: &mut Console) {
    console.line("");
    console.heading("Calls on which the two policies differ");
    if differences.is_empty() {
        console.line("nothing");
    }
    for it in differences.iter().take(limit) {
        let (here, there, count) = (told(it.here), told(it.there), it.count);
        let by = by(&it.hook, &it.rule);
        console.line(format!("{count} x {} {here}, there {there}: {by}", it.tool));
        print_examples(ctx, &it.examples, console);
    }
}

pub(crate) fn print_examples(ctx: &Ctx, examples: &[Example], console: &mut Console) {
    for example in examples {
        let session = example.session_id.as_deref().unwrap_or_default();
        let session: String = session.chars().take(MAX_SESSION).collect();
        let tried = shortened(example.tried.as_deref().unwrap_or_default(), MAX_TRIED);
        console.short_cells(&["  ", &ctx.local_text(&example.ts), &session, &tried]);
    }
}

pub(crate) fn by(hook: &str, rule: &str) -> String {
    if rule.is_empty() { hook.to_owned() } else { format!("{hook} ({rule})") }
}

pub(crate) fn told(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Deny => "denied",
        Outcome::Ask => "asked about",
        Outcome::Answer => "answered",
        Outcome::Warn => "warned about",
        Outcome::Error => "failed on",
        Outcome::Pass => "passed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_is_counted() {
        let read = Counts { foreign: 1, cut: 2, broken_lines: 1, ..Counts::default() };
        let expected = [
            "note: 1 file that is not a transcript",
            "note: 1 broken line",
            "note: 2 files with an incomplete last line",
        ];
        assert_eq!(unread(&read), expected);
    }
}
