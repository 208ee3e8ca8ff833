//! One connection: what it says, and what it is yet to be sent.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags};

/// How much is read at once, so that nobody who talks a lot keeps others waiting.
const PIECE: usize = 16 << 10;

/// Longer lines are nobody's transition.
const MAX_LINE: usize = 4 << 20;

/// How much may wait for a reader that does not keep up.
const MAX_QUEUED: usize = 8 << 20;

/// A connection, which does not block.
#[derive(Debug)]
pub(super) struct Connection {
    stream: UnixStream,
    part: Part,
    /// Whether it can say nothing any more, which a reader need not.
    is_mute: bool,
    /// What it has said since the end of its last line.
    said: Vec<u8>,
    queue: VecDeque<Arc<[u8]>>,
    /// How much of the first line of the queue is sent.
    sent: usize,
}

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Reader,
    Writer,
    /// It is over.
    Over,
}

impl Connection {
    /// A new connection; `None` if it is gone already.
    pub(super) fn new(stream: UnixStream) -> Option<Self> {
        stream.set_nonblocking(true).ok()?;
        let (said, queue) = (Vec::new(), VecDeque::new());
        Some(Self { stream, part: Part::Reader, is_mute: false, said, queue, sent: 0 })
    }

    /// What the system is to be asked about it.
    pub(super) fn poll_fd(&self) -> PollFd<'_> {
        let mut wanted = PollFlags::empty();
        wanted.set(PollFlags::IN, !self.is_mute);
        wanted.set(PollFlags::OUT, !self.queue.is_empty());
        PollFd::from_borrowed_fd(self.stream.as_fd(), wanted)
    }

    pub(super) fn is_over(&self) -> bool {
        self.part == Part::Over
    }

    /// Takes what it says, and adds the lines that are whole. What a writer leaves
    /// without its end is dropped.
    pub(super) fn read(&mut self, lines: &mut Vec<Arc<[u8]>>) {
        let mut piece = [0; PIECE];
        let length = match self.stream.read(&mut piece) {
            // Either its own side is closed, or, if it comes again, both are.
            Ok(0) if self.part == Part::Reader && !self.is_mute => {
                self.is_mute = true;
                return;
            }
            Ok(0) => return self.end(),
            Ok(length) => length,
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                return;
            }
            Err(_) => return self.end(),
        };
        self.be_writer();
        let piece = piece.get(..length).unwrap_or_default();
        let Some(end) = piece.iter().rposition(|byte| *byte == b'\n') else {
            self.said.extend_from_slice(piece);
            if self.said.len() > MAX_LINE {
                self.end();
            }
            return;
        };
        let (last, rest) = piece.split_at(end + 1);
        let mut whole = std::mem::replace(&mut self.said, rest.to_vec());
        whole.extend_from_slice(last);
        let whole = whole.split_inclusive(|byte| *byte == b'\n');
        lines.extend(whole.filter(|line| *line != b"\n").map(Arc::from));
    }

    /// Sends lines to a reader, now or when it is ready for them.
    pub(super) fn send(&mut self, lines: &[Arc<[u8]>]) {
        if self.part != Part::Reader || lines.is_empty() {
            return;
        }
        self.queue.extend(lines.iter().cloned());
        self.write();
        let queued: usize = self.queue.iter().map(|line| line.len()).sum();
        if queued > MAX_QUEUED {
            self.end();
        }
    }

    /// Sends what waits for it, as far as it takes that.
    pub(super) fn write(&mut self) {
        while let Some(line) = self.queue.front() {
            let left = line.get(self.sent..).unwrap_or_default();
            if left.is_empty() {
                self.queue.pop_front();
                self.sent = 0;
                continue;
            }
            match self.stream.write(left) {
                Ok(length) => self.sent += length,
                Err(err) if err.kind() == ErrorKind::Interrupted => {}
                Err(err) if err.kind() == ErrorKind::WouldBlock => return,
                // It reads no more; what it says is another matter.
                Err(_) => return self.be_writer(),
            }
        }
    }

    fn be_writer(&mut self) {
        if self.part == Part::Reader {
            self.part = Part::Writer;
            self.queue.clear();
        }
    }

    fn end(&mut self) {
        self.part = Part::Over;
    }
}
