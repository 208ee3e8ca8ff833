//! `strace`: which system calls of a program write, and a kill before one of them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::process::{Command, Output, Stdio};

use anyhow::Context as _;

use crate::ground::Ground;
use crate::scenarios::Step;

/// What changes a file or a mount, or ends the program that has.
const CALLS: &str = "openat,write,pwrite64,writev,rename,renameat,renameat2,unlink,unlinkat,mkdir,\
                     mkdirat,ftruncate,link,linkat,symlink,symlinkat,fsync,fdatasync,exit_group,\
                     ?unshare,?mount,?open_tree,?move_mount,?mount_setattr,?landlock_restrict_self";

/// A moment: before the `nth` call of a system call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) call: String,
    pub(crate) nth: usize,
}

impl Point {
    /// Whether the call can fail.
    pub(crate) fn can_fail(&self) -> bool {
        self.call != "exit_group"
    }

    /// How it does.
    fn error(&self) -> &'static str {
        match self.call.as_str() {
            "openat" | "unlink" | "unlinkat" => "EACCES",
            _ => "ENOSPC",
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.call, self.nth)
    }
}

/// Whether there is a `strace` that can do what is needed here.
pub(crate) fn is_there() -> bool {
    let traced = Command::new("strace")
        .args(["-o", "/dev/null", "-e", "inject=sync:signal=KILL:when=1", "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    traced.is_ok_and(|status| status.success())
}

/// The moments of a step at which something is written, in their order.
pub(crate) fn points(ground: &Ground, step: &Step) -> anyhow::Result<Vec<Point>> {
    ground.thaw()?;
    let log = ground.path("trace");
    let log_name = log.to_string_lossy();
    let prefix = ["strace", "-o", &*log_name, "-e", &format!("trace={CALLS}")];
    ground.run(&prefix, step)?;
    Ok(in_log(&fs::read_to_string(&log).context("could not read what strace saw")?))
}

/// Ends a step before a moment. A step that has other moments this time may end by itself.
pub(crate) fn kill(ground: &Ground, step: &Step, point: &Point) -> anyhow::Result<()> {
    let Point { call, nth } = point;
    let inject = format!("inject={call}:signal=KILL:when={nth}");
    let prefix = ["strace", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject];
    ground.run(&prefix, step).map(drop)
}

/// Has a call of a step fail, and the step go on. What it ended with is returned.
pub(crate) fn fail(ground: &Ground, step: &Step, point: &Point) -> anyhow::Result<Output> {
    let Point { call, nth } = point;
    let inject = format!("inject={call}:error={}:when={nth}", point.error());
    let prefix = ["strace", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject];
    ground.run(&prefix, step)
}

/// The moments of the first thread: others, and what it starts, end with it or are not meant. A
/// call is counted among those of its name, also those that write nothing.
fn in_log(log: &str) -> Vec<Point> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut points = Vec::new();
    for line in log.lines() {
        let Some((call, arguments)) = line.split_once('(') else { continue };
        if !call.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            continue;
        }
        let nth = counts.entry(call).or_default();
        *nth += 1;
        if call != "openat" || arguments.contains("O_CREAT") {
            points.push(Point { call: call.to_owned(), nth: *nth });
        }
    }
    points
}
