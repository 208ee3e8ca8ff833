//! JSON web tokens: RFC 7519 and RFC 7516.

use crate::scan::Scan;
use crate::token_format::begins_word;

/// `{"` in base64.
pub(crate) const PREFIXES: [&str; 1] = ["eyJ"];

/// How headers of signed tokens begin: `{"alg"`, `{"typ"` and `{"kid"`.
const HEADERS: [&str; 3] = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi"];

/// How long a part and a whole encrypted token are at least, in bytes.
const MIN_PART: usize = 8;
const MIN_SIGNATURE: usize = 20;
const MIN_ENCRYPTED: usize = 80;

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    if at < scan.no_web_token || scan.is_known(at) || !begins_word(scan.text.as_bytes(), at) {
        return;
    }
    let Some(rest) = scan.text.get(at..).filter(|rest| rest.starts_with("eyJ")) else { return };
    scan.no_web_token = at + part(rest);
    if let Some(length) = signed(rest).or_else(|| encrypted(rest)) {
        scan.add(at..at + length);
    }
}

/// Header, claims and a signature that may be cut off. Claims that are no object are still
/// signed, where the header says how.
fn signed(text: &str) -> Option<usize> {
    let header = part(text);
    let claims = text.get(header..)?.strip_prefix('.')?;
    let length = header + 1 + part(claims);
    let signature = text.get(length..)?.strip_prefix('.').map(part);
    let is_token = claims.starts_with("eyJ")
        || HEADERS.iter().any(|begin| text.starts_with(begin))
            && signature.is_some_and(|length| length >= MIN_SIGNATURE);
    (is_token && header >= MIN_PART && part(claims) >= MIN_PART)
        .then(|| length + signature.map_or(0, |signature| 1 + signature))
}

/// Five parts, of which the second may be empty.
fn encrypted(text: &str) -> Option<usize> {
    let mut length = part(text);
    for _ in 0..4 {
        let rest = text.get(length..)?.strip_prefix('.')?;
        length += 1 + part(rest);
    }
    let is_whole = !text.get(length..)?.starts_with(['.', '=']);
    (is_whole && length > MIN_ENCRYPTED).then_some(length)
}

/// How long the part of a token is that begins here.
fn part(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'=');
    let length = text.as_bytes().iter().take_while(|byte| is_part(byte)).count();
    crate::count_steps(length);
    length
}
