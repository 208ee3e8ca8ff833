//! Where the prepared text of a file is.

/// Where the text of a file is; length 0 without a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) at: u64,
    pub(crate) length: u64,
    pub(crate) sum: u64,
}

/// Where the prepared text for a session is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Prepared {
    pub(crate) place: Place,
    /// When the session was compacted; 0 if it was not.
    pub(crate) compacted: i64,
}
