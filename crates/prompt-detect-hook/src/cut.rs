//! Names of the host, cut to a length that a session's file can bear.

use hook_protocol::beginning;

/// How long a host's own names of things are that are kept, in bytes: ids, types of
/// agents. A session whose events name longer ones must not outgrow its file.
const LONGEST_NAME: usize = 1 << 10;

/// An id or another name of a host, which is kept whole unless it is none.
pub(crate) fn name(text: &str) -> &str {
    beginning(text, LONGEST_NAME)
}
