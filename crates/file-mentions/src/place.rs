//! Where that is which is told of a file.

/// Where the text of a file is; of no length where there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) at: u64,
    pub(crate) length: u64,
    pub(crate) sum: u64,
}

/// Where that is which a session is told of a file, if it is prepared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Prepared {
    pub(crate) place: Place,
    /// When the session was compacted; 0 where it was not.
    pub(crate) compacted: i64,
}
