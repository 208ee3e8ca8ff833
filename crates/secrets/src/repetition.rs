//! The same secret again: what was found once is taken out wherever else it stands in the text.

use std::ops::Range;

use crate::characters::{is_scrambled, turns};
use crate::randomness::is_random;

/// How long a value is that is looked for again, in bytes.
const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 16 << 10;

/// A byte of the middle says most, for beginnings are often alike.
const MIDDLE: usize = MIN_LENGTH / 2;

/// So many of the values are tried that begin each other.
const MAX_NESTED: usize = 16;

/// Adds what repeats one of these secrets, which are in their order.
pub(crate) fn add(text: &str, secrets: &mut Vec<Range<usize>>) {
    let values = Values::of(text, secrets);
    if values.sorted.is_empty() {
        return;
    }
    let mut all = Vec::with_capacity(secrets.len());
    let mut from = 0;
    for secret in secrets.drain(..) {
        values.find(text, from..secret.start, &mut all);
        from = secret.end;
        all.push(secret);
    }
    values.find(text, from..text.len(), &mut all);
    *secrets = all;
}

/// The values that are looked for.
struct Values<'t> {
    /// Each with the place of the longest other one that it begins with.
    sorted: Vec<(&'t [u8], Option<usize>)>,
    /// The bytes that stand in the middle of one.
    middles: [bool; 256],
}

impl<'t> Values<'t> {
    fn of(text: &'t str, secrets: &[Range<usize>]) -> Values<'t> {
        let values = secrets.iter().filter_map(|secret| text.get(secret.clone()));
        let mut values: Vec<_> = values.filter(|value| is_own(value)).map(str::as_bytes).collect();
        values.sort_unstable();
        values.dedup();
        let mut middles = [false; 256];
        for value in &values {
            if let Some(byte) = value.get(MIDDLE)
                && let Some(known) = middles.get_mut(usize::from(*byte))
            {
                *known = true;
            }
        }
        let mut sorted: Vec<(&[u8], Option<usize>)> = Vec::with_capacity(values.len());
        for value in values {
            let mut shorter = sorted.len().checked_sub(1);
            while let Some((known, next)) = shorter.and_then(|place| sorted.get(place))
                && !value.starts_with(known)
            {
                shorter = *next;
            }
            sorted.push((value, shorter));
        }
        Values { sorted, middles }
    }

    /// Where these stand in a part of the text in which nothing was found.
    fn find(&self, text: &str, part: Range<usize>, found: &mut Vec<Range<usize>>) {
        let bytes = text.as_bytes().get(part.clone()).unwrap_or_default();
        let mut from = 0;
        for (start, byte) in bytes.iter().skip(MIDDLE).enumerate() {
            if self.middles.get(usize::from(*byte)).is_some_and(|known| *known)
                && start >= from
                && let Some(behind) = bytes.get(start..)
                && let Some(length) = self.at(behind)
            {
                from = start + length;
                found.push(part.start + start..part.start + from);
            }
        }
    }

    /// How long the longest value is that stands here.
    fn at(&self, behind: &[u8]) -> Option<usize> {
        let place = self.sorted.partition_point(|(value, _)| *value <= behind);
        let mut place = place.checked_sub(1);
        for _ in 0..MAX_NESTED {
            let (value, shorter) = self.sorted.get(place?)?;
            if behind.starts_with(value) {
                return Some(value.len());
            }
            place = *shorter;
        }
        None
    }
}

/// Whether a value says by itself what it is, wherever it stands.
fn is_own(value: &str) -> bool {
    (MIN_LENGTH..MAX_LENGTH).contains(&value.len())
        && is_random(value)
        && (turns(value) > 2 || is_scrambled(value))
}
