//! Private key blocks: RFC 7468, and what `OpenPGP` and `PuTTY` make of them.

use std::ops::Range;

use hook_protocol::beginning;

use crate::scan::Scan;

pub(crate) const PREFIXES: [&str; 2] = [BEGIN, PUTTY];

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";
const PUTTY: &str = "PuTTY-User-Key-File-";
const PRIVATE: &str = "PRIVATE KEY";

/// How much of a file of `PuTTY` is read, in bytes.
const MAX_PUTTY: usize = 16 << 10;

/// Headers within a block: RFC 1421 and RFC 9580.
const HEADERS: [&str; 6] = ["Proc-Type:", "DEK-Info:", "Comment:", "Version:", "Charset:", "Hash:"];

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    if scan.is_known(at) {
        return;
    }
    let block = pem(scan.text, at, &mut scan.no_block_end).or_else(|| putty(scan.text, at));
    if let Some(block) = block {
        scan.add(block);
    }
}

/// Up to the end of the block, or as far as there are lines of a key. A page about keys has the
/// first line alone.
fn pem(text: &str, at: usize, no_end: &mut usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let label = private_label(rest.strip_prefix(BEGIN)?)?;
    let mut end = at + BEGIN.len() + label.len() + DASHES.len();
    let mut start = end;
    // Another block may have begun on this line before.
    if end < *no_end {
        end += key_digits(text.get(end..)?);
        return Some(at..end);
    }
    for line in text.get(end..)?.split_inclusive('\n') {
        crate::count_steps(line.len());
        if let Some(length) = block_end(line) {
            return Some(at..start + length);
        }
        let is_first = start == end;
        *no_end = start + line.len();
        if is_first && !line.trim().is_empty() {
            end += key_digits(line);
        }
        start += line.len();
        let is_last = || next_line(text, start).is_some_and(|next| block_end(next).is_some());
        if !is_line_of_key(line) && (!is_first || end <= start) && !is_last() {
            break;
        }
        if !is_first && !line.trim().is_empty() {
            end = start - (line.len() - line.trim_end().len());
        }
    }
    Some(at..end)
}

/// The label of a private key, as far as the dashes behind it.
fn private_label(text: &str) -> Option<&str> {
    let (label, _) = beginning(text, 80).split_once(DASHES)?;
    let is_label = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == ' ';
    (label.chars().all(is_label) && label.contains(PRIVATE)).then_some(label)
}

/// Where a block ends in this line.
fn block_end(line: &str) -> Option<usize> {
    let place = line.find(END)?;
    let label = private_label(line.get(place + END.len()..)?)?;
    Some(place + END.len() + label.len() + DASHES.len())
}

fn next_line(text: &str, start: usize) -> Option<&str> {
    beginning(text.get(start..)?, 400).split('\n').next()
}

/// How long the digits in base64 are with which a line begins, also where `\n` divides them.
fn key_digits(line: &str) -> usize {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=\\".contains(byte);
    let length = line.bytes().take_while(is_digit).count();
    line.get(..length).unwrap_or_default().trim_end_matches("\\n").len()
}

/// Whether most of a line is one number in base64, whatever a program has put before it: a line
/// number, a time, the name of a container, the sign of a diff.
fn is_line_of_key(line: &str) -> bool {
    let line = line.trim();
    let is_digit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let longest = line.split(|c| !is_digit(c)).map(str::len).max().unwrap_or_default();
    longest > 15 && longest * 2 >= line.len()
        || longest == line.len()
        || HEADERS.iter().any(|header| line.contains(header))
        || !line.contains(|c: char| c.is_ascii_alphanumeric())
}

/// From `Private-Lines` on, as many as it says, or up to what follows them.
fn putty(text: &str, at: usize) -> Option<Range<usize>> {
    const LINES: &str = "Private-Lines: ";
    let near = beginning(text.get(at..).filter(|rest| rest.starts_with(PUTTY))?, MAX_PUTTY);
    crate::count_steps(near.len());
    let start = near.find(LINES)?;
    let behind = near.get(start..)?;
    let number = behind.get(LINES.len()..)?.split(char::is_whitespace).next()?;
    let lines: usize = number.parse().ok()?;
    let mut ends = behind.match_indices('\n').map(|(place, _)| place);
    let end = behind.find("\nPrivate-MAC").or_else(|| ends.nth(lines)).unwrap_or(behind.len());
    Some(at + start..at + start + end)
}
