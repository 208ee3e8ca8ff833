//! The lines of a journal as they are appended, through rotation and truncation.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use hook_state::{Access, Links, open_regular};

/// The end of a longer line is not waited for: it is no transition.
const MAX_LINE: usize = 16 << 20;

/// The lines of a file that others append to, and that becomes `<stem>.1.jsonl`
/// when it is large. Each whole line is given once, in order.
#[derive(Debug)]
pub(crate) struct Lines {
    path: PathBuf,
    rotated: PathBuf,
    reading: Option<Reading>,
    /// The file that was read before.
    before: Option<Reading>,
}

/// A file, whatever it is called at present.
type Number = (u64, u64);

#[derive(Debug)]
struct Reading {
    /// Held open, so that the system gives its number to no other file.
    file: File,
    number: Number,
    at: u64,
    /// What follows the end of the last whole line.
    rest: Vec<u8>,
}

impl Lines {
    /// The lines of the journal at `path`, from the first of the rotated file on.
    /// Nothing need be there yet.
    pub(crate) fn new(path: PathBuf) -> Self {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let rotated = path.with_file_name(format!("{stem}.1.jsonl"));
        Self { path, rotated, reading: None, before: None }
    }

    /// The lines that were ended since the last call.
    ///
    /// # Errors
    /// If a file is there and cannot be read.
    pub(crate) fn read(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let mut lines = Vec::new();
        loop {
            if let Some(reading) = &mut self.reading {
                reading.read(&mut lines)?;
            }
            self.let_go();
            let Some(next) = self.next()? else {
                return Ok(lines);
            };
            self.before = self.reading.replace(next);
            if let Some(last) = &mut self.before {
                // Nobody appends to it any more, but somebody may have since we read.
                last.read(&mut lines)?;
            }
        }
    }

    /// Closes what was deleted: an open file would keep its folder, and nobody would
    /// be told that that is deleted too.
    fn let_go(&mut self) {
        for held in [&mut self.reading, &mut self.before] {
            held.take_if(|held| held.file.metadata().is_ok_and(|file| file.nlink() == 0));
        }
    }

    /// The file that follows the one that is read. That is the rotated one if it is
    /// another than was read before: the journal may be rotated twice between looks.
    fn next(&self) -> io::Result<Option<Reading>> {
        let known = [&self.reading, &self.before].map(|known| known.as_ref().map(|k| k.number));
        let is_new = |next: &Reading| !known.contains(&Some(next.number));
        if let Some(reading) = &self.reading
            && number(&self.path)?.is_none_or(|number| number == reading.number)
        {
            return Ok(None);
        }
        if let Some(rotated) = Reading::open(&self.rotated)?.filter(is_new) {
            return Ok(Some(rotated));
        }
        Ok(Reading::open(&self.path)?.filter(is_new))
    }
}

impl Reading {
    fn open(path: &Path) -> io::Result<Option<Self>> {
        let file = match open_regular(path, Access::Read, Links::Followed) {
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let number = number_of(file.metadata());
        let file = file.into_file();
        Ok(Some(Self { file, number, at: 0, rest: Vec::new() }))
    }

    fn read(&mut self, lines: &mut Vec<Vec<u8>>) -> io::Result<()> {
        if self.file.metadata()?.len() < self.at {
            self.at = 0;
            self.rest.clear();
        }
        self.file.seek(SeekFrom::Start(self.at))?;
        self.at += self.file.read_to_end(&mut self.rest)? as u64;
        let mut parts: Vec<&[u8]> = self.rest.split(|byte| *byte == b'\n').collect();
        let rest = parts.pop().unwrap_or_default().to_vec();
        lines.extend(parts.into_iter().filter(|line| !line.is_empty()).map(<[u8]>::to_vec));
        self.rest = if rest.len() > MAX_LINE { Vec::new() } else { rest };
        Ok(())
    }
}

fn number(path: &Path) -> io::Result<Option<Number>> {
    match fs::metadata(path) {
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(None),
        metadata => Ok(Some(number_of(&metadata?))),
    }
}

fn number_of(metadata: &fs::Metadata) -> Number {
    (metadata.dev(), metadata.ino())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    struct Journal(tempfile::TempDir);

    impl Journal {
        fn append(&self, text: &str) {
            let options = &mut File::options();
            let mut file = options.create(true).append(true).open(self.path()).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("agent-events.jsonl")
        }

        fn rotate(&self) {
            fs::rename(self.path(), self.0.path().join("agent-events.1.jsonl")).unwrap();
        }
    }

    #[track_caller]
    fn check(lines: &mut Lines, expected: &[&str]) {
        let found = lines.read().unwrap();
        let found: Vec<_> =
            found.into_iter().map(|line| String::from_utf8(line).unwrap()).collect();
        assert_eq!(found, expected);
    }

    fn journal() -> (Journal, Lines) {
        let journal = Journal(tempfile::tempdir().unwrap());
        let lines = Lines::new(journal.path());
        (journal, lines)
    }

    #[test]
    fn a_line_is_given_once_and_whole() {
        let (journal, mut lines) = journal();
        check(&mut lines, &[]);
        journal.append("a\nb\n\nc");
        check(&mut lines, &["a", "b"]);
        check(&mut lines, &[]);
        // Cut within a character.
        journal.append("\u{e9}\n\u{20ac}");
        check(&mut lines, &["c\u{e9}"]);
        journal.append("\n");
        check(&mut lines, &["\u{20ac}"]);
    }

    #[test]
    fn rotation_loses_nothing_and_repeats_nothing() {
        let (journal, mut lines) = journal();
        journal.append("a\n");
        journal.rotate();
        journal.append("b\n");
        check(&mut lines, &["a", "b"]);
        journal.append("c\n");
        journal.rotate();
        check(&mut lines, &["c"]);
        journal.append("d\n");
        check(&mut lines, &["d"]);
        // Twice between looks.
        journal.append("e\n");
        journal.rotate();
        journal.append("f\n");
        journal.rotate();
        journal.append("g\n");
        check(&mut lines, &["e", "f", "g"]);
        check(&mut lines, &[]);
    }

    #[test]
    fn what_is_begun_anew_is_read_anew() {
        let (journal, mut lines) = journal();
        journal.append("a\n");
        journal.rotate();
        journal.append("bbbb\n");
        check(&mut lines, &["a", "bbbb"]);
        File::options().write(true).open(journal.path()).unwrap().set_len(0).unwrap();
        check(&mut lines, &[]);
        journal.append("c\n");
        check(&mut lines, &["c"]);
        fs::remove_file(journal.path()).unwrap();
        check(&mut lines, &[]);
        journal.append("d\n");
        check(&mut lines, &["d"]);
    }
}
