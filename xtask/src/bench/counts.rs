//! What does not drift from run to run: instructions, system calls, minor page
//! faults. Each needs a tool, and is left out where the tool is missing or may
//! not trace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::input::Input;

/// The counts of one call.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) instructions: Option<u64>,
    pub(super) system_calls: Option<u64>,
    pub(super) minor_faults: Option<u64>,
}

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
    /// Counts all of a call.
    pub(super) fn counts(&mut self) -> Counts {
        Counts {
            instructions: self.instructions(),
            system_calls: self.traced(&["-f"]).and_then(|trace| system_calls(&trace)),
            minor_faults: self
                .written("/usr/bin/time", &["-f", "%R", "-o"])
                .and_then(|text| text.lines().last()?.trim().parse().ok()),
        }
    }

    pub(super) fn instructions(&mut self) -> Option<u64> {
        let callgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
        let output = self.run("valgrind", &callgrind)?;
        instructions(&String::from_utf8_lossy(&output.stderr))
    }

    /// The system calls of the hook itself, as [`own_calls`] counts them.
    pub(super) fn own_calls(&mut self) -> Option<u64> {
        own_calls(&self.traced(&[])?)
    }

    fn traced(&mut self, options: &[&str]) -> Option<String> {
        self.written("strace", &[options, &["-qq", "-o"]].concat())
    }

    /// What a tool writes into the file that is named behind its options.
    fn written(&mut self, tool: &str, options: &[&str]) -> Option<String> {
        let scratch = self.scratch.to_string_lossy().into_owned();
        self.run(tool, &[options, &[scratch.as_str()]].concat())?;
        let text = fs::read_to_string(&self.scratch).ok();
        fs::remove_file(&self.scratch).ok();
        text
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

/// The calls in a trace, each of which begins with a name after the process id.
/// The second half of an interrupted call, a signal or an exit does not. No
/// calls at all means that tracing was not permitted.
fn system_calls(trace: &str) -> Option<u64> {
    let count = trace
        .lines()
        .map(|line| line.trim_start_matches(|char: char| char.is_ascii_digit() || char == ' '))
        .filter(|line| line.starts_with(|char: char| char.is_ascii_lowercase()))
        .count();
    u64::try_from(count).ok().filter(|count| *count > 0)
}

/// What a thread asks of the system from its first look at stdin on: what comes before is the start
/// of any program, which another loader or standard library does otherwise. How memory is had is left
/// out for the same reason.
fn own_calls(trace: &str) -> Option<u64> {
    const MEMORY: [&str; 6] = ["brk", "mmap", "munmap", "mprotect", "mremap", "madvise"];
    let calls = trace.lines().filter_map(|line| line.split_once('('));
    let calls = calls.filter(|(name, _)| name.starts_with(|char: char| char.is_ascii_lowercase()));
    let own = calls.skip_while(|(_, arguments)| !arguments.starts_with("0, "));
    let count = own.filter(|(name, _)| !MEMORY.contains(name)).count();
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
    fn a_trace_has_a_line_for_each_call() {
        let trace = "12 execve(\"/bin/x\", [\"x\"], 0x7f /* 9 vars */) = 0\n\
                     12 wait4(-1,  <unfinished ...>\n\
                     13 exit_group(0) = ?\n\
                     13 +++ exited with 0 +++\n\
                     12 <... wait4 resumed>[], 0, NULL) = 13\n\
                     12 --- SIGCHLD {si_signo=SIGCHLD} ---\n";
        assert_eq!(system_calls(trace), Some(3));
        assert_eq!(system_calls(""), None);
    }

    #[test]
    fn a_hook_begins_where_it_looks_at_stdin() {
        let trace = "execve(\"/bin/x\", [\"x\"], 0x7f /* 9 vars */) = 0\n\
                     poll([{fd=0, events=0}], 3, 0) = 0 (Timeout)\n\
                     ioctl(0, TCGETS, 0x7f) = -1 ENOTTY (Inappropriate ioctl for device)\n\
                     read(0, \"{}\", 8192) = 2\n\
                     brk(0x55) = 0x55\n\
                     --- SIGCHLD {si_signo=SIGCHLD} ---\n\
                     exit_group(0) = ?\n\
                     +++ exited with 0 +++\n";
        assert_eq!(own_calls(trace), Some(3));
        assert_eq!(own_calls("execve(\"/bin/x\", [\"x\"], 0x7f) = 0\n"), None);
    }
}
