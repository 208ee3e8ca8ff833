//! Repairs invalid JSON that hosts are known to write.

use std::fmt::Write as _;

/// The characters allowed after a backslash, besides `u`.
const ESCAPES: &[u8] = br#""\/bfnrt"#;

/// `text` with the invalid parts of its strings corrected, or `None` if there are none:
///
/// | in a string | becomes |
/// |---|---|
/// | an unescaped control character | that character |
/// | a backslash that begins no escape (`\e`, `\x41`, `\u12`) | a backslash |
/// | half of a surrogate pair | U+FFFD |
///
/// A host written in JavaScript may cut a string in the middle of a character, and others do not
/// escape everything. That must not make a payload unreadable: a model could put such text into a
/// command to get it past a gate.
pub(crate) fn repaired(text: &str) -> Option<String> {
    let mut repaired = String::new();
    let (mut kept_to, mut at) = (0, 0);
    let mut is_in_string = false;
    while let Some(offset) = text.get(at..)?.find(|c: char| matches!(c, '"' | '\\') || c < ' ') {
        at += offset;
        let rest = text.get(at..)?;
        let first = rest.bytes().next()?;
        if first == b'"' {
            is_in_string = !is_in_string;
        }
        if !is_in_string || first == b'"' {
            at += 1;
            continue;
        }
        let (length, written) = match first {
            b'\\' => escape(rest),
            _ => (1, Some(u32::from(first))),
        };
        if let Some(character) = written {
            repaired.push_str(text.get(kept_to..at)?);
            let _never_fails = write!(repaired, "\\u{character:04x}");
            kept_to = at + length;
        }
        at += length;
    }
    if kept_to == 0 {
        return None;
    }
    repaired.push_str(text.get(kept_to..)?);
    Some(repaired)
}

/// The length of the escape at the beginning of `text`, and its replacement if it is invalid.
fn escape(text: &str) -> (usize, Option<u32>) {
    const BACKSLASH: Option<u32> = Some('\\' as u32);
    match text.as_bytes().get(1) {
        Some(next) if ESCAPES.contains(next) => (2, None),
        Some(b'u') => match unit_at(text, 0) {
            None => (1, BACKSLASH),
            Some(0xD800..=0xDBFF) if matches!(unit_at(text, 6), Some(0xDC00..=0xDFFF)) => {
                (12, None)
            }
            Some(0xD800..=0xDFFF) => (6, Some(u32::from(char::REPLACEMENT_CHARACTER))),
            Some(_) => (6, None),
        },
        _ => (1, BACKSLASH),
    }
}

/// The code unit of the escape `\uXXXX` at `at`, if there is one.
fn unit_at(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_what_stands_in_them() {
        let check = |json: &str, expected: &str| {
            assert!(serde_json::from_str::<String>(json).is_err(), "{json}");
            let repaired = repaired(json).unwrap_or_else(|| panic!("{json}"));
            assert_eq!(serde_json::from_str::<String>(&repaired).unwrap(), expected, "{json}");
        };
        // Half of a pair.
        check(r#""x\ud83dy""#, "x\u{fffd}y");
        check(r#""\udc00""#, "\u{fffd}");
        check(r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}");
        check(r#""é\ud800é\n""#, "é\u{fffd}é\n");
        check(r#""\\ud83d \ud83d\ude00 \n\ud83d""#, "\\ud83d \u{1f600} \n\u{fffd}");
        // Control characters.
        check("\"a\tb\nc\rd\u{0}e\u{1b}[0m\u{1f}\"", "a\tb\nc\rd\u{0}e\u{1b}[0m\u{1f}");
        check("\"\\\\\t\\\"\n\"", "\\\t\"\n");
        check("\"é\u{1}é\"", "é\u{1}é");
        // What is no escape.
        check(r#""\e[0m\x41\'\é""#, r"\e[0m\x41\'\é");
        check(r#""\u12 \u \u+123 \uD8""#, r"\u12 \u \u+123 \uD8");
        check("\"a\\\nb\\\u{1}\"", "a\\\nb\\\u{1}");
        check(r#""\\\e\\""#, r"\\e\");
    }

    #[test]
    fn what_stands_outside_of_strings_stays() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(repaired(text).as_deref(), expected, "{text}");
        };
        check("{\n\t\"a\": \"b\\n\"\u{c} }", None);
        check(r#"{"a\\": 1, \e: "\\"}"#, None);
        check("{\n\"a\n\": \"b\"\n}", Some("{\n\"a\\u000a\": \"b\"\n}"));
        check("", None);
        check("\"\\", Some("\"\\u005c"));
    }
}
