//! Downloads.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use otlp_export::{download, is_private};

use crate::receiver::Receiver;
use crate::stage::Stage;

/// The address of a server that answers each request like this.
fn serve(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut line = String::new();
            while stream.read_line(&mut line).is_ok_and(|_| !line.ends_with("\r\n\r\n")) {}
            let _closed = stream.get_mut().write_all(answer.as_bytes());
            if answer.is_empty() {
                thread::sleep(Duration::from_secs(30));
            }
        }
    });
    address
}

#[test]
fn a_download_is_whole_small_and_in_time() {
    for (answer, expected) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nabcd", "abcd"),
        ("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabcd", "could not read the answer"),
        ("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabcdefghi", "could not read the answer"),
        ("HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nabcd", "answered 404"),
        ("HTTP/1.1 304 Not Modified\r\n\r\n", "answered 304"),
        ("HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\n\r\n", "answered 302"),
        ("", "timeout"),
    ] {
        let found = download(&serve(answer), None, 8, Duration::from_secs(1));
        let told = found.map_or_else(|err| format!("{err:#}"), |it| String::from_utf8(it).unwrap());
        assert!(told.contains(expected), "{answer}: {told}");
    }
}

#[test]
fn a_redirect_is_followed() {
    let here = serve("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nabcd");
    let answer =
        format!("HTTP/1.1 302 Found\r\nlocation: {here}/7.tbx\r\ncontent-length: 0\r\n\r\n");
    let found = download(&serve(answer.leak()), None, 8, Duration::from_secs(5)).unwrap();
    assert_eq!(found, b"abcd");
}

#[test]
fn only_a_trusted_server_is_asked() {
    let server = Receiver::with_tls();
    let limit = Duration::from_secs(5);
    let err = download(&server.endpoint, None, 8, limit).unwrap_err();
    assert!(format!("{err:#}").contains("certificate"), "{err:#}");
    let ca = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/localhost.pem");
    let stage = Stage::sending_to(&server.endpoint, &format!("ca: {ca}\n"));
    // It is a receiver, and wants to be sent something.
    let err = download(&server.endpoint, Some(&stage.settings()), 8, limit).unwrap_err();
    assert!(!format!("{err:#}").contains("certificate"), "{err:#}");
}

#[test]
fn an_address_is_https_or_here() {
    for (address, expected) in [
        ("https://example.com/7.tbx", true),
        ("http://localhost:80/7.tbx", true),
        ("http://example.com/7.tbx", false),
        ("http://localhost.example.com", false),
        ("ftp://localhost/7.tbx", false),
    ] {
        assert_eq!(is_private(address), expected, "{address}");
    }
}
