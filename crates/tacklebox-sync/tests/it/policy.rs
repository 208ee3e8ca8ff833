//! `policy pull`: what is downloaded, and what `tacklebox` beside the program is told.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::thread;

/// It says what it is told and given, and refuses.
const TACKLEBOX: &str = "#!/bin/sh\necho \"$@\"\nfor file; do :; done\ncat \"$file\"\nexit 1\n";

/// Exit code, stdout and stderr of the program in `folder`.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let output = Command::new(folder.join("tacklebox-sync"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .env("HOME", folder)
        .env("TACKLEBOX_CONFIG_DIR", folder)
        .env("TMPDIR", folder)
        .output()
        .expect("a program");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The address of a server that has `7.tbx` and nothing else.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("a port"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.expect("a connection"));
            let mut head = String::new();
            while stream.read_line(&mut head).is_ok_and(|_| !head.ends_with("\r\n\r\n")) {}
            let status = if head.starts_with("GET /7.tbx") { "200 OK" } else { "404 Not Found" };
            let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 7\r\n\r\nbundle\n");
            stream.get_mut().write_all(answer.as_bytes()).expect("an answer");
        }
    });
    address
}

#[test]
fn tacklebox_decides_on_what_was_downloaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::copy(env!("CARGO_BIN_EXE_tacklebox-sync"), folder.join("tacklebox-sync")).expect("a copy");
    let (code, _, stderr) = run(folder, "policy pull 7.tbx");
    assert!(code == Some(2) && stderr.contains("there is no "), "{stderr}");
    fs::write(folder.join("tacklebox"), TACKLEBOX).expect("a file");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.join("tacklebox"), mode).expect("a program");

    let server = serve();
    let pull = format!("policy pull {server}/7.tbx?token=secret --key o.pub --system");
    let (code, stdout, stderr) = run(folder, &pull);
    let expected = format!("policy pull --key o.pub --system --origin {server}/7.tbx ");
    assert!(stdout.starts_with(&expected) && stdout.ends_with("/policy.tbx\nbundle\n"), "{stdout}");
    assert_eq!((code, stderr.as_str()), (Some(1), ""));

    let (code, stdout, stderr) = run(folder, &format!("policy pull {server}/8.tbx"));
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    let expected = format!(
        "error: could not download {server}/8.tbx: the server answered 404 Not Found; the active policy stays\n"
    );
    assert_eq!(stderr, expected);

    fs::write(folder.join("7.tbx"), "from a file\n").expect("a file");
    let (code, stdout, _) = run(folder, "policy pull 7.tbx");
    assert_eq!((code, stdout.as_str()), (Some(1), "policy pull 7.tbx\nfrom a file\n"));
    for address in ["http://example.com/7.tbx", "file:///7.tbx", "https://ann@example.com/7.tbx"] {
        assert_eq!(run(folder, &format!("policy pull {address}")).0, Some(2), "{address}");
    }
}
