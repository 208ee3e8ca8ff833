//! The sink `unix_socket`: lines for whoever listens, without waiting for anybody.

use std::io::{self, ErrorKind, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd, ioctl_fionbio};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType, connect, socket};

/// How long a listener is waited for, in all: so much below the 50 ms that are
/// promised that the whole call stays below them.
const MAX_WAIT: Duration = Duration::from_millis(25);

const PAUSE: Duration = Duration::from_millis(1);

/// Connects, writes `lines` and goes. Nobody there is no error: neither no socket
/// nor one that a listener left behind.
///
/// # Errors
/// If a listener is there and does not take all of it at once.
pub(super) fn send(path: &Path, lines: &[u8]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let deadline = Instant::now() + MAX_WAIT;
    let mut stream = match connected(path, deadline) {
        Err(err) if matches!(err.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
            return Ok(());
        }
        connected => connected?,
    };
    // Says to the listener that this is no reader.
    stream.shutdown(Shutdown::Read)?;
    let mut left = lines;
    while !left.is_empty() {
        let written = patiently(deadline, || stream.write(left))?;
        left = left.get(written..).unwrap_or_default();
    }
    Ok(())
}

/// Not `UnixStream::connect`, which waits while the listener's queue is full.
fn connected(path: &Path, deadline: Instant) -> io::Result<UnixStream> {
    let address = SocketAddrUnix::new(path)?;
    let socket = socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    fcntl_setfd(&socket, FdFlags::CLOEXEC)?;
    ioctl_fionbio(&socket, true)?;
    patiently(deadline, || Ok(connect(&socket, &address)?))?;
    Ok(socket.into())
}

/// Tries until it does not have to wait any more, or may not.
fn patiently<T>(deadline: Instant, mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            done => return done,
        }
        if Instant::now() >= deadline {
            return Err(io::Error::new(ErrorKind::TimedOut, "the listener does not read"));
        }
        thread::sleep(PAUSE);
    }
}
