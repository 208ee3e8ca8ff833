//! Sends each line that somebody says to everybody who listens.
//!
//! One socket serves both. A connection that has said something is a writer, as a
//! hook is, which connects, writes and goes; one that has said nothing is a reader,
//! and is sent every line that a writer ends. A reader that does not keep up is
//! hung up on, so that nobody waits for it.

mod connection;

use std::io::{self, ErrorKind};
use std::os::fd::AsFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, poll};

use connection::Connection;

/// How many may be connected. Who comes later waits, or goes.
const MAX_CONNECTIONS: usize = 256;

/// Serves until `stop` can be read.
///
/// # Errors
/// If the system does not say who wants something.
pub(crate) fn serve(listener: &UnixListener, stop: &UnixStream) -> io::Result<()> {
    let mut connections: Vec<Connection> = Vec::new();
    loop {
        let ready = wait(listener, stop, &connections)?;
        if ready.stop {
            return Ok(());
        }
        let mut lines: Vec<Arc<[u8]>> = Vec::new();
        for (connection, flags) in connections.iter_mut().zip(ready.connections) {
            if flags.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
                connection.read(&mut lines);
            }
            if flags.contains(PollFlags::OUT) {
                connection.write();
            }
        }
        if ready.listener {
            accept(listener, &mut connections);
        }
        for connection in &mut connections {
            connection.send(&lines);
        }
        connections.retain(|connection| !connection.is_over());
    }
}

/// Who can be served.
struct Ready {
    stop: bool,
    listener: bool,
    connections: Vec<PollFlags>,
}

fn wait(
    listener: &UnixListener,
    stop: &UnixStream,
    connections: &[Connection],
) -> io::Result<Ready> {
    let has_room = connections.len() < MAX_CONNECTIONS;
    let wanted = if has_room { PollFlags::IN } else { PollFlags::empty() };
    let mut asked = vec![
        PollFd::from_borrowed_fd(stop.as_fd(), PollFlags::IN),
        PollFd::from_borrowed_fd(listener.as_fd(), wanted),
    ];
    asked.extend(connections.iter().map(Connection::poll_fd));
    match poll(&mut asked, None) {
        Err(rustix::io::Errno::INTR) | Ok(_) => {}
        Err(err) => return Err(err.into()),
    }
    let mut flags = asked.iter().map(PollFd::revents);
    let stop = flags.next().is_some_and(|flags| !flags.is_empty());
    let listener = flags.next().is_some_and(|flags| !flags.is_empty());
    Ok(Ready { stop, listener, connections: flags.collect() })
}

fn accept(listener: &UnixListener, connections: &mut Vec<Connection>) {
    while connections.len() < MAX_CONNECTIONS {
        match listener.accept() {
            Ok((stream, _)) => connections.extend(Connection::new(stream)),
            Err(err) if err.kind() == ErrorKind::Interrupted => {}
            // Nobody is left, or nobody can be taken now.
            Err(_) => return,
        }
    }
}
