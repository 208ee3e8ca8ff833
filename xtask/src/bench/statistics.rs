//! The little arithmetic that a noisy machine needs.

use std::time::Duration;

/// The value below which this share of the times lies, by the nearest rank.
/// Zero where there are no times.
pub(super) fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

/// How often `part` holds `whole`; zero for an empty whole.
pub(super) fn ratio(part: Duration, whole: Duration) -> f64 {
    if whole.is_zero() { 0.0 } else { part.as_secs_f64() / whole.as_secs_f64() }
}

/// A median and what it was found between.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spread {
    pub(super) least: f64,
    pub(super) median: f64,
    pub(super) most: f64,
}

impl Spread {
    /// All zero where there are no values.
    pub(super) fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |index: usize| sorted.get(index).copied().unwrap_or_default();
        let last = sorted.len().saturating_sub(1);
        let median = f64::midpoint(at(last / 2), at(last.div_ceil(2)));
        Self { least: at(0), median, most: at(last) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(values: &[u64]) -> Vec<Duration> {
        values.iter().map(|value| Duration::from_micros(*value)).collect()
    }

    #[track_caller]
    fn check(values: &[u64], percent: usize, expected: u64) {
        assert_eq!(percentile(&times(values), percent), Duration::from_micros(expected));
    }

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let sixty: Vec<u64> = (1..=60).rev().collect();
        check(&sixty, 10, 6);
        check(&sixty, 50, 30);
        check(&sixty, 100, 60);
        check(&[7], 10, 7);
        check(&[9, 3], 10, 3);
        check(&[9, 3], 51, 9);
        check(&[], 50, 0);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "these quotients are exact")]
    fn a_ratio_has_a_whole() {
        assert_eq!(ratio(Duration::from_micros(3), Duration::from_micros(4)), 0.75);
        assert_eq!(ratio(Duration::from_micros(3), Duration::ZERO), 0.0);
    }

    #[test]
    fn a_spread_is_least_median_most() {
        let spread = |least, median, most| Spread { least, median, most };
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), spread(1.0, 2.0, 3.0));
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 3.0]), spread(1.0, 2.5, 4.0));
        assert_eq!(Spread::of(&[5.0]), spread(5.0, 5.0, 5.0));
        assert_eq!(Spread::of(&[]), Spread::default());
    }
}
