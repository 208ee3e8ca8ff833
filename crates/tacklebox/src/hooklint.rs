//! `hooklint`: what a host would make of a hook, whoever has written it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::quantity::counted;
use anyhow::{Context as _, Result, ensure};
use hook_manifest::Manifest;
use hook_runtime::{Console, Ctx};
use hook_state::{Links, read_regular};
use hooklint::{
    DEFAULT_VERSION, Finding, Given, Hook, HostVersion, Level, Linted, Network, Origin, Person,
    Report, Step, lint,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The hook: one word is a shell command, several are a program and its arguments
    #[arg(value_name = "COMMAND", required_unless_present_any = ["settings", "manifest"])]
    command: Vec<String>,
    /// Check this settings file and its hooks
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    settings: Option<PathBuf>,
    /// Check the hook of this manifest, `tacklebox-hook.json`, or of the one in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "settings"])]
    manifest: Option<PathBuf>,
    /// Only this event, such as PreToolUse
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
    /// Only calls of tools that this matcher names
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Time limit of a run [default: that of its entry, or 10s]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    timeout: Option<Duration>,
    /// The host version whose rules apply
    #[arg(long, value_name = "VERSION", default_value_t = DEFAULT_VERSION)]
    host_version: HostVersion,
    /// Continue if this system cannot block the network for hooks
    #[arg(long)]
    with_network: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// More than a settings file that a person keeps.
const MAX_SETTINGS: u64 = 1 << 20;

/// Where programs are looked for by whoever has no `PATH`.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Runs the hooks and says what was found.
///
/// # Errors
/// When there is nothing to run, and when nothing could be run.
pub(crate) fn hooklint(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let cwd = ctx.cwd().context("could not find the current folder")?;
    let home = ctx.home();
    let person = Person { cwd, home: home.as_deref() };
    let settings = args.settings.as_deref().map(|file| read(&cwd.join(file))).transpose()?;
    let hooks = match (&settings, &args.settings, &args.manifest) {
        (Some(text), Some(file), _) => {
            Hook::of_settings(text, &Origin::of(&cwd.join(file)), &person)
        }
        (_, _, Some(manifest)) => of_manifest(&cwd.join(manifest), &person)?,
        _ => vec![Hook::typed(&args.command, &person)],
    };
    let narrowed = |hook: Hook| hook.narrowed(args.event.as_deref(), args.tool.as_deref());
    let progress = console.progress("hooklint");
    let report = lint(&Given {
        hooks: hooks.into_iter().filter_map(narrowed).collect(),
        settings: settings.as_deref(),
        version: args.host_version,
        path: ctx.env("PATH").as_deref().unwrap_or(DEFAULT_PATH),
        limit: args.timeout,
        network: if args.with_network { Network::AsItIs } else { Network::Without },
        progress: &|step| match step {
            Step::More(count) => progress.add(count),
            Step::Done => progress.step(),
        },
    })?;
    drop(progress);
    let is_run = report.hooks.iter().any(|hook| hook.runs > 0);
    let is_narrowed = args.event.is_some() || args.tool.is_some();
    ensure!(is_run || !is_narrowed, "no recorded event matches");
    if args.json {
        console.json(&serde_json::to_value(&report)?);
    } else {
        tell(&report, console);
    }
    Ok(ExitCode::from(u8::from(report.has_faults())))
}

/// The program of a manifest, for each of its events.
fn of_manifest(path: &Path, person: &Person<'_>) -> Result<Vec<Hook>> {
    let (manifest, folder) = Manifest::find(path)?;
    let program = manifest.program_in(&folder);
    let program = program.to_str().context("the path of the program is not Unicode")?;
    let entries = manifest.entries(program, &manifest.args);
    Ok(Hook::of_settings(&entries, &Origin::Elsewhere, person))
}

fn read(file: &Path) -> Result<String> {
    let bytes = read_regular(file, Links::Followed, MAX_SETTINGS);
    let bytes = bytes.with_context(|| format!("could not read {}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn tell(report: &Report, console: &mut Console) {
    if !report.without_network {
        console.error_line("the network was not blocked: this system has no network namespaces");
    }
    for hook in &report.hooks {
        console.heading(&hook.hook);
        console.line(format!(
            "  {}, {} ms at the median",
            counted(hook.runs, "run"),
            hook.median_ms
        ));
        console.table(&answers(hook));
        console.line("");
    }
    for found in &report.findings {
        tell_finding(found, report.hooks.len() > 1, console);
    }
    let faults = report.findings.iter().filter(|found| found.level == Level::Finding).count();
    let notes = report.findings.len() - faults;
    let faults = counted(faults, "finding");
    let notes = counted(notes, "note");
    console.line(format!("{faults}, {notes}, by the rules of {}", report.host));
}

fn tell_finding(found: &Finding, is_one_of_many: bool, console: &mut Console) {
    /// More places than these are counted.
    const MAX_PLACES: usize = 3;
    let shown = found.places.iter().take(MAX_PLACES).cloned().collect::<Vec<_>>().join(", ");
    let more = found.places.len().saturating_sub(MAX_PLACES);
    let places = if more > 0 { format!("{shown} and {more} more") } else { shown };
    match found.level {
        Level::Finding => console.alarm(format!("{}: {places}", found.id)),
        Level::Note => console.heading(format!("{} (note): {places}", found.id)),
    }
    if let Some(hook) = found.hook.as_ref().filter(|_| is_one_of_many) {
        console.line(format!("  hook  {hook}"));
    }
    console.line(format!("  sent  {}", found.sent));
    console.line(format!("  came  {}", found.came));
    console.line(format!("  host  {}; {}", found.host, found.known));
    console.line("");
}

/// A row for each answer, with the events on which it came; what says nothing comes last.
fn answers(hook: &Linted) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut silent: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in &hook.answers {
        if answer.says == "nothing" {
            *silent.entry(&answer.event).or_default() += 1;
            continue;
        }
        let subject = match &answer.call {
            Some(call) => format!("{} {call}", answer.subject),
            None => answer.subject.clone(),
        };
        rows.push(vec![format!("  {}", answer.event), subject, answer.says.clone()]);
    }
    if !silent.is_empty() {
        let count: usize = silent.values().sum();
        let what = match (silent.keys().next(), silent.len()) {
            (Some(event), 1) => format!("  {event}"),
            (_, events) => format!("  {events} events"),
        };
        rows.push(vec![what, counted(count, "kind") + " of call", "nothing".to_owned()]);
    }
    rows
}
