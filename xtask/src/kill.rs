//! `cargo xtask kill`: kills the programs at every system call that writes, and looks at what is
//! left.
//!
//! Each scenario of `scenarios` is an operation in a throw-away project. `strace` names its
//! system calls that write, and then ends the program before each of them, in a copy of the same
//! project. A limit on the size of files ends it within a write. What follows (the same call again or not, then others) has to work, and a model says
//! what must be there in the end: no record lost that was acknowledged, none twice.

mod cut;
mod ground;
mod model;
mod scenarios;
mod trace;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Instant;

use anyhow::{Context as _, bail};

use crate::output;
use crate::workspace::{Workspace, package};
use ground::Ground;
use scenarios::Scenario;

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

/// How a call ended, and what came next.
#[derive(Clone, Copy)]
struct Ended {
    /// Within a write, so that a line may be a part of one.
    is_cut: bool,
    /// Whether the same call was made once more.
    again: bool,
}

impl Tally {
    fn add(&mut self, what: fmt::Arguments<'_>, ended: anyhow::Result<()>) {
        self.kills += 1;
        if let Err(err) = ended {
            self.faults.push(format!("{what}: {err:#}"));
        }
    }
}

/// Fails where something was left broken, and where a scenario cannot be played.
pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    if !trace::is_there() || !cut::is_there() {
        return Ok(output::line("strace or prlimit is missing: not run")?);
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
    let mut names: Vec<&str> = scenarios.iter().map(|scenario| package(scenario.program)).collect();
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
    let cuts = cut::cuts(&ground, &scenario.killed, scenario.of_another)?;
    let mut tally = Tally { points: points.len() + cuts.len(), ..Tally::default() };
    for point in spread(&points, sample) {
        for again in [false, true] {
            ground.thaw()?;
            trace::kill(&ground, &scenario.killed, point)?;
            let ended = aftermath(&ground, scenario, Ended { is_cut: false, again });
            tally.add(
                format_args!("killed before {point}{}", if again { ", and again" } else { "" }),
                ended,
            );
        }
        if scenario.is_failed && point.can_fail() {
            ground.thaw()?;
            let output = trace::fail(&ground, &scenario.killed, point)?;
            let ended = failed_once(&ground, scenario, &output, false);
            tally.add(format_args!("failed at {point}"), ended);
        }
    }
    for &cut in spread(&cuts, sample) {
        for again in [false, true] {
            ground.thaw()?;
            cut::kill(&ground, &scenario.killed, cut)?;
            let ended = aftermath(&ground, scenario, Ended { is_cut: true, again });
            tally.add(
                format_args!("killed at {cut}{}", if again { ", and again" } else { "" }),
                ended,
            );
        }
        if scenario.is_failed {
            ground.thaw()?;
            let output = cut::fail(&ground, &scenario.killed, cut)?;
            tally.add(
                format_args!("failed at {cut}"),
                failed_once(&ground, scenario, &output, true),
            );
        }
    }
    Ok(tally)
}

/// What happens where a call fails: what ends it is told with a path, and the next run does the rest.
fn failed_once(
    ground: &Ground,
    scenario: &Scenario,
    output: &Output,
    is_cut: bool,
) -> anyhow::Result<()> {
    let said = String::from_utf8_lossy(&output.stderr);
    let is_told = said.contains('/') || said.contains("could not write to stdout");
    if !output.status.success() && !is_told {
        bail!("{}, and no path is told: {}", output.status, said.trim());
    }
    if said.contains("panicked") {
        bail!("it panicked: {}", said.trim());
    }
    aftermath(ground, scenario, Ended { is_cut, again: false })
}

/// What happens after the kill, and what must have come of it all.
fn aftermath(ground: &Ground, scenario: &Scenario, ended: Ended) -> anyhow::Result<()> {
    ground.age()?;
    if ended.again {
        match ground.play(&scenario.killed) {
            Err(err) if is_done(scenario, &err) => {}
            played => drop(played?),
        }
    }
    for step in scenario.then {
        ground.play(step)?;
    }
    model::check(ground, scenario, ended)
}

fn is_done(scenario: &Scenario, err: &anyhow::Error) -> bool {
    !scenario.done.is_empty() && err.to_string().contains(scenario.done)
}

/// As many as are wanted, each from the middle of its share.
fn spread<T>(points: &[T], sample: Option<usize>) -> Vec<&T> {
    let all = points.len();
    let wanted = sample.unwrap_or(all).clamp(1, all.max(1));
    (0..wanted).filter_map(|at| points.get((2 * at + 1) * all / (2 * wanted))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::Point;

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
        assert!(spread::<Point>(&[], None).is_empty());
    }
}
