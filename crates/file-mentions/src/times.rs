//! Times as the store keeps them: whole milliseconds since 1970.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A time in milliseconds; times before 1970 count as its beginning.
pub(crate) fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The time of a stored value. What no clock could have said is 1970.
pub(crate) fn time(millis: i64) -> SystemTime {
    let since = Duration::from_millis(u64::try_from(millis).unwrap_or_default());
    UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH)
}

/// The time of a timestamp as transcripts have them (RFC 3339, in UTC).
pub(crate) fn parse(timestamp: &str) -> Option<i64> {
    humantime::parse_rfc3339_weak(timestamp).ok().map(millis)
}
