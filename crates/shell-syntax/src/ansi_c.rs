//! Decodes what stands between the quotes of `$'...'`.
//!
//! Bash manual, 3.1.2.4 "ANSI-C Quoting".

use std::iter::Peekable;
use std::str::Chars;

/// The text that `$'quoted'` stands for. As in bash, it ends at a NUL.
pub(crate) fn decode(quoted: &str) -> String {
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut chars = quoted.chars().peekable();
    while let Some(next) = chars.next() {
        if next == '\\' {
            escape(&mut chars, &mut bytes);
        } else {
            push(&mut bytes, next);
        }
    }
    if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
        bytes.truncate(end);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn escape(chars: &mut Peekable<Chars<'_>>, bytes: &mut Vec<u8>) {
    let Some(kind) = chars.next() else {
        bytes.push(b'\\');
        return;
    };
    match kind {
        'a' => bytes.push(0x07),
        'b' => bytes.push(0x08),
        'e' | 'E' => bytes.push(0x1b),
        'f' => bytes.push(0x0c),
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        'v' => bytes.push(0x0b),
        '\\' | '\'' | '"' | '?' => push(bytes, kind),
        '0'..='7' => {
            let first = kind.to_digit(8).unwrap_or_default();
            bytes.push(low_byte(digits(chars, 8, 2, first).0));
        }
        'c' => {
            if let Some(control) = chars.next() {
                bytes.push(low_byte(u32::from(control.to_ascii_uppercase()) ^ 0x40));
            }
        }
        'x' | 'u' | 'U' => hexadecimal(chars, bytes, kind),
        other => {
            bytes.push(b'\\');
            push(bytes, other);
        }
    }
}

fn hexadecimal(chars: &mut Peekable<Chars<'_>>, bytes: &mut Vec<u8>, kind: char) {
    let braced = kind == 'x' && chars.next_if_eq(&'{').is_some();
    let most = match kind {
        'x' if !braced => 2,
        'u' => 4,
        _ => 8,
    };
    let (value, count) = digits(chars, 16, most, 0);
    if braced {
        chars.next_if_eq(&'}');
    }
    if count == 0 {
        bytes.push(b'\\');
        push(bytes, kind);
    } else if kind == 'x' {
        bytes.push(low_byte(value));
    } else {
        push(bytes, char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
}

/// The number that at most `most` digits continue, and how many there were.
fn digits(chars: &mut Peekable<Chars<'_>>, radix: u32, most: usize, first: u32) -> (u32, usize) {
    let (mut value, mut count) = (first, 0);
    while count < most
        && let Some(digit) = chars.peek().and_then(|next| next.to_digit(radix))
    {
        chars.next();
        value = value.wrapping_mul(radix).wrapping_add(digit);
        count += 1;
    }
    (value, count)
}

fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}

fn push(bytes: &mut Vec<u8>, character: char) {
    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_are_decoded_as_in_bash() {
        let check = |quoted: &str, expected: &str| assert_eq!(decode(quoted), expected, "{quoted}");
        check(r"\x72m", "rm");
        check(r"\162\155", "rm");
        check(r"\u0072\U0000006d", "rm");
        check(r"\x{72}m", "rm");
        check(r"a\'b\\c\n", "a'b\\c\n");
        check(r"\xc3\xa9", "é");
        check(r"rm\0hidden", "rm");
        check(r"\q\xzz\", r"\q\xzz\");
        check(r"\cA", "\u{1}");
        check(r"\U99999999", "\u{fffd}");
    }
}
