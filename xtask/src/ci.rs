//! `cargo xtask ci`: everything that a change has to pass, in one command.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use hook_installer::file_name;

use crate::workspace::Workspace;
use crate::{output, tidy};

/// `ci` takes no options.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Args {}

/// A part of CI.
struct Step {
    name: String,
    action: Action,
}

enum Action {
    Cargo {
        args: Vec<String>,
        env: Vec<(&'static str, String)>,
    },
    /// Programs are built one by one, into a folder of their own.
    Alone(Vec<String>),
    Tidy,
}

/// Where the tests look for programs that were built alone, by `golden`.
const PROGRAMS: &str = "TACKLEBOX_PROGRAMS";

/// Stops at the first step that fails, and names it.
pub(crate) fn run(workspace: &Workspace, _args: Args) -> anyhow::Result<()> {
    tools_are_there(workspace.root())?;
    let mut times = Vec::new();
    let programs = workspace.target_dir()?.join("alone");
    for step in steps(&workspace.hook_names(), &programs) {
        output::line(format_args!("\n=== {}", step.name))?;
        let started = Instant::now();
        perform(&step, workspace, &programs).with_context(|| format!("`{}` failed", step.name))?;
        let took = started.elapsed();
        output::line(format_args!("--- {}", seconds(took)))?;
        times.push((step.name, took));
    }
    output::line("\n=== all passed")?;
    for (name, took) in &times {
        output::line(format_args!("{:>8}  {name}", seconds(*took)))?;
    }
    let sum = seconds(times.iter().map(|(_, took)| *took).sum());
    Ok(output::line(format_args!("{sum:>8}  in all"))?)
}

/// The steps. What fails soonest comes first. Features unify over what is built
/// together, so each hook's program is built alone, as it is for a person, and the tests
/// of the workspace, compiled once, start these programs.
fn steps(hooks: &[String], programs: &Path) -> Vec<Step> {
    let rustdoc = ("RUSTDOCFLAGS", "-D warnings".to_owned());
    let programs = (PROGRAMS, programs.to_string_lossy().into_owned());
    let step = |name: &str, action| Step { name: name.to_owned(), action };
    vec![
        cargo("fmt --all --check", vec![]),
        step("tidy", Action::Tidy),
        cargo("clippy --workspace --all-targets --locked -- -D warnings", vec![]),
        cargo("doc --workspace --no-deps --locked", vec![rustdoc]),
        step("each hook built alone", Action::Alone(hooks.to_vec())),
        cargo("test --workspace --locked", vec![programs]),
        cargo("run --quiet --package xtask -- new-hook --trial", vec![]),
    ]
}

fn cargo(args: &str, env: Vec<(&'static str, String)>) -> Step {
    let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
    Step { name: format!("cargo {}", args.join(" ")), action: Action::Cargo { args, env } }
}

fn perform(step: &Step, workspace: &Workspace, programs: &Path) -> anyhow::Result<()> {
    match &step.action {
        Action::Tidy => tidy::run(workspace, tidy::Args {}),
        Action::Cargo { args, env } => run_cargo(workspace, args, env),
        Action::Alone(hooks) => {
            fs::create_dir_all(programs)
                .with_context(|| format!("could not make {}", programs.display()))?;
            hooks.iter().try_for_each(|hook| build_alone(workspace, hook, programs))
        }
    }
}

/// Builds the program of one hook and puts it where the next build does not reach it.
fn build_alone(workspace: &Workspace, hook: &str, programs: &Path) -> anyhow::Result<()> {
    let args = ["build", "--package", hook, "--bin", hook, "--locked"].map(str::to_owned);
    run_cargo(workspace, &args, &[]).with_context(|| format!("could not build {hook}"))?;
    let name = file_name(hook);
    let built = workspace.target_dir()?.join("debug").join(&name);
    fs::copy(&built, programs.join(&name))
        .with_context(|| format!("could not copy {}", built.display()))?;
    Ok(())
}

fn run_cargo(
    workspace: &Workspace,
    args: &[String],
    env: &[(&'static str, String)],
) -> anyhow::Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(args).envs(env.iter().map(|(name, value)| (name, value)));
    let status = cargo.current_dir(workspace.root()).status().context("could not start cargo")?;
    if !status.success() {
        bail!("{status}");
    }
    Ok(())
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

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hook_is_built_alone_and_all_are_tested_once() {
        let hooks = ["a-hook", "b-hook"].map(str::to_owned);
        let steps = steps(&hooks, Path::new("/alone"));
        let names: Vec<_> = steps.iter().map(|step| step.name.as_str()).collect();
        let expected = [
            "cargo fmt --all --check",
            "tidy",
            "cargo clippy --workspace --all-targets --locked -- -D warnings",
            "cargo doc --workspace --no-deps --locked",
            "each hook built alone",
            "cargo test --workspace --locked",
            "cargo run --quiet --package xtask -- new-hook --trial",
        ];
        assert_eq!(names, expected);
        assert!(matches!(&steps[4].action, Action::Alone(built) if *built == hooks));
        let tests = &steps[5].action;
        let expected = [(PROGRAMS, "/alone".to_owned())];
        assert!(matches!(tests, Action::Cargo { env, .. } if env[..] == expected));
    }
}
