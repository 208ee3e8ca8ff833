//! A link between a machine and a server, with the faults that a network and a dying server have.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Where a server answers.
#[derive(Debug, Clone)]
pub(crate) enum Address {
    Port(u16),
    Socket(PathBuf),
}

/// What is wrong with a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// What is sent arrives when the link is repaired, as after a cable was pulled.
    Cut,
    /// A request with these bytes arrives, and its answer does not: the server died in between.
    NoAnswer(&'static str),
    /// Of a request with these bytes only half arrives.
    HalfRequest(&'static str),
    /// Something else answers.
    Garbage,
}

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) port: u16,
    fault: Arc<Mutex<Fault>>,
}

enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// One connection over a link.
#[derive(Clone)]
struct Connection {
    fault: Arc<Mutex<Fault>>,
    /// Whether its answers are dropped.
    is_mute: Arc<AtomicBool>,
}

impl Link {
    pub(crate) fn to(address: Address) -> Link {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let fault = Arc::new(Mutex::new(Fault::None));
        let link = Link { port, fault: Arc::clone(&fault) };
        // Ends with the process.
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let is_mute = Arc::new(AtomicBool::new(false));
                let connection = Connection { fault: Arc::clone(&fault), is_mute };
                let _refused = connection.open(Stream::Tcp(near), &address);
            }
        });
        link
    }

    pub(crate) fn set(&self, fault: Fault) {
        *self.fault.lock().expect("no panic") = fault;
    }
}

impl Connection {
    fn open(&self, mut near: Stream, address: &Address) -> io::Result<()> {
        if self.fault() == Fault::Garbage {
            near.write_all(b"garbage\n")?;
            return Ok(());
        }
        self.wait();
        let far = match address {
            Address::Port(port) => Stream::Tcp(TcpStream::connect(("127.0.0.1", *port))?),
            Address::Socket(path) => Stream::Unix(UnixStream::connect(path)?),
        };
        for (from, to, is_request) in [(near.copy()?, far.copy()?, true), (far, near, false)] {
            let connection = self.clone();
            thread::spawn(move || connection.forward(from, to, is_request));
        }
        Ok(())
    }

    fn forward(&self, mut from: Stream, mut to: Stream, is_request: bool) {
        let mut piece = [0; 16 << 10];
        while let Ok(length @ 1..) = from.read(&mut piece) {
            self.wait();
            let piece = &piece[..length];
            let is_mute = !is_request && self.is_mute.load(Ordering::Relaxed);
            let passed = if is_request { self.request(piece) } else { Some(length) };
            let passing = if is_mute { &[] } else { &piece[..passed.unwrap_or(length / 2)] };
            if to.write_all(passing).is_err() || passed.is_none() {
                break;
            }
        }
        self.wait();
        to.shut();
    }

    /// How much of a request passes; `None` if half of it does, and then nothing more.
    fn request(&self, piece: &[u8]) -> Option<usize> {
        let has = |bytes: &str| piece.windows(bytes.len()).any(|it| it == bytes.as_bytes());
        match self.fault() {
            Fault::HalfRequest(bytes) if has(bytes) => return None,
            Fault::NoAnswer(bytes) if has(bytes) => self.is_mute.store(true, Ordering::Relaxed),
            _ => {}
        }
        Some(piece.len())
    }

    fn fault(&self) -> Fault {
        *self.fault.lock().expect("no panic")
    }

    fn wait(&self) {
        while self.fault() == Fault::Cut {
            thread::sleep(Duration::from_millis(20));
        }
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
