//! `cargo xtask ci`: everything that a change has to pass, in one command.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::workspace::Workspace;
use crate::{output, tidy};

/// `ci` takes no options.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Args {}

/// A part of CI: a cargo command, or `tidy`.
struct Step {
    name: String,
    action: Action,
}

enum Action {
    Cargo { args: Vec<String>, env: Vec<(&'static str, &'static str)> },
    Tidy,
}

/// Stops at the first step that fails, and names it.
pub(crate) fn run(workspace: &Workspace, _args: Args) -> anyhow::Result<()> {
    tools_are_there(workspace.root())?;
    let mut times = Vec::new();
    for step in steps(&workspace.hook_names()) {
        output::line(format_args!("\n=== {}", step.name))?;
        let started = Instant::now();
        perform(&step, workspace).with_context(|| format!("`{}` failed", step.name))?;
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

/// The steps. Each hook is tested alone, since features unify across a workspace:
/// only so is it the program that a person installs.
fn steps(hooks: &[String]) -> Vec<Step> {
    let without_hooks = hooks.iter().flat_map(|hook| [" --exclude ", hook]).collect::<String>();
    let mut steps = vec![
        cargo("fmt --all --check", &[]),
        cargo("clippy --workspace --all-targets --locked -- -D warnings", &[]),
        cargo(&format!("test --workspace{without_hooks} --locked"), &[]),
        cargo("doc --workspace --no-deps --locked", &[("RUSTDOCFLAGS", "-D warnings")]),
        Step { name: "tidy".to_owned(), action: Action::Tidy },
        cargo("run --quiet --package xtask -- new-hook --trial", &[]),
    ];
    steps.extend(hooks.iter().map(|hook| cargo(&format!("test --package {hook} --locked"), &[])));
    steps
}

fn cargo(args: &str, env: &[(&'static str, &'static str)]) -> Step {
    Step {
        name: format!("cargo {args}"),
        action: Action::Cargo {
            args: args.split(' ').map(str::to_owned).collect(),
            env: env.to_vec(),
        },
    }
}

fn perform(step: &Step, workspace: &Workspace) -> anyhow::Result<()> {
    match &step.action {
        Action::Tidy => tidy::run(workspace, tidy::Args {}),
        Action::Cargo { args, env } => {
            let status = Command::new("cargo")
                .args(args)
                .envs(env.iter().copied())
                .current_dir(workspace.root())
                .status()
                .context("could not start cargo")?;
            if !status.success() {
                bail!("{status}");
            }
            Ok(())
        }
    }
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
    fn each_hook_is_tested_alone_and_only_once() {
        let steps = steps(&["a-hook".to_owned(), "b-hook".to_owned()]);
        let names: Vec<_> = steps.iter().map(|step| step.name.as_str()).collect();
        let expected = [
            "cargo fmt --all --check",
            "cargo clippy --workspace --all-targets --locked -- -D warnings",
            "cargo test --workspace --exclude a-hook --exclude b-hook --locked",
            "cargo doc --workspace --no-deps --locked",
            "tidy",
            "cargo run --quiet --package xtask -- new-hook --trial",
            "cargo test --package a-hook --locked",
            "cargo test --package b-hook --locked",
        ];
        assert_eq!(names, expected);
    }
}
