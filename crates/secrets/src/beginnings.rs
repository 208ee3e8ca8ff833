//! The first bytes of all that is looked for, so that a text is looked at once.

use crate::{
    address, call, code, command, formats, grown, header, key, phrase, piped, position, vocabulary,
};

pub(crate) const KEY: u16 = 1;
pub(crate) const FORM: u16 = 2;
pub(crate) const HEADER: u16 = 4;
pub(crate) const ADDRESS: u16 = 8;
pub(crate) const COMMAND: u16 = 16;
pub(crate) const NAME: u16 = 32;
pub(crate) const GROWN: u16 = 64;
pub(crate) const PIPED: u16 = 128;
pub(crate) const FOREIGN: u16 = 256;
pub(crate) const PHRASE: u16 = 512;
pub(crate) const ENCODED: u16 = 1024;
pub(crate) const JWK: u16 = 2048;
pub(crate) const CALL: u16 = 4096;
pub(crate) const CODE: u16 = 8192;
pub(crate) const POSITION: u16 = 16384;

const LISTS: [(u16, &[&str]); 15] = [
    (KEY, &key::BEGINNINGS),
    (FORM, &formats::ANCHORS),
    (HEADER, &header::BEGINNINGS),
    (ADDRESS, &address::BEGINNINGS),
    (COMMAND, &command::BEGINNINGS),
    (PIPED, &piped::BEGINNINGS),
    (NAME, &vocabulary::BEGINNINGS),
    (FOREIGN, &vocabulary::FOREIGN),
    (PHRASE, &phrase::BEGINNINGS),
    (GROWN, &grown::BEGINNINGS),
    (ENCODED, &vocabulary::ENCODED),
    (JWK, &key::PARAMETERS),
    (CALL, &call::BEGINNINGS),
    (CODE, &code::BEGINNINGS),
    (POSITION, &position::BEGINNINGS),
];

/// A bit for each hash of three bytes with which something begins: most others are left out.
static HASHES: [u64; 1024] = bits(true);

/// A bit for each number of them.
static BITS: [u64; 1024] = bits(false);

/// What begins with these bytes, by fewer bits of the number: several share a place.
static KINDS: [u16; 4096] = kinds();

/// Whether anything may begin with the first three of these bytes.
pub(crate) fn may_be(bytes: [u8; 4]) -> bool {
    has(&HASHES, hash(bytes))
}

/// What may begin with the first three of these bytes: a bit for each kind.
pub(crate) fn of(bytes: [u8; 4]) -> u16 {
    let number = number(bytes);
    let kinds = KINDS.get(place(number)).copied().unwrap_or_default();
    if has(&BITS, number) { kinds } else { 0 }
}

fn has(bits: &[u64; 1024], number: usize) -> bool {
    bits.get(number >> 6).is_some_and(|bits| bits >> (number & 63) & 1 == 1)
}

const fn place(number: usize) -> usize {
    (number ^ number >> 12 << 8) & 0xfff
}

/// A number below 2^16, the same in either case: five bits tell letters apart.
const fn number([first, second, third, _]: [u8; 4]) -> usize {
    let is_letter = (first as usize & 0x40) << 9;
    is_letter
        | (first as usize & 0x1f) << 10
        | (second as usize & 0x1f) << 5
        | third as usize & 0x1f
}

/// A hash of it below 2^16, which takes fewer steps.
const fn hash(bytes: [u8; 4]) -> usize {
    let spread = (u32::from_le_bytes(bytes) & 0x001f_1f5f).wrapping_mul(0x9e37_79b1);
    (spread >> 16) as usize
}

const fn kinds() -> [u16; 4096] {
    let mut kinds = [0; 4096];
    fill(&mut [0; 1024], &mut kinds, false);
    kinds
}

const fn bits(is_hashed: bool) -> [u64; 1024] {
    let mut bits = [0; 1024];
    fill(&mut bits, &mut [0; 4096], is_hashed);
    bits
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn fill(bits: &mut [u64; 1024], kinds: &mut [u16; 4096], is_hashed: bool) {
    let mut list = 0;
    while list < LISTS.len() {
        let (kind, words) = LISTS[list];
        let mut word = 0;
        while word < words.len() {
            set(bits, kinds, kind, words[word].as_bytes(), is_hashed);
            word += 1;
        }
        list += 1;
    }
}

/// Where a word has fewer than three bytes, anything may follow.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn set(
    bits: &mut [u64; 1024],
    kinds: &mut [u16; 4096],
    kind: u16,
    word: &[u8],
    is_hashed: bool,
) {
    let (first_second, last_second) = if word.len() > 1 { (word[1], word[1]) } else { (0, 31) };
    let (first_third, last_third) = if word.len() > 2 { (word[2], word[2]) } else { (0, 31) };
    let mut third = first_third;
    while third <= last_third {
        let mut second = first_second;
        while second <= last_second {
            let bytes = [word[0], second, third, 0];
            let bit = if is_hashed { hash(bytes) } else { number(bytes) };
            bits[bit >> 6] |= 1 << (bit & 63);
            kinds[place(number(bytes))] |= kind;
            second += 1;
        }
        third += 1;
    }
}
