//! A file at one moment.

use std::fs::{self, Permissions};
use std::io;
use std::path::Path;

use hook_state::{Access, Links, open_regular};

/// A file's content and mode at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot {
    bytes: Vec<u8>,
    permissions: Permissions,
}

impl Snapshot {
    /// The file as it is; `None` where there is no regular file any more, or none
    /// that can be read.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let file = open_regular(path, Access::Read, Links::Refused).ok()?;
        let permissions = file.metadata().permissions();
        Some(Self { bytes: file.read(u64::MAX).ok()?, permissions })
    }

    /// This text with the mode, the line ends and the byte order mark of this file.
    pub(crate) fn with_text(&self, text: &str) -> Self {
        let now = self.text().unwrap_or_default();
        let mark = if now.starts_with('\u{feff}') && !text.is_empty() { "\u{feff}" } else { "" };
        let end = if now.contains("\r\n") { "\r\n" } else { "\n" };
        let bytes = format!("{mark}{}", text.replace('\n', end)).into_bytes();
        Self { bytes, permissions: self.permissions.clone() }
    }

    /// The content; `None` where it is not UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Whether the contents are the same.
    pub(crate) fn has_content_of(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }

    /// Whether the file has this content still.
    pub(crate) fn is_content_of(&self, path: &Path) -> bool {
        Self::of(path).is_some_and(|now| now.has_content_of(self))
    }

    /// Makes a new file of it.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        hook_state::replace(path, &self.bytes)?;
        fs::set_permissions(path, self.permissions.clone())
    }

    /// Puts this content in the place of `before`; whether that was what was there.
    pub(crate) fn put(&self, path: &Path, before: &Self) -> io::Result<bool> {
        hook_state::replace_if(path, &self.bytes, || before.is_content_of(path))
    }
}
