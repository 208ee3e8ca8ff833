//! Whether two files are one.

use std::fs::Metadata;

/// Whether both are one file, under whatever names.
#[cfg(unix)]
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Where the system has no numbers for files, only their names tell.
#[cfg(not(unix))]
pub(crate) fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
    false
}
