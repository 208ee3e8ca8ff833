//! Passwords that a generator has made with signs in them: `k3Rw9xQ(pLm2aT7u`. What is so mixed is
//! no code and stands for nothing else, wherever a name is given it.

use crate::REDACTED;

/// In bytes.
const MIN_LENGTH: usize = 10;
const MAX_LENGTH: usize = 128;

/// What code and templates have, and a password hardly.
const CODE: [&str; 12] = ["::", "://", "${", "$(", "{{", "#{", "<%", "->", "=>", "()", "..", "&&"];

/// Whether letters of both cases, digits and some signs follow each other without order, and stand
/// for nothing else.
pub(crate) fn is_generated(text: &str) -> bool {
    let text = text.strip_prefix(REDACTED).unwrap_or(text);
    is_unordered(text) && !stands_for_another(text)
}

/// Whether letters of both cases, digits and some signs follow each other without order.
pub(crate) fn is_unordered(text: &str) -> bool {
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&text.len())
        || !text.bytes().all(|byte| byte.is_ascii_graphic())
    {
        return false;
    }
    let (mut kinds, mut changes, mut count, mut last) = ([0; 3], 0, 0, None);
    for byte in text.bytes().filter(u8::is_ascii_alphanumeric) {
        let kind = usize::from(byte.is_ascii_lowercase()) + 2 * usize::from(byte.is_ascii_digit());
        if let Some(known) = kinds.get_mut(kind) {
            *known += 1;
        }
        changes += usize::from(last.is_some_and(|last| last != kind));
        last = Some(kind);
        count += 1;
    }
    let signs = text.len() - count;
    kinds.iter().all(|known| *known > 0)
        && signs * 3 <= text.len()
        && changes * 20 >= count.saturating_sub(1) * 9
}

/// A placeholder, a call, a path, or another piece of code.
fn stands_for_another(text: &str) -> bool {
    let is_within = |open: char, close: char| text.starts_with(open) && text.ends_with(close);
    let is_call = text.contains('(') && text.ends_with(')');
    let is_path = text.contains('/') && (text.matches('/').count() > 1 || text.contains('.'));
    // What `sops` has encrypted.
    let is_encrypted = text.starts_with("ENC[");
    is_encrypted
        || is_within('<', '>')
        || is_within('{', '}')
        || is_within('%', '%')
        || is_within('[', ']')
        || is_call
        || is_path
        || text.contains('=') && !text.ends_with('=')
        || CODE.iter().any(|sign| text.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_generated() {
        for text in ["k3Rw9xQ(pLm2aT7u", "$k3Rw9xQpLm2aT7u", "k3Rw9xQ,pLm2aT7u", "<k3Rw9xQpLm2aT7u"]
        {
            assert!(is_generated(text), "{text}");
        }
        for text in [
            "$oauth2Token1Value",
            "[index0].Name1",
            "getToken1(Name2)",
            "<k3Rw9xQpLm2aT7u>",
            "{k3Rw9xQpLm2aT7u}",
            "%k3Rw9xQpLm2aT7u%",
            "/k3Rw/9xQ/pLm2aT7u",
            "${k3Rw9xQpLm2aT7u",
            "correct(horse",
            "k3R(w9",
            "[redacted]",
        ] {
            assert!(!is_generated(text), "{text}");
        }
    }
}
