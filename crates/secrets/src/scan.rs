//! A scan of a text: where it is, and what was found so far.

use std::ops::Range;

use crate::REDACTED;

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
    pub(crate) secrets: Vec<Range<usize>>,
    /// Whether some of the text is formatting.
    pub(crate) is_formatted: bool,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t str) -> Scan<'t> {
        Scan {
            text,
            no_web_token: 0,
            no_block_end: 0,
            no_cookie: 0,
            name: 0..0,
            secrets: Vec::new(),
            is_formatted: false,
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
}
