//! Writes that end in the middle.
//!
//! Linux ends the write of a program that is killed at the next page of memory, and that of a
//! disk that is full where it is full. A limit on the size of files does the same at any byte:
//! the system writes up to it, and then ends the program, or tells it.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::ground::Ground;
use crate::scenarios::Step;

/// A size that no file may exceed, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cut(u64);

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", self.0)
    }
}

/// Whether the program that sets the limit is there.
pub(crate) fn is_there() -> bool {
    let limited = Command::new("prlimit").args(["--fsize=9", "true"]).status();
    limited.is_ok_and(|status| status.success())
}

/// The sizes at which a step is cut: of each file that it changes after half of what is new, after
/// three quarters of it, where it is in the second of two lines, and before the last byte. The
/// limit holds for what the step starts, too, so `of_another` is left out: the end of the name of
/// a file that another program writes.
pub(crate) fn cuts(
    ground: &Ground,
    step: &Step,
    of_another: Option<&str>,
) -> anyhow::Result<Vec<Cut>> {
    ground.thaw()?;
    ground.run(&["env"], step)?;
    let is_ours = |path: &PathBuf| of_another.is_none_or(|name| !path.ends_with(name));
    let mut cuts = BTreeSet::new();
    for now in ground.files()?.into_iter().filter(is_ours) {
        let written = ground.earlier(&now).and_then(|before| written(&before, &now));
        cuts.extend(written.into_iter().flat_map(|(from, to)| {
            let half = from.midpoint(to);
            [half, half.midpoint(to), to - 1]
        }));
    }
    Ok(cuts.into_iter().map(Cut).collect())
}

/// From where to where a file is new; `None` where nothing was written to it, and where it is none.
fn written(before: &Path, now: &Path) -> Option<(u64, u64)> {
    let before = fs::read(before).unwrap_or_default();
    let now = fs::read(now).ok()?;
    let same = before.iter().zip(&now).take_while(|(before, now)| before == now).count();
    (same < now.len()).then_some((same as u64, now.len() as u64))
}

/// Ends a step where it writes beyond a size.
pub(crate) fn kill(ground: &Ground, step: &Step, cut: Cut) -> anyhow::Result<()> {
    let limit = format!("--fsize={}", cut.0);
    ground.run(&["prlimit", "--core=0", &limit], step).map(drop)
}

/// Has the write beyond a size fail, and the step go on. What it ended with is returned.
pub(crate) fn fail(ground: &Ground, step: &Step, cut: Cut) -> anyhow::Result<Output> {
    let limit = format!("--fsize={}", cut.0);
    ground.run(&["prlimit", &limit, "env", "--ignore-signal=XFSZ"], step)
}
