//! The timed part: whole processes, from spawn to exit.

use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use fastrand::Rng;

use super::input::Input;

/// A block whose baseline scatters more than this is run again.
const CALM: f64 = 1.6;

/// How often one block is run again before it is taken as it is.
const REPEATS: usize = 3;

/// What the runs of a block are compared in.
pub(super) struct Contest<'a> {
    /// What the figures are ratios to: `/bin/true`, or programs that start side by side.
    pub(super) baseline: Contestant<'a>,
    /// The hook or the engine, then an earlier build of it if there is one.
    pub(super) candidates: Vec<Contestant<'a>>,
    /// So many processes of each program are started together, and timed from the first start to
    /// the last end.
    pub(super) at_once: usize,
}

/// Programs that start together, and what each of them reads.
pub(super) struct Contestant<'a> {
    pub(super) commands: Vec<Command>,
    pub(super) input: &'a Input,
}

/// One block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The tenth percentile of each candidate, in terms of that of the baseline.
    pub(super) ratios: Vec<f64>,
    /// The median time of the first candidate, in milliseconds.
    pub(super) ms: f64,
    /// In milliseconds, what the median of the first candidate is above that of the baseline.
    pub(super) more_ms: f64,
    /// Whether the baseline was steady, if need be after some repeats.
    pub(super) is_calm: bool,
}

/// Runs one block; a restless one again, a bounded number of times.
pub(super) fn block(
    contest: &mut Contest<'_>,
    rounds: usize,
    rng: &mut Rng,
) -> anyhow::Result<Block> {
    let mut block = once(contest, rounds, rng)?;
    for _ in 0..REPEATS {
        if block.is_calm {
            break;
        }
        block = once(contest, rounds, rng)?;
    }
    Ok(block)
}

/// Each round starts all once, in random order, so that none profits from its place.
fn once(contest: &mut Contest<'_>, rounds: usize, rng: &mut Rng) -> anyhow::Result<Block> {
    let Contest { baseline, candidates, at_once } = contest;
    let contestants = std::iter::once(baseline).chain(candidates);
    let mut runs: Vec<_> =
        contestants.enumerate().map(|(place, it)| (place, it, Vec::new())).collect();
    for _ in 0..rounds {
        rng.shuffle(&mut runs);
        for (_, contestant, times) in &mut runs {
            times.push(timed(contestant, *at_once)?);
        }
    }
    runs.sort_unstable_by_key(|(place, ..)| *place);
    let seconds = |percent| -> Vec<f64> {
        runs.iter().map(|(.., times)| percentile(times, percent).as_secs_f64()).collect()
    };
    let (tenths, halves) = (seconds(10), seconds(50));
    let first = |of: &[f64]| of.first().copied().unwrap_or_default();
    let (tenth, half) = (first(&tenths), first(&halves));
    let ms = halves.get(1).copied().unwrap_or_default() * 1000.0;
    let more_ms = ms - half * 1000.0;
    let ratios = tenths.iter().skip(1).map(|time| time / tenth).collect();
    Ok(Block { ratios, ms, more_ms, is_calm: half <= tenth * CALM })
}

/// The value below which this share of the times lies, by the nearest rank.
/// Zero where there are no times.
pub(super) fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// The middle of values in their order; zero where there are none.
pub(super) fn median(sorted: &[f64]) -> f64 {
    let at = |index: usize| sorted.get(index).copied().unwrap_or_default();
    let last = sorted.len().saturating_sub(1);
    f64::midpoint(at(last / 2), at(last.div_ceil(2)))
}

/// The time of so many processes of each program, from the first start to the last end. Their
/// output goes to the null device, which costs all programs the same.
fn timed(contestant: &mut Contestant<'_>, at_once: usize) -> anyhow::Result<Duration> {
    let Contestant { commands, input } = contestant;
    let count = commands.len() * at_once;
    let mut inputs: Vec<File> = (0..count).map(|_| input.open()).collect::<anyhow::Result<_>>()?;
    for command in commands.iter_mut() {
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
        let input = Input::new("{}".to_owned(), dir.path().to_owned());
        let runs = |name: &str| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "echo x >> \"$0\""]).arg(dir.path().join(name));
            command
        };
        let contestant = |names: &[&str]| Contestant {
            commands: names.iter().copied().map(runs).collect(),
            input: &input,
        };
        let mut contest = Contest {
            baseline: contestant(&["baseline", "beside"]),
            candidates: vec![contestant(&["candidate"]), contestant(&["before"])],
            at_once: 2,
        };
        let block = once(&mut contest, 2, &mut Rng::with_seed(1)).unwrap();
        assert!(block.ratios.len() == 2 && block.ratios.iter().all(|ratio| *ratio > 0.0));
        for name in ["baseline", "beside", "candidate", "before"] {
            assert_eq!(std::fs::read_to_string(dir.path().join(name)).unwrap(), "x\nx\nx\nx\n");
        }
    }

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let check = |values: &[u64], percent, expected| {
            let times: Vec<_> = values.iter().copied().map(Duration::from_micros).collect();
            assert_eq!(percentile(&times, percent), Duration::from_micros(expected));
        };
        check(&(1..=60).rev().collect::<Vec<_>>(), 10, 6);
        check(&[9, 3], 10, 3);
        check(&[9, 3], 51, 9);
        check(&[], 50, 0);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "these means are exact")]
    fn a_median_is_between_two_values_or_one() {
        let medians = [&[1.0, 2.0, 3.0][..], &[1.0, 2.0, 3.0, 4.0], &[]].map(median);
        assert_eq!(medians, [2.0, 2.5, 0.0]);
    }
}
