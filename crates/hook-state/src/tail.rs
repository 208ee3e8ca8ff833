//! The end of a file of lines.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

/// How much more is read each time that no whole line is left.
const GROWTH: usize = 4;

/// No piece is larger, unless a line is.
const MAX_PIECE: usize = 256 << 10;

/// The lines of a file from the last one to the first.
///
/// No more is read than is asked for, and what was given out is not kept once more is
/// read: memory holds the longest line and a piece before it. What is appended
/// meanwhile is not seen.
///
/// ```
/// # use std::io::Write as _;
/// use hook_state::LinesFromEnd;
///
/// # let mut file = tempfile::tempfile()?;
/// file.write_all(b"one\ntwo\nhal")?;
/// let mut lines = LinesFromEnd::of(&file, 4096)?;
/// let last = lines.next_line()?.unwrap();
/// assert_eq!((last.bytes, last.is_ended, last.offset), (&b"hal"[..], false, 8));
/// assert_eq!(lines.next_line()?.unwrap().bytes, b"two");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LinesFromEnd<'f> {
    file: &'f File,
    /// Where in the file the window begins.
    start: u64,
    /// Nothing before this is read.
    floor: u64,
    window: Vec<u8>,
    /// How much at the beginning of the window was not given out.
    unread: usize,
    /// How much is read next.
    piece: usize,
    /// Whether what is left of the window stands behind a line that was given out.
    is_ended: bool,
}

/// A line, or the part of one that nobody has ended yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// The line without its line feed.
    pub bytes: &'a [u8],
    /// Where in the file it begins.
    pub offset: u64,
    /// Whether it has a line feed. Only the last line may have none.
    pub is_ended: bool,
}

impl<'f> LinesFromEnd<'f> {
    /// The lines of `file`, of which `piece` bytes are read at first. The place of the
    /// file is moved. Fails if the file cannot be asked for its length.
    pub fn of(file: &'f File, piece: usize) -> io::Result<LinesFromEnd<'f>> {
        let start = file.metadata()?.len();
        Ok(LinesFromEnd {
            file,
            start,
            floor: 0,
            window: Vec::new(),
            unread: 0,
            piece: piece.max(1),
            is_ended: false,
        })
    }

    /// The same without lines that begin further than `most` bytes from the end.
    #[must_use]
    pub fn within(self, most: u64) -> LinesFromEnd<'f> {
        // The byte before tells whether a line begins there.
        LinesFromEnd { floor: self.start.saturating_sub(most.saturating_add(1)), ..self }
    }

    /// The line before the one that was given out last; `None` if there is none.
    ///
    /// Fails if the file cannot be read, or was cut meanwhile.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            // Of what is left, a line feed at the end belongs to the line to come.
            let body = self.unread.saturating_sub(usize::from(self.is_ended));
            let left = self.window.get(..body).unwrap_or_default();
            let begin = match left.iter().rposition(|byte| *byte == b'\n') {
                Some(before) => before + 1,
                None if self.start == 0 && self.unread > 0 => 0,
                None if self.start > self.floor => {
                    self.read_more()?;
                    continue;
                }
                None => return Ok(None),
            };
            let is_ended = self.is_ended;
            (self.unread, self.is_ended) = (begin, true);
            if begin == body && !is_ended {
                // The file ends with a line feed, behind which there is no line.
                continue;
            }
            let bytes = self.window.get(begin..body).unwrap_or_default();
            let offset = self.start + begin as u64;
            return Ok(Some(Line { bytes, offset, is_ended }));
        }
    }

    /// What is in memory of the end of the file: all lines that were given out since
    /// more was read last, and before them what was read with them. It may begin
    /// within a line.
    pub fn into_window(self) -> Vec<u8> {
        self.window
    }

    fn read_more(&mut self) -> io::Result<()> {
        // A line longer than a piece is not to be looked through again and again.
        let wanted = self.piece.max(self.unread) as u64;
        let start = self.start.saturating_sub(wanted).max(self.floor);
        let mut window = vec![0; usize::try_from(self.start - start).unwrap_or_default()];
        let mut file = self.file;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut window)?;
        window.extend_from_slice(self.window.get(..self.unread).unwrap_or_default());
        (self.start, self.unread, self.window) = (start, window.len(), window);
        self.piece = self.piece.saturating_mul(GROWTH).clamp(self.piece, MAX_PIECE.max(self.piece));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    type Found = Vec<(Vec<u8>, u64, bool)>;

    fn file(text: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        file
    }

    fn all(mut lines: LinesFromEnd<'_>) -> Found {
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            found.push((line.bytes.to_vec(), line.offset, line.is_ended));
        }
        assert_eq!(lines.next_line().unwrap(), None, "the end stays the end");
        found.reverse();
        found
    }

    /// The lines as a reader from the beginning sees them.
    fn expected(text: &[u8]) -> Found {
        let mut offset = 0;
        let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| {
            let begin = offset;
            offset += line.len() as u64;
            let bytes = line.strip_suffix(b"\n");
            (bytes.unwrap_or(line).to_vec(), begin, bytes.is_some())
        });
        lines.collect()
    }

    #[track_caller]
    fn check(text: &[u8]) {
        let (file, expected) = (file(text), expected(text));
        for piece in [1, 2, 3, 7, 64, 4096] {
            let lines = || LinesFromEnd::of(&file, piece).unwrap();
            assert_eq!(all(lines()), expected, "{piece}: {}", text.escape_ascii());
            for most in (0..=text.len() as u64 + 2).step_by(1 + text.len() / 40) {
                let floor = (text.len() as u64).saturating_sub(most);
                let near = expected.iter().filter(|(_, offset, _)| *offset >= floor);
                let found = all(lines().within(most));
                // Where everything but one byte is near, the byte before is the first.
                let is_all = most + 1 == text.len() as u64 && found == expected;
                assert!(is_all || found.iter().eq(near), "{piece}, {most}");
            }
        }
    }

    #[test]
    fn lines_are_those_of_a_reader_from_the_beginning() {
        for text in ["", "\n", "\n\n", "a", "a\n", "\na", "a\n\nb", "a\nb\n", "\n\na\n\n", "é\r\nü"]
        {
            check(text.as_bytes());
        }
    }

    #[test]
    fn lines_of_any_length_are_found() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            let longest = [1, 5, 50, 700][random.usize(..4)];
            let lines = (0..random.usize(..12)).map(|_| vec![b'x'; random.usize(..longest)]);
            let mut text = lines.collect::<Vec<_>>().join(&b'\n');
            text.extend(random.bool().then_some(b'\n'));
            check(&text);
        }
    }

    #[test]
    fn memory_holds_no_more_than_a_line_and_a_piece() {
        let text = [vec![b'x'; 100], vec![b'\n']].concat().repeat(5_000);
        let file = file(&text);
        let mut lines = LinesFromEnd::of(&file, 1_000).unwrap();
        while lines.next_line().unwrap().is_some() {}
        assert!(lines.into_window().len() <= MAX_PIECE + 101);
    }

    #[test]
    fn the_window_is_what_was_read() {
        let file = file(b"one\ntwo\nthree\n");
        let mut lines = LinesFromEnd::of(&file, 8).unwrap();
        assert_eq!(lines.next_line().unwrap().unwrap().bytes, b"three");
        assert_eq!(lines.into_window(), b"o\nthree\n");
    }

    #[test]
    fn what_was_cut_meanwhile_is_an_error() {
        let file = file(b"one\ntwo\nthree\n");
        let mut lines = LinesFromEnd::of(&file, 4).unwrap();
        file.set_len(3).unwrap();
        lines.next_line().unwrap_err();
    }
}
