//! Reads the event from stdin: one JSON document, whether or not the host closes the pipe after it.

use std::io::{self, Read as _, StdinLock};
use std::time::{Duration, Instant};

use hook_runtime::MAX_INPUT;
use memchr::memchr2;

/// Most events fit into it. Not less than what the standard library reads at once, so that it
/// reads no further than it is asked to.
const FIRST_READ: usize = 8 * 1024;

/// As much as a pipe holds. Of an event that is larger, what comes with it may not have been written
/// when the rest is read.
const PIPE: usize = 64 * 1024;

/// How long what comes with such an event is waited for, where stdin stays open.
const GRACE: Duration = Duration::from_millis(10);

/// What a host wrote to stdin.
#[derive(Debug, Default)]
pub(crate) struct Input {
    pub(crate) bytes: Vec<u8>,
    /// Why it is incomplete.
    pub(crate) fault: Option<String>,
}

impl Input {
    /// Reads until a document is complete, stdin is closed, more than [`MAX_INPUT`] has come, or the
    /// time is over.
    ///
    /// Bytes that arrive together with the document belong to it, and make it invalid. It does not wait
    /// for more.
    pub(crate) fn read(limit: Duration) -> Self {
        let deadline = Instant::now() + limit;
        let mut input = Self::default();
        input.fault = match input.fill(&mut io::stdin().lock(), deadline) {
            Ok(true) => None,
            Ok(false) => Some(format!("no complete event within {} seconds", limit.as_secs())),
            Err(err) => Some(format!("could not read the event: {err}")),
        };
        input
    }

    /// Whether it ended in time.
    fn fill(&mut self, stdin: &mut StdinLock<'_>, deadline: Instant) -> io::Result<bool> {
        let mut document = Document::default();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = if document.is_complete { left.min(GRACE) } else { left };
            match is_readable(stdin, left) {
                Ok(true) => {}
                Ok(false) => return Ok(document.is_complete),
                Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
                Err(err) => return Err(err),
            }
            let start = self.bytes.len();
            let room = if start == 0 { FIRST_READ } else { PIPE };
            self.bytes.resize(start + room, 0);
            let read = stdin.read(self.bytes.get_mut(start..).unwrap_or_default());
            self.bytes.truncate(start + read.as_ref().map_or(0, |read| *read));
            let read = match read {
                Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            document.take(self.bytes.get(start..).unwrap_or_default());
            let is_all = document.is_complete && read < room && self.bytes.len() <= PIPE;
            if read == 0 || self.bytes.len() > MAX_INPUT || is_all {
                return Ok(true);
            }
        }
    }
}

/// Waits until stdin can be read or is closed; `false` if the time is over before.
#[cfg(unix)]
fn is_readable(stdin: &StdinLock<'_>, left: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let left = Timespec::try_from(left).ok();
    let ready = poll(&mut [PollFd::new(stdin, PollFlags::IN)], left.as_ref())?;
    Ok(ready > 0)
}

/// Not supported here: reading waits as long as it takes.
#[cfg(not(unix))]
fn is_readable(_stdin: &StdinLock<'_>, _left: Duration) -> io::Result<bool> {
    Ok(true)
}

/// Finds the end of the first object or list of a text, without validating it.
#[derive(Debug, Default)]
struct Document {
    depth: usize,
    is_in_string: bool,
    /// Whether the last byte was a backslash that takes the next one with it.
    is_escaping: bool,
    is_complete: bool,
}

impl Document {
    /// Continues with the next piece of the text.
    fn take(&mut self, mut piece: &[u8]) {
        while !self.is_complete
            && let [first, rest @ ..] = piece
        {
            piece = rest;
            match first {
                _ if self.is_escaping => self.is_escaping = false,
                b'"' => self.is_in_string = !self.is_in_string,
                b'\\' => self.is_escaping = self.is_in_string,
                _ if self.is_in_string => {
                    let next = memchr2(b'"', b'\\', piece).unwrap_or(piece.len());
                    piece = piece.get(next..).unwrap_or_default();
                }
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.is_complete = self.depth == 0;
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_ends_where_it_ends() {
        let check = |text: &str, expected: bool| {
            let mut whole = Document::default();
            whole.take(text.as_bytes());
            assert_eq!(whole.is_complete, expected, "{text}");
            let mut slow = Document::default();
            text.as_bytes().chunks(1).for_each(|byte| slow.take(byte));
            assert_eq!(slow.is_complete, expected, "{text}, byte by byte");
        };
        for complete in [
            "{}",
            "\u{feff} \n{\"a\": [1, {\"b\": \"}\"}]}\n",
            r#"{"a": "\"}", "b\\": "]"}"#,
            r#"{"a": "\e\\\\"}"#,
            "{\"a\": \"\t\"}",
            "[]",
            "}",
            "{} and more",
            "{}{",
        ] {
            check(complete, true);
        }
        for cut in [
            "",
            " ",
            "{",
            r#"{"a": {"b": 1}"#,
            r#"{"a": "}"#,
            r#"{"a": "\"}"#,
            r#"{"a": "\\\"}"#,
            "[[]",
            "\"{}\"",
            "words",
        ] {
            check(cut, false);
        }
    }
}
