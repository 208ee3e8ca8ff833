//! The terminal, for the tools that a hook has for people.

use std::io::{self, IsTerminal, Read, Write};

/// How many bytes of an event are read. Payloads carry whole files.
pub(crate) const STDIN_LIMIT: u64 = 16 * 1024 * 1024;

/// What a tool reads and prints.
///
/// Output is collected and written once, so that a reader that goes away early
/// (`| head`) is no error.
#[derive(Debug, Default)]
pub struct Console {
    out: String,
    err: String,
}

impl Console {
    /// Prints a line on stdout.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    /// Prints a line on stderr.
    pub fn error_line(&mut self, text: impl AsRef<str>) {
        self.err.push_str(text.as_ref());
        self.err.push('\n');
    }

    /// Everything on stdin, up to 16 MiB.
    ///
    /// # Errors
    /// Whatever reading stdin gives.
    pub fn stdin(&mut self) -> io::Result<Vec<u8>> {
        let mut input = Vec::new();
        io::stdin().lock().take(STDIN_LIMIT).read_to_end(&mut input)?;
        Ok(input)
    }

    /// Whether a person sits here: stdin and stderr are a terminal.
    pub fn is_terminal(&self) -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Writes what was printed.
    pub(crate) fn flush(&self) -> io::Result<()> {
        let _unheard = io::stderr().lock().write_all(self.err.as_bytes());
        match io::stdout().lock().write_all(self.out.as_bytes()) {
            Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}
