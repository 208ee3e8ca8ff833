//! A shorter ledger that says the same of every line.
//!
//! Of the records before a moment those go from which no line came any more at
//! that moment. The others stay as they are, save for their places in the chain
//! and for the lines of the file, which then differ from another record.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::decide::blame::Blamed;
use crate::record::chain;
use crate::record::line_hash::{self, LineHash};
use crate::record::link::Link;
use crate::record::snapshot::Snapshot;
use crate::record::trace::{Record, Squashed};

/// The records that stay, in a chain of their own. `is_old` says of a timestamp
/// whether it lies before the moment; `last` is the end of the chain until now.
///
/// # Errors
/// If a record cannot be written as JSON.
pub(crate) fn squash(
    records: &[Record],
    is_old: impl Fn(&str) -> bool,
    last: &Link,
) -> Result<Vec<Record>> {
    let old = records.iter().take_while(|record| is_old(&record.timestamp)).count();
    let kept = needed(records.get(..old).unwrap_or_default());
    let mut chain = Vec::new();
    let mut end: Option<Link> = None;
    let mut blamed: BTreeMap<&str, Blamed> = BTreeMap::new();
    let mut written: BTreeMap<&str, Vec<LineHash>> = BTreeMap::new();
    for (number, record) in records.iter().enumerate() {
        let path = record.path().unwrap_or_default();
        let file = blamed.remove(path).unwrap_or_default().after(record, number);
        if number >= old || kept.contains(&number) {
            let mut record = record.clone();
            let ours = &mut record.metadata.ours;
            if ours.lines.is_some() {
                let before = written.insert(path, file.lines.clone());
                let known = before.as_deref().map(line_hash::id);
                let snapshot = Snapshot::of(&file.lines, before.as_deref(), known.as_deref());
                ours.lines = Some(snapshot);
            }
            if end.is_none() {
                ours.squashed = Some(Squashed { records: last.seq, head: last.hash.clone() });
            }
            let record = chain::seal(record, end.as_ref())?;
            end = Some(record.link());
            chain.push(record);
        }
        blamed.insert(path, file);
    }
    Ok(chain)
}

/// The numbers of the records from which a line comes after all of them, or may come.
fn needed(records: &[Record]) -> BTreeSet<usize> {
    let numbered = records.iter().enumerate();
    let loose = numbered.filter(|(_, record)| record.is_loose()).map(|(number, _)| number);
    let mut files: BTreeMap<&str, Blamed> = BTreeMap::new();
    for (number, record) in records.iter().enumerate() {
        let path = record.path().unwrap_or_default();
        let file = files.remove(path).unwrap_or_default().after(record, number);
        files.insert(path, file);
    }
    files.into_values().flat_map(|file| file.owners).flatten().chain(loose).collect()
}
