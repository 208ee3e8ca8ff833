//! Whether a program has failed rather than answered.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use super::{Fault, GOES_ON, Run, Terms, shown};
use crate::event::{Event, StatusTwo};
use crate::{SEEN, SEEN_BOTH};

/// What a program prints when it crashes.
const LAST_WORDS: [&str; 9] = [
    "Traceback (most recent call last)",
    "panicked at",
    "goroutine 1 [running]",
    "Uncaught",
    "\n    at ",
    "Segmentation fault",
    "Exception in thread",
    "SyntaxError:",
    "Unhandled exception",
];

/// What an interpreter prints when it fails with exit code 2 itself.
const ACCIDENTS: [&str; 6] =
    ["yntax error", "can't open file", "parse error", "unexpected EOF", "Usage:", "usage:"];

/// Whether stderr is that of a program that has crashed.
fn is_crash(stderr: &str) -> bool {
    LAST_WORDS.iter().any(|words| stderr.contains(words))
}

/// What is wrong where a program has failed.
pub(super) fn judged(
    status: ExitStatus,
    ran: &Run<'_>,
    event: &Event,
    terms: Terms,
) -> Option<Fault> {
    let stderr = last_line(ran.stderr);
    if let Some(signal) = status.signal() {
        let came = format!("terminated by signal {signal}");
        return Some(Fault::new("crash", came, GOES_ON, SEEN));
    }
    let code = status.code()?;
    let said = format!("exit code {code}, stderr: {}", shown(stderr));
    match code {
        126 | 127 => Some(Fault::new("missing-program", said, terms.after_failure(), SEEN_BOTH)),
        2 if ACCIDENTS.iter().any(|words| ran.stderr.contains(words)) || is_crash(ran.stderr) => {
            let host = match event.status_two {
                StatusTwo::Blocks => {
                    "exit code 2 blocks: each such call is denied with this message"
                }
                StatusTwo::TellsTheModel => "exit code 2: the model reads this message",
                _ => "exit code 2, which blocks nothing on this event",
            };
            Some(Fault::new("accidental-block", said, host, SEEN_BOTH))
        }
        0 | 2 => None,
        _ if code >= 128 || is_crash(ran.stderr) => {
            Some(Fault::new("crash", said, terms.after_status(code), SEEN_BOTH))
        }
        _ => None,
    }
}

fn last_line(text: &str) -> &str {
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default()
}
