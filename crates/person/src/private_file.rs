//! Small files that are for one person's eyes.

use std::io;
use std::path::Path;

use hook_state::{Access, Links, open_regular};

/// The content of a file that belongs to us and is open to nobody else, at most `limit` bytes.
///
/// Fails as `NotFound` if there is none, and as `PermissionDenied`, with words, if others
/// could have written or read it.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path, Access::Read, Links::Refused)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let found = file.metadata();
        if found.uid() != hook_state::user() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is another user's"));
        }
        if found.mode() & 0o077 != 0 {
            let words = "it is open to others (chmod 600 closes it)";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, words));
        }
    }
    file.read(limit)
}
