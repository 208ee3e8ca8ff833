//! The text of a file as the host takes it.

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
        Ok(bytes) => Ok(Some(utf_8(bytes))),
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(err) => Err(err),
    }
}

/// A text of UTF-16 with its byte order mark as the host sends it, in UTF-8.
fn utf_8(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&[0xff, 0xfe]) {
        return bytes;
    }
    let units = bytes.as_chunks().0.iter().copied().map(u16::from_le_bytes);
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect::<String>()
        .into_bytes()
}
