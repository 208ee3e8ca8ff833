//! Measures what the questions of the hooks and one record cost in stores of 1,000, 100,000 and
//! 1,000,000 mentions: opened, asked, closed, as a hook does. Prints medians; asserts nothing.
//!
//!     cargo run --release -p file-mentions --example measure -- FOLDER [MENTIONS...]
//!     cargo run --release -p file-mentions --example measure -- ask STORE

use std::error::Error;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use file_mentions::{
    FILE_NAME, Mention, Reader, Reading, Recording, Secrets, Store, StoreError, Transcript, glance,
};
use project_paths::{ProjectRoot, RelPath};
use serde_json::json;

const PATIENCE: Duration = Duration::from_secs(10);
const ROUNDS: usize = 300;
const MENTIONS_OF_A_SESSION: u64 = 500;
const MENTIONS_OF_AN_EXCHANGE: u64 = 5;
/// So many files share the mentions, the first of them having a tenth.
const FILES: u64 = 2_000;

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [ask, store] if ask == "ask" => {
            let reader = Reader::open(Path::new(store), PATIENCE)?;
            history(&reader, "file0.rs")?;
            Ok(())
        }
        [folder, sizes @ ..] => {
            let sizes: Vec<u64> =
                sizes.iter().map(|size| size.parse()).collect::<Result<_, _>>()?;
            let sizes = if sizes.is_empty() { vec![1_000, 100_000, 1_000_000] } else { sizes };
            sizes.into_iter().try_for_each(|size| measure(Path::new(folder), size))
        }
        [] => Err("a folder for the stores".into()),
    }
}

fn measure(folder: &Path, mentions: u64) -> Result<(), Failure> {
    let folder = folder.join(mentions.to_string());
    std::fs::create_dir_all(folder.join("app/.tacklebox"))?;
    let store = folder.join(FILE_NAME);
    let begun = Instant::now();
    if !store.exists() {
        fill(&folder, &store, mentions)?;
    }
    let mut out = stdout();
    let size = std::fs::metadata(&store)?.len() >> 10;
    writeln!(out, "{mentions} mentions, {size} KiB, filled in {:?}", begun.elapsed())?;
    let open = || Reader::open(&store, PATIENCE);
    let mut row = |what: &str, median: Duration| writeln!(out, "  {what:<44} {median:>10.1?}");
    row("open, close", median(|| open().map(drop))?)?;
    row("open, history of a rare file, close", median(|| history(&open()?, "file999.rs"))?)?;
    row("open, history of the most frequent, close", median(|| history(&open()?, "file0.rs"))?)?;
    row("open, history of an unknown file, close", median(|| history(&open()?, "no.rs"))?)?;
    row("open, recent files of a session, close", median(|| recent(&open()?))?)?;
    let at_rest = |path: &'static str| {
        let path = RelPath::new(path).ok_or(StoreError::Missing)?;
        Reader::ask(&store, PATIENCE, |reader| reader.history(&path, "session0", 5)).map(drop)
    };
    row("history of a rare file, asked at rest", median(|| at_rest("file999.rs"))?)?;
    let glance = |path: &str| RelPath::new(path).map(|path| glance(&store, &path, "session0"));
    row("glance at it", median(|| glance("file999.rs").map(drop).ok_or(StoreError::Missing))?)?;
    let reader = open()?;
    row("history of the most frequent file alone", median(|| history(&reader, "file0.rs"))?)?;
    row("recent files of a session alone", median(|| recent(&reader))?)?;
    drop(reader);
    row("open, record, close", median(|| record(&store))?)?;
    let other = open()?;
    row("the same, another has it open", median(|| record(&store))?)?;
    drop(other);
    row("open, close, where that has left a log", median(|| open().map(drop))?)?;
    record(&store)?;
    Ok(())
}

fn history(reader: &Reader, path: &str) -> Result<(), StoreError> {
    let path = RelPath::new(path).ok_or(StoreError::Missing)?;
    reader.history(&path, "session0", 5).map(drop)
}

fn recent(reader: &Reader) -> Result<(), StoreError> {
    reader.recent_files("session0", 10).map(drop)
}

fn record(store: &Path) -> Result<(), StoreError> {
    let path = RelPath::new("file5.rs").ok_or(StoreError::Missing)?;
    let call = format!("{:?}", Instant::now());
    let (call, at) = (Some(call.as_str()), SystemTime::UNIX_EPOCH);
    let mention = Mention { session: "session0", agent: None, path: &path, tool: "Read", call, at };
    Store::open(store, PATIENCE)?.record(&[mention])
}

fn median(work: impl Fn() -> Result<(), StoreError>) -> Result<Duration, StoreError> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        work()?;
        times.push(begun.elapsed());
    }
    times.sort();
    Ok(times.get(ROUNDS / 2).copied().unwrap_or_default())
}

/// Sessions of a hundred exchanges, each with five mentions and two turns, by transcript.
fn fill(folder: &Path, store: &Path, mentions: u64) -> Result<(), Failure> {
    let root = ProjectRoot::at(&folder.join("app"));
    let recording = Recording { root: &root, ignore: &[], secrets: Secrets::Redact };
    let reading = Reading { recording, command_files: &|_| Vec::new() };
    let mut store = Store::open(store, PATIENCE)?;
    let path = folder.join("transcript.jsonl");
    for session in 0..mentions.div_ceil(MENTIONS_OF_A_SESSION) {
        write_transcript(&path, &root, session)?;
        let name = format!("session{session}");
        let transcript = Transcript { path: &path, session: &name, agent: None };
        while store.ingest(&transcript, &reading, None)?.more {}
    }
    Ok(())
}

fn write_transcript(path: &PathBuf, root: &ProjectRoot, session: u64) -> Result<(), Failure> {
    let mut text = String::new();
    for mention in 0..MENTIONS_OF_A_SESSION {
        let number = session * MENTIONS_OF_A_SESSION + mention;
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + number);
        let at = humantime::format_rfc3339_millis(at).to_string();
        let mut add = |role: &str, content: serde_json::Value| {
            let message = json!({ "role": role, "content": content });
            text += &json!({ "type": role, "timestamp": at, "message": message }).to_string();
            text.push('\n');
        };
        if mention.is_multiple_of(MENTIONS_OF_AN_EXCHANGE) {
            add("user", json!(format!("{number}: mend what does not work in this file, please")));
        }
        let file = if number.is_multiple_of(10) { 0 } else { number.wrapping_mul(7919) % FILES };
        let file = root.path().join(format!("file{file}.rs"));
        let call = json!({ "type": "tool_use", "id": format!("toolu_{number:024}"), "name": "Edit",
            "input": { "file_path": file } });
        add("assistant", json!([call]));
        let words = format!("{number}: {}", "I changed the order in which it is done. ".repeat(4));
        add("assistant", json!([{ "type": "text", "text": words }]));
    }
    Ok(std::fs::File::create(path)?.write_all(text.as_bytes())?)
}
