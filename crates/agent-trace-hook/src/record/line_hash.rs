//! A short hash of a line, by which `blame` knows it again after formatters.
//!
//! It is a polynomial over what is left of the line without layout: white space,
//! and the commas, semicolons and quotation marks that formatters put in and take
//! out. So it survives another indentation, and the hash of two lines put together
//! follows from theirs: what was one line and is three now can be told.

use crate::record::digest::sha256;

/// What each byte stands for: no text, not even a short one, is to be read in a
/// hash.
const VALUES: [u64; 256] = values();

/// Odd, so that no byte is lost, and 5 modulo 8, so that powers repeat late.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

const HASH_BITS: u32 = 36;

/// A line that is longer is known again as a whole and not in parts.
const MAX_LENGTH: u16 = (1 << 12) - 1;

/// Characters for a line: six of its hash and two of its length.
const WIDTH: usize = 8;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The hash of a line, and how many bytes it is over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct LineHash {
    hash: u64,
    length: u16,
}

impl LineHash {
    /// The hash of a line.
    pub(crate) fn of(line: &[u8]) -> Self {
        let mut hash = 0_u64;
        let mut length = 0_usize;
        for byte in line.iter().filter(|byte| !is_layout(**byte)) {
            let value = VALUES.get(usize::from(*byte)).copied().unwrap_or_default();
            hash = hash.wrapping_mul(BASE).wrapping_add(value);
            length += 1;
        }
        let length = u16::try_from(length).map_or(MAX_LENGTH, |length| length.min(MAX_LENGTH));
        Self { hash: hash & mask(), length }
    }

    /// Those of all lines.
    pub(crate) fn all(lines: &[&[u8]]) -> Vec<Self> {
        lines.iter().map(|line| Self::of(line)).collect()
    }

    /// Those of lines of which most are also among `known`, at the beginning and at the end,
    /// where their hashes are known.
    pub(crate) fn all_like(lines: &[&[u8]], known: &[&[u8]], hashes: &[Self]) -> Vec<Self> {
        if hashes.len() != known.len() {
            return Self::all(lines);
        }
        let same = lines.iter().zip(known).take_while(|(line, known)| line == known).count();
        let behind = |lines: &[&[u8]]| lines.len().saturating_sub(same);
        let ends = lines.iter().rev().zip(known.iter().rev());
        let most = behind(lines).min(behind(known));
        let ends = ends.take(most).take_while(|(line, known)| line == known).count();
        let (first, last) = (hashes.get(..same), hashes.get(hashes.len().saturating_sub(ends)..));
        let between = lines.get(same..lines.len() - ends).unwrap_or_default();
        [first.unwrap_or_default(), &Self::all(between), last.unwrap_or_default()].concat()
    }

    /// How many bytes of the line are no layout.
    pub(crate) fn length(self) -> usize {
        usize::from(self.length)
    }

    /// The hash of this line and the next one as one; `None` where they are too
    /// long.
    pub(crate) fn then(self, next: Self) -> Option<Self> {
        let length = self.length.checked_add(next.length).filter(|length| *length < MAX_LENGTH)?;
        let shifted = self.hash.wrapping_mul(BASE.wrapping_pow(u32::from(next.length)));
        Some(Self { hash: shifted.wrapping_add(next.hash) & mask(), length })
    }

    fn encode(self) -> [u8; WIDTH] {
        let mut bits = self.hash << 12 | u64::from(self.length);
        let mut digits = [0; WIDTH];
        for digit in digits.iter_mut().rev() {
            let value = usize::try_from(bits & 63).unwrap_or_default();
            *digit = DIGITS.get(value).copied().unwrap_or_default();
            bits >>= 6;
        }
        digits
    }

    fn decode(digits: &[u8]) -> Option<Self> {
        let mut bits = 0_u64;
        for digit in digits {
            let value = DIGITS.iter().position(|known| known == digit)?;
            bits = bits << 6 | value as u64;
        }
        let length = u16::try_from(bits & u64::from(MAX_LENGTH)).ok()?;
        Some(Self { hash: bits >> 12, length })
    }
}

/// Hashes as text, eight characters each.
pub(crate) fn encode(hashes: &[LineHash]) -> String {
    let mut text = Vec::with_capacity(hashes.len() * WIDTH);
    for hash in hashes {
        text.extend_from_slice(&hash.encode());
    }
    // Digits are ASCII.
    String::from_utf8(text).unwrap_or_default()
}

/// The hashes that [`encode`] has written; `None` if it has not.
pub(crate) fn decode(text: &str) -> Option<Vec<LineHash>> {
    if !text.len().is_multiple_of(WIDTH) {
        return None;
    }
    text.as_bytes().chunks(WIDTH).map(LineHash::decode).collect()
}

/// A name for a sequence of lines.
pub(crate) fn id(hashes: &[LineHash]) -> String {
    id_of(&encode(hashes))
}

/// A name for a sequence of lines that are encoded.
pub(crate) fn id_of(encoded: &str) -> String {
    let digest = sha256(encoded.as_bytes());
    hook_protocol::hex(digest.get(..8).unwrap_or_default())
}

/// The finaliser of `SplitMix64`, of the numbers from 1 on.
const fn values() -> [u64; 256] {
    let mut values = [0; 256];
    let mut rest: &mut [u64] = &mut values;
    let mut number = 0_u64;
    while let Some((value, others)) = rest.split_first_mut() {
        number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        *value = mixed ^ (mixed >> 31);
        rest = others;
    }
    values
}

fn mask() -> u64 {
    (1 << HASH_BITS) - 1
}

fn is_layout(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0c' | b',' | b';' | b'\'' | b'"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(line: &str) -> LineHash {
        LineHash::of(line.as_bytes())
    }

    #[test]
    fn layout_does_not_count() {
        assert_eq!(hash("\tlet x = 'a';"), hash("let x=\"a\""));
        assert_eq!(hash(""), hash("  ,"));
        assert_ne!(hash("a + b"), hash("a - b"));
        assert_ne!(hash("ab"), hash("ba"));
    }

    #[test]
    fn lines_can_be_put_together() {
        let parts = ["call(", "  first,", "  second,", ")"].map(hash);
        let whole = parts.iter().try_fold(LineHash::default(), |sum, part| sum.then(*part));
        assert_eq!(whole, Some(hash("call(first, second)")));
        assert_eq!(hash(&"x".repeat(3000)).then(hash(&"y".repeat(3000))), None);
    }

    #[test]
    fn what_is_known_of_other_lines_need_not_be_hashed() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut text = |most: usize| -> Vec<&'static [u8]> {
            (0..random.usize(..most)).map(|_| [&b"a"[..], b"b", b"c"][random.usize(..3)]).collect()
        };
        for _ in 0..500 {
            let (known, lines) = (text(7), text(7));
            let found = LineHash::all_like(&lines, &known, &LineHash::all(&known));
            assert_eq!(found, LineHash::all(&lines), "{lines:?} {known:?}");
            assert_eq!(LineHash::all_like(&lines, &known, &[]), LineHash::all(&lines));
        }
    }

    #[test]
    fn what_is_encoded_can_be_decoded() {
        let mut random = fastrand::Rng::with_seed(7);
        let hashes: Vec<_> = (0..500)
            .map(|_| {
                let line: Vec<u8> = (0..random.usize(..6000)).map(|_| random.u8(..)).collect();
                LineHash::of(&line)
            })
            .collect();
        assert_eq!(decode(&encode(&hashes)).as_deref(), Some(&hashes[..]));
        assert_eq!(decode("AAAA"), None);
        assert_eq!(decode("AAAA*AAA"), None);
        assert_ne!(id(&hashes), id(&hashes[1..]));
    }
}
