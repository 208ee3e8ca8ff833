//! Reads the log of calls from a position.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};

use hook_state::Journal;
use person::Seal;

use crate::cursor::Position;

/// The lines after a position, the oldest first.
pub(crate) struct LogReader<'a> {
    seal: &'a Seal,
    /// The files that are not read to their end yet, the oldest first.
    files: VecDeque<BufReader<File>>,
    /// Where in the first file the next line begins.
    offset: u64,
    /// Whether the line at the position is in no file any more: it was rotated away or edited.
    pub(crate) is_lost: bool,
}

/// A line, and its position.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Position,
}

impl<'a> LogReader<'a> {
    /// A reader that begins after `last`; at the oldest line if there is none, or it is in no file any more.
    pub(crate) fn new(
        journal: &Journal,
        last: Option<&Position>,
        seal: &'a Seal,
    ) -> io::Result<Self> {
        let mut files: VecDeque<File> = journal.files()?.into();
        let mut offset = 0;
        let mut is_lost = false;
        if let Some(last) = last {
            match files.iter_mut().position(|file| is_in(file, last, seal)) {
                Some(index) => {
                    drop(files.drain(..index));
                    offset = last.end;
                }
                None => is_lost = !files.is_empty(),
            }
        }
        if let Some(first) = files.front_mut() {
            first.seek(SeekFrom::Start(offset))?;
        }
        let files = files.into_iter().map(BufReader::new).collect();
        Ok(Self { seal, files, offset, is_lost })
    }

    /// The next complete line. The end of the newest file may be a line that is still being written, which is left for
    /// the next time.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        while let Some(file) = self.files.front_mut() {
            let mut bytes = Vec::new();
            let length = u64::try_from(file.read_until(b'\n', &mut bytes)?).unwrap_or(u64::MAX);
            if bytes.pop() == Some(b'\n') {
                self.offset += length;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let at = Position { end: self.offset, length, id: id(&text, self.seal) };
                return Ok(Some(Line { text, at }));
            }
            self.files.pop_front();
            self.offset = 0;
        }
        Ok(None)
    }
}

/// The id of a line.
fn id(line: &str, seal: &Seal) -> String {
    let mut id = seal.on(&format!("line {line}"));
    id.truncate(32);
    id
}

fn is_in(file: &mut File, last: &Position, seal: &Seal) -> bool {
    let read = |file: &mut File| {
        let start = last.end.checked_sub(last.length)?;
        file.seek(SeekFrom::Start(start)).ok()?;
        let mut bytes = Vec::new();
        file.take(last.length).read_to_end(&mut bytes).ok()?;
        (bytes.pop()? == b'\n').then_some(bytes)
    };
    let bytes = read(file);
    // Another file may be read later, from its beginning.
    let is_back = file.seek(SeekFrom::Start(0)).is_ok();
    is_back && bytes.is_some_and(|bytes| id(&String::from_utf8_lossy(&bytes), seal) == last.id)
}
