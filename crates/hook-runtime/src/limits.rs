//! The bounds of a call.

use std::time::Duration;

/// The most bytes that are read from stdin. Payloads contain whole files.
pub const MAX_INPUT: usize = 16 * 1024 * 1024;

/// The default time limit of a hook. Settings templates set the host's timeout to five seconds; a
/// hook that expects a delay gives up a second before, because a host continues silently after a
/// timeout.
pub const DEFAULT_TIME: Duration = Duration::from_secs(4);
