//! Sets of bytes, which are faster to ask than lists.

/// The set of these bytes.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
pub(crate) const fn table(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut place = 0;
    while place < bytes.len() {
        table[bytes[place] as usize] = true;
        place += 1;
    }
    table
}

/// The same signs, and all bytes of letters and blanks that are not of ASCII.
#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
pub(crate) const fn with_letters(mut signs: [bool; 256]) -> [bool; 256] {
    let mut byte = 0x80;
    while byte < signs.len() {
        signs[byte] = true;
        byte += 1;
    }
    signs
}

pub(crate) fn is_one_of(table: &[bool; 256], byte: u8) -> bool {
    table.get(usize::from(byte)).copied().unwrap_or_default()
}
