//! One scan of a text, from its beginning to its end: at each place where something may begin,
//! the [rules](crate::rule) are asked.

use std::ops::Range;
use std::slice;

use crate::formatting::PlainText;
use crate::prefix;
use crate::scan::Scan;

/// What was found in a text.
pub(crate) struct Found {
    /// Where the secrets are, in their order and apart from each other.
    pub(crate) secrets: Vec<Range<usize>>,
    /// Whether the text has formatting.
    pub(crate) is_formatted: bool,
}

/// The secrets that begin in these parts of a text, which are in their order.
pub(crate) fn scan(text: &str, parts: &[Range<usize>]) -> Found {
    let mut found = scan_parts(text, parts);
    if found.is_formatted
        && let Some(plain) = PlainText::of(text)
    {
        let hidden = scan_parts(&plain.text, slice::from_ref(&(0..plain.text.len()))).secrets;
        found.secrets.extend(hidden.iter().map(|secret| plain.place(text, secret)));
        found.secrets.sort_by_key(|secret| secret.start);
        found.secrets = joined(&found.secrets);
    }
    found
}

/// Places in their order, of which those that overlap are one.
fn joined(places: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for place in places {
        match apart.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => apart.push(place.clone()),
        }
    }
    apart
}

fn scan_parts(text: &str, parts: &[Range<usize>]) -> Found {
    let mut scan = Scan::new(text);
    for part in parts {
        read(&mut scan, part);
    }
    Found { secrets: scan.secrets, is_formatted: scan.is_formatted }
}

/// By itself, so that its loop has all registers.
#[inline(never)]
fn read(scan: &mut Scan<'_>, part: &Range<usize>) {
    let end = scan.text.len().min(part.end.saturating_add(3));
    let near = scan.text.as_bytes().get(part.start..end).unwrap_or_default();
    crate::count_steps(part.len());
    for (place, window) in near.windows(4).enumerate() {
        if let Some(window) = window.first_chunk()
            && prefix::may_begin(*window)
        {
            ask(scan, part.start + place);
        }
    }
    // Three bytes are left at the end of the text.
    if end == scan.text.len() && near.len() > 2 {
        ask(scan, part.start + near.len() - 3);
    }
}

#[inline(never)]
fn ask(scan: &mut Scan<'_>, at: usize) {
    let first = scan.text.as_bytes().get(at).copied().unwrap_or_default();
    let known = scan.secrets.len();
    for rule in prefix::rules(first) {
        (rule.find)(scan, at);
        if scan.secrets.len() > known {
            break;
        }
    }
}
