//! What people read: written so that nobody who stops reading makes anything panic.

use std::fmt;
use std::io::{self, Write};

/// What was to be told could not be written.
#[derive(Debug)]
pub(crate) struct Unheard(io::Error);

impl Unheard {
    /// Whether it was not wanted any more, as with `| head`: nothing to complain of.
    pub(crate) fn is_unwanted(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }
}

impl fmt::Display for Unheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("could not write to standard output")
    }
}

impl std::error::Error for Unheard {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Writes a line to stdout.
pub(crate) fn line(text: impl fmt::Display) -> Result<(), Unheard> {
    text_of(format_args!("{text}\n"))
}

/// Writes text to stdout as it is.
pub(crate) fn text(text: impl fmt::Display) -> Result<(), Unheard> {
    text_of(format_args!("{text}"))
}

/// Writes a line to stderr. Where nobody hears that either, nothing is left to do.
pub(crate) fn error_line(text: impl fmt::Display) {
    let _unheard = writeln!(io::stderr().lock(), "{text}");
}

fn text_of(text: fmt::Arguments<'_>) -> Result<(), Unheard> {
    let mut stdout = io::stdout().lock();
    stdout.write_fmt(text).and_then(|()| stdout.flush()).map_err(Unheard)
}
