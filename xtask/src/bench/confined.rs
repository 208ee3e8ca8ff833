//! What the wall costs a command: `bash -c true` as it is, and behind each layer, in one run.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use confine::{LayerChoice, Plan, Plans, Surroundings};
use fastrand::Rng;

use super::statistics::percentile;
use crate::output;
use crate::workspace::Workspace;

/// The program that is measured.
const PROGRAM: &str = "confine-bash";

/// Names in the root of the project, besides its scope: each is a mount.
const NAMES: usize = 20;

/// Measures and prints a row for each layer. Fails where a command does.
pub(super) fn run(
    workspace: &Workspace,
    rounds: usize,
    programs: Option<&Path>,
) -> anyhow::Result<()> {
    let program = if let Some(folder) = programs {
        folder.canonicalize()?.join(PROGRAM)
    } else {
        let built = workspace.build(&[PROGRAM.to_owned()])?;
        built.into_iter().next().context("nothing was built")?.path
    };
    let dir = tempfile::tempdir()?;
    let top = dir.path().canonicalize()?;
    let layers = [
        ("off", LayerChoice::Off),
        ("landlock", LayerChoice::Landlock),
        ("mounts", LayerChoice::Mounts),
    ];
    lay_out(&top, &layers)?;
    let mut plain = Command::new("/bin/bash");
    plain.args(["-c", "true"]);
    let mut contestants = vec![("bash -c true", plain, Vec::new())];
    for (name, _) in layers {
        let mut command = Command::new(&program);
        command.args(["-c", "true"]).env("CLAUDE_CODE_SESSION_ID", name);
        contestants.push((name, command, Vec::new()));
    }
    for (_, command, _) in &mut contestants {
        command.current_dir(top.join("project")).env("TACKLEBOX_STATE_DIR", top.join("state"));
        command.env_remove("TACKLEBOX_CONFINED").stdin(Stdio::null()).stderr(Stdio::null());
    }
    let mut rng = Rng::new();
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    for _ in 0..rounds {
        rng.shuffle(&mut order);
        for at in &order {
            let Some((name, command, times)) = contestants.get_mut(*at) else { continue };
            let started = Instant::now();
            let status = command.status()?;
            times.push(started.elapsed());
            ensure!(status.success(), "{name} ended with {status}");
        }
    }
    print(&contestants, rounds)
}

/// A project, and a plan for each layer under the name of the layer.
fn lay_out(top: &Path, layers: &[(&str, LayerChoice)]) -> anyhow::Result<()> {
    let project = top.join("project");
    fs::create_dir_all(project.join("src"))?;
    fs::create_dir_all(top.join("tmp"))?;
    fs::create_dir_all(project.join(".git/hooks"))?;
    File::create(project.join(".git/HEAD"))?;
    for number in 0..NAMES {
        File::create(project.join(format!("file-{number}")))?;
    }
    let at = Surroundings {
        project: &project,
        home: None,
        ours: &[top.join("state")],
        variable: &|_| None,
    };
    for (name, layer) in layers {
        let mut plan = Plan::of_scope(name, &["src/**"], &Plan::default_outputs(), &at);
        // The project itself lies in a temporary folder, which is not what people have.
        plan.temporary = vec![top.join("tmp")];
        plan.layer = *layer;
        Plans::new(&top.join("state")).write(name, &plan)?;
    }
    Ok(())
}

fn print(contestants: &[(&str, Command, Vec<Duration>)], rounds: usize) -> anyhow::Result<()> {
    output::line(format_args!("`bash -c true` behind each layer: {rounds} rounds, milliseconds"))?;
    let of = |times: &[Duration], percent| percentile(times, percent).as_secs_f64() * 1000.0;
    let plain = contestants.first().map_or(0.0, |(_, _, times)| of(times, 50));
    for (name, _, times) in contestants {
        let (least, median) = (of(times, 10), of(times, 50));
        output::line(format_args!(
            "{name:12}  p10 {least:6.2}  median {median:6.2}  more {:+6.2}",
            median - plain
        ))?;
    }
    Ok(())
}
