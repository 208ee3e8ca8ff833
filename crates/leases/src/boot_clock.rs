//! The time since this machine was started, which nobody can set and which counts while the machine sleeps.

use std::fs;
use std::time::Duration;

#[cfg(target_os = "linux")]
const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Boottime;
/// macOS counts the time asleep in its monotonic clock. Source: `clock_gettime(3)` of macOS.
#[cfg(all(unix, not(target_os = "linux")))]
const CLOCK: rustix::time::ClockId = rustix::time::ClockId::Monotonic;

/// How long ago this machine was started.
#[cfg(unix)]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(CLOCK);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Names this start of this machine: a time of [`now`] means nothing after the next start, or on another machine.
/// Empty where the system does not say. Source: `random(4)` of Linux.
pub fn boot_id() -> String {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}
