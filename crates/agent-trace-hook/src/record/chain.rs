//! The chain of records: each carries the hash of the one before.
//!
//! A hash is SHA-256 over the canonical JSON (RFC 8785) of a record without its
//! hash, so that white space and the order of keys are not content. Without a key
//! the chain shows accidents: who can write the ledger can also write it anew.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use anyhow::{Context as _, Result};
use hook_protocol::hex;
use serde_json::{Map, Value};

use crate::record::digest::sha256;
use crate::record::line::{Finding, Line};
use crate::record::link::Link;
use crate::record::trace::{KEY, Record};
use crate::words::missing;

/// Puts a record at the end of the chain: its number, the hash before, its id and
/// its own hash.
///
/// # Errors
/// If it cannot be written as JSON.
pub(crate) fn seal(mut record: Record, last: Option<&Link>) -> Result<Record> {
    let ours = &mut record.metadata.ours;
    ours.seq = last.map_or(1, |last| last.seq.saturating_add(1));
    ours.prev = last.map(|last| last.hash.clone());
    if record.id.is_empty() {
        record.id = id(&record)?;
    }
    let value = serde_json::to_value(&record).context("could not write the record")?;
    record.metadata.ours.hash = hash_of(value)?;
    Ok(record)
}

/// An id that follows from what is of this record alone: a UUID of version 8, whose
/// content is ours to say (RFC 9562, section 5.8).
fn id(record: &Record) -> Result<String> {
    let ours = record.ours();
    let own = (&ours.prev, &record.timestamp, &ours.session_id, &ours.tool_use_id, record.path());
    let digest = sha256(&serde_json::to_vec(&own).context("could not write the record")?);
    let mut bytes: [u8; 16] = digest.first_chunk().copied().unwrap_or_default();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let part = |range| hex(bytes.get::<Range<usize>>(range).unwrap_or_default());
    let parts = [0..4, 4..6, 6..8, 8..10, 10..16].map(part);
    Ok(parts.join("-"))
}

/// The hash of a record, whatever hash stands in it.
pub(crate) fn hash(record: &Value) -> Result<String> {
    hash_of(record.clone())
}

fn hash_of(mut record: Value) -> Result<String> {
    if let Some(ours) = ours_mut(&mut record) {
        ours.remove("hash");
    }
    let canonical =
        serde_json_canonicalizer::to_vec(&record).context("could not write canonical JSON")?;
    Ok(hex(&sha256(&canonical)))
}

/// The place of a record in the chain.
pub(crate) fn link(record: &Value) -> Option<Link> {
    let ours = record.get("metadata")?.get(KEY)?;
    let hash = ours.get("hash")?.as_str()?.to_owned();
    Some(Link { seq: ours.get("seq")?.as_u64()?, hash })
}

/// Whether a line that has no end is a record all the same.
pub(crate) fn is_whole(record: Option<&Value>) -> bool {
    record.is_some_and(|record| {
        let own = link(record);
        own.is_some_and(|own| hash(record).is_ok_and(|hash| hash == own.hash))
    })
}

/// The lines of the file `name`. One at its end that has no end is no line yet, and an empty
/// one is none.
pub(crate) fn lines(name: &str, bytes: &[u8]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let record: Option<Value> = serde_json::from_slice(line).ok();
        let is_line = line.ends_with(b"\n") && !line.trim_ascii().is_empty();
        if is_line || is_whole(record.as_ref()) {
            lines.push(Line { place: format!("{name}:{}", at + 1), record });
        }
    }
    lines
}

/// What is wrong with the chain, in its order. `head` is the place that the last
/// writer has reached in `file`.
pub(crate) fn check(lines: &[Line], file: &str, head: Option<&Link>) -> Vec<Finding> {
    let places: Vec<Option<Link>> = lines.iter().map(|line| link(line.record.as_ref()?)).collect();
    let hashes: HashSet<&str> = places.iter().flatten().map(|link| link.hash.as_str()).collect();
    let mut findings = Vec::new();
    let mut last: Option<(&Link, Option<&str>)> = None;
    for (at, (line, own)) in lines.iter().zip(&places).enumerate() {
        let (Some(record), Some(own)) = (&line.record, own) else {
            findings
                .push(line.finding("inserted or changed: this record is not part of the ledger"));
            continue;
        };
        if hash(record).ok().as_ref() != Some(&own.hash) {
            findings.push(line.finding("was changed"));
        }
        let due = last.map(|(link, _)| link.hash.as_str());
        if let Some(what) = misplaced(record, own, last, &hashes) {
            let next = lines.get(at + 1).and_then(|next| next.record.as_ref());
            if next.is_some_and(|next| link(next).is_some() && prev(next) == due) {
                // The chain goes on behind it.
                findings.push(line.finding(what.of_a_stranger()));
                continue;
            }
            findings.push(line.finding(&what.to_string()));
        }
        last = Some((own, prev(record)));
    }
    let last = last.map(|(link, _)| link);
    findings.extend(head.and_then(|head| shortened(last, file, head, &hashes)));
    findings
}

/// Why a record cannot come after another.
enum Misplaced {
    /// Its number is not the next one.
    Number { own: u64, due: u64 },
    /// Both follow on the same record.
    Twin,
    /// The record that it follows on is somewhere else.
    Elsewhere,
    /// So many records are missing.
    Missing(u64),
    /// The record that it follows on is nowhere.
    Nowhere,
}

impl Misplaced {
    /// What it means where the chain goes on without the record.
    fn of_a_stranger(&self) -> &'static str {
        match self {
            Self::Elsewhere => ELSEWHERE,
            _ => "was inserted",
        }
    }
}

const ELSEWHERE: &str = "is not where it was written";

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { own, due } => write!(f, "has the number {own} instead of {due}"),
            Self::Twin => f.write_str("follows another record: the one before it was inserted"),
            Self::Elsewhere => f.write_str(ELSEWHERE),
            Self::Missing(records) => {
                write!(f, "does not follow the record before it: {}", missing(*records))
            }
            Self::Nowhere => f.write_str("was inserted, or the record before it was changed"),
        }
    }
}

/// Why a record cannot come after `last`, a place and the hash before that.
fn misplaced(
    record: &Value,
    own: &Link,
    last: Option<(&Link, Option<&str>)>,
    hashes: &HashSet<&str>,
) -> Option<Misplaced> {
    let due = last.map_or(1, |(link, _)| link.seq.saturating_add(1));
    let before = prev(record);
    if before == last.map(|(link, _)| link.hash.as_str()) {
        return (own.seq != due).then_some(Misplaced::Number { own: own.seq, due });
    }
    Some(if last.is_some_and(|(_, twin)| before == twin) {
        Misplaced::Twin
    } else if before.is_none_or(|before| hashes.contains(before)) {
        Misplaced::Elsewhere
    } else if own.seq > due {
        Misplaced::Missing(own.seq - due)
    } else {
        Misplaced::Nowhere
    })
}

/// What is missing at the end, which nothing follows on.
fn shortened(
    last: Option<&Link>,
    file: &str,
    head: &Link,
    hashes: &HashSet<&str>,
) -> Option<Finding> {
    let reached = last.map_or(0, |last| last.seq);
    if hashes.contains(head.hash.as_str()) || head.seq < reached {
        return None;
    }
    let what = format!("ends early: {}", missing((head.seq - reached).max(1)));
    Some(Finding { place: file.to_owned(), id: None, what })
}

fn ours_mut(record: &mut Value) -> Option<&mut Map<String, Value>> {
    record.get_mut("metadata")?.get_mut(KEY)?.as_object_mut()
}

fn prev(record: &Value) -> Option<&str> {
    record.get("metadata")?.get(KEY)?.get("prev")?.as_str()
}
