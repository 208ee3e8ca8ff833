//! From which record each line of a file comes.
//!
//! The records of a file are gone through in their order. Each has the lines that
//! the file had then, by their hashes: those that it claims come from it, those
//! that were there before come from where they came from, and the rest from
//! nobody that is known.

use std::collections::HashMap;

use crate::record::alignment::{origins, says_something};
use crate::record::line_hash::LineHash;
use crate::record::lines::content_hash;
use crate::record::trace::Record;

/// A range whose length would take more lines to hash, over all its places in a file,
/// is not looked for.
const MAX_HASHED: usize = 5_000_000;

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
pub(crate) fn blame<'a>(records: &[&'a Record], now: &[&[u8]]) -> Vec<Option<&'a Record>> {
    let start = Blamed::default();
    let numbered = records.iter().enumerate();
    let last = numbered.fold(start, |blamed, (number, record)| blamed.after(record, number));
    let owners = last.now(LineHash::all(now)).owners;
    owners.into_iter().map(|owner| records.get(owner?).copied()).collect()
}

/// Finds lines that nobody is known for in the ranges of other records, the newest
/// first: those of a file that is gone may be here now, and of one that is too long
/// there is nothing else. A range has to be here
/// whole, and in one place.
pub(crate) fn by_content<'a>(
    records: &[&'a Record],
    now: &[&[u8]],
    owners: &mut [Option<&'a Record>],
) {
    let mut places: HashMap<usize, HashMap<String, Option<usize>>> = HashMap::new();
    for record in records.iter().rev() {
        for range in record.ranges() {
            let length = (range.end_line + 1).saturating_sub(range.start_line);
            let Some(hash) =
                range.content_hash.as_ref().filter(|_| (1..=now.len()).contains(&length))
            else {
                continue;
            };
            let places = places.entry(length).or_insert_with(|| windows(now, length));
            let Some(Some(start)) = places.get(hash) else {
                continue;
            };
            let Some(found) = owners.get_mut(*start..start + length) else {
                continue;
            };
            if found.iter().all(Option::is_none) {
                found.fill(Some(record));
            }
        }
    }
}

/// The places of all parts of `length` lines by their hashes; `None` for one that
/// is there twice, or says nothing.
fn windows(now: &[&[u8]], length: usize) -> HashMap<String, Option<usize>> {
    let mut places = HashMap::new();
    if (now.len() - length + 1).saturating_mul(length) > MAX_HASHED {
        return places;
    }
    for (at, lines) in now.windows(length).enumerate() {
        let place = says_something(&LineHash::all(lines)).then_some(at);
        places.entry(content_hash(lines)).and_modify(|place| *place = None).or_insert(place);
    }
    places
}
