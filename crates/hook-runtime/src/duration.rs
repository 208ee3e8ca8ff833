//! Durations as people read them.

use std::time::Duration;

/// A duration in its largest unit: `1.3 ms`, `250 ms`, `4 s`, `2 min`, `30 h`, `3 days`.
///
/// Milliseconds have one decimal below 100; everything else is rounded down.
pub fn duration(duration: Duration) -> String {
    let (micros, seconds) = (duration.as_micros(), duration.as_secs());
    match seconds {
        0 if micros == 0 => "0 ms".to_owned(),
        0 if micros < 100_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        0 => format!("{} ms", micros / 1_000),
        1..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// How long ago something was, to the second: `0 s`, `5 min`.
pub fn ago(elapsed: Duration) -> String {
    match elapsed.as_secs() {
        0 => "0 s".to_owned(),
        seconds => duration(Duration::from_secs(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_one_unit() {
        for (micros, expected) in [
            (0, "0 ms"),
            (340, "0.3 ms"),
            (1_390, "1.3 ms"),
            (99_999, "99.9 ms"),
            (250_999, "250 ms"),
            (4_900_000, "4 s"),
            (150_000_000, "2 min"),
            (47 * 3_600_000_000, "47 h"),
            (72 * 3_600_000_000, "3 days"),
        ] {
            assert_eq!(duration(Duration::from_micros(micros)), expected);
        }
        assert_eq!(ago(Duration::from_millis(900)), "0 s");
    }
}
