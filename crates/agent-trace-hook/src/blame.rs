//! From which record each line of a file comes.
//!
//! The records of a file are gone through in their order. Each has the lines that
//! the file had then, by their hashes: those that it claims come from it, those
//! that were there before come from where they came from, and the rest from
//! nobody that is known.

use crate::alignment::origins;
use crate::line_hash::LineHash;
use crate::record::Record;

/// The lines of a file and, for each, the number of the record it comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Blamed {
    pub(crate) lines: Vec<LineHash>,
    pub(crate) owners: Vec<Option<usize>>,
}

impl Blamed {
    /// The file after one more record, which has the number `number`.
    #[must_use]
    pub(crate) fn after(self, record: &Record, number: usize) -> Self {
        let snapshot = record.ours().lines.as_ref();
        let Some(restored) = snapshot.and_then(|snapshot| snapshot.restore(&self.lines)) else {
            return self;
        };
        let origins = match &restored.origins {
            Some(origins) => origins,
            None => &origins(&self.lines, &restored.lines),
        };
        let mut owners = self.carried(origins);
        for range in record.ranges() {
            let lines = range.start_line.saturating_sub(1)..range.end_line;
            if let Some(lines) = owners.get_mut(lines) {
                lines.fill(Some(number));
            }
        }
        Self { lines: restored.lines, owners }
    }

    /// The same for the file as it is now.
    #[must_use]
    pub(crate) fn now(self, lines: Vec<LineHash>) -> Self {
        let owners = self.carried(&origins(&self.lines, &lines));
        Self { lines, owners }
    }

    fn carried(&self, origins: &[Option<usize>]) -> Vec<Option<usize>> {
        let owner = |from: &Option<usize>| *self.owners.get((*from)?)?;
        origins.iter().map(owner).collect()
    }
}

/// From which of `records`, those of one file in their order, each line of the
/// file comes, which now has the lines `now`.
pub(crate) fn blame(records: &[&Record], now: Vec<LineHash>) -> Vec<Option<usize>> {
    let start = Blamed::default();
    let records = records.iter().enumerate();
    let last = records.fold(start, |blamed, (number, record)| blamed.after(record, number));
    last.now(now).owners
}
