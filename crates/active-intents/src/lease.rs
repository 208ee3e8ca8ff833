//! What an authority said of a lock: for how long it lets the session have the intent.
//!
//! Only `tacklebox-sync` writes a lease, and counts its times from before it asked. A hook reads it and never prolongs it.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::time;

/// The lease of a lock. A field that this version does not know is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// The engine that granted it: `git` or `postgres`.
    pub authority: String,
    /// Rises with each change of the holder.
    pub token: u64,
    /// What the authority's engine needs to renew or release it; opaque to everybody else.
    #[serde(default)]
    pub handle: String,
    /// When it is valid, by the clock that nobody can set.
    pub boot: BootSpan,
    /// Until when it is valid, by the wall clock: after a restart the other clock starts anew.
    #[serde(with = "time")]
    pub until: SystemTime,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A span on the clock of [`boot_time`], in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BootSpan {
    /// Its first moment.
    pub from_ms: u64,
    /// Its end, which is not part of it.
    pub until_ms: u64,
}

impl Lease {
    /// Whether it is valid at this moment, which is `now` by the wall clock.
    pub fn is_valid(&self, now: SystemTime) -> bool {
        self.is_valid_at(now, boot_time())
    }

    /// Whether it is valid when the wall clock says `now` and the machine was started `since_boot` ago.
    pub fn is_valid_at(&self, now: SystemTime, since_boot: Duration) -> bool {
        let span = u128::from(self.boot.from_ms)..u128::from(self.boot.until_ms);
        span.contains(&since_boot.as_millis()) && now < self.until
    }
}

#[cfg(target_os = "linux")]
const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Boottime;
/// macOS counts the time asleep in its monotonic clock. Source: `clock_gettime(3)` of macOS.
#[cfg(all(unix, not(target_os = "linux")))]
const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Monotonic;

/// How long ago this machine was started, time asleep included. Nobody can set this clock.
#[cfg(unix)]
pub fn boot_time() -> Duration {
    let time = rustix::time::clock_gettime(CLOCK);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// There is no such clock, and so no valid lease.
#[cfg(not(unix))]
pub fn boot_time() -> Duration {
    Duration::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_clocks_have_to_agree() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let lease = Lease {
            authority: "git".to_owned(),
            token: 1,
            handle: String::new(),
            boot: BootSpan { from_ms: 5_000, until_ms: 9_000 },
            until: at(1_004),
            other: Map::new(),
        };
        let check = |wall: u64, boot_ms: u64, expected: bool| {
            let valid = lease.is_valid_at(at(wall), Duration::from_millis(boot_ms));
            assert_eq!(valid, expected, "{wall} s, {boot_ms} ms");
        };
        check(1_000, 5_000, true);
        check(1_003, 8_999, true);
        check(1_003, 9_000, false);
        check(1_004, 8_000, false);
        // The wall clock was set back: nothing is gained.
        check(10, 8_999, true);
        check(10, 9_000, false);
        // The machine was restarted: its clock began again.
        check(1_000, 4_999, false);
        check(2_000, 6_000, false);
    }
}
