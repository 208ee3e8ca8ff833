//! `cargo xtask ci`: everything that a change has to pass, in one command.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::registration::ENGINE;
use crate::workspace::Workspace;
use crate::{bench, feature_groups, output, package, picture, tidy};

/// `ci` takes no options.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Args {}

/// A part of CI.
enum Step {
    /// Cargo, with the arguments that are the name of the step.
    Cargo,
    Tidy,
    /// Each program is checked with the features that it has alone.
    Alone,
    /// The picture of the README is compared with what is printed now.
    Picture,
    /// The crates for hooks outside this repository are packaged for the registry.
    Crates,
    /// What the programs ask of the system is compared with the table.
    Counts,
    /// What is released is made of the programs of the workspace, and tried.
    Package,
}

/// What fails soonest comes first.
const STEPS: [(&str, Step); 10] = [
    ("fmt --all --check", Step::Cargo),
    ("tidy", Step::Tidy),
    ("clippy --workspace --all-targets --locked -- -D warnings", Step::Cargo),
    ("alone", Step::Alone),
    ("crates", Step::Crates),
    ("test --workspace --locked", Step::Cargo),
    ("test -p tacklebox-sync --locked --test it -- --ignored --nocapture chaos", Step::Cargo),
    ("picture", Step::Picture),
    ("counts", Step::Counts),
    ("package", Step::Package),
];

/// Stops at the first step that fails, and names it.
pub(crate) fn run(workspace: &Workspace, _args: Args) -> anyhow::Result<()> {
    tools_are_there(workspace.root())?;
    let mut times = Vec::new();
    for (name, step) in &STEPS {
        output::line(format_args!("\n=== {name}"))?;
        let started = Instant::now();
        perform(name, step, workspace).with_context(|| format!("`{name}` failed"))?;
        let took = started.elapsed().as_secs();
        output::line(format_args!("--- {took} s"))?;
        times.push(((*name).to_owned(), took));
    }
    output::line("\n=== all passed")?;
    for (name, took) in &times {
        let before = tidy::weight::seconds_before(workspace.root(), name, *took);
        let note = before.map_or(String::new(), |before| format!("  warning: it took {before} s"));
        output::line(format_args!("{took:>6} s  {name}{note}"))?;
    }
    let sum: u64 = times.iter().map(|(_, took)| took).sum();
    output::line(format_args!("{sum:>6} s  in all"))?;
    if !has_postgres() {
        output::line(
            "skipped: the engine `postgres` of leases, because PostgreSQL is not installed",
        )?;
    }
    tidy::weight::keep_seconds(workspace.target_dir()?, &times)
}

/// Whether tests can start a server. Debian keeps its programs off the path.
fn has_postgres() -> bool {
    let initdb = Command::new("initdb").arg("--version").stdout(Stdio::null()).status();
    initdb.is_ok_and(|it| it.success()) || Path::new("/usr/lib/postgresql").is_dir()
}

fn perform(name: &str, step: &Step, workspace: &Workspace) -> anyhow::Result<()> {
    let programs = workspace.target_dir()?.join("debug");
    match step {
        Step::Tidy => tidy::run(workspace, tidy::Args {}),
        Step::Cargo => cargo(workspace, name),
        Step::Alone => feature_groups::check(workspace, &programs_of(workspace)),
        Step::Crates => crates(workspace),
        Step::Picture => picture::run(workspace, &picture::Args::check(&programs)),
        Step::Counts => bench::run(workspace, &bench::Args::counts(&programs)),
        Step::Package => {
            package::run(workspace, &package::Args::check(workspace.triple()?.name(), &programs))
        }
    }
}

fn cargo(workspace: &Workspace, words: &str) -> anyhow::Result<()> {
    let args: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    workspace.cargo(&args, &[])
}

/// Packages what is published, each with the others in place of the registry. That they build is
/// tested by the page for authors of hooks.
fn crates(workspace: &Workspace) -> anyhow::Result<()> {
    let packages = workspace.metadata().get("packages").and_then(Value::as_array);
    let is_published = |package: &&Value| package.get("publish").is_some_and(Value::is_null);
    let packages = packages.into_iter().flatten().filter(is_published);
    let names = packages.filter_map(|package| package.get("name")?.as_str());
    let options = ["package", "--locked", "--no-verify", "--allow-dirty", "--quiet"];
    let args = options.into_iter().chain(names.flat_map(|name| ["--package", name]));
    workspace.cargo(&args.map(str::to_owned).collect::<Vec<_>>(), &[])
}

fn programs_of(workspace: &Workspace) -> Vec<String> {
    let beside = [ENGINE, confine::SHELLS[0]].map(str::to_owned);
    workspace.hook_names().into_iter().chain(beside).collect()
}

/// Fails with the command that installs what a minimal toolchain lacks.
fn tools_are_there(root: &Path) -> anyhow::Result<()> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let status = Command::new("cargo")
            .args([tool, "--version"])
            .current_dir(root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("could not start cargo")?;
        if !status.success() {
            bail!("{component} is not installed; `rustup component add {component}` installs it");
        }
    }
    Ok(())
}
