//! The first bytes of all that the rules look for: most places of a text are passed by at once.

use crate::rule::{RULES, Rule};

/// A bit for each hash of three bytes with which something begins.
static PREFIXES: [u64; 1024] = prefixes();

/// For each first byte, the rules that look for something that begins with it.
static RULES_BY_BYTE: [u8; 256] = rules_by_byte();

/// Whether anything may begin with these bytes, of which three count.
#[inline]
pub(crate) fn may_begin(bytes: [u8; 4]) -> bool {
    let hash = hash(bytes);
    PREFIXES.get(hash >> 6).is_some_and(|bits| bits >> (hash & 63) & 1 == 1)
}

/// The rules that look for something that begins with this byte.
pub(crate) fn rules(first: u8) -> impl Iterator<Item = &'static Rule> {
    let known = RULES_BY_BYTE.get(usize::from(first)).copied().unwrap_or_default();
    RULES.iter().enumerate().filter(move |(place, _)| known >> place & 1 == 1).map(|(_, rule)| rule)
}

/// A number below 2^16, the same in either case. Of six thousand factors this one lets the least
/// of code and prose through: two windows in a thousand.
const fn hash(bytes: [u8; 4]) -> usize {
    let spread = (u32::from_le_bytes(bytes) & 0x001f_1fdf).wrapping_mul(0x097d_278d);
    (spread >> 16) as usize
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn prefixes() -> [u64; 1024] {
    let mut bits = [0; 1024];
    let mut rule = 0;
    while rule < RULES.len() {
        let words = RULES[rule].prefixes;
        let mut word = 0;
        while word < words.len() {
            set(&mut bits, words[word].as_bytes());
            word += 1;
        }
        rule += 1;
    }
    bits
}

/// Where a word has fewer than three bytes, anything may follow.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn set(bits: &mut [u64; 1024], word: &[u8]) {
    let (first_second, last_second) = if word.len() > 1 { (word[1], word[1]) } else { (0, 31) };
    let (first_third, last_third) = if word.len() > 2 { (word[2], word[2]) } else { (0, 31) };
    let mut second = first_second;
    while second <= last_second {
        let mut third = first_third;
        while third <= last_third {
            let bit = hash([word[0], second, third, 0]);
            bits[bit >> 6] |= 1 << (bit & 63);
            third += 1;
        }
        second += 1;
    }
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn rules_by_byte() -> [u8; 256] {
    let mut rules = [0; 256];
    let mut rule = 0;
    while rule < RULES.len() {
        let words = RULES[rule].prefixes;
        let mut word = 0;
        while word < words.len() {
            let first = words[word].as_bytes()[0];
            rules[first.to_ascii_lowercase() as usize] |= 1 << rule;
            rules[first.to_ascii_uppercase() as usize] |= 1 << rule;
            word += 1;
        }
        rule += 1;
    }
    rules
}
