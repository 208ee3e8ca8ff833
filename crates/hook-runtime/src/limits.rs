//! The bounds of a call.

use std::time::Duration;

/// How many bytes are read from stdin. Payloads carry whole files.
pub const MAX_INPUT: usize = 16 * 1024 * 1024;

/// How long a hook may take, in all, where it does not say otherwise. Fragments set
/// the host's timeout to five seconds; a hook that expects a delay gives up a
/// second before, because a host that loses patience goes on without saying so.
pub const DEFAULT_TIME: Duration = Duration::from_secs(4);
