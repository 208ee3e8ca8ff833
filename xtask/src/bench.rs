//! `cargo xtask bench`: what a hook call costs, as a ratio to one `/bin/true`.
//!
//! A host starts a hook on every tool call, so the whole process is timed, from
//! spawn to exit. Absolute times drift; the ratio of tenth percentiles within a
//! block of interleaved runs repeats. It reports and never fails on a figure.
//! What the engine costs is a ratio to the programs of hooks, which the fixture names.
//! The targets are those of Linux, and so are the programs it compares with.

mod confined;
mod counts;
mod elf;
mod fixture;
mod input;
mod recorded;
mod replay;
mod rounds;
mod session;
mod statistics;
mod store;
mod table;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use fastrand::Rng;

use crate::registration::ENGINE;
use crate::workspace::{Program, Workspace};
use crate::{alone, choice, output};
use table::{Measured, Subject};

/// A configuration that was written less than two seconds ago is not taken into
/// a hook's compiled cache: it might be written again within the same tick.
const SETTLING: Duration = Duration::from_secs(3);

/// What a person may ask of `bench`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that a person types")]
pub(crate) struct Args {
    /// Hooks to measure, and `tacklebox`; all that have fixtures if none is named
    #[arg(value_name = "HOOK")]
    hooks: Vec<String>,
    /// Blocks for each fixture
    #[arg(long, default_value_t = 7, value_parser = at_least_one)]
    blocks: usize,
    /// Rounds in a block
    #[arg(long, default_value_t = 60, value_parser = at_least_one)]
    rounds: usize,
    /// Write the figures to this file as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure sessions in this client instead, as many as there are rounds
    #[arg(long, value_name = "CLIENT", group = "instead")]
    #[arg(conflicts_with_all = ["hooks", "json", "blocks"])]
    session: Option<PathBuf>,
    /// Replay 100,000 calls instead, as often as there are rounds
    #[arg(long, group = "instead", conflicts_with_all = ["hooks", "json", "blocks"])]
    replay: bool,
    /// Measure what the wall costs a shell command instead, by each layer
    #[arg(long, group = "instead", conflicts_with_all = ["hooks", "json", "blocks"])]
    confine: bool,
    /// Count system calls instead, and hold them against the stored table
    #[arg(long, group = "instead", conflicts_with_all = ["hooks", "json", "blocks", "rounds"])]
    counts: bool,
    /// Renew that table
    #[arg(long, requires = "counts")]
    bless: bool,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

impl Args {
    /// The counts of programs in a folder.
    pub(crate) fn counts(programs: &Path) -> Self {
        Self {
            hooks: Vec::new(),
            blocks: 1,
            rounds: 1,
            json: None,
            session: None,
            replay: false,
            confine: false,
            counts: true,
            bless: false,
            programs: Some(programs.to_owned()),
        }
    }
}

/// Fails when a program cannot be built or a fixture cannot be played, never
/// because a hook is slow; counts fail where one grew.
pub(crate) fn run(workspace: &Workspace, args: Args) -> anyhow::Result<()> {
    if let Some(client) = &args.session {
        return session::run(workspace, client, args.rounds, args.programs.as_deref());
    }
    if args.confine {
        return confined::run(workspace, args.rounds, args.programs.as_deref());
    }
    if args.replay {
        return replay::run(workspace, args.rounds, args.programs.as_deref());
    }
    let fixtures = workspace.root().join("tests/bench");
    let names = subjects(workspace, &args.hooks)?;
    if args.counts {
        let programs = match args.programs {
            Some(folder) => folder.canonicalize()?,
            None => built(workspace, &names)?,
        };
        return recorded::run(&fixtures, &names, &programs, args.bless);
    }
    let programs = match &args.programs {
        Some(folder) => given(folder, &names)?,
        None => built_for_people(workspace, &names, &fixtures)?,
    };
    let nothing = static_nothing(workspace)?;
    let mut rng = Rng::new();
    let mut results = Vec::new();
    output::line(format_args!(
        "Whole processes, in terms of /bin/true, the engine in terms of hooks: {} blocks of {} rounds",
        args.blocks, args.rounds
    ))?;
    for program in &programs {
        let subject = subject(program)?;
        output::line(format_args!("\n{}\n{}", subject.head(), table::columns()))?;
        let fixtures = fixture::fixtures(&fixtures.join(&program.name), &program.path)?;
        thread::sleep(SETTLING);
        for mut fixture in fixtures {
            let outcome = fixture.warm_up()?;
            let mut contest = fixture.contest(&nothing);
            let blocks = (0..args.blocks)
                .map(|_| rounds::block(&mut contest, args.rounds, &mut rng))
                .collect::<anyhow::Result<_>>()?;
            let counts = fixture.counts();
            let target = workspace.target(&program.name, &fixture.name);
            let measured = Measured { counts, fixture: fixture.name, outcome, target, blocks };
            output::line(measured.row())?;
            results.push(measured.json(&subject));
        }
    }
    match args.json {
        Some(path) => table::save(&path, &results)
            .with_context(|| format!("could not write {}", path.display())),
        None => Ok(()),
    }
}

/// The folder of the programs, built as the tests have them.
fn built(workspace: &Workspace, names: &[String]) -> anyhow::Result<PathBuf> {
    let folder = workspace.target_dir()?.join("alone");
    alone::build(workspace, names, &folder)?;
    Ok(folder)
}

/// The programs to measure: hooks, and the engine where nothing or its name was said.
fn subjects(workspace: &Workspace, asked: &[String]) -> anyhow::Result<Vec<String>> {
    let (engine, hooks): (Vec<String>, _) = asked.iter().cloned().partition(|name| name == ENGINE);
    let mut names = Vec::new();
    if engine.is_empty() || !hooks.is_empty() {
        let hooks = choice::named_or_all(&hooks, &workspace.offers()?)?;
        names.extend(hooks.into_iter().map(|offer| offer.hook));
    }
    if asked.is_empty() || !engine.is_empty() {
        names.push(ENGINE.to_owned());
    }
    Ok(names)
}

/// A number without which nothing would be measured.
fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("nothing would be measured".to_owned()),
        Ok(number) => Ok(number),
        Err(err) => Err(err.to_string()),
    }
}

/// The programs that a person would get, and those that the engine is compared with beside them.
fn built_for_people(
    workspace: &Workspace,
    names: &[String],
    fixtures: &Path,
) -> anyhow::Result<Vec<Program>> {
    let programs = workspace.build(names)?;
    if names.iter().any(|name| name == ENGINE) {
        let opponents = fixture::opponents(&fixtures.join(ENGINE))?;
        let missing = opponents.into_iter().filter(|hook| !names.contains(hook));
        workspace.build(&missing.collect::<Vec<_>>())?;
    }
    Ok(programs)
}

/// The programs of a folder.
fn given(folder: &Path, names: &[String]) -> anyhow::Result<Vec<Program>> {
    let folder = folder.canonicalize().with_context(|| format!("no {}", folder.display()))?;
    let program = |name: &String| Program { name: name.clone(), path: folder.join(name) };
    Ok(names.iter().map(program).collect())
}

fn subject(program: &Program) -> anyhow::Result<Subject> {
    let file = fs::read(&program.path)
        .with_context(|| format!("could not read {}", program.path.display()))?;
    Ok(Subject {
        hook: program.name.clone(),
        bytes: u64::try_from(file.len())?,
        is_static: elf::is_static(&file),
    })
}

/// A static program that does nothing: what no Rust hook can go below.
fn static_nothing(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    const FLAGS: [&str; 6] = [
        "-Copt-level=3",
        "-Cpanic=abort",
        "-Cstrip=symbols",
        "--edition=2024",
        "--crate-name=nothing",
        "-",
    ];
    let dir = workspace.target_dir()?.join("bench");
    fs::create_dir_all(&dir).with_context(|| format!("could not make {}", dir.display()))?;
    let program = dir.join("nothing");
    let target = workspace.triple()?;
    let mut rustc = Command::new("rustc")
        .args(FLAGS)
        .args(["--target", target.name()])
        .args(target.flags())
        .arg("-o")
        .arg(&program)
        .stdin(Stdio::piped())
        .spawn()
        .context("could not start rustc")?;
    let source = rustc.stdin.take().map(|mut stdin| stdin.write_all(b"fn main() {}"));
    let status = rustc.wait()?;
    match source {
        Some(Ok(())) if status.success() => Ok(program),
        _ => bail!("rustc could not build the program that does nothing"),
    }
}
