//! The first bytes of all that is looked for, so that a text is looked at once.

use crate::{address, command, formats, grown, header, key, vocabulary};

pub(crate) const KEY: u8 = 1;
pub(crate) const FORM: u8 = 2;
pub(crate) const HEADER: u8 = 4;
pub(crate) const ADDRESS: u8 = 8;
pub(crate) const COMMAND: u8 = 16;
pub(crate) const NAME: u8 = 32;
pub(crate) const GROWN: u8 = 64;

const LISTS: [(u8, &[&str]); 7] = [
    (KEY, &key::BEGINNINGS),
    (FORM, &formats::ANCHORS),
    (HEADER, &header::BEGINNINGS),
    (ADDRESS, &address::BEGINNINGS),
    (COMMAND, &command::BEGINNINGS),
    (NAME, &vocabulary::BEGINNINGS),
    (GROWN, &grown::BEGINNINGS),
];

/// A bit for each number that three bytes have with which something begins.
static BITS: [u64; 1024] = bits();

/// What begins with a byte, in lower case.
static KINDS: [u8; 256] = kinds();

/// What may begin with these three bytes: a bit for each kind.
pub(crate) fn of(bytes: &[u8]) -> u8 {
    let [first, second, third] = *bytes else { return 0 };
    let number = number(first, second, third);
    match BITS.get(number >> 6) {
        Some(bits) if bits >> (number & 63) & 1 == 1 => {
            let first = first.to_ascii_lowercase();
            KINDS.get(usize::from(first)).copied().unwrap_or_default()
        }
        _ => 0,
    }
}

/// A number below 2^16, the same in either case: five bits tell letters apart.
const fn number(first: u8, second: u8, third: u8) -> usize {
    let is_letter = (first as usize & 0x40) << 9;
    is_letter
        | (first as usize & 0x1f) << 10
        | (second as usize & 0x1f) << 5
        | third as usize & 0x1f
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut list = 0;
    while list < LISTS.len() {
        let (kind, words) = LISTS[list];
        let mut word = 0;
        while word < words.len() {
            kinds[words[word].as_bytes()[0].to_ascii_lowercase() as usize] |= kind;
            word += 1;
        }
        list += 1;
    }
    kinds
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn bits() -> [u64; 1024] {
    let mut bits = [0; 1024];
    let mut list = 0;
    while list < LISTS.len() {
        let words = LISTS[list].1;
        let mut word = 0;
        while word < words.len() {
            set(&mut bits, words[word].as_bytes());
            word += 1;
        }
        list += 1;
    }
    bits
}

/// Where a word has fewer than three bytes, anything may follow.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn set(bits: &mut [u64; 1024], word: &[u8]) {
    let (first_second, last_second) = if word.len() > 1 { (word[1], word[1]) } else { (0, 31) };
    let (first_third, last_third) = if word.len() > 2 { (word[2], word[2]) } else { (0, 31) };
    let mut third = first_third;
    while third <= last_third {
        let mut second = first_second;
        while second <= last_second {
            let number = number(word[0], second, third);
            bits[number >> 6] |= 1 << (number & 63);
            second += 1;
        }
        third += 1;
    }
}
