//! `cargo xtask kill`: kills the programs at every system call that writes, and looks at what is
//! left.
//!
//! Each scenario of `scenarios` is an operation in a throw-away project. `strace` names its
//! system calls that write, and then ends the program before each of them, in a copy of the same
//! project. What follows (the same call again or not, then others) has to work, and a model says
//! what must be there in the end: no record lost that was acknowledged, none twice.

mod ground;
mod model;
mod scenarios;
mod trace;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};

use crate::output;
use crate::workspace::Workspace;
use ground::Ground;
use scenarios::Scenario;
use trace::Point;

/// What a person may ask of `kill`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenarios whose names contain one of these; all if none is named
    #[arg(value_name = "WORDS")]
    wanted: Vec<String>,
    /// Kill each operation at so many moments, spread evenly; at all of them otherwise
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Take the programs from DIR instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

impl Args {
    /// So many kills of each operation, of programs in a folder.
    pub(crate) fn sample(moments: usize, programs: &Path) -> Self {
        Self { wanted: Vec::new(), sample: Some(moments), programs: Some(programs.to_owned()) }
    }
}

/// How the kills of a scenario ended.
#[derive(Default)]
struct Tally {
    points: usize,
    kills: usize,
    faults: Vec<String>,
}

/// Fails where something was left broken, and where a scenario cannot be played.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    if !trace::is_there() {
        return Ok(output::line("strace is missing: not run")?);
    }
    let is_wanted = |scenario: &&Scenario| {
        args.wanted.is_empty() || args.wanted.iter().any(|words| scenario.name.contains(words))
    };
    let scenarios: Vec<&Scenario> = scenarios::all().filter(is_wanted).collect();
    let programs = match &args.programs {
        Some(folder) => folder.canonicalize()?,
        None => built(workspace, &scenarios)?,
    };
    let started = Instant::now();
    let (mut kills, mut faults) = (0, 0);
    for scenario in scenarios {
        let tally = play(scenario, &programs, args.sample);
        let tally = tally.with_context(|| format!("could not play {}", scenario.name))?;
        let Tally { points, kills: killed, faults: found } = &tally;
        let state = if found.is_empty() { "ok" } else { "BROKEN" };
        let name = scenario.name;
        output::line(format_args!("{state:<7} {name:<44} {points:>4} moments {killed:>4} kills"))?;
        for fault in found {
            output::line(format_args!("        {fault}"))?;
        }
        (kills, faults) = (kills + killed, faults + found.len());
    }
    let seconds = started.elapsed().as_secs_f64();
    output::line(format_args!("{kills} kills, {faults} faults, {seconds:.1} s"))?;
    if faults > 0 {
        bail!("{faults} of {kills} kills left something broken");
    }
    Ok(())
}

/// The folder of the programs, built as any test has them.
fn built(workspace: &Workspace, scenarios: &[&Scenario]) -> anyhow::Result<PathBuf> {
    let mut names: Vec<&str> = scenarios.iter().map(|scenario| scenario.program).collect();
    names.sort_unstable();
    names.dedup();
    let mut args = vec!["build", "--quiet", "--locked"];
    args.extend(names.iter().flat_map(|name| ["--package", name]));
    let cargo =
        std::process::Command::new("cargo").args(args).current_dir(workspace.root()).status();
    if !cargo.is_ok_and(|status| status.success()) {
        bail!("could not build {}", names.join(", "));
    }
    Ok(workspace.target_dir()?.join("debug"))
}

fn play(scenario: &Scenario, programs: &Path, sample: Option<usize>) -> anyhow::Result<Tally> {
    let mut ground = Ground::new(programs, scenario.program)?;
    for (path, text) in scenario.files {
        ground.write(path, text)?;
    }
    for step in scenario.before {
        ground.play(step)?;
    }
    ground.freeze()?;
    let points = trace::points(&ground, &scenario.killed)?;
    let mut tally = Tally { points: points.len(), ..Tally::default() };
    for point in spread(&points, sample) {
        for again in [false, true] {
            ground.thaw()?;
            trace::kill(&ground, &scenario.killed, point)?;
            tally.kills += 1;
            if let Err(err) = aftermath(&ground, scenario, again) {
                let again = if again { ", and again" } else { "" };
                tally.faults.push(format!("killed before {point}{again}: {err:#}"));
            }
        }
        if scenario.is_failed && point.can_fail() {
            tally.kills += 1;
            if let Err(err) = failed_once(&ground, scenario, point) {
                tally.faults.push(format!("failed at {point}: {err:#}"));
            }
        }
    }
    Ok(tally)
}

/// What happens where a call fails: what ends it is told with a path, and the next run does the rest.
fn failed_once(ground: &Ground, scenario: &Scenario, point: &Point) -> anyhow::Result<()> {
    ground.thaw()?;
    let output = trace::fail(ground, &scenario.killed, point)?;
    let said = String::from_utf8_lossy(&output.stderr);
    let is_told = said.contains('/') || said.contains("could not write to stdout");
    if !output.status.success() && !is_told {
        bail!("{}, and no path is told: {}", output.status, said.trim());
    }
    if said.contains("panicked") {
        bail!("it panicked: {}", said.trim());
    }
    aftermath(ground, scenario, false)
}

/// What happens after the kill, and what must have come of it all.
fn aftermath(ground: &Ground, scenario: &Scenario, again: bool) -> anyhow::Result<()> {
    ground.age()?;
    if again {
        match ground.play(&scenario.killed) {
            Err(err) if is_done(scenario, &err) => {}
            played => drop(played?),
        }
    }
    for step in scenario.then {
        ground.play(step)?;
    }
    model::check(ground, scenario, again)
}

fn is_done(scenario: &Scenario, err: &anyhow::Error) -> bool {
    !scenario.done.is_empty() && err.to_string().contains(scenario.done)
}

/// As many as are wanted, each from the middle of its share.
fn spread(points: &[Point], sample: Option<usize>) -> Vec<&Point> {
    let all = points.len();
    let wanted = sample.unwrap_or(all).clamp(1, all.max(1));
    (0..wanted).filter_map(|at| points.get((2 * at + 1) * all / (2 * wanted))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_all() {
        let points: Vec<Point> =
            (1..=10).map(|nth| Point { call: "write".to_owned(), nth }).collect();
        let check = |sample: Option<usize>, expected: &[usize]| {
            let found: Vec<_> = spread(&points, sample).iter().map(|point| point.nth).collect();
            assert_eq!(found, expected, "{sample:?}");
        };
        check(Some(1), &[6]);
        check(Some(2), &[3, 8]);
        check(Some(4), &[2, 4, 7, 9]);
        check(Some(99), &(1..=10).collect::<Vec<_>>());
        check(None, &(1..=10).collect::<Vec<_>>());
        assert!(spread(&[], None).is_empty());
    }
}
