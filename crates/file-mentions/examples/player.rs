//! Plays events from stdin, one JSON object a line, into a store, each as a hook
//! would: recorded in the journal, or opened, written, closed. Says `done` after each, so that whoever kills
//! it knows what has to be there.
//!
//!     player STORE PROJECT < events.jsonl

use std::error::Error;
use std::io::{Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use file_mentions::{Mention, Reading, Recording, Secrets, Store, Transcript};
use project_paths::{ProjectRoot, RealPaths, RelPath};
use serde::Deserialize;

const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    Touched { session: String, agent: Option<String>, path: String, call: Option<String>, at: u64 },
    Noted { path: String, text: String, at: u64 },
    Compacted { session: String, at: u64 },
    Grown { session: String, agent: Option<String>, transcript: PathBuf },
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(store), Some(project)) = (args.next(), args.next()) else {
        return Err("a store and a project".into());
    };
    let root = ProjectRoot::at(&project);
    for line in stdin().lines() {
        play(&store, &root, &serde_json::from_str(&line?)?)?;
        writeln!(stdout(), "done")?;
    }
    Ok(())
}

fn play(store: &Path, root: &ProjectRoot, event: &Event) -> Result<(), Box<dyn Error>> {
    let open = || Store::open(store, PATIENCE);
    let recording =
        Recording { root, paths: &RealPaths::default(), ignore: &[], secrets: Secrets::Redact };
    let path = |text: &str| RelPath::new(text).ok_or("no path in the project");
    let time = |at: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(at);
    match event {
        Event::Touched { session, agent, path: text, call, at } => {
            let (agent, call) = (agent.as_deref(), call.as_deref());
            let (path, at) = (path(text)?, time(*at));
            // The second file shows whether a transaction was cut in two.
            let twin = RelPath::new(&format!("{text}-twin")).ok_or("no path")?;
            let mention = Mention { session, agent, path: &path, tool: "Read", call, at };
            let mentions = [mention.clone(), Mention { path: &twin, ..mention }];
            file_mentions::record(store, &mentions, PATIENCE)?;
        }
        Event::Noted { path: text, text: note, at } => {
            open()?.add_note(&recording, &path(text)?, note, time(*at))?;
        }
        Event::Compacted { session, at } => open()?.compacted(session, time(*at))?,
        Event::Grown { session, agent, transcript } => {
            let transcript = Transcript { path: transcript, session, agent: agent.as_deref() };
            let reading = Reading { recording, command_files: &|_| Vec::new() };
            let mut store = open()?;
            while store.ingest(&transcript, &reading, None)?.more {}
        }
    }
    Ok(())
}
