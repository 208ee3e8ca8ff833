//! What does not drift from run to run: instructions, system calls, minor page
//! faults. Each needs a tool, and is left out where the tool is missing or may
//! not trace.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::input::Input;

/// The counts of one call.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) instructions: Option<u64>,
    pub(super) system_calls: Option<u64>,
    pub(super) minor_faults: Option<u64>,
}

/// Counts one call of the program. `command` makes the command of a tool with
/// the environment of the hook, `scratch` is a file that the tools may write.
pub(super) fn counts(
    command: impl Fn(&str) -> Command,
    program: &Path,
    args: &[String],
    input: &mut Input,
    scratch: &Path,
) -> Counts {
    let mut run = |tool: &str, options: &[&str]| -> Option<Output> {
        let mut command = command(tool);
        command.args(options).arg(program).args(args);
        command.stdin(input.open().ok()?).stdout(Stdio::null()).output().ok()
    };
    let scratch_name = scratch.to_string_lossy();
    let callgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let instructions = run("valgrind", &callgrind)
        .and_then(|output| instructions(&String::from_utf8_lossy(&output.stderr)));
    let mut written = |tool: &str, options: &[&str]| -> Option<String> {
        run(tool, options)?;
        let text = fs::read_to_string(scratch).ok();
        fs::remove_file(scratch).ok();
        text
    };
    Counts {
        instructions,
        system_calls: written("strace", &["-f", "-qq", "-o", &scratch_name])
            .and_then(|trace| system_calls(&trace)),
        minor_faults: written("/usr/bin/time", &["-f", "%R", "-o", &scratch_name])
            .and_then(|text| text.lines().last()?.trim().parse().ok()),
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
}
