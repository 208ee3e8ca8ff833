//! Times in the files and the database: milliseconds since 1970.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The last millisecond of the year 9999: what comes later has no RFC 3339 form.
const MAX_MILLIS: u64 = 253_402_300_799_999;

/// A time in milliseconds; 0 for times before 1970.
pub fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The time of a stored value; 1970 for an invalid one.
pub fn time(millis: i64) -> SystemTime {
    let millis = u64::try_from(millis).ok().filter(|millis| *millis <= MAX_MILLIS);
    let since = Duration::from_millis(millis.unwrap_or_default());
    UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stored_value_is_a_time_that_can_be_written() {
        let check = |millis: i64, expected: &str| {
            let text = humantime::format_rfc3339_millis(time(millis)).to_string();
            assert_eq!(text, expected);
        };
        check(0, "1970-01-01T00:00:00.000Z");
        check(253_402_300_799_999, "9999-12-31T23:59:59.999Z");
        check(253_402_300_800_000, "1970-01-01T00:00:00.000Z");
        check(i64::MAX, "1970-01-01T00:00:00.000Z");
        check(-1, "1970-01-01T00:00:00.000Z");
    }
}
