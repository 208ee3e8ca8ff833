//! A moment, as it stands in files: RFC 3339 in UTC, to the millisecond.

use std::fmt;
use std::time::{Duration, SystemTime};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment. What is finer than a millisecond is dropped, so that one read from a
/// file equals the one that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp(SystemTime);

impl Timestamp {
    /// The moment of a clock.
    pub(crate) fn at(time: SystemTime) -> Self {
        let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let whole = Duration::new(since.as_secs(), since.subsec_millis() * 1_000_000);
        Self(SystemTime::UNIX_EPOCH + whole)
    }

    /// The moment as clocks have it.
    pub(crate) fn time(self) -> SystemTime {
        self.0
    }

    /// The moment so much later; this one, where time is not that long.
    pub(crate) fn after(self, duration: Duration) -> Self {
        self.0.checked_add(duration).map_or(self, Self::at)
    }

    /// How long after `earlier` it is; nothing if it is before.
    pub(crate) fn since(self, earlier: Self) -> Duration {
        self.0.duration_since(earlier.0).unwrap_or_default()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_rfc3339_millis(self.0).fmt(f)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        humantime::parse_rfc3339(&text).map(Self::at).map_err(D::Error::custom)
    }
}
