//! Several transcripts as one sequence of events, in the order in which they happened: an intent
//! that one session has chosen is taken for the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::time::SystemTime;

use crate::moment::Moment;
use crate::stream::{Counts, Seen, Stream};

/// The moments of several transcripts.
#[derive(Debug)]
pub(crate) struct Timeline {
    streams: Vec<Stream>,
    /// When each goes on.
    next: BinaryHeap<Reverse<(SystemTime, usize)>>,
    seen: Seen,
    counts: Counts,
}

impl Timeline {
    pub(crate) fn of(paths: Vec<PathBuf>) -> Self {
        let mut counts = Counts::default();
        let mut streams = Vec::new();
        for path in paths {
            match Stream::open(path) {
                Ok(Some(stream)) => streams.push(stream),
                Ok(None) => counts.foreign += 1,
                Err(_) => counts.unreadable += 1,
            }
        }
        counts.transcripts = streams.len();
        // Read when its time comes: so few are in memory at once.
        let next = streams.iter().enumerate().map(|(at, it)| Reverse((it.began(), at))).collect();
        Self { streams, next, seen: Seen::new(), counts }
    }

    /// What was read so far.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How many transcripts are not over.
    pub(crate) fn left(&self) -> usize {
        self.next.len()
    }
}

impl Iterator for Timeline {
    type Item = Moment;

    fn next(&mut self) -> Option<Moment> {
        while let Some(Reverse((at, which))) = self.next.pop() {
            let Some(stream) = self.streams.get_mut(which) else { continue };
            let Some(due) = stream.next_at(&mut self.seen, &mut self.counts) else { continue };
            let is_first = self.next.peek().is_none_or(|Reverse(other)| (due, which) <= *other);
            if due <= at || is_first {
                let moment = stream.next();
                let next = stream.next_at(&mut self.seen, &mut self.counts);
                self.next.extend(next.map(|at| Reverse((at, which))));
                return moment;
            }
            self.next.push(Reverse((due, which)));
        }
        None
    }
}
