//! SHA-256, of a text of any length.

use sha2::{Digest as _, Sha256};

/// From here on the instructions of a processor for it save more than it takes to ask whether it
/// has them, in bytes: in a virtual machine 30 microseconds.
const LONG: usize = 16 << 10;

/// The hash of `text`.
pub(crate) fn sha256(text: &[u8]) -> [u8; 32] {
    if text.len() < LONG { hmac_sha256::Hash::hash(text) } else { Sha256::digest(text).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_hashed_as_a_short_one() {
        for length in [0, 1, 63, 64, LONG - 1, LONG, LONG + 1] {
            let text = vec![b'x'; length];
            assert_eq!(sha256(&text), hmac_sha256::Hash::hash(&text), "{length}");
        }
    }
}
