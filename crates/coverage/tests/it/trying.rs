//! Carries out what is said to be a way.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

use coverage::{Covered, Open};
use serde_json::Value;

use crate::project::Project;

/// What the page says that is to be fetched.
const PAGE: &str = "words-of-the-page";

/// The address that ways speak of.
const ADDRESS: &str = "https://example.com/";

/// A web server on this machine; its address.
pub(crate) fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let mut request = [0; 4096];
            let _length = stream.read(&mut request);
            let head = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length:";
            let _sent = write!(stream, "{head} {}\r\n\r\n{PAGE}", PAGE.len());
        }
    });
    address
}

/// The command lines of a way, where it has nothing else and its programs are here.
pub(crate) fn lines(open: &Open, server: &str) -> Option<Vec<String>> {
    if !open.missing.is_empty() || open.events.is_empty() {
        return None;
    }
    let line = |event: &Value| {
        let line = (event["tool_name"] == "Bash").then(|| event["tool_input"]["command"].as_str());
        line.flatten().map(|line| line.replace(ADDRESS, server))
    };
    open.events.iter().map(line).collect()
}

/// What a way has in common with those around other rules: its words without the file, the line
/// that it runs, and the file's name.
pub(crate) fn shape(covered: &Covered, open: &Open) -> String {
    let (verb, what) = covered.forbids.split_once(' ').unwrap_or((&covered.forbids, ""));
    let place = what.rsplit_once('/');
    let parts = [Some(what), place.map(|(dir, _)| dir), place.map(|(_, name)| name)];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    let way = parts.fold(open.way.clone(), |way, part| way.replace(part, "…"));
    let base64 =
        |word: &str| word.len() > 20 && word.ends_with(|c: char| c.is_alphanumeric() || c == '=');
    let words = way.split(' ').filter(|word| !base64(word) && !word.contains("/stubs/"));
    let verb =
        if ["file-write", "file-edit", "notebook-edit"].contains(&verb) { "change" } else { verb };
    format!("{verb}: {}", words.collect::<Vec<_>>().join(" "))
}

/// Whether the lines have the effect that the rule forbids.
pub(crate) fn have_effect(project: &Project, covered: &Covered, lines: &[String]) -> bool {
    let file = covered.forbids.split_once(' ').map_or("", |(_, what)| what);
    let before = project.read(file);
    let pushed = project.pushed();
    let printed: String = lines.iter().map(|line| project.run(line)).collect();
    let printed: String = printed.split_whitespace().collect();
    let says = |text: &str| printed.contains(text);
    let is_changed = |file: &str| project.read(file).is_none_or(|text| text != "before\n");
    let (verb, what) = covered.forbids.split_once(' ').unwrap_or((&covered.forbids, ""));
    match verb {
        "change" => project.read(what) != before,
        "file-write" | "file-edit" => is_changed("new-folder/new-file.txt"),
        "notebook-edit" => is_changed("new-folder/new-file.ipynb"),
        "read" | "file-read" | "content-search" | "use" | "skill-invoke" => says("before"),
        "file-search" => says("new-file"),
        "web-fetch" | "web-search" => says(PAGE),
        "db-query" => says("1"),
        "memory-store" => project.read("notes.md").is_some(),
        "shell-execute" | "shell-background" => true,
        "run" => {
            // A program that stands in for another has to be called as it is said, or otherwise
            // where the way is the command in other words.
            let args = |line: &str| line.split_once(' ').map_or("", |(_, it)| it).to_owned();
            let called = [args(what), lines.last().map(|line| args(line)).unwrap_or_default()];
            let ran = project.ran().lines().any(|line| called.iter().any(|it| it == line));
            let is_pushed = project.pushed() != pushed;
            ran || is_pushed
                || is_changed("new-folder/new-file.txt")
                || says(PAGE)
                || says("before")
        }
        _ => false,
    }
}
