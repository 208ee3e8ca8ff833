//! Lists of words that tell by a letter or two that a word is none of them, and sorted ones.

use std::cmp::Ordering;

/// The words of a list that begin with a letter: those with the same five last bits of their
/// first byte stand beside each other in it.
pub(crate) struct ByLetter {
    words: &'static [&'static str],
    /// Where the words of each begin, and where they end.
    places: [(usize, usize); 32],
}

impl ByLetter {
    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    pub(crate) const fn of(words: &'static [&'static str]) -> Self {
        let mut places = [(0, 0); 32];
        let mut word = words.len();
        while word > 0 {
            word -= 1;
            let place = &mut places[(words[word].as_bytes()[0] & 0x1f) as usize];
            assert!(place.1 == 0 || place.0 == word + 1, "the words are not beside each other");
            place.1 = if place.1 == 0 { word + 1 } else { place.1 };
            place.0 = word;
        }
        Self { words, places }
    }

    /// The words that begin as the text does here.
    pub(crate) fn at(&self, text: &str, at: usize) -> &'static [&'static str] {
        let first = text.as_bytes().get(at).copied().unwrap_or_default();
        let (start, end) = self.places.get(usize::from(first & 0x1f)).copied().unwrap_or_default();
        self.words.get(start..end).unwrap_or_default()
    }
}

/// Whether a word is a line of a list that is sorted, as far as its lines begin with a letter or digit. Above these
/// may stand what begins with another sign.
pub(crate) fn has_line(list: &str, word: &str) -> bool {
    let (mut start, mut end) = (0, list.len());
    while start < end {
        let middle = start + (end - start) / 2;
        // The line that this place is in.
        let before = list.as_bytes().get(start..middle).unwrap_or_default();
        let from =
            before.iter().rposition(|byte| *byte == b'\n').map_or(start, |at| start + at + 1);
        let line = list.get(from..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        crate::count_steps(line.len());
        match line.cmp(word) {
            Ordering::Equal => return true,
            Ordering::Less => start = from + line.len() + 1,
            Ordering::Greater => end = from,
        }
    }
    false
}

/// The words of a list by their first letter: a bit for each length. Most words are none of it.
#[derive(Clone, Copy)]
pub(crate) struct Lengths([u32; 32]);

impl Lengths {
    pub(crate) const NONE: Self = Self([0; 32]);

    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    pub(crate) const fn with(mut self, word: &str) -> Self {
        if let [first, ..] = *word.as_bytes() {
            self.0[(first & 0x1f) as usize] |= 1 << (word.len() & 0x1f);
        }
        self
    }

    /// Whether a word may be of the list.
    pub(crate) fn may_have(&self, word: &str) -> bool {
        let first = word.as_bytes().first().copied().unwrap_or_default() & 0x1f;
        let lengths = self.0.get(usize::from(first)).copied().unwrap_or_default();
        lengths >> (word.len() & 0x1f) & 1 == 1
    }
}

/// Words by a hash of all their bytes: a bit for each. Few other words have one.
pub(crate) struct Hashes([u64; 256]);

impl Hashes {
    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    pub(crate) const fn of(words: &[&str]) -> Self {
        let mut hashes = Self([0; 256]);
        let mut place = 0;
        while place < words.len() {
            hashes = hashes.with(hash_of(words[place]));
            place += 1;
        }
        hashes
    }

    /// Those of the lines of a text.
    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    pub(crate) const fn of_lines(list: &str) -> Self {
        let bytes = list.as_bytes();
        let mut hashes = Self([0; 256]);
        let (mut at, mut hash) = (0, 0);
        while at < bytes.len() {
            if bytes[at] == b'\n' {
                hashes = hashes.with(hash);
                hash = 0;
            } else {
                hash = hashed(hash, bytes[at]);
            }
            at += 1;
        }
        hashes
    }

    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    const fn with(mut self, hash: u32) -> Self {
        let bit = bit(hash);
        self.0[bit >> 6] |= 1 << (bit & 63);
        self
    }

    /// Whether a word with this hash may be one of them.
    pub(crate) fn may_have(&self, hash: u32) -> bool {
        let bit = bit(hash);
        self.0.get(bit >> 6).is_some_and(|bits| bits >> (bit & 63) & 1 == 1)
    }
}

/// FNV-1a.
#[expect(clippy::indexing_slicing, reason = "a constant function has no iterators")]
pub(crate) const fn hash_of(word: &str) -> u32 {
    let bytes = word.as_bytes();
    let (mut at, mut hash) = (0, 0);
    while at < bytes.len() {
        hash = hashed(hash, bytes[at]);
        at += 1;
    }
    hash
}

pub(crate) const fn hashed(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// A number below 2^14.
const fn bit(hash: u32) -> usize {
    ((hash ^ hash >> 15) & 0x3fff) as usize
}

/// A list of words that tells by the first letter and the length that a word is none of them.
pub(crate) struct Words {
    words: &'static [&'static str],
    lengths: Lengths,
}

impl Words {
    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    pub(crate) const fn of(words: &'static [&'static str]) -> Self {
        let mut lengths = Lengths::NONE;
        let mut place = 0;
        while place < words.len() {
            lengths = lengths.with(words[place]);
            place += 1;
        }
        Self { words, lengths }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.lengths.may_have(word) && self.words.contains(&word)
    }
}
