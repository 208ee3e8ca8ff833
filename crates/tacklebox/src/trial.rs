//! `tacklebox try`: plays recorded sessions of a client through the hooks in temporary projects, and
//! shows what each hook answers. The settings that `install` writes there say what is started.

mod entries;
mod scene;
mod table;

#[cfg(test)]
mod engine_entries;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use claude_settings::ENGINE;
use hook_runtime::{Console, Ctx};
use host_stand_in::{Effect, Outcome, Places, call, outcome};

use crate::offers::{offers, recordings};
use entries::Entry;
use scene::{Scene, Step};
use table::{Row, Table};

/// The session of all hooks in one process.
const OF_ALL: &str = include_str!("../../../tests/scenes/tacklebox.txtar");

/// The client that the sessions were recorded with.
const CLIENT: &str = "2.1.330";

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Hooks to try, and `tacklebox` for all hooks in one process [default: everything]
    #[arg(value_name = "HOOK")]
    hooks: Vec<String>,
    /// Keep the temporary folders and print where they are
    #[arg(long)]
    keep: bool,
}

/// Plays the sessions; exit code 1 if an answer differs from the recording.
///
/// # Errors
/// When there is no such hook, and when the hooks cannot be installed or started.
pub(crate) fn trial(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let program = ctx.program().context("the path of this program is unknown")?;
    let mut table = Table::default();
    for scene in scenes(&args.hooks)? {
        let places = Places::new()?;
        scene.write_project(&places.project())?;
        install(&program, &scene, &places)?;
        Table::head(&scene.hook, console);
        let settings = fs::read_to_string(places.project().join(SETTINGS))?;
        for step in &scene.steps {
            for row in rows(&settings, step, &scene.hook, &places)? {
                table.row(&row, console);
            }
        }
        if args.keep {
            console.line(format!("\nKept in {}", places.keep().display()));
        }
        console.line("");
    }
    table.summary(console);
    Ok(if table.is_as_recorded() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The sessions of these hooks, or all.
fn scenes(names: &[String]) -> Result<Vec<Scene>> {
    let (of_all, names): (Vec<&str>, Vec<&str>) =
        names.iter().map(String::as_str).partition(|name| *name == ENGINE);
    let known = offers();
    let meant = hook_installer::named(names.iter().copied(), &known)
        .map_err(|wrong| anyhow::anyhow!(wrong.message))?;
    let is_meant = |hook: &str| match (names.is_empty(), hook) {
        (is_empty, ENGINE) => is_empty || !of_all.is_empty(),
        (true, _) => of_all.is_empty(),
        (false, _) => meant.iter().any(|offer| offer.hook == hook),
    };
    let recordings = recordings().chain([(ENGINE, OF_ALL)]);
    recordings
        .filter(|(hook, _)| is_meant(hook))
        .map(|(hook, text)| Scene::read(hook, text))
        .collect()
}

/// The settings of one person in a project: no teammate is told of hooks there.
const SETTINGS: &str = ".claude/settings.local.json";

/// Installs the hooks of a session as a person does, with a home folder of its own.
fn install(program: &Path, scene: &Scene, places: &Places) -> Result<()> {
    let is_of_all = scene.hook == ENGINE;
    let own = Some(&scene.hook).filter(|_| !is_of_all);
    let mut install = Command::new(program);
    install.arg("install").args(own).args(&scene.with);
    install.args(["--engine", if is_of_all { "on" } else { "off" }, "--scope", "local"]);
    install.args(["--also", "--no-confine", "--host-version", CLIENT]);
    install.arg("--project").arg(places.project());
    install.env_clear().env("HOME", places.home()).env("PATH", "/usr/bin:/bin");
    let output = install.output().context("could not start `tacklebox install`")?;
    let words = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "could not install {}: {}", scene.hook, words.trim());
    Ok(())
}

/// What the hook of a session does on one event, and each other hook that fails there. A hook that
/// the settings do not name for the event is silent.
fn rows(settings: &str, step: &Step, hook: &str, places: &Places) -> Result<Vec<Row>> {
    let row = |outcome, took, complaint| Row {
        event: label(step),
        about: about(step),
        outcome,
        took,
        complaint,
    };
    let mut rows = Vec::new();
    let mut is_asked = false;
    for entry in entries::entries(settings, &step.event, &places.project())? {
        let (outcome, took) = answer(&entry, step, places)?;
        if entry.hook() == hook && !entry.is_async {
            is_asked = true;
            let complaint = step.expected.complaint(&outcome);
            rows.push(row(outcome, Some(took), complaint));
        } else if outcome.effect == Effect::Error {
            let complaint = format!("expected no error of {}", entry.hook());
            rows.push(row(outcome, Some(took), Some(complaint)));
        }
    }
    if !is_asked {
        let complaint = step.expected.complaint(&Outcome::silent());
        rows.push(row(Outcome::silent(), None, complaint));
    }
    Ok(rows)
}

fn answer(entry: &Entry, step: &Step, places: &Places) -> Result<(Outcome, Duration)> {
    let mut command = places.command(Path::new(&entry.program), &step.event);
    command.args(&entry.args);
    let call = call(command, &places.wire(&step.event), entry.timeout)?;
    Ok((outcome(&step.event, &call), call.took))
}

/// The event's name and its subject, such as `PreToolUse Read`.
fn label(step: &Step) -> String {
    let name = step.event.get("hook_event_name").and_then(|name| name.as_str()).unwrap_or("?");
    ::doctor::subject(&step.event)
        .map_or_else(|| name.to_owned(), |subject| format!("{name} {subject}"))
}

/// What the event is about, in the words of its payload; empty where no field says so.
fn about(step: &Step) -> String {
    const POINTERS: [&str; 7] = [
        "/tool_input/command",
        "/tool_input/file_path",
        "/tool_input/url",
        "/tool_input/query",
        "/tool_input/skill",
        "/tool_input/questions/0/question",
        "/prompt",
    ];
    let text = POINTERS.iter().find_map(|pointer| step.event.pointer(pointer)?.as_str());
    text.unwrap_or_default().replace("[PROJECT]/", "")
}
