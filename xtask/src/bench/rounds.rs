//! The timed part: whole processes, from spawn to exit.

use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::slice::from_mut;
use std::time::{Duration, Instant};

use anyhow::Context;
use fastrand::Rng;

use super::input::Input;
use super::statistics::{percentile, ratio};

/// A block whose baseline scatters more than this is run again.
const CALM: f64 = 1.6;

/// How often one block is run again before it is taken as it is.
const REPEATS: usize = 3;

/// The programs of a block, each ready to be started, and their common input.
pub(super) struct Contest<'a> {
    /// The physical floor: a static program that does nothing.
    pub(super) nothing: Command,
    /// What all figures are ratios to: `/bin/true`, or programs that start side by side.
    pub(super) baseline: Vec<Command>,
    /// The hook, or the engine.
    pub(super) candidate: Command,
    /// What each of them reads.
    pub(super) input: &'a mut Input,
    /// So many processes of each program are started together, and timed from the first start to
    /// the last end.
    pub(super) at_once: usize,
}

/// The tenth percentiles of one block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) nothing: Duration,
    pub(super) baseline: Duration,
    pub(super) candidate: Duration,
    /// Whether the baseline was steady, if need be after some repeats.
    pub(super) calm: bool,
}

impl Block {
    /// What the candidate costs in terms of the baseline.
    pub(super) fn candidate_ratio(&self) -> f64 {
        ratio(self.candidate, self.baseline)
    }

    /// What doing nothing costs in terms of the baseline.
    pub(super) fn nothing_ratio(&self) -> f64 {
        ratio(self.nothing, self.baseline)
    }
}

/// Runs one block; a restless one again, a bounded number of times.
pub(super) fn block(
    contest: &mut Contest<'_>,
    rounds: usize,
    rng: &mut Rng,
) -> anyhow::Result<Block> {
    let mut block = once(contest, rounds, rng)?;
    for _ in 0..REPEATS {
        if block.calm {
            break;
        }
        block = once(contest, rounds, rng)?;
    }
    Ok(block)
}

/// Each round starts all three once, in random order, so that none profits
/// from its place.
fn once(contest: &mut Contest<'_>, rounds: usize, rng: &mut Rng) -> anyhow::Result<Block> {
    let Contest { nothing, baseline, candidate, input, at_once } = contest;
    let mut runners = [from_mut(nothing), baseline, from_mut(candidate)].map(|it| (it, Vec::new()));
    let mut order = [0, 1, 2];
    for _ in 0..rounds {
        rng.shuffle(&mut order);
        for index in order {
            if let Some((commands, times)) = runners.get_mut(index) {
                times.push(timed(commands, input, *at_once)?);
            }
        }
    }
    let [nothing, baseline, candidate] = runners.map(|(_, times)| times);
    let scatter = ratio(percentile(&baseline, 50), percentile(&baseline, 10));
    Ok(Block {
        nothing: percentile(&nothing, 10),
        baseline: percentile(&baseline, 10),
        candidate: percentile(&candidate, 10),
        calm: scatter <= CALM,
    })
}

/// The time of so many processes of each program, from the first start to the last end. Their
/// output goes to the null device, which costs all programs the same.
fn timed(commands: &mut [Command], input: &mut Input, at_once: usize) -> anyhow::Result<Duration> {
    let count = commands.len() * at_once;
    let mut inputs: Vec<File> = (0..count).map(|_| input.open()).collect::<anyhow::Result<_>>()?;
    for command in &mut *commands {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    let mut children = Vec::with_capacity(count);
    let started = Instant::now();
    for command in commands {
        let rest = inputs.split_off(at_once.min(inputs.len()));
        for input in std::mem::replace(&mut inputs, rest) {
            children.push((command.stdin(input).spawn(), command.get_program().to_owned()));
        }
    }
    let ends: Vec<_> =
        children.into_iter().map(|(child, name)| (child.and_then(ended), name)).collect();
    let took = started.elapsed();
    for (end, name) in ends {
        end.with_context(|| format!("could not run {}", name.display()))?;
    }
    Ok(took)
}

fn ended(mut child: Child) -> std::io::Result<()> {
    child.wait().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_times_each_program_in_each_round() {
        let dir = tempfile::tempdir().unwrap();
        let mut input = Input::new("{}".to_owned(), dir.path().to_owned());
        let runs = |name: &str| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "echo x >> \"$0\""]).arg(dir.path().join(name));
            command
        };
        let mut contest = Contest {
            nothing: runs("nothing"),
            baseline: vec![runs("baseline"), runs("beside")],
            candidate: runs("candidate"),
            input: &mut input,
            at_once: 2,
        };
        let block = once(&mut contest, 2, &mut Rng::with_seed(1)).unwrap();
        assert!(block.candidate_ratio() > 0.0 && block.nothing_ratio() > 0.0);
        for name in ["nothing", "baseline", "beside", "candidate"] {
            assert_eq!(std::fs::read_to_string(dir.path().join(name)).unwrap(), "x\nx\nx\nx\n");
        }
    }
}
