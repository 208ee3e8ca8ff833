//! The time since this machine was started, which nobody can set and which counts while the machine sleeps.

use std::fs;

pub use active_intents::lease::boot_time as now;

/// Names this start of this machine: a time of [`now`] means nothing after the next start, or on another machine.
/// Empty where the system does not say. Source: `random(4)` of Linux.
pub fn boot_id() -> String {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}
