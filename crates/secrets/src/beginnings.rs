//! The first bytes of all that is looked for, so that a text is looked at once.

use crate::{
    address, argument, call, code, command, formats, grown, header, hidden, key, phrase, piped,
    position, printed, vocabulary,
};

pub(crate) const KEY: u32 = 1;
pub(crate) const FORM: u32 = 2;
pub(crate) const HEADER: u32 = 4;
pub(crate) const ADDRESS: u32 = 8;
pub(crate) const COMMAND: u32 = 16;
pub(crate) const NAME: u32 = 32;
pub(crate) const GROWN: u32 = 64;
pub(crate) const PIPED: u32 = 128;
pub(crate) const FOREIGN: u32 = 256;
pub(crate) const PHRASE: u32 = 512;
pub(crate) const ENCODED: u32 = 1024;
pub(crate) const JWK: u32 = 2048;
pub(crate) const CALL: u32 = 4096;
pub(crate) const CODE: u32 = 8192;
pub(crate) const POSITION: u32 = 16384;
pub(crate) const HIDDEN: u32 = 32768;
pub(crate) const ARGUMENT: u32 = 65536;
pub(crate) const PRINTED: u32 = 131_072;

/// What begins in few places.
pub(crate) const RARE: u32 =
    FOREIGN | PHRASE | ENCODED | JWK | CALL | CODE | POSITION | ARGUMENT | PRINTED;

const LISTS: [(u32, &[&str]); 18] = [
    (KEY, &key::BEGINNINGS),
    (FORM, &formats::ANCHORS),
    (HEADER, &header::BEGINNINGS),
    (ADDRESS, &address::BEGINNINGS),
    (ARGUMENT, &argument::BEGINNINGS),
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
    (HIDDEN, &hidden::BEGINNINGS),
    (PRINTED, &printed::BEGINNINGS),
];

/// A bit for each hash of three bytes with which something begins: most others are left out.
static HASHES: [u64; 1024] = hashes();

/// A bit for each number of them.
static BITS: [u64; 1024] = KNOWN.bits;

/// How many bits are set before each place of [`BITS`].
static BEFORE: [u16; 1024] = KNOWN.before;

/// What begins with the bytes of each bit that is set in [`BITS`], in their order.
static KINDS: [u32; COUNT] = kinds();

const KNOWN: Known = known();
const COUNT: usize = KNOWN.count;

struct Known {
    bits: [u64; 1024],
    before: [u16; 1024],
    count: usize,
}

/// Whether anything may begin with the first three of these bytes.
#[inline]
pub(crate) fn may_be(bytes: [u8; 4]) -> bool {
    has(&HASHES, hash(bytes))
}

/// What may begin with the first three of these bytes: a bit for each kind.
pub(crate) fn of(bytes: [u8; 4]) -> u32 {
    // Nothing begins with it, and it has the bits of `@`.
    if bytes.first() == Some(&b'`') {
        return 0;
    }
    let number = number(bytes);
    if !has(&BITS, number) {
        return 0;
    }
    let bits = BITS.get(number >> 6).copied().unwrap_or_default();
    let before = BEFORE.get(number >> 6).copied().unwrap_or_default();
    KINDS.get(rank(bits, before, number)).copied().unwrap_or_default()
}

fn has(bits: &[u64; 1024], number: usize) -> bool {
    bits.get(number >> 6).is_some_and(|bits| bits >> (number & 63) & 1 == 1)
}

/// How many bits are set before this one.
const fn rank(bits: u64, before: u16, number: usize) -> usize {
    before as usize + (bits & ((1 << (number & 63)) - 1)).count_ones() as usize
}

/// A number below 2^16, the same in either case: five bits tell letters apart.
const fn number([first, second, third, _]: [u8; 4]) -> usize {
    let is_letter = (first as usize & 0x40) << 9;
    is_letter
        | (first as usize & 0x1f) << 10
        | (second as usize & 0x1f) << 5
        | third as usize & 0x1f
}

/// A hash of it below 2^16, which takes fewer steps. Of six thousand factors this one lets the
/// least of code and prose through for nothing: two windows in a thousand.
const fn hash(bytes: [u8; 4]) -> usize {
    let spread = (u32::from_le_bytes(bytes) & 0x001f_1fdf).wrapping_mul(0x097d_278d);
    (spread >> 16) as usize
}

/// What is done for the first bytes of each word of [`LISTS`].
#[derive(Clone, Copy)]
enum Task {
    Hash,
    Number,
    Kind,
}

const fn hashes() -> [u64; 1024] {
    let mut bits = [0; 1024];
    fill(&mut bits, &mut [0; 1], &[0; 1024], Task::Hash);
    bits
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
#[expect(clippy::cast_possible_truncation, reason = "there are 2^16 numbers, and not all are set")]
const fn known() -> Known {
    let mut known = Known { bits: [0; 1024], before: [0; 1024], count: 0 };
    fill(&mut known.bits, &mut [0; 1], &[0; 1024], Task::Number);
    let mut place = 0;
    while place < known.bits.len() {
        known.before[place] = known.count as u16;
        known.count += known.bits[place].count_ones() as usize;
        place += 1;
    }
    known
}

#[expect(clippy::large_stack_arrays, reason = "it is the compiler that has it")]
const fn kinds() -> [u32; COUNT] {
    let mut kinds = [0; COUNT];
    let mut known = known();
    fill(&mut known.bits, &mut kinds, &known.before, Task::Kind);
    kinds
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn fill<const N: usize>(
    bits: &mut [u64; 1024],
    kinds: &mut [u32; N],
    before: &[u16; 1024],
    task: Task,
) {
    let mut list = 0;
    while list < LISTS.len() {
        let (kind, words) = LISTS[list];
        let mut word = 0;
        while word < words.len() {
            set(bits, kinds, before, (kind, words[word].as_bytes()), task);
            word += 1;
        }
        list += 1;
    }
}

/// Where a word has fewer than three bytes, anything may follow.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn set<const N: usize>(
    bits: &mut [u64; 1024],
    kinds: &mut [u32; N],
    before: &[u16; 1024],
    (kind, word): (u32, &[u8]),
    task: Task,
) {
    let (first_second, last_second) = if word.len() > 1 { (word[1], word[1]) } else { (0, 31) };
    let (first_third, last_third) = if word.len() > 2 { (word[2], word[2]) } else { (0, 31) };
    let mut third = first_third;
    while third <= last_third {
        let mut second = first_second;
        while second <= last_second {
            let bytes = [word[0], second, third, 0];
            let bit = if matches!(task, Task::Hash) { hash(bytes) } else { number(bytes) };
            if matches!(task, Task::Kind) {
                kinds[rank(bits[bit >> 6], before[bit >> 6], bit)] |= kind;
            } else {
                bits[bit >> 6] |= 1 << (bit & 63);
            }
            second += 1;
        }
        third += 1;
    }
}
