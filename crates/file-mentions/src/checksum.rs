//! Words in a file, with checksums, and hashes.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

pub(crate) const WORD: usize = 8;

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The same in every version of this program. Similar texts are far from each other.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(SEED, |hash, byte| mixed(hash ^ u64::from(byte)))
}

/// A checksum of bytes, eight at a time.
pub(crate) fn sum_of(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let sum = words.fold(SEED, |sum, word| mixed(sum ^ word));
    mixed(rest.iter().fold(sum, |sum, byte| mixed(sum ^ u64::from(*byte))) ^ bytes.len() as u64)
}

/// The finalizer of `MurmurHash3`.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let word = (word ^ (word >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}

/// Adds words and their checksum.
pub(crate) fn add(bytes: &mut Vec<u8>, words: &[u64]) {
    for word in words.iter().chain([&checksum(words)]) {
        bytes.extend(word.to_le_bytes());
    }
}

/// Words that have their checksum behind them.
pub(crate) fn checked<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    let mut words = bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    let mut found = [0; N];
    for word in &mut found {
        *word = words.next()?;
    }
    (words.next()? == checksum(&found)).then_some(found)
}

fn checksum(words: &[u64]) -> u64 {
    words.iter().fold(SEED, |sum, word| mixed(sum ^ word))
}

/// So many bytes from a place in a file; `None` where there are not so many.
pub(crate) fn part(file: &mut File, offset: u64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    if offset > 0 {
        file.seek(SeekFrom::Start(offset)).ok()?;
    }
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}
