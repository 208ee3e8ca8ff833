//! A link between a machine and a server, which can be cut as a cable is: what is sent meanwhile arrives later.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Where a server answers.
#[derive(Debug, Clone)]
pub(crate) enum Address {
    Port(u16),
    Socket(PathBuf),
}

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) port: u16,
    is_cut: Arc<AtomicBool>,
}

enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Link {
    pub(crate) fn to(address: Address) -> Link {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let link = Link { port, is_cut: Arc::clone(&is_cut) };
        // Ends with the process.
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                wait(&is_cut);
                let _refused = connect(Stream::Tcp(near), &address, &is_cut);
            }
        });
        link
    }

    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::Relaxed);
    }
}

fn connect(near: Stream, address: &Address, is_cut: &Arc<AtomicBool>) -> io::Result<()> {
    let far = match address {
        Address::Port(port) => Stream::Tcp(TcpStream::connect(("127.0.0.1", *port))?),
        Address::Socket(path) => Stream::Unix(UnixStream::connect(path)?),
    };
    for (from, to) in [(near.copy()?, far.copy()?), (far, near)] {
        let is_cut = Arc::clone(is_cut);
        thread::spawn(move || forward(from, to, &is_cut));
    }
    Ok(())
}

fn forward(mut from: Stream, mut to: Stream, is_cut: &AtomicBool) {
    let mut piece = [0; 16 << 10];
    while let Ok(length @ 1..) = from.read(&mut piece) {
        wait(is_cut);
        if to.write_all(piece.get(..length).unwrap_or_default()).is_err() {
            break;
        }
    }
    wait(is_cut);
    to.shut();
}

fn wait(is_cut: &AtomicBool) {
    while is_cut.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
    }
}

impl Stream {
    fn copy(&self) -> io::Result<Stream> {
        Ok(match self {
            Stream::Tcp(stream) => Stream::Tcp(stream.try_clone()?),
            Stream::Unix(stream) => Stream::Unix(stream.try_clone()?),
        })
    }

    fn shut(&self) {
        let _gone = match self {
            Stream::Tcp(stream) => stream.shutdown(Shutdown::Write),
            Stream::Unix(stream) => stream.shutdown(Shutdown::Write),
        };
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.read(buffer),
            Stream::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.write(bytes),
            Stream::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
