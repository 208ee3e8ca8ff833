//! `bench --replay`: how long `tacklebox replay` takes for 100,000 calls of 200 sessions, in the
//! project of a fixture.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use hook_installer::file_name;
use host_stand_in::Places;
use serde_json::{Value, json};

use super::statistics::percentile;
use crate::files::copy_tree;
use crate::output;
use crate::registration::ENGINE;
use crate::workspace::Workspace;

/// The fixture whose project has a configuration of every hook.
const FIXTURE: &str = "tests/bench/tacklebox/bash-configured/project";

const SESSIONS: usize = 200;
const CALLS: usize = 500;

/// The options that pick the hooks.
const ROWS: [(&str, &[&str]); 2] =
    [("governance-hook", &["--hook", "governance"]), ("all that decide", &[])];

/// Replays the sessions so often with each choice of hooks.
///
/// # Errors
/// If the engine cannot be built, or a replay fails.
pub(super) fn run(
    workspace: &Workspace,
    rounds: usize,
    programs: Option<&Path>,
) -> anyhow::Result<()> {
    let program = match programs {
        Some(folder) => folder.canonicalize()?.join(file_name(ENGINE)),
        None => built(workspace)?,
    };
    let places = Places::new()?;
    copy_tree(&workspace.root().join(FIXTURE), &places.project())?;
    let transcripts = places.aside().join("transcripts");
    write(&transcripts)?;
    output::line(format_args!(
        "{} calls in {SESSIONS} sessions, {rounds} times",
        SESSIONS * CALLS
    ))?;
    for (name, options) in ROWS {
        let mut times = Vec::new();
        for _ in 0..rounds {
            let mut command = places.command(&program, &json!({}));
            command.arg("replay").arg(&transcripts).args(options);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let began = Instant::now();
            let status = command.status().context("could not start the engine")?;
            times.push(began.elapsed());
            ensure!(status.success(), "a replay ended with {status}");
        }
        let [least, median] = [0, 50].map(|percent| percentile(&times, percent).as_secs_f64());
        output::line(format_args!("{name:<16}  least {least:.1} s, median {median:.1} s"))?;
    }
    Ok(())
}

fn built(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let programs = workspace.build(&[ENGINE.to_owned()])?;
    Ok(programs.into_iter().next().context("no engine was built")?.path)
}

fn write(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for session in 0..SESSIONS {
        let mut file = File::create(folder.join(format!("{session}.jsonl")))?;
        file.write_all(text(session)?.as_bytes())?;
    }
    Ok(())
}

/// The transcript of a session: what agents do most, a call every four seconds.
fn text(session: usize) -> anyhow::Result<String> {
    let mut text = String::new();
    for at in 0..CALLS {
        let id = format!("toolu_{session}_{at}");
        let (tool, input, result) = call(at);
        let call = json!({"type": "tool_use", "id": id, "name": tool, "input": input});
        let answer = json!({"type": "tool_result", "tool_use_id": id, "content": result});
        for (kind, content, after) in [("assistant", call, 0), ("user", answer, 1)] {
            let seconds = at * 4 + after;
            let (day, hour) = (1 + session / 24, session % 24);
            let (minute, second) = (seconds / 60, seconds % 60);
            let entry = json!({
                "type": kind, "uuid": format!("{id}-{after}"), "sessionId": format!("s{session}"),
                "timestamp": format!("2026-10-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z"),
                "message": {"role": kind, "content": [content]},
                "permissionDecision": {"decision": "accept", "source": "config"},
            });
            writeln!(text, "{entry}")?;
        }
    }
    Ok(text)
}

/// A call, and what came of it.
fn call(at: usize) -> (&'static str, Value, String) {
    let (file, lines) = (format!("src/f{at}.rs"), "fn a() {}\n".repeat(40));
    match at % 6 {
        _ if at == 0 => ("mcp__i__select_active_intent", json!({"intent_id": "INT-001"}), lines),
        1 => ("Edit", json!({"file_path": file, "old_string": lines, "new_string": "x"}), lines),
        2 => ("Bash", json!({"command": "cargo test -p a -- b::c && git status --short"}), lines),
        3 => ("Write", json!({"file_path": file, "content": lines}), "written".to_owned()),
        4 => ("Bash", json!({"command": "grep -rn foo src | head -20; ls lib"}), lines),
        _ => ("Read", json!({"file_path": file}), lines),
    }
}
