//! Keys that are written as lists of bytes: `key[] = {0x9f, 0x86, ...}`.

use std::ops::Range;

use hook_protocol::beginning;

use crate::name::Name;
use crate::signs::{is_one_of, table};

/// So many numbers are a key, and so far they are looked for, in bytes.
const MIN_NUMBERS: usize = 16;
const MAX_LIST: usize = 4 << 10;
const MAX_DECLARATION: usize = 60;

/// What a name cannot go beyond.
static SIGNS: [bool; 256] = table(b"=:\n,;(){}");

/// The bytes that are given to this name.
pub(crate) fn of(name: &Name<'_>) -> Option<Range<usize>> {
    let rest = name.text.get(name.end..)?;
    let near = beginning(rest, MAX_DECLARATION);
    let sign = near.bytes().position(|byte| is_one_of(&SIGNS, byte))?;
    near.get(sign..)?.starts_with(['=', ':']).then_some(())?;
    let opened = sign + near.get(sign..)?.find(['[', '{', '('])?;
    let between = near.get(sign..opened)?;
    (!between.contains([';', ',', '\n'])).then_some(())?;
    // `new byte[] { 159, 134 }`: the next bracket.
    let inside = rest.get(opened..)?;
    let skipped =
        inside.len() - inside.trim_start_matches(|c: char| "[](){ \n\t".contains(c)).len();
    let start = name.end + opened + skipped;
    let length = list(name.text.get(start..)?)?;
    Some(start..start + length)
}

/// How long a list of bytes is, if enough of them follow each other.
fn list(text: &str) -> Option<usize> {
    let near = beginning(text, MAX_LIST);
    let (mut at, mut end, mut count) = (0, 0, 0);
    loop {
        let rest = near.get(at..)?;
        let rest = rest.strip_prefix("(byte)").unwrap_or(rest).trim_start();
        let digits = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
        let (digits, radix) = digits.map_or((rest, 10), |digits| (digits, 16));
        let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        let number = digits.get(..length)?;
        if length > 3 || u8::from_str_radix(number, radix).is_err() {
            break;
        }
        count += 1;
        let behind = digits.get(length..)?;
        end = near.len() - behind.len();
        let next = behind.trim_start();
        let Some(next) = next.strip_prefix(',') else { break };
        at = near.len() - next.trim_start().len();
    }
    crate::count_steps(end);
    (count >= MIN_NUMBERS).then_some(end)
}

/// Whether a text is made of escaped bytes: `\x9f\x86`.
pub(crate) fn is_escaped(text: &str) -> bool {
    let count = text.matches("\\x").count();
    count >= MIN_NUMBERS && count * 4 + 4 >= text.len()
}
