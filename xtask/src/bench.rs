//! `cargo xtask bench`: what a hook call costs, as a ratio to one `/bin/true`.
//!
//! A host starts a hook on every tool call, so the whole process is timed, from spawn to exit.
//! Absolute times drift; the ratio of tenth percentiles within a block of interleaved runs repeats.
//! It reports and never fails on a time; counts fail where one grew. What the engine costs is a
//! ratio to the programs of hooks, which the fixture names. The targets are those of Linux.

mod counts;
mod counts_table;
mod fixture;
mod input;
mod profile;
mod rounds;
mod session;
mod store;
mod table;
mod wall_cost;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use fastrand::Rng;

use crate::registration::ENGINE;
use crate::tidy::costs::{self, Cost, Costs};
use crate::workspace::Workspace;
use crate::{files, output};
use fixture::Fixture;
pub(crate) use profile::{functions, has_fixtures};

/// A configuration that was written less than two seconds ago is not taken into
/// a hook's compiled cache: it might be written again within the same tick.
const SETTLING: Duration = Duration::from_secs(3);

/// What a person may ask of `bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The hooks to measure, or `tacklebox` [default: all]
    #[arg(value_name = "HOOK")]
    hooks: Vec<String>,
    /// Blocks for each fixture
    #[arg(long, default_value_t = 7, value_parser = at_least_one)]
    blocks: usize,
    /// Rounds in a block
    #[arg(long, default_value_t = 60, value_parser = at_least_one)]
    rounds: usize,
    /// Measure sessions in this client instead, one for each round
    #[arg(long, value_name = "CLIENT", group = "instead")]
    #[arg(conflicts_with_all = ["hooks", "blocks"])]
    session: Option<PathBuf>,
    /// Count system calls instead, and compare them with the stored table
    #[arg(long, group = "instead", conflicts_with_all = ["blocks", "rounds"])]
    counts: bool,
    /// Measure what each layer of the wall adds to `bash -c true` instead
    #[arg(long, group = "instead", conflicts_with = "hooks")]
    confine: bool,
    /// Write the stored table: that of `--counts`, or the costs, three of which are in the README
    #[arg(long, conflicts_with_all = ["hooks", "confine", "session"])]
    bless: bool,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Also run an earlier build, in DIR, in the same rounds
    #[arg(long, value_name = "DIR", conflicts_with = "instead")]
    against: Option<PathBuf>,
}

impl Args {
    /// The counts of programs in a folder.
    pub(crate) fn counts(programs: &Path) -> Self {
        Self {
            hooks: Vec::new(),
            blocks: 1,
            rounds: 1,
            session: None,
            counts: true,
            confine: false,
            bless: false,
            programs: Some(programs.to_owned()),
            against: None,
        }
    }
}

/// Fails when a program cannot be built or a fixture cannot be played, never
/// because a hook is slow; counts fail where one grew.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    if let Some(client) = &args.session {
        return session::run(workspace, client, args.rounds, args.programs.as_deref());
    }
    let folder = workspace.root().join("tests/bench");
    let unpacked = files::unpacked(&folder)?;
    let fixtures = unpacked.path();
    let [shell, _] = confine::SHELLS;
    let names =
        if args.confine { vec![shell.to_owned()] } else { subjects(workspace, &args.hooks)? };
    let programs = match &args.programs {
        Some(folder) => absolute(folder)?,
        None if args.counts => built_as_tested(workspace, &names)?,
        None => built_for_people(workspace, &names, fixtures)?,
    };
    if args.counts {
        return counts_table::run(&folder, fixtures, &names, &programs, args.bless);
    }
    let against = args.against.as_deref().map(absolute).transpose()?;
    let mut rng = Rng::new();
    if args.confine {
        return wall_cost::run(&programs.join(shell), args.blocks, args.rounds, &mut rng);
    }
    output::line(format_args!(
        "Whole processes, in terms of /bin/true, the engine in terms of hooks: {} blocks of {} rounds",
        args.blocks, args.rounds
    ))?;
    let mut costs = Costs::new();
    for name in &names {
        output::line(format_args!("\n{name}\n{}", table::columns()))?;
        let placed =
            |programs: &Path| fixture::fixtures(&fixtures.join(name), &programs.join(name));
        let now = placed(&programs)?;
        let before = against.as_deref().map(placed).transpose()?.unwrap_or_default();
        thread::sleep(SETTLING);
        for (place, fixture) in now.iter().enumerate() {
            let sample = Sample { fixture, before: before.get(place), args };
            let target = workspace.target(name, &fixture.name);
            let (rows, cost) = sample.measured(target, &mut rng)?;
            output::line(rows)?;
            costs.insert(format!("{name}/{}", fixture.name), cost);
        }
    }
    if args.bless { costs::write(workspace.root(), &costs) } else { Ok(()) }
}

/// What is measured of a fixture.
struct Sample<'a> {
    fixture: &'a Fixture,
    /// The same one for an earlier build.
    before: Option<&'a Fixture>,
    args: &'a Args,
}

impl Sample<'_> {
    /// Its rows to print, and its cost.
    fn measured(&self, target: Option<f64>, rng: &mut Rng) -> anyhow::Result<(String, Cost)> {
        let Self { fixture, before, args } = self;
        let outcome = fixture.warm_up()?;
        let earlier = before.map(|before| (before, before.warm_up()));
        // What an earlier build cannot answer is not compared.
        let rival = earlier.as_ref().filter(|(_, outcome)| outcome.is_ok()).map(|(it, _)| *it);
        let mut contest = fixture.contest(rival);
        let blocks: Vec<_> = (0..args.blocks)
            .map(|_| rounds::block(&mut contest, args.rounds, rng))
            .collect::<anyhow::Result<_>>()?;
        let row = table::row(&fixture.name, &outcome, target, &blocks);
        let rows = match earlier {
            None => row,
            Some((_, Ok(then))) => {
                format!("{row}\n{}", table::comparison(&outcome, &then, &blocks))
            }
            Some((_, Err(err))) => format!("{row}\n  before: {err:#}"),
        };
        Ok((rows, table::cost(&blocks)))
    }
}

fn absolute(folder: &Path) -> anyhow::Result<PathBuf> {
    folder.canonicalize().with_context(|| format!("no {}", folder.display()))
}

/// The programs to measure: hooks, and the engine where nothing or its name was said.
fn subjects(workspace: &Workspace, asked: &[String]) -> anyhow::Result<Vec<String>> {
    let (engine, hooks): (Vec<String>, _) = asked.iter().cloned().partition(|name| name == ENGINE);
    let mut names = Vec::new();
    if engine.is_empty() || !hooks.is_empty() {
        let known = workspace.offers()?;
        let chosen = hook_installer::named(hooks.iter().map(String::as_str), &known)?;
        let hooks = if hooks.is_empty() { known } else { chosen };
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

/// The folder of the programs as the tests have them.
fn built_as_tested(workspace: &Workspace, names: &[String]) -> anyhow::Result<PathBuf> {
    let packages = names.iter().flat_map(|name| ["--package".to_owned(), name.clone()]);
    let args: Vec<String> = std::iter::once("build".to_owned()).chain(packages).collect();
    workspace.cargo(&args, &[])?;
    Ok(workspace.target_dir()?.join("debug"))
}

/// The folder of the programs that a person would get, and of those that the engine is compared with.
fn built_for_people(
    workspace: &Workspace,
    names: &[String],
    fixtures: &Path,
) -> anyhow::Result<PathBuf> {
    workspace.build(names)?;
    if names.iter().any(|name| name == ENGINE) {
        let opponents = fixture::opponents(&fixtures.join(ENGINE))?;
        let missing = opponents.into_iter().filter(|hook| !names.contains(hook));
        workspace.build(&missing.collect::<Vec<_>>())?;
    }
    workspace.programs_dir()
}
