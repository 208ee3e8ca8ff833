//! Random values of which nothing is said but a name: `client = New("v")`, and the keys of
//! services that are made of hexadecimal digits, `datadog: v`.
//!
//! What is that long and that random begins with nothing that could be looked for. So the
//! text is looked at every few bytes, and what stands there is followed to both sides.

use std::ops::Range;

use hook_protocol::ending;

use crate::lists::{Hashes, has_line, hash_of, hashed};
use crate::name::parts;
use crate::signs::{is_one_of, table};
use crate::value::{is_hash, is_random, turns};

const SERVICES: &str = include_str!("services.txt");
static SERVICE_HASHES: Hashes = Hashes::of_lines(SERVICES);

/// A shorter value says too little by itself.
const MIN_RUN: usize = 20;
const MIN_MIXED: usize = 24;
const MAX_RUN: usize = 128;
const MIN_DIGITS: usize = 3;

/// How many digits the address of a chain has.
const ADDRESS: usize = 40;

/// How far what names a value is looked for, in bytes.
const MAX_LABEL: usize = 64;

/// A value with one of these words before it is what they say, and no secret.
const NO_SECRETS: [&str; 63] = [
    "addr",
    "address",
    "asset",
    "base64",
    "blob",
    "body",
    "build",
    "bundle",
    "cert",
    "checksum",
    "chunk",
    "cid",
    "commit",
    "content",
    "contract",
    "correlation",
    "cursor",
    "data",
    "digest",
    "etag",
    "example",
    "expect",
    "expected",
    "fingerprint",
    "font",
    "guid",
    "hash",
    "hashes",
    "href",
    "icon",
    "id",
    "ids",
    "image",
    "img",
    "integrity",
    "kid",
    "link",
    "md5",
    "module",
    "nonce",
    "object",
    "output",
    "path",
    "pub",
    "pubkey",
    "public",
    "ref",
    "request",
    "rev",
    "revision",
    "sha",
    "sha1",
    "sha256",
    "sha384",
    "sha512",
    "signature",
    "span",
    "src",
    "trace",
    "tx",
    "url",
    "uuid",
    "version",
];
static NO_SECRET_HASHES: Hashes = Hashes::of(&NO_SECRETS);

/// What has a token that is a place in a list.
const CURSORS: [&str; 6] = ["page", "Page", "continuation", "sync", "Sync", "next"];

/// What a decoded value is given to, if it is a secret.
const KEYS: [&str; 6] = ["key", "secret", "seed", "psk", "hmac", "private"];

/// The values in a part of a text that are given to something, and are secrets. `known` are
/// left out.
pub(crate) fn find(
    text: &str,
    part: &Range<usize>,
    known: &[Range<usize>],
    found: &mut Vec<Range<usize>>,
) {
    let bytes = text.as_bytes();
    let near = bytes.get(..part.end).unwrap_or(bytes);
    let mut at = part.start + MIN_RUN - 1;
    while let Some(byte) = near.get(at) {
        if !is_part(*byte) {
            at += MIN_RUN;
            continue;
        }
        let run = around(bytes, at);
        at = run.end + MIN_RUN;
        let is_new = || {
            let before = known.partition_point(|secret| secret.end <= run.start);
            known.get(before).is_none_or(|secret| secret.start >= run.end)
        };
        if (MIN_RUN..MAX_RUN).contains(&run.len()) && is_new() && is_secret(text, &run) {
            found.push(run);
        }
    }
}

static OF_RUNS: [bool; 256] =
    table(b"-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

fn is_part(byte: u8) -> bool {
    is_one_of(&OF_RUNS, byte)
}

fn around(bytes: &[u8], at: usize) -> Range<usize> {
    let before = bytes.get(at.saturating_sub(MAX_RUN)..at).unwrap_or_default();
    let behind = bytes.get(at..).unwrap_or_default().iter().take(MAX_RUN);
    let start = at - before.iter().rev().take_while(|byte| is_part(**byte)).count();
    let end = at + behind.take_while(|byte| is_part(**byte)).count();
    crate::count_steps(end - start);
    start..end
}

fn is_secret(text: &str, run: &Range<usize>) -> bool {
    let value = text.get(run.clone()).unwrap_or_default();
    // Names of functions are as long, and have hardly a digit.
    if value.bytes().filter(u8::is_ascii_digit).nth(MIN_DIGITS - 1).is_none() {
        return false;
    }
    // The address of a chain is public.
    let is_address = value.strip_prefix("0x").is_some_and(|digits| {
        digits.len() == ADDRESS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    if is_address {
        return false;
    }
    let is_mixed = is_mixed(value);
    if !is_mixed && !is_key(value) {
        return false;
    }
    let ends = |last: char| last.is_whitespace() || "\"'`,;<&)}]\\".contains(last);
    let behind = text.get(run.end..).unwrap_or_default();
    if !behind.is_empty() && !behind.starts_with(ends) {
        return false;
    }
    let label = ending(text.get(..run.start).unwrap_or_default(), MAX_LABEL);
    let label = label.rsplit('\n').next().unwrap_or_default();
    let opened = label.trim_end_matches(['"', '\'', '`', '\\']);
    let is_quoted = opened.len() < label.len();
    let named = opened.trim_end_matches(' ');
    let is_given = named.ends_with(['=', ':', '>']) && (is_quoted || !named.ends_with("::"));
    let is_argument = is_quoted && named.ends_with(['(', ',', '[']);
    // A cursor in a list, which is longer than a page.
    let last = named.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    if let Some(owner) = ["Token", "_token"].iter().find_map(|end| last.strip_suffix(end))
        && CURSORS.iter().any(|of| owner.ends_with(of))
    {
        return false;
    }
    let is_said = named.len() < opened.len();
    if !is_given && !is_argument && !is_said {
        return false;
    }
    let Some(said) = Said::of(named) else { return false };
    let is_decoded = is_argument && value.len() > 31 && {
        let lower = named.to_ascii_lowercase();
        let decodes = ["fromhex(", "buffer.from(", "decodestring(", "unhexlify(", "hex2bin("];
        let is_key = |word: &str| KEYS.iter().any(|key| word.eq_ignore_ascii_case(key));
        decodes.iter().any(|end| lower.ends_with(end)) && parts(named).any(is_key)
    };
    let is_seed = is_given && value.len() > 31 && said.last.eq_ignore_ascii_case("seed");
    if is_decoded || is_seed {
        return true;
    }
    if is_given || is_argument {
        is_mixed || said.is_service || is_of_service(named)
    } else {
        is_service(said.last)
    }
}

/// What the words of a label say.
struct Said<'t> {
    last: &'t str,
    /// Whether one of them is a service.
    is_service: bool,
}

impl<'t> Said<'t> {
    /// Nothing, if one of them says that the value is no secret. The label is read once and words are known by
    /// their hash, as each line of a log may have such a value.
    fn of(named: &'t str) -> Option<Said<'t>> {
        let mut said = Said { last: "", is_service: false };
        let (mut start, mut hash, mut was_upper) = (0, 0, false);
        let bytes = named.as_bytes();
        crate::count_steps(bytes.len());
        for (at, byte) in bytes.iter().enumerate() {
            let lower = LOWER.get(usize::from(*byte)).copied().unwrap_or_default();
            let is_upper = lower != *byte;
            let goes_on = || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            let is_end = lower == 0 || is_upper && (!was_upper || goes_on());
            if is_end && start < at {
                said.take(named.get(start..at)?, hash)?;
                (start, hash) = (at, 0);
            }
            if lower == 0 {
                start = at + 1;
            } else {
                hash = hashed(hash, lower);
            }
            was_upper = is_upper;
        }
        if start < named.len() {
            said.take(named.get(start..)?, hash)?;
        }
        Some(said)
    }

    fn take(&mut self, word: &'t str, hash: u32) -> Option<()> {
        let is_one = |known: &&str| word.eq_ignore_ascii_case(known);
        let says_none = NO_SECRET_HASHES.may_have(hash) && NO_SECRETS.iter().any(is_one);
        (!says_none).then_some(())?;
        self.is_service |= SERVICE_HASHES.may_have(hash) && is_service(word);
        self.last = word;
        Some(())
    }
}

/// Letters and digits in lower case, and 0 for all others.
static LOWER: [u8; 256] = lower();

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn lower() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
}

/// Whether the last name, without regard to the words of which it is made, begins with
/// that of a service.
fn is_of_service(named: &str) -> bool {
    let named = named.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = named.rsplit(|c: char| !is_name(c)).next().unwrap_or_default();
    name.contains(['_', '-']) && {
        let name = name.to_ascii_lowercase().replace(['_', '-'], "");
        SERVICE_HASHES.may_have(hash_of(&name)) && is_service(&name)
    }
}

fn is_service(word: &str) -> bool {
    word.len() > 3 && has_line(SERVICES, &word.to_ascii_lowercase())
}

/// Letters of both cases and digits, so mixed that nothing else looks like it.
fn is_mixed(value: &str) -> bool {
    let count = |kind: fn(&u8) -> bool| value.bytes().filter(kind).count();
    let letters = value.split(|c: char| !c.is_ascii_lowercase());
    value.len() >= MIN_MIXED
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && count(u8::is_ascii_uppercase) > 3
        && count(u8::is_ascii_lowercase) > 3
        && turns(value) > value.len() / 6
        && letters.into_iter().all(|word| word.len() < 7)
        && is_random(value)
}

/// What the key of a service may look like.
fn is_key(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    is_hash(value) || digits > 3 && turns(value) > 5 && is_random(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_service_is_found() {
        let all = SERVICES.lines().filter(|line| !line.starts_with('#') && line.len() > 3);
        assert!(all.clone().count() > 500 && all.clone().all(is_service));
        assert!(all.clone().all(|line| Said::of(line).is_some_and(|said| said.is_service)));
        assert!(!is_service("session") && !is_service("zzzz") && !is_service("0000"));
    }
}
