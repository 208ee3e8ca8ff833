//! What a process reads. Where the payload of a fixture says `[CALL]`, each call
//! is another one: of another session, say, or of another tool call.

use std::cell::Cell;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::PathBuf;

use anyhow::Context;

/// Stands in a payload for the number of the call.
const CALL: &str = "[CALL]";

/// The payload of a fixture, as it is written to a hook.
pub(super) struct Input {
    line: String,
    folder: PathBuf,
    calls: Cell<u64>,
}

impl Input {
    /// `line` is what the host writes, `folder` where the files of the calls go.
    pub(super) fn new(line: String, folder: PathBuf) -> Self {
        Self { line, folder, calls: Cell::new(0) }
    }

    /// What the next call reads.
    pub(super) fn next(&self) -> String {
        self.calls.set(self.calls.get() + 1);
        // As long as the last group of a UUID, so that an id can end with it.
        self.line.replace(CALL, &format!("{:012}", self.calls.get()))
    }

    /// The same as a file without a name, open at its beginning.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn open(&self) -> anyhow::Result<File> {
        let mut file = tempfile::tempfile_in(&self.folder).context("could not make a file")?;
        file.write_all(self.next().as_bytes()).context("could not write a file")?;
        file.rewind().context("could not rewind a file")?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[track_caller]
    fn check(line: &str, expected: [&str; 2]) {
        let dir = tempfile::tempdir().unwrap();
        let input = Input::new(line.to_owned(), dir.path().to_owned());
        let texts = [(); 2].map(|()| {
            let mut text = String::new();
            input.open().unwrap().read_to_string(&mut text).unwrap();
            text
        });
        assert_eq!(texts, expected);
    }

    #[test]
    fn each_call_has_its_number_where_the_payload_asks_for_it() {
        check("{}", ["{}", "{}"]);
        check("a-[CALL]", ["a-000000000001", "a-000000000002"]);
    }
}
