//! What does not drift from run to run: instructions and system calls. Each needs a tool, and is left
//! out where the tool is missing or may not trace.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::input::Input;

/// The tools that count, ready to run one program. They run where the hook would, and may write one
/// file.
pub(super) struct Tools<'a> {
    /// The command of a tool with the environment of the hook.
    pub(super) command: &'a dyn Fn(&str) -> Command,
    pub(super) program: &'a Path,
    pub(super) args: &'a [String],
    pub(super) input: &'a mut Input,
    pub(super) scratch: PathBuf,
}

impl Tools<'_> {
    pub(super) fn instructions(&mut self) -> Option<u64> {
        let callgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
        let output = self.run("valgrind", &callgrind)?;
        instructions(&String::from_utf8_lossy(&output.stderr))
    }

    /// The symbols of the functions that run.
    pub(super) fn functions(&mut self) -> Option<BTreeSet<String>> {
        let file = format!("--callgrind-out-file={}", self.scratch.display());
        let names = ["--demangle=no", "--compress-strings=no"];
        let callgrind = [&["--tool=callgrind", &file][..], &names[..]].concat();
        self.run("valgrind", &callgrind)?;
        let profile = fs::read_to_string(&self.scratch).ok();
        fs::remove_file(&self.scratch).ok();
        Some(functions(&profile?))
    }

    /// The system calls of the hook itself, as [`own_calls`] counts them.
    pub(super) fn own_calls(&mut self) -> Option<u64> {
        let scratch = self.scratch.to_string_lossy().into_owned();
        self.run("strace", &["-qq", "-o", &scratch])?;
        let trace = fs::read_to_string(&self.scratch).ok();
        fs::remove_file(&self.scratch).ok();
        own_calls(&trace?)
    }

    fn run(&mut self, tool: &str, options: &[&str]) -> Option<Output> {
        let mut command = (self.command)(tool);
        command.args(options).arg(self.program).args(self.args);
        command.stdin(self.input.open().ok()?).stdout(Stdio::null()).output().ok()
    }
}

/// The count in callgrind's last words, `==7== Collected : 123456`.
fn instructions(stderr: &str) -> Option<u64> {
    let (_, count) = stderr.lines().find_map(|line| line.split_once("Collected :"))?;
    count.trim().parse().ok()
}

/// The names behind `fn=` in a profile; behind `cfn=` are those that they call.
fn functions(profile: &str) -> BTreeSet<String> {
    profile.lines().filter_map(|line| line.strip_prefix("fn=")).map(str::to_owned).collect()
}

/// What a thread asks of the system from its first look at stdin on: what comes before is the start
/// of any program, which another loader or standard library does otherwise. How memory is had is left
/// out for the same reason, and so is what only a build with debug assertions asks: the standard
/// library checks each descriptor before it closes it.
fn own_calls(trace: &str) -> Option<u64> {
    const MEMORY: [&str; 6] = ["brk", "mmap", "munmap", "mprotect", "mremap", "madvise"];
    let calls = trace.lines().filter_map(|line| line.split_once('('));
    let calls = calls.filter(|(name, _)| name.starts_with(|char: char| char.is_ascii_lowercase()));
    let own = calls.skip_while(|(_, arguments)| !arguments.starts_with("0, "));
    let is_check =
        |name: &str, arguments: &str| name == "fcntl" && arguments.contains(", F_GETFD)");
    let counted =
        own.filter(|(name, arguments)| !MEMORY.contains(name) && !is_check(name, arguments));
    let count = counted.count();
    u64::try_from(count).ok().filter(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callgrind_says_how_many_instructions() {
        let stderr = "==7== Events    : Ir\n==7== Collected : 123456\n==7==\n";
        assert_eq!(instructions(stderr), Some(123_456));
        assert_eq!(instructions("valgrind: no such program"), None);
    }

    #[test]
    fn functions_are_those_that_run() {
        let profile =
            "fl=???\nfn=_ZN1a1b17h0E\n0 12\ncfn=_ZN1c1d17h0E\ncalls=1 0\n0 7\n\nfn=main\n0 3\n";
        let expected = ["_ZN1a1b17h0E", "main"].map(str::to_owned);
        assert_eq!(functions(profile), BTreeSet::from(expected));
    }

    #[test]
    fn a_hook_begins_where_it_looks_at_stdin() {
        let trace = "execve(\"/bin/x\", [\"x\"], 0x7f /* 9 vars */) = 0\n\
                     poll([{fd=0, events=0}], 3, 0) = 0 (Timeout)\n\
                     ioctl(0, TCGETS, 0x7f) = -1 ENOTTY (Inappropriate ioctl for device)\n\
                     read(0, \"{}\", 8192) = 2\n\
                     brk(0x55) = 0x55\n\
                     fcntl(3, F_GETFD) = 0x1 (flags FD_CLOEXEC)\n\
                     --- SIGCHLD {si_signo=SIGCHLD} ---\n\
                     exit_group(0) = ?\n\
                     +++ exited with 0 +++\n";
        assert_eq!(own_calls(trace), Some(3));
        assert_eq!(own_calls("execve(\"/bin/x\", [\"x\"], 0x7f) = 0\n"), None);
    }
}
