//! `--follow`: prints calls as they are logged.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, ErrorKind};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};

use super::{Wanted, print_now, state};
use crate::journal;

/// Between two polls.
const PAUSE: Duration = Duration::from_millis(200);

/// Prints the last calls and then each new one, until nobody reads any more.
pub(super) fn run(ctx: &Ctx, wanted: &Wanted<'_>, console: &mut Console) -> Result<ExitCode> {
    let path = journal::file(state(ctx)?);
    // A call that is logged in between is rather shown twice than not at all.
    let mut tail = Tail::at_end(&path).context("could not read calls.jsonl")?;
    for call in &wanted.calls(ctx)? {
        print_now(ctx, call, wanted.args, console);
    }
    loop {
        match console.flush() {
            Err(err) if err.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            flushed => flushed.context("could not write to stdout")?,
        }
        thread::sleep(PAUSE);
        for line in tail.lines(&path).context("could not read calls.jsonl")? {
            if let Ok(call) = serde_json::from_str(&line)
                && wanted.has(&call)
            {
                print_now(ctx, &call, wanted.args, console);
            }
        }
    }
}

/// The end of a file that is appended to, and sometimes rotated.
#[derive(Default)]
struct Tail {
    file: Option<BufReader<File>>,
    /// The beginning of an incomplete line.
    begun: String,
}

impl Tail {
    fn at_end(path: &Path) -> io::Result<Self> {
        let mut tail = Self::default();
        tail.lines(path)?;
        Ok(tail)
    }

    /// The complete lines since the last time.
    fn lines(&mut self, path: &Path) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        self.rest(&mut lines)?;
        let is_same = match (&self.file, fs::metadata(path)) {
            (_, Err(err)) if err.kind() == ErrorKind::NotFound => true,
            (_, Err(err)) => return Err(err),
            (None, Ok(_)) => false,
            (Some(file), Ok(now)) => is_one_file(&file.get_ref().metadata()?, &now),
        };
        if !is_same {
            self.begun.clear();
            self.file = Some(BufReader::new(File::open(path)?));
            self.rest(&mut lines)?;
        }
        Ok(lines)
    }

    fn rest(&mut self, lines: &mut Vec<String>) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        loop {
            let mut bytes = Vec::new();
            if file.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            self.begun.push_str(&String::from_utf8_lossy(&bytes));
            if self.begun.ends_with('\n') {
                lines.push(std::mem::take(&mut self.begun));
            }
        }
    }
}

#[cfg(unix)]
fn is_one_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_one_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    one.created().ok() == other.created().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_is_appended_is_seen_once_and_a_new_file_from_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls.jsonl");
        let append = |text: &str| {
            let mut file = File::options().create(true).append(true).open(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        };
        let mut tail = Tail::at_end(&path).unwrap();
        append("a\nb");
        assert_eq!(tail.lines(&path).unwrap(), ["a\n"]);
        append("c\n");
        assert_eq!(tail.lines(&path).unwrap(), ["bc\n"]);
        append("d\n");
        fs::rename(&path, folder.path().join("calls.1.jsonl")).unwrap();
        append("e\n");
        assert_eq!(tail.lines(&path).unwrap(), ["d\n", "e\n"]);
        assert!(tail.lines(&path).unwrap().is_empty());
    }
}
