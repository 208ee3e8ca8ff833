//! The characters of a value: how they are mixed, whether they are digits of a hash.

/// Letters of both cases without a word in them: `mRAzoRdXZEvrujNTIHtH`.
pub(crate) fn is_scrambled(value: &str) -> bool {
    let is_upper = |byte: &u8| byte.is_ascii_uppercase();
    let changes = value.as_bytes().windows(2).filter(|pair| {
        pair.iter().all(u8::is_ascii_alphabetic)
            && pair.first().is_some_and(is_upper) != pair.last().is_some_and(is_upper)
    });
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+/".contains(&byte);
    let has_two = value.as_bytes().windows(2).any(|pair| pair.iter().all(is_upper));
    value.len() > 15 && value.bytes().all(is_plain) && has_two && changes.count() > value.len() / 4
}

/// Whether a value is not a few characters again and again.
pub(crate) fn is_varied(value: &str) -> bool {
    let mut seen = [false; 128];
    for byte in value.bytes() {
        if let Some(known) = seen.get_mut(usize::from(byte)) {
            *known = true;
        }
    }
    seen.iter().filter(|known| **known).count() > 5
}

/// How often letters follow digits, or digits letters.
pub(crate) fn turns(value: &str) -> usize {
    let (mut turns, mut last) = (0, None);
    for byte in value.bytes().filter(u8::is_ascii_alphanumeric) {
        let is_digit = byte.is_ascii_digit();
        turns += usize::from(last == Some(!is_digit));
        last = Some(is_digit);
    }
    turns
}

/// Whether letters of both cases and digits follow each other without order.
pub(crate) fn is_unordered(value: &str) -> bool {
    let (mut kinds, mut changes, mut count, mut last) = ([0; 3], 0, 0, None);
    for byte in value.bytes().filter(u8::is_ascii_alphanumeric) {
        let kind = usize::from(byte.is_ascii_lowercase()) + 2 * usize::from(byte.is_ascii_digit());
        if let Some(known) = kinds.get_mut(kind) {
            *known += 1;
        }
        changes += usize::from(last.is_some_and(|last| last != kind));
        last = Some(kind);
        count += 1;
    }
    kinds.iter().all(|known| *known > 0)
        && count * 3 >= value.len() * 2
        && changes * 20 >= count.saturating_sub(1) * 9
}

/// How many digits hashes have, and the beginnings of those that people say.
const HASHES: [usize; 7] = [7, 8, 9, 32, 40, 64, 128];

/// A UUID, or a hash in hexadecimal digits: of a commit, a file, an object.
pub(crate) fn is_hash(value: &str) -> bool {
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_uuid = || {
        let parts = value.split('-');
        parts.clone().map(str::len).eq([8, 4, 4, 4, 12]) && parts.clone().all(is_digits)
    };
    HASHES.contains(&value.len()) && is_digits(value) || is_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_and_uuids() {
        for value in
            ["3f0c1d5", "00000001-0000-4000-8000-000000000001", "d41d8cd98f00b204e9800998ecf8427e"]
        {
            assert!(is_hash(value), "{value}");
        }
        for value in ["3f0c1", "g123456", "a-b", "00000001-0000", "3f0c1d52ab"] {
            assert!(!is_hash(value), "{value}");
        }
    }
}
