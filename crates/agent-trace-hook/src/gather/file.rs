//! The text of a file after a call.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use hook_state::{Links, read_regular};

/// Of a file that is larger no line is looked for.
const MAX_FILE: u64 = 16 << 20;

/// How long a formatter's empty file is waited for.
const MOMENT: Duration = Duration::from_millis(20);

/// The content of a file, after a moment if it is empty: a formatter that runs
/// side by side may be about to write it.
pub(crate) fn settled(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let text = read(path)?;
    if text.as_ref().is_some_and(Vec::is_empty) {
        thread::sleep(MOMENT);
        return read(path);
    }
    Ok(text)
}

/// The text of a file; `None` if it is gone.
///
/// # Errors
/// If it cannot be read, is no regular file, or is too large.
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match read_regular(path, Links::Followed, MAX_FILE) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(err) => Err(err),
    }
}
