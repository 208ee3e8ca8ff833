//! The socket file of `serve`: nobody else's is replaced, and it is gone at the end.

use std::fs::{self, File, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rustix::fs::Mode;
use rustix::process::umask;

/// A listening socket, whose file is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Listener {
    socket: UnixListener,
    path: PathBuf,
    number: (u64, u64),
}

impl Listener {
    /// Listens at `path`, where only the owner may connect. What an earlier listener
    /// left there is replaced.
    ///
    /// # Errors
    /// If somebody listens there, if something other than a socket is there, or if
    /// the system refuses.
    pub(crate) fn bind(path: &Path) -> Result<Self> {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let open = || File::open(folder);
        let lock = open().with_context(|| format!("could not open {}", folder.display()))?;
        // Of two that start at once, the second must not remove the first one's file.
        lock.lock().with_context(|| format!("could not lock {}", folder.display()))?;
        remove_stale(path)?;
        let socket = bind_privately(path)
            .with_context(|| format!("could not listen on {}", path.display()))?;
        socket.set_nonblocking(true)?;
        let number = number(&fs::symlink_metadata(path)?);
        Ok(Self { socket, path: path.to_owned(), number })
    }

    /// The socket, which does not block.
    pub(crate) fn socket(&self) -> &UnixListener {
        &self.socket
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let is_ours =
            fs::symlink_metadata(&self.path).is_ok_and(|found| number(&found) == self.number);
        if is_ours {
            // Nobody is left to be told; the next listener replaces it.
            let _left_behind = fs::remove_file(&self.path);
        }
    }
}

/// Sets the mode before the file is there, not after somebody could have connected.
fn bind_privately(path: &Path) -> std::io::Result<UnixListener> {
    let before = umask(Mode::RWXG | Mode::RWXO | Mode::XUSR);
    let socket = UnixListener::bind(path);
    umask(before);
    socket
}

fn remove_stale(path: &Path) -> Result<()> {
    let found = match fs::symlink_metadata(path) {
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(()),
        found => found.with_context(|| format!("could not look at {}", path.display()))?,
    };
    if !found.file_type().is_socket() {
        bail!("{} is there and is no socket", path.display());
    }
    match UnixStream::connect(path) {
        Ok(_) => bail!("somebody listens on {} already", path.display()),
        Err(err) if err.kind() == ErrorKind::ConnectionRefused => {
            let removed = fs::remove_file(path);
            removed.with_context(|| format!("could not remove the old {}", path.display()))
        }
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(()),
        Err(err) => Err(err).with_context(|| format!("could not try {}", path.display())),
    }
}

fn number(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}
