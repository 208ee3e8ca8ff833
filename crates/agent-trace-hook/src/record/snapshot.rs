//! The lines of a file at the time of a record, as hashes: all of them, or what
//! differs from the record before where that had left the file so.

use serde::{Deserialize, Serialize};

use crate::record::alignment::{diff, moved, rewrapped};
use crate::record::line_hash::{self, LineHash};

/// The lines of a file, with a name for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) id: String,
    /// All lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    all: Option<String>,
    /// The snapshot that this one differs from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// Where it differs: the first line there, from 0, how many lines went, and
    /// those that came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hunks: Vec<(usize, usize, String)>,
}

/// The lines of a snapshot, and which lines of the earlier one they are, where it
/// knows that.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Restored {
    pub(crate) lines: Vec<LineHash>,
    pub(crate) origins: Option<Vec<Option<usize>>>,
}

impl Snapshot {
    /// The lines `now`, as what differs from `before` if that is the snapshot
    /// `known`.
    pub(crate) fn of(now: &[LineHash], before: Option<&[LineHash]>, known: Option<&str>) -> Self {
        let encoded = line_hash::encode(now);
        let id = line_hash::id_of(&encoded);
        let base = before.zip(known).filter(|(before, known)| line_hash::id(before) == *known);
        let Some((before, known)) = base else {
            return Self { id, all: Some(encoded), from: None, hunks: Vec::new() };
        };
        let hunks = diff(before, now).into_iter().map(|part| {
            let came = now.get(part.new).unwrap_or_default();
            (part.old.start, part.old.len(), line_hash::encode(came))
        });
        Self { id, all: None, from: Some(known.to_owned()), hunks: hunks.collect() }
    }

    /// The lines, if they can be told: `before` are those of the snapshot before
    /// this one in the ledger.
    pub(crate) fn restore(&self, before: &[LineHash]) -> Option<Restored> {
        if let Some(all) = &self.all {
            return Some(Restored { lines: line_hash::decode(all)?, origins: None });
        }
        if self.from.as_deref() != Some(&line_hash::id(before)) {
            return None;
        }
        let mut lines = Vec::new();
        let mut origins = Vec::new();
        let mut place = 0;
        let mut replaced = Vec::new();
        for (start, went, came) in &self.hunks {
            lines.extend_from_slice(before.get(place..*start)?);
            origins.extend((place..*start).map(Some));
            let came = line_hash::decode(came)?;
            place = start.checked_add(*went)?;
            replaced.push((*start..place, lines.len()..lines.len() + came.len()));
            origins.resize(origins.len() + came.len(), None);
            lines.extend(came);
        }
        lines.extend_from_slice(before.get(place..)?);
        origins.extend((place..before.len()).map(Some));
        for (old, new) in replaced {
            rewrapped(before, old, &lines, new, &mut origins);
        }
        moved(before, &lines, &mut origins);
        Some(Restored { lines, origins: Some(origins) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(text: &str) -> Vec<LineHash> {
        text.split_whitespace().map(|line| LineHash::of(line.as_bytes())).collect()
    }

    #[test]
    fn what_differs_is_enough() {
        let before = hashes("a b c } d }");
        for now in ["a b c } d }", "x a b } d } y", "", "q", "a b c } d } }", "} d } a"] {
            let now = hashes(now);
            let snapshot = Snapshot::of(&now, Some(&before), Some(&line_hash::id(&before)));
            assert_eq!(snapshot.all, None);
            let restored = snapshot.restore(&before).unwrap();
            assert_eq!(restored.lines, now);
            for (line, origin) in now.iter().zip(restored.origins.unwrap()) {
                assert!(origin.is_none_or(|origin| before[origin] == *line));
            }
            assert_eq!(snapshot.restore(&hashes("a b c } d")), None);
        }
    }

    #[test]
    fn a_line_that_stayed_is_told_from_its_twin() {
        let before = hashes("} a } b }");
        let now = hashes("} a } } }");
        let snapshot = Snapshot::of(&now, Some(&before), Some(&line_hash::id(&before)));
        let origins = snapshot.restore(&before).unwrap().origins.unwrap();
        assert_eq!(origins, [Some(0), Some(1), Some(2), None, Some(4)]);
    }

    #[test]
    fn what_nobody_knows_is_written_whole() {
        let (before, now) = (hashes("a b"), hashes("a c"));
        for known in [None, Some("another")] {
            let snapshot = Snapshot::of(&now, Some(&before), known);
            assert_eq!(snapshot.restore(&[]).unwrap().lines, now);
        }
    }
}
