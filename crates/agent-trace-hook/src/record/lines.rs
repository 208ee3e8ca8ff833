//! The lines of a text, as ranges count them.

use hook_protocol::hex;

use crate::record::digest::sha256;

/// The lines of `text` without their ends. LF or CRLF ends a line; what follows
/// the last end is a line if it is anything.
pub(crate) fn lines(text: &[u8]) -> Vec<&[u8]> {
    // Lines are short: a loop finds their ends in fewer instructions than a search does.
    let lines = text.split(|byte| *byte == b'\n');
    let mut lines: Vec<_> = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    if text.last().is_none_or(|last| *last == b'\n') {
        lines.pop();
    }
    lines
}

/// The `content_hash` of a range: SHA-256 over its lines, joined by LF.
pub(crate) fn content_hash(lines: &[&[u8]]) -> String {
    format!("sha256:{}", hex(&sha256(&lines.join(&b'\n'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> =
            lines(text.as_bytes()).into_iter().map(|line| str::from_utf8(line).unwrap()).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_line_ends_with_lf_or_crlf() {
        check("", &[]);
        check("\n", &[""]);
        check("a", &["a"]);
        check("a\n", &["a"]);
        check("a\r\nb\n\r\n", &["a", "b", ""]);
        check("a\rb\n", &["a\rb"]);
        check("a\n\n", &["a", ""]);
    }

    #[test]
    fn the_ends_of_lines_are_not_hashed() {
        let hash = |text: &str| content_hash(&lines(text.as_bytes()));
        assert_eq!(hash("a\nb\n"), hash("a\r\nb"));
        assert_ne!(hash("a\nb\n"), hash("a\n\nb\n"));
        // printf 'a\nb' | sha256sum
        let sum = "7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78";
        assert_eq!(hash("a\nb\n"), format!("sha256:{sum}"));
    }
}
