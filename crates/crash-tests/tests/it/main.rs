//! Kills the programs at every system call that writes, and checks what is left.
//!
//! Each scenario of `scenarios` is an operation in a throw-away project, and a trial. `strace` names
//! its system calls that write, and then ends the program before each of them, in a copy of the same
//! project. A limit on the size of files ends it within a write. What follows (the same call again or
//! not, then others) has to work, and a model says what must be there in the end: no record lost that
//! was acknowledged, none twice.
//!
//! Each operation is killed at one moment. `CRASHES=all cargo test -p crash-tests --test it` tries
//! all of them, `CRASHES=9` so many.

#![cfg(test)]

mod cut;
mod ground;
mod model;
mod scenarios;
mod trace;

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Output};

use anyhow::{bail, ensure};
use libtest_mimic::{Arguments, Failed, Trial};

use ground::Ground;
use scenarios::Scenario;

/// At how many moments an operation is killed where nobody says otherwise.
const DEFAULT_MOMENTS: usize = 1;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_possible = trace::is_there() && cut::is_there();
    let trials = scenarios::all().map(|scenario| {
        let name = scenario.name.replace(' ', "-");
        let run = || play_all(scenario).map_err(|err| Failed::from(format!("{err:#}")));
        // Without strace and prlimit there is nothing to kill with.
        Trial::test(name, run).with_ignored_flag(!is_possible)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn play_all(scenario: &Scenario) -> anyhow::Result<()> {
    let tally = play(scenario, &programs(), moments())?;
    let Tally { kills, faults, .. } = &tally;
    ensure!(*kills > 0, "nothing was killed");
    ensure!(faults.is_empty(), "{} of {kills} kills:\n{}", faults.len(), faults.join("\n"));
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a switch for whoever runs the tests")]
fn moments() -> Option<usize> {
    match env::var("CRASHES").as_deref() {
        Ok("all") => None,
        Ok(number) => Some(number.parse().unwrap_or(DEFAULT_MOMENTS)),
        Err(_) => Some(DEFAULT_MOMENTS),
    }
}

/// The folder of the programs: two above that of this one, unless they were built alone.
fn programs() -> PathBuf {
    let test = env::current_exe().unwrap_or_default();
    let built = test.ancestors().nth(2).unwrap_or(Path::new("")).join("tacklebox");
    golden::under_test(&built).with_file_name("")
}

/// How the kills of a scenario ended.
#[derive(Default)]
struct Tally {
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
    let mut tally = Tally::default();
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
