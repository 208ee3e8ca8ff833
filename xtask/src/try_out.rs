//! `cargo xtask try [HOOK]...`: plays recorded sessions of a real client through
//! the installed hooks, in a throw-away project, and shows what they do.
//!
//! What is started, and for which event, comes out of the settings file that
//! the installer wrote.

mod report;
mod scene;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use hook_installer::{Confine, Engine, Offer};
use host_stand_in::{Places, call};
use serde_json::Value;

use crate::files;
use crate::host::{self, Effect, Entry, Outcome};
use crate::registration::ENGINE;
use crate::workspace::Workspace;
use crate::{choice, install, output};
use report::{Report, Row};
use scene::{Scene, Step};

/// What a person may ask of `try`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Hooks to try, and `tacklebox` for all together; everything if none is named
    #[arg(value_name = "HOOK")]
    hooks: Vec<String>,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Keep the throw-away folders, and say where they are
    #[arg(long)]
    keep: bool,
}

/// Fails when the hooks cannot be installed, and when an outcome is not the
/// one that the scene expects.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    let known = workspace.offers()?;
    let (hooks, is_engine_meant) = meant(&args.hooks, &known)?;
    let unpacked = files::unpacked(&workspace.root().join("tests/scenes"))?;
    let mut scenes = scene::scenes(unpacked.path())?;
    scenes.retain(|scene| match scene.hook.as_str() {
        ENGINE => is_engine_meant,
        hook => hooks.iter().any(|offer| offer.hook == hook),
    });
    let programs = match &args.programs {
        Some(dir) => dir.clone(),
        None => workspace.build_to_try()?,
    };
    let programs = Some(programs.as_path());
    let mut report = Report::new(terminal_width());
    output::line("Installing into a throw-away project ...\n")?;
    for scene in &scenes {
        let places = Places::new()?;
        files::copy_tree(&scene.project, &places.project())?;
        let is_installed =
            |offer: &&Offer| hooks.contains(*offer) || scene.with.contains(&offer.hook);
        let installed: Vec<Offer> = known.iter().filter(is_installed).cloned().collect();
        let engine = if scene.hook == ENGINE { Engine::On } else { Engine::Off };
        let quietly = install::Quietly {
            hooks: &installed,
            engine,
            programs,
            host: None,
            confine: Confine::No,
        };
        quietly.install(workspace, &places.project())?;
        output::line(report.head(&scene.hook))?;
        play(scene, &places, &mut report)?;
        if args.keep {
            output::line(format_args!("\nKept in {}", places.keep().display()))?;
        }
        output::line("")?;
    }
    output::line(report.summary())?;
    if args.programs.is_none() {
        output::line("Built without optimising, to be quick; what is installed is faster.")?;
    }
    match report.unexpected() {
        0 => Ok(()),
        count => bail!("{count} of the outcomes are not what the scene expects"),
    }
}

/// The hooks that are named, or all, and whether the program of all of them is among them.
fn meant(names: &[String], known: &[Offer]) -> anyhow::Result<(Vec<Offer>, bool)> {
    let (engine, names): (Vec<String>, Vec<String>) =
        names.iter().cloned().partition(|name| name == ENGINE);
    match (engine.is_empty(), names.is_empty()) {
        (true, is_all) => Ok((choice::named_or_all(&names, known)?, is_all)),
        (false, true) => Ok((Vec::new(), true)),
        (false, false) => Ok((choice::named_or_all(&names, known)?, true)),
    }
}

fn play(scene: &Scene, places: &Places, report: &mut Report) -> anyhow::Result<()> {
    let settings = files::json(&places.project().join(".claude/settings.json"))?;
    for step in &scene.steps {
        for row in rows(&settings, step, &scene.hook, places)? {
            output::line(report.line(&row))?;
        }
    }
    Ok(())
}

/// What each hook does on one event. The hook of the scene always has a row:
/// where the settings do not name it, it is silent.
fn rows(settings: &Value, step: &Step, hook: &str, places: &Places) -> anyhow::Result<Vec<Row>> {
    let row = |hook: &str, outcome, took, complaint| Row {
        event: label(&step.event),
        about: about(&step.event),
        hook: hook.to_owned(),
        outcome,
        took,
        complaint,
    };
    let entries = host::entries(settings, &step.event, &places.project())?;
    let mut rows = Vec::new();
    for entry in &entries {
        let (outcome, took) = answer(entry, &step.event, places)?;
        let complaint = if entry.hook() == hook && !entry.is_async {
            step.expected.complaint(&outcome)
        } else {
            // Another hook may do what it likes here, and nobody waits for one that is
            // asynchronous; but none may fail.
            (outcome.effect == Effect::Error).then(|| "expected no error".to_owned())
        };
        rows.push(row(entry.hook(), outcome, Some(took), complaint));
    }
    if !entries.iter().any(|entry| entry.hook() == hook && !entry.is_async) {
        let complaint = step.expected.complaint(&Outcome::silent());
        rows.push(row("(not asked)", Outcome::silent(), None, complaint));
    }
    Ok(rows)
}

fn answer(entry: &Entry, event: &Value, places: &Places) -> anyhow::Result<(Outcome, Duration)> {
    let mut command = places.command(Path::new(&entry.program), event);
    command.args(&entry.args);
    let call = call(command, &places.wire(event), entry.timeout)?;
    Ok((host::outcome(event, &call), call.took))
}

/// The event's name and its subject, such as `PreToolUse Read`.
fn label(event: &Value) -> String {
    let name = event.get("hook_event_name").and_then(Value::as_str).unwrap_or("?");
    match host::subject(event) {
        Some(subject) => format!("{name} {subject}"),
        None => name.to_owned(),
    }
}

/// What the event is about, in the words of the payload; empty where it has no
/// field that says so.
fn about(event: &Value) -> String {
    const POINTERS: [&str; 7] = [
        "/tool_input/command",
        "/tool_input/file_path",
        "/tool_input/url",
        "/tool_input/query",
        "/tool_input/skill",
        "/tool_input/questions/0/question",
        "/prompt",
    ];
    POINTERS
        .iter()
        .find_map(|pointer| event.pointer(pointer)?.as_str())
        .map_or(String::new(), |text| text.replace("[PROJECT]/", ""))
}

fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
