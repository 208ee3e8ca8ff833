//! `serve`: what hooks say reaches every reader, and no reader holds up another.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::ground::{Ground, LONG, Running, SETTLED, question, text, until};

const YAML: &str = "sinks: { unix_socket: s.sock }";

/// The program, once it listens.
fn serve(ground: &Ground) -> Running {
    let mut serving = ground.start(&["serve", "--socket", "s.sock"]);
    let mut said = String::new();
    BufReader::new(serving.0.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert_eq!(said, "listening on s.sock\n");
    serving
}

fn connect(ground: &Ground) -> UnixStream {
    let stream = UnixStream::connect(ground.file("s.sock")).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// A reader that is known to be served: it has heard what somebody said.
fn reader(ground: &Ground) -> BufReader<UnixStream> {
    let mut reader = BufReader::new(connect(ground));
    connect(ground).write_all(b"hello\n").unwrap();
    while line(&mut reader) != "hello\n" {}
    reader
}

fn line(reader: &mut BufReader<UnixStream>) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line
}

fn signal(serving: &Running, signal: &str) {
    let status = Command::new("kill").args([signal, &serving.0.id().to_string()]).status();
    assert!(status.unwrap().success());
}

pub(crate) fn what_a_hook_says_reaches_every_reader() {
    let ground = Ground::new(YAML);
    let _serving = serve(&ground);
    let mut first = reader(&ground);
    let mut second = reader(&ground);
    assert_eq!(line(&mut first), "hello\n");
    ground.send(&question("s", "1", "Which \u{1f600}?"));
    for reader in [&mut first, &mut second] {
        let heard: Value = serde_json::from_str(&line(reader)).unwrap();
        assert_eq!(heard["questions"][0]["question"], "Which \u{1f600}?");
    }
}

pub(crate) fn only_whole_lines_are_handed_on() {
    let ground = Ground::new(YAML);
    let _serving = serve(&ground);
    let mut reader = reader(&ground);
    let mut writer = connect(&ground);
    writer.write_all("one\n\ntw\u{e9}".as_bytes()).unwrap();
    assert_eq!(line(&mut reader), "one\n");
    connect(&ground).write_all(b"between\n").unwrap();
    assert_eq!(line(&mut reader), "between\n");
    writer.write_all(b"\nwithout its end").unwrap();
    assert_eq!(line(&mut reader), "tw\u{e9}\n");
    drop(writer);
    connect(&ground).write_all(b"last\n").unwrap();
    assert_eq!(line(&mut reader), "last\n");
}

/// The slow one reads nothing, while many times what a socket holds is said.
pub(crate) fn a_slow_reader_holds_up_nobody_and_is_hung_up_on() {
    let ground = Ground::new(YAML);
    let _serving = serve(&ground);
    let slow = reader(&ground);
    let mut quick = reader(&ground);
    let long = format!("{}\n", "x".repeat(1 << 20));
    for _ in 0..20 {
        let mut writer = connect(&ground);
        writer.write_all(long.as_bytes()).unwrap();
        assert_eq!(line(&mut quick).len(), long.len());
    }
    let mut left = Vec::new();
    slow.into_inner().read_to_end(&mut left).unwrap();
    assert!(left.len() < 20 * long.len());
}

pub(crate) fn a_socket_that_was_left_behind_is_replaced_and_a_live_one_is_not() {
    let ground = Ground::new(YAML);
    drop(UnixListener::bind(ground.file("s.sock")).unwrap());
    let _serving = serve(&ground);
    let mode = fs::metadata(ground.file("s.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let (status, stdout, stderr) = ground.start(&["serve", "--socket", "s.sock"]).end();
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("somebody listens on s.sock already"), "{stderr}");
    reader(&ground);
}

pub(crate) fn of_many_that_start_at_once_one_serves() {
    let ground = Ground::new(YAML);
    drop(UnixListener::bind(ground.file("s.sock")).unwrap());
    let mut all: Vec<Running> =
        (0..8).map(|_| ground.start(&["serve", "--socket", "s.sock"])).collect();
    let is_up = |one: &mut Running| matches!(one.0.try_wait(), Ok(None));
    until(|| all.iter_mut().map(is_up).filter(|is_up| *is_up).count() == 1);
    reader(&ground);
}

/// Else the second one could take away what the first one has just made.
pub(crate) fn nobody_begins_while_another_does() {
    let ground = Ground::new(YAML);
    let lock = fs::File::open(ground.place.project()).unwrap();
    lock.lock().unwrap();
    let mut serving = ground.start(&["serve", "--socket", "s.sock"]);
    thread::sleep(SETTLED);
    assert!(!ground.file("s.sock").exists());
    drop(lock);
    let mut said = String::new();
    BufReader::new(serving.0.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert_eq!(said, "listening on s.sock\n");
}

/// As a hook does: it may be sent a line of another before it has said its own.
pub(crate) fn who_cannot_be_told_can_still_speak() {
    let ground = Ground::new(YAML);
    let _serving = serve(&ground);
    let mut reader = reader(&ground);
    let mut hook = connect(&ground);
    hook.shutdown(Shutdown::Read).unwrap();
    connect(&ground).write_all(b"of another\n").unwrap();
    assert_eq!(line(&mut reader), "of another\n");
    hook.write_all(b"its own\n").unwrap();
    assert_eq!(line(&mut reader), "its own\n");
}

pub(crate) fn what_is_no_socket_is_left_alone() {
    let ground = Ground::new(YAML);
    ground.place.write("s.sock", "precious").unwrap();
    let output = ground.run("prompt-detect-hook serve --socket s.sock");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(output.stderr).contains("s.sock is there and is no socket"));
    assert_eq!(fs::read_to_string(ground.file("s.sock")).unwrap(), "precious");
}

pub(crate) fn the_socket_is_removed_at_the_end() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let ground = Ground::new(YAML);
        let serving = serve(&ground);
        let reader = reader(&ground);
        signal(&serving, name);
        assert_eq!(serving.end().0, Some(0));
        assert!(!ground.file("s.sock").exists());
        drop(reader);
    }
}

pub(crate) fn the_socket_of_another_is_not_removed() {
    let ground = Ground::new(YAML);
    let serving = serve(&ground);
    fs::remove_file(ground.file("s.sock")).unwrap();
    let _theirs = UnixListener::bind(ground.file("s.sock")).unwrap();
    signal(&serving, "-TERM");
    assert_eq!(serving.end().0, Some(0));
    assert!(ground.file("s.sock").exists());
}

pub(crate) fn a_reader_need_not_be_able_to_say_anything() {
    let ground = Ground::new(YAML);
    let serving = serve(&ground);
    let mut mute = reader(&ground);
    mute.get_ref().shutdown(Shutdown::Write).unwrap();
    thread::sleep(SETTLED);
    connect(&ground).write_all(b"more\n").unwrap();
    assert_eq!(line(&mut mute), "more\n");
    // One that is gone is not kept.
    thread::sleep(SETTLED);
    let open = || fs::read_dir(format!("/proc/{}/fd", serving.0.id())).map(Iterator::count);
    let with_one = open().unwrap_or_default();
    drop(mute);
    thread::sleep(SETTLED);
    assert_eq!(open().unwrap_or_default() + 1, with_one.max(1));
}
