//! `cargo xtask ci`: everything that a change has to pass, in one command.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::registration::ENGINE;
use crate::workspace::Workspace;
use crate::{alone, bench, kill, output, package, picture, tidy};

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
    /// Programs are built as each would be by itself, into a folder of their own.
    Alone(Vec<String>),
    /// The engine is checked with each of these hooks alone, and with none.
    Hooks(Vec<String>),
    Tidy,
    /// The pictures of the README are held against what is printed now.
    Pictures,
    /// These programs are killed at a sample of the moments at which they write.
    Kill,
    /// What these programs ask of the system is held against the table.
    Counts,
    /// What is released is made of the programs of the workspace, and tried.
    Package,
    /// A program is built as it is released, but quickly, and looked at.
    Release,
}

/// Where the tests look for programs that were built alone, by `golden`.
const PROGRAMS: &str = "TACKLEBOX_PROGRAMS";

/// The program that is built as it is released: it has the fewest packages.
const PROBE: &str = "question-preference-hook";

/// At how many moments each operation is killed: more would take more than half a minute.
const KILLS: usize = 2;

/// Stops at the first step that fails, and names it.
pub(crate) fn run(workspace: &Workspace, _args: Args) -> anyhow::Result<()> {
    tools_are_there(workspace.root())?;
    let mut times = Vec::new();
    let programs = workspace.target_dir()?.join("alone");
    for step in steps(&workspace.hook_names(), &workspace.engine_hooks(), &programs) {
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
/// together, so each program is built alone, as it is for a person, and the tests
/// of the workspace, compiled once, start these programs. `of_engine` are the hooks that the
/// engine can be built with.
fn steps(hooks: &[String], of_engine: &[String], programs: &Path) -> Vec<Step> {
    let [shell, _] = confine::SHELLS;
    let beside = [ENGINE, shell].map(str::to_owned);
    let all = hooks.iter().cloned().chain(beside).collect();
    let rustdoc = ("RUSTDOCFLAGS", "-D warnings".to_owned());
    let programs = (PROGRAMS, programs.to_string_lossy().into_owned());
    let step = |name: &str, action| Step { name: name.to_owned(), action };
    vec![
        cargo("fmt --all --check", vec![]),
        step("tidy", Action::Tidy),
        cargo("clippy --workspace --all-targets --locked -- -D warnings", vec![]),
        cargo("doc --workspace --no-deps --locked", vec![rustdoc]),
        step("the engine with one hook, and with none", Action::Hooks(of_engine.to_vec())),
        step("each program built alone", Action::Alone(all)),
        cargo("test --workspace --locked", vec![programs]),
        step("the pictures of the README", Action::Pictures),
        step("a sample of kills", Action::Kill),
        step("the counts of system calls", Action::Counts),
        step("what is released, tried", Action::Package),
        step("a program as it is released", Action::Release),
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
        Action::Cargo { args, env } => workspace.cargo(args, env),
        Action::Alone(names) => alone::build(workspace, names, programs),
        Action::Pictures => {
            picture::run(workspace, &picture::Args::check(&workspace.target_dir()?.join("debug")))
        }
        Action::Kill => kill::run(workspace, &kill::Args::sample(KILLS, programs)),
        Action::Counts => bench::run(workspace, bench::Args::counts(programs)),
        Action::Package => {
            let (target, programs) = (workspace.triple()?, workspace.target_dir()?.join("debug"));
            package::run(workspace, &package::Args::check(target.name(), &programs))
        }
        Action::Release => released(workspace),
        Action::Hooks(hooks) => {
            selections(hooks).iter().try_for_each(|args| workspace.cargo(args, &[]))
        }
    }
}

/// Builds the smallest program with the flags of a release.
fn released(workspace: &Workspace) -> anyhow::Result<()> {
    let folder = tempfile::tempdir().context("could not make a folder")?;
    let (target, out) = (workspace.triple()?, folder.path().join("dist"));
    package::run(workspace, &package::Args::quick(target.name(), PROBE, &out))
}

/// The arguments that check the engine without any hook, and with each by itself: clippy has
/// checked what is below, and need not do it again.
fn selections(hooks: &[String]) -> Vec<Vec<String>> {
    let one = |hook: Option<&String>| {
        let head = ["clippy", "--quiet", "--package", ENGINE, "--locked", "--no-default-features"];
        let features = hook.map(|hook| ["--features", hook]).into_iter().flatten();
        let words = head.into_iter().chain(features).chain(["--", "-D", "warnings"]);
        words.map(str::to_owned).collect()
    };
    std::iter::once(None).chain(hooks.iter().map(Some)).map(one).collect()
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
    fn each_program_is_built_alone_and_all_are_tested_once() {
        let hooks = ["a-hook", "b-hook"].map(str::to_owned);
        let steps = steps(&hooks, &hooks[..1], Path::new("/alone"));
        let names: Vec<_> = steps.iter().map(|step| step.name.as_str()).collect();
        let expected = [
            "cargo fmt --all --check",
            "tidy",
            "cargo clippy --workspace --all-targets --locked -- -D warnings",
            "cargo doc --workspace --no-deps --locked",
            "the engine with one hook, and with none",
            "each program built alone",
            "cargo test --workspace --locked",
            "the pictures of the README",
            "a sample of kills",
            "the counts of system calls",
            "what is released, tried",
            "a program as it is released",
            "cargo run --quiet --package xtask -- new-hook --trial",
        ];
        assert_eq!(names, expected);
        assert!(matches!(&steps[4].action, Action::Hooks(known) if *known == hooks[..1]));
        let all = ["a-hook", "b-hook", "tacklebox", "confine-bash"];
        assert!(matches!(&steps[5].action, Action::Alone(built) if *built == all));
        let tests = &steps[6].action;
        let expected = [(PROGRAMS, "/alone".to_owned())];
        assert!(matches!(tests, Action::Cargo { env, .. } if env[..] == expected));
    }

    #[test]
    fn the_engine_is_checked_without_a_hook_and_with_each() {
        let lines: Vec<_> =
            selections(&["a-hook".to_owned()]).iter().map(|args| args.join(" ")).collect();
        let head = "clippy --quiet --package tacklebox --locked --no-default-features";
        let with = format!("{head} --features a-hook -- -D warnings");
        assert_eq!(lines, [format!("{head} -- -D warnings"), with]);
    }
}
