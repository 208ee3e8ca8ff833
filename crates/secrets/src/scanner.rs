//! One scan of a text, from its beginning to its end: at each place where something may begin,
//! the rules are asked.
//!
//! To add a rule, write a file with the prefixes that it looks for and a function that finds what
//! begins there, and add it to [`RULES`]. Rules of one prefix are asked in the order of the list,
//! until one finds something.

use std::ops::Range;
use std::slice;

use crate::formatting::{self, PlainText};
use crate::{
    REDACTED, assignment, header, prefix, private_key, token_format, url, user_option, web_token,
};

/// Something that is looked for.
pub(crate) struct Rule {
    /// How it begins, in either case. One byte says that the rule is to be asked.
    pub(crate) prefixes: &'static [&'static str],
    /// Adds the secrets of what begins at a place of the text, if it is what the rule looks for.
    pub(crate) find: fn(&mut Scan<'_>, usize),
}

/// At most eight.
pub(crate) const RULES: [Rule; 8] = [
    Rule { prefixes: &formatting::PREFIXES, find: |scan, at| scan.formatting(at) },
    Rule { prefixes: &private_key::PREFIXES, find: private_key::find },
    Rule { prefixes: &web_token::PREFIXES, find: web_token::find },
    Rule { prefixes: &token_format::ANCHORS, find: token_format::find },
    Rule { prefixes: &url::PREFIXES, find: url::find },
    Rule { prefixes: &user_option::PREFIXES, find: user_option::find },
    Rule { prefixes: &header::PREFIXES, find: header::find },
    Rule { prefixes: &assignment::PREFIXES, find: assignment::find },
];

/// What was found in a text.
pub(crate) struct Found {
    /// Where the secrets are, in their order and apart from each other.
    pub(crate) secrets: Vec<Range<usize>>,
    /// Whether the text has formatting.
    pub(crate) is_formatted: bool,
}

/// A scan, and what it remembers so that no part of the text is read again for each place before
/// it: no text may take a time that grows with the square of its length.
pub(crate) struct Scan<'t> {
    pub(crate) text: &'t str,
    /// Up to here no web token begins.
    pub(crate) no_web_token: usize,
    /// Up to here no private key block ends.
    pub(crate) no_block_end: usize,
    /// Up to here all cookies are known.
    pub(crate) no_cookie: usize,
    /// The name that was judged last: several of its words announce it.
    pub(crate) name: Range<usize>,
    secrets: Vec<Range<usize>>,
    is_formatted: bool,
}

/// The secrets that begin in these parts of a text, which are in their order.
pub(crate) fn scan(text: &str, parts: &[Range<usize>]) -> Found {
    let mut found = Scan::of(text, parts);
    if found.is_formatted
        && let Some(plain) = PlainText::of(text)
    {
        let hidden = Scan::of(&plain.text, slice::from_ref(&(0..plain.text.len()))).secrets;
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

impl<'t> Scan<'t> {
    fn of(text: &'t str, parts: &[Range<usize>]) -> Found {
        let mut scan = Scan {
            text,
            no_web_token: 0,
            no_block_end: 0,
            no_cookie: 0,
            name: 0..0,
            secrets: Vec::new(),
            is_formatted: false,
        };
        for part in parts {
            scan.read(part);
        }
        Found { secrets: scan.secrets, is_formatted: scan.is_formatted }
    }

    /// By itself, so that its loop has all registers.
    #[inline(never)]
    fn read(&mut self, part: &Range<usize>) {
        let end = self.text.len().min(part.end.saturating_add(3));
        let near = self.text.as_bytes().get(part.start..end).unwrap_or_default();
        crate::count_steps(part.len());
        for (place, window) in near.windows(4).enumerate() {
            if let Some(window) = window.first_chunk()
                && prefix::may_begin(*window)
            {
                self.ask(part.start + place);
            }
        }
        // Three bytes are left at the end of the text.
        if end == self.text.len() && near.len() > 2 {
            self.ask(part.start + near.len() - 3);
        }
    }

    #[inline(never)]
    fn ask(&mut self, at: usize) {
        let first = self.text.as_bytes().get(at).copied().unwrap_or_default();
        let known = self.secrets.len();
        for rule in prefix::rules(first) {
            (rule.find)(self, at);
            if self.secrets.len() > known {
                break;
            }
        }
    }

    /// Whether this place is within the last secret.
    pub(crate) fn is_known(&self, at: usize) -> bool {
        self.secrets.last().is_some_and(|last| at < last.end)
    }

    /// Adds a secret, unless it overlaps with one or is a redaction.
    pub(crate) fn add(&mut self, secret: Range<usize>) {
        let is_redaction = self.text.get(secret.clone()).is_none_or(|it| REDACTED.contains(it));
        if !is_redaction && !self.is_known(secret.start) {
            self.secrets.push(secret);
        }
    }

    /// Formatting may stand within a secret, and another one behind it.
    fn formatting(&mut self, at: usize) {
        self.is_formatted |= self.text.get(at..).is_some_and(formatting::is_at_start);
    }
}
