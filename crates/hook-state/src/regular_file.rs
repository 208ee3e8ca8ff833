//! Opens files where there may be something other than a regular file.
//!
//! Opening a pipe can block forever, and a check before opening can be outdated. So a file is
//! opened without blocking, and checked afterwards.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// The access for which a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To read it.
    Read,
    /// To write at its end, and to read it. It is created if missing.
    Append,
    /// The same; a missing file is created for this user only.
    AppendPrivately,
    /// To read and write anywhere in it. It is created if missing.
    Edit,
    /// The same; a missing file is created for this user only.
    EditPrivately,
}

impl Access {
    fn is_private(self) -> bool {
        matches!(self, Access::AppendPrivately | Access::EditPrivately)
    }
}

/// How a symbolic link at the end of a path is treated. Links before it are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// Its target is opened.
    Followed,
    /// It is refused.
    Refused,
}

/// An open regular file.
#[derive(Debug)]
pub struct RegularFile {
    file: File,
    metadata: Metadata,
}

/// Opens the file at `path` without blocking.
///
/// Fails with the system's errors, and with `InvalidInput` if it is not a regular file.
///
/// ```
/// use hook_state::{Access, Links, open_regular};
///
/// # let folder = tempfile::tempdir()?;
/// let err = open_regular(folder.path(), Access::Read, Links::Followed).unwrap_err();
/// assert_eq!(err.to_string(), "not a regular file");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open_regular(path: &Path, access: Access, links: Links) -> io::Result<RegularFile> {
    opened(open(path, access, links)?, Metadata::is_file)
}

/// The content of the file at `path`, at most `limit` bytes.
///
/// Fails like [`open_regular`] and [`RegularFile::read`].
pub fn read_regular(path: &Path, links: Links, limit: u64) -> io::Result<Vec<u8>> {
    open_regular(path, Access::Read, links)?.read(limit)
}

impl RegularFile {
    /// The metadata of the file when it was opened.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The file, to be read in parts.
    pub fn into_file(self) -> File {
        self.file
    }

    /// The content. Fails with `FileTooLarge` above `limit` bytes, and with the system's errors.
    pub fn read(self, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = match self.metadata.len() {
            length if length > limit => return Err(too_large(limit)),
            _ => self.beginning(limit.saturating_add(1))?,
        };
        if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
    }

    /// The first bytes of the content, at most `length`. Fails with the system's errors.
    pub fn beginning(self, length: u64) -> io::Result<Vec<u8>> {
        // With room for one byte more the end is seen: a read of a file that finds less than it has
        // room for has come to the end.
        let room = self.metadata.len().min(length).saturating_add(1);
        let mut bytes = vec![0; usize::try_from(room).unwrap_or_default()];
        let mut file = self.file.take(length);
        let found = loop {
            match file.read(&mut bytes) {
                Err(err) if err.kind() == io::ErrorKind::Interrupted => {}
                found => break found?,
            }
        };
        let is_all = found < bytes.len() && found as u64 == self.metadata.len();
        bytes.truncate(found);
        if !is_all {
            file.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }
}

/// Opens a file to append to. A person may have linked a log to `/dev/null`; no other link is
/// followed, and nothing is made at the end of one.
pub(crate) fn open_log(path: &Path, access: Access) -> io::Result<File> {
    let is_link_to_device =
        || path.is_symlink() && fs::metadata(path).is_ok_and(|found| is_device(&found));
    match open(path, access, Links::Refused) {
        Err(err) if err.kind() == ErrorKind::InvalidInput && is_link_to_device() => {
            open_regular_or_device(path)
        }
        opened => opened,
    }
}

/// The log that [`open_log`] has opened, as it is now: a file or a device.
pub(crate) fn checked_log(file: File, access: Access) -> io::Result<RegularFile> {
    let log = opened(file, |found| found.is_file() || is_device(found))?;
    if access.is_private() {
        close_to_others(&log);
    }
    Ok(log)
}

/// Does not create a file, because there was a device a moment ago.
fn open_regular_or_device(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let file = options.open(path)?;
    if is_device(&file.metadata()?) { Ok(file) } else { Err(not_regular()) }
}

/// Removes the permissions of others that an earlier version granted, unless the file is another
/// user's.
#[cfg(unix)]
fn close_to_others(file: &RegularFile) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = file.metadata.permissions().mode();
    if file.metadata.is_file() && mode & 0o077 != 0 {
        let _stays = file.file.set_permissions(fs::Permissions::from_mode(mode & 0o700));
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &RegularFile) {}

fn opened(file: File, is_right: impl FnOnce(&Metadata) -> bool) -> io::Result<RegularFile> {
    let metadata = file.metadata()?;
    if is_right(&metadata) { Ok(RegularFile { file, metadata }) } else { Err(not_regular()) }
}

/// Whether it is a character device, not a disk.
#[cfg(unix)]
fn is_device(found: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&found.file_type())
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// Opens `path` without blocking, even a pipe or a device.
pub(crate) fn open(path: &Path, access: Access, links: Links) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    match access {
        Access::Read => {}
        Access::Append | Access::AppendPrivately => _ = options.append(true).create(true),
        Access::Edit | Access::EditPrivately => {
            _ = options.write(true).create(true).truncate(false);
        }
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        let waiting = OFlags::NONBLOCK | OFlags::NOCTTY;
        let flags = match links {
            Links::Followed => waiting,
            Links::Refused => waiting | OFlags::NOFOLLOW,
        };
        options.custom_flags(flags.bits().cast_signed());
        if access.is_private() {
            options.mode(0o600);
        }
    }
    #[cfg(not(unix))]
    refusal(path, links).map_or(Ok(()), Err)?;
    options.open(path).map_err(|err| match err.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => err,
        // A link, a socket and a folder are each refused with an error of its own.
        _ => refusal(path, links).unwrap_or(err),
    })
}

/// Why `path` is not opened, if it is not a regular file.
fn refusal(path: &Path, links: Links) -> Option<io::Error> {
    let found = match links {
        Links::Followed => fs::metadata(path),
        Links::Refused => fs::symlink_metadata(path),
    };
    let found = found.ok()?;
    if found.is_symlink() {
        let message = "a symbolic link, which is not followed here";
        return Some(io::Error::new(ErrorKind::InvalidInput, message));
    }
    (!found.is_file()).then(not_regular)
}

fn not_regular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "not a regular file")
}

fn too_large(limit: u64) -> io::Error {
    let limit = match limit {
        mebi if mebi >= 1 << 20 => format!("{} MiB", mebi >> 20),
        kibi if kibi >= 1 << 10 => format!("{} KiB", kibi >> 10),
        bytes => format!("{bytes} bytes"),
    };
    io::Error::new(ErrorKind::FileTooLarge, format!("larger than {limit}"))
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, Write as _};

    use tempfile::TempDir;

    use super::*;

    /// Every way to open `path`, and how it ends: `None` for well.
    #[track_caller]
    fn check(path: &Path, followed: Option<&str>, refused: Option<&str>) {
        for access in [Access::Read, Access::Append, Access::Edit] {
            for (links, expected) in [(Links::Followed, followed), (Links::Refused, refused)] {
                let message = open_regular(path, access, links).err().map(|err| err.to_string());
                let case = format!("{}: {access:?} {links:?}", path.display());
                assert_eq!(message.as_deref(), expected, "{case}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_files_are_opened_and_nothing_is_waited_for() {
        use std::os::unix::fs::symlink;
        use std::os::unix::net::UnixListener;

        use rustix::fs::{CWD, Mode, mkfifoat};

        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (none, link) =
            (Some("not a regular file"), Some("a symbolic link, which is not followed here"));
        File::create(at("file")).unwrap();
        mkfifoat(CWD, at("pipe"), Mode::RWXU).unwrap();
        let _listening = UnixListener::bind(at("socket")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        for name in ["file", "pipe", "socket", "folder"] {
            symlink(name, at(&format!("to-{name}"))).unwrap();
        }
        check(&at("file"), None, None);
        check(&at("pipe"), none, none);
        check(&at("socket"), none, none);
        check(&at("folder"), none, none);
        check(&at("to-file"), None, link);
        check(&at("to-pipe"), none, link);
        check(&at("to-socket"), none, link);
        check(&at("to-folder"), none, link);
        check(Path::new("/dev/null"), none, none);
        symlink("folder", at("way")).unwrap();
        check(&at("way/../file"), None, None);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_made_at_the_end_of_a_link() {
        let folder = TempDir::new().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("new", &link).unwrap();
        open_regular(&link, Access::Append, Links::Refused).unwrap_err();
        open_regular(&link, Access::Edit, Links::Refused).unwrap_err();
        assert!(!folder.path().join("new").exists());
        open_regular(&link, Access::Append, Links::Followed).unwrap();
        assert!(folder.path().join("new").exists());
    }

    #[test]
    fn what_is_missing_is_made_to_be_written_alone() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("file");
        let open = |access| open_regular(&file, access, Links::Refused);
        assert_eq!(open(Access::Read).unwrap_err().kind(), ErrorKind::NotFound);
        let mut editing = open(Access::Edit).unwrap().into_file();
        editing.write_all(b"one two").unwrap();
        editing.rewind().unwrap();
        editing.write_all(b"ten").unwrap();
        let mut appending = open(Access::Append).unwrap().into_file();
        appending.write_all(b" end").unwrap();
        assert_eq!(read_regular(&file, Links::Refused, 11).unwrap(), b"ten two end");
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("file");
        let mut file = File::create(&path).unwrap();
        let check = |limit: u64, expected: Result<usize, &str>| {
            let read = read_regular(&path, Links::Followed, limit);
            let read = read.map(|bytes| bytes.len()).map_err(|err| err.to_string());
            assert_eq!(read, expected.map_err(str::to_owned), "{limit}");
        };
        check(0, Ok(0));
        file.write_all(b"abc").unwrap();
        check(2, Err("larger than 2 bytes"));
        check(3, Ok(3));
        check(u64::MAX, Ok(3));
        file.set_len(5 << 20).unwrap();
        check(2 << 10, Err("larger than 2 KiB"));
        check(4 << 20, Err("larger than 4 MiB"));
        let open = || open_regular(&path, Access::Read, Links::Followed).unwrap();
        assert_eq!(open().beginning(4).unwrap(), b"abc\0");
        assert_eq!(open().metadata().len(), 5 << 20);
        // It may grow after it was opened.
        let opened = open();
        file.set_len(6 << 20).unwrap();
        assert_eq!(opened.read(5 << 20).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }
}
