//! As much of HTTP/1.1 as one client needs that asks a scripted model: requests with a length,
//! answers that end with the connection. A server of the kind that people use brings a hundred
//! crates into every build of `xtask`, for a program that talks to itself on one machine.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// More than any conversation of a script.
const MAX_BODY: u64 = 64 << 20;

/// Answers every connection in a thread of its own until the process ends, and says where.
pub(super) fn serve(
    answer: impl Fn(&TcpStream) -> io::Result<()> + Send + Sync + 'static,
) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let address = listener.local_addr()?;
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            // A client that goes away has no use for an answer.
            thread::spawn(move || drop(answer(&stream)));
        }
    });
    Ok(address)
}

/// What a client asks for.
pub(super) struct Request {
    pub(super) method: String,
    /// Without what stands behind a `?`.
    pub(super) path: String,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads one; nothing where the client closed the connection instead.
    pub(super) fn read(stream: &TcpStream) -> io::Result<Option<Self>> {
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else {
            return Err(broken("no request line"));
        };
        let path = target.split('?').next().unwrap_or_default().trim_end_matches('/').to_owned();
        let method = method.to_owned();
        let mut length = 0;
        loop {
            let mut header = String::new();
            stream.read_line(&mut header)?;
            let Some((name, value)) = header.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(|_| broken("no length"))?;
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                return Err(broken("a body in pieces"));
            }
        }
        if length > MAX_BODY {
            return Err(broken("too long"));
        }
        let mut body = Vec::new();
        stream.take(length).read_to_end(&mut body)?;
        Ok(Some(Self { method, path, body }))
    }
}

/// Writes an answer, after which the connection is closed.
pub(super) fn respond(
    mut stream: &TcpStream,
    status: &str,
    kind: &str,
    body: &str,
) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    )?;
    stream.flush()
}

fn broken(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
