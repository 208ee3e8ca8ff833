//! What a program says when it could not do its work: it is missing, it was killed, it broke.

use crate::decide::findings::shape::{is_closing, is_sum};

/// What such a line begins with.
const BEGINNINGS: [&str; 15] = [
    "Traceback (most recent call last)",
    "Oops!",
    "INTERNAL ERROR",
    "Internal error",
    "Killed",
    "Aborted",
    "Segmentation fault",
    "ModuleNotFoundError",
    "ImportError",
    "[Errno ",
    "Cannot find ",
    "Could not find ",
    "Unable to ",
    "Failed to ",
    "thread '",
];

/// The same in lower case, whatever the program writes it in: a program was called wrongly, ended by the
/// system, or lacks something.
const STARTS: [&str; 34] = [
    "usage: ",
    "unknown option",
    "unknown flag",
    "unknown command",
    "unknown rule",
    "unrecognized option",
    "unrecognized argument",
    "invalid option",
    "invalid config",
    "illegal option",
    "illegal instruction",
    "bus error",
    "terminated",
    "terminate called",
    "timed out",
    "license expired",
    "flag provided but not defined",
    "you must install",
    "could not execute",
    "could not resolve",
    "could not load",
    "could not open",
    "could not read",
    "cannot run",
    "cannot load",
    "can't locate",
    "can't load",
    "traceback (innermost",
    "internal compiler error",
    "a fatal error",
    "there was a critical error",
    "this is a bug",
    "make: ***",
    "dial tcp",
];

/// A mark before what failed, or before a sum.
const MARKS: [&str; 3] = ["✖ ", "✗ ", "✘ "];

/// What stands in such a line, wherever, in lower case.
const WORDS: [&str; 73] = [
    "traceback (most recent call last)",
    "traceback (innermost",
    "panicked at ",
    " panicked",
    "panic: ",
    "unhandled exception",
    "exception in thread",
    "internal compiler error",
    "(node:internal/",
    "loaderror)",
    "omething went wrong",
    "a fatal error",
    "fatal error while",
    "critical error during",
    "please report",
    ": not found",
    "command not found",
    "\" not found",
    "' not found",
    "no such file or directory",
    "no such host",
    "no such option",
    "no such command",
    "no space left on device",
    "permission denied",
    "no module named",
    "no rule to make",
    "no inputs were found",
    "no parser could be inferred",
    "no configuration provided",
    "missing script",
    "missing dependency",
    "determine executable",
    "cannot find module",
    "cannot find main module",
    "cannot find package",
    "annot find config",
    "couldn't find ",
    "could not find ",
    "can't read ",
    "cannot read ",
    "can't open ",
    "annot open ",
    "ould not open ",
    "ould not load ",
    "ould not resolve ",
    "ould not execute ",
    "an't load ",
    "an't locate ",
    "annot connect ",
    "annot execute ",
    "unable to locate ",
    "connection refused",
    "out of memory",
    "outofmemory",
    "heap space",
    "core dumped",
    "dumped core",
    "bus error",
    "exec format error",
    "illegal instruction",
    "stack smashing",
    "invalid pointer",
    "shared librar",
    "unrecognized option",
    "unrecognized argument",
    "unknown option",
    "invalid option",
    "illegal option",
    "unknown rule ",
    " timed out",
    " crashed",
    "error (at <stdin>",
];

/// Whether a line begins with what a program says that could not do its work, or is what a shell or the
/// program itself says of that behind its name.
pub(super) fn begins(line: &str) -> bool {
    let starts = |words: &[&str]| words.iter().any(|words| line.starts_with(words));
    let is_begun = starts(&BEGINNINGS) || starts(&MARKS) && !is_sum(line) || begins_in_lower(line);
    is_begun || is_said(line) && has_words(line) || line.ends_with(" timed out")
}

/// Whether a line is words of a program at the margin, and no source.
fn is_said(line: &str) -> bool {
    let is_source = || line.contains("= ") || line.ends_with([';', '{', ')']);
    names_program(line) || line.starts_with(char::is_alphabetic) && !is_source()
}

fn begins_in_lower(line: &str) -> bool {
    let head: String = line.chars().take(40).collect::<String>().to_lowercase();
    STARTS.iter().any(|words| head.starts_with(words)) && !is_sum(line)
}

/// Whether a text that names no place says that a program could not do its work.
pub(super) fn is_in(text: &str) -> bool {
    !is_wrapper(text) && text.lines().any(|line| begins(line) || has_words(line) && !is_sum(line))
}

/// Whether a text says nothing but that another program has ended: `Error: Command failed`, with the
/// frames of who started it.
pub(super) fn is_wrapper(text: &str) -> bool {
    let is_frame = |line: &&str| line.starts_with(char::is_whitespace);
    let mut said = text.lines().filter(|line| !is_frame(line));
    let is_trace = |line: &str| line.starts_with("Traceback (most recent call last)");
    let has_reason = || text.lines().filter(is_frame).any(|it| is_reason(it.trim_start()));
    let is_marked = |line: &str| MARKS.iter().any(|mark| line.starts_with(mark));
    let is_told = |line: &str| is_marked(line) || has_words(line) || line.starts_with("Aborted");
    let is_closing = |line: &str| is_closing(line) && !is_told(line);
    said.clone().any(is_closing) && said.all(|it| is_closing(it) || is_trace(it)) && !has_reason()
}

/// Whether a line below says why: `    /bin/sh: lint: not found`.
fn is_reason(line: &str) -> bool {
    !line.starts_with("at ")
        && !line.starts_with("File \"")
        && names_program(line)
        && has_words(line)
}

fn has_words(line: &str) -> bool {
    let line = line.to_lowercase();
    let is_rule = |words: &str| line.contains(words) && line.contains("rule ");
    WORDS.iter().any(|words| line.contains(words))
        || is_rule(" is invalid")
        || is_rule(" was not found")
        || line.contains("version `") && line.contains("' not found")
        || line.starts_with("error ts")
}

/// Whether a line begins with a name and a colon: `sh: `, `/usr/bin/mypy: `.
fn names_program(line: &str) -> bool {
    let name = line.split_once(": ").map_or("", |(name, _)| name);
    !name.is_empty() && !name.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_only_started_another_program_says_nothing() {
        for text in [
            "Error: Command failed: eslint a.py\n    at makeError (node:internal/errors:1:1)",
            "Traceback (most recent call last):\n  File \"/x.py\", line 3, in f\nsubprocess.CalledProcessError: \
             Command 'x' returned non-zero exit status 1.",
        ] {
            assert!(is_wrapper(text) && !is_in(text), "{text}");
        }
        assert!(is_in("Aborted") && is_in("Aborted (core dumped)"));
        let with_reason = "Error: Command failed: lint\n    sh: lint: command not found";
        assert!(!is_wrapper(with_reason) && is_in(with_reason));
    }

    #[test]
    fn what_a_program_says_that_broke_is_known() {
        for line in [
            "sh: 1: mypy: not found",
            "mypy: can't read file 'a.py': No such file or directory",
            "Oops! Something went wrong! :(",
            "[Errno 2] No such file or directory: 'a.toml'",
            "Killed",
            "INTERNAL ERROR: lint broke",
            "✖ lint failed",
            "npm ERR! missing script: lint",
            "make: *** No rule to make target 'lint'.  Stop.",
            "Unknown option: --foo",
            "getopt: invalid option",
            "java.lang.OutOfMemoryError: Java heap space",
            "Bus error",
            "x: cannot execute binary file: Exec format error",
            "curl: (6) Could not resolve host: x",
            "Can't locate Perl/Critic.pm in @INC",
            "lint timed out",
        ] {
            assert!(begins(line) && is_in(line), "{line}");
        }
        for line in ["✖ 3 problems", "x = open('a')", "note: declared here", "raise OSError('no')"]
        {
            assert!(!begins(line) && !is_in(line), "{line}");
        }
    }
}
