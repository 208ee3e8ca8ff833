//! Real processes on one store: together, against a model, and killed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use fastrand::Rng;
use file_mentions::{FILE_NAME, Reader, Store};
use project_paths::RelPath;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::glance::check_glances;

const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with a store and a project.
struct Ground(TempDir);

impl Ground {
    fn new() -> Ground {
        let dir = TempDir::new().unwrap();
        fs::create_dir_all(dir.path().join("app/.tacklebox")).unwrap();
        Ground(dir)
    }

    fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.0.path()).unwrap().join(path)
    }

    /// What is stored, once all is taken in.
    fn reader(&self) -> Reader {
        Store::open(&self.path(FILE_NAME), PATIENCE).unwrap();
        Reader::open(&self.path(FILE_NAME), PATIENCE).unwrap()
    }

    /// Starts a process that plays `events`.
    fn play(&self, events: &[Value]) -> Child {
        let test = std::env::current_exe().unwrap();
        let player = test.ancestors().nth(2).unwrap().join("examples/player");
        let lines: Vec<String> = events.iter().map(Value::to_string).collect();
        let script = self.path(&format!("events-{}", fastrand::u64(..)));
        fs::write(&script, lines.join("\n")).unwrap();
        Command::new(player)
            .args([self.path(FILE_NAME), self.path("app")])
            .stdin(fs::File::open(script).unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Plays each list in a process of its own, all at once.
    fn play_all(&self, lists: &[Vec<Value>]) {
        let players: Vec<Child> = lists.iter().map(|events| self.play(events)).collect();
        for (player, events) in players.into_iter().zip(lists) {
            let output = player.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(output.stdout.len(), events.len() * "done\n".len());
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        }
    }
}

fn touched(session: &str, agent: Option<&str>, path: &str, call: &str, at: u64) -> Value {
    json!({"event": "touched", "session": session, "agent": agent, "path": path, "call": call,
        "at": at})
}

fn time(at: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(at)
}

#[test]
fn thirty_two_processes_lose_no_record() {
    let ground = Ground::new();
    let events = |process: usize| -> Vec<Value> {
        let event = |number: usize| {
            touched("s", None, &format!("{number}.rs"), &format!("{process} {number}"), 1)
        };
        // So that it is taken in while others record.
        let taken_in = json!({"event": "compacted", "session": "s", "at": 1});
        let after =
            |number: usize| process.is_multiple_of(2).then(|| [event(number), taken_in.clone()]);
        let events = |number| after(number).map_or_else(|| vec![event(number)], Vec::from);
        (0..8).flat_map(events).collect()
    };
    ground.play_all(&(0..32).map(events).collect::<Vec<_>>());
    let status = ground.reader().status().unwrap();
    assert_eq!((status.mentions, status.files, status.sessions), (32 * 8 * 2, 16, 1));
    assert_eq!(ground.reader().damage().unwrap(), Vec::<String>::new());
}

/// A transcript of so many exchanges, each about one file.
fn transcript(ground: &Ground, session: &str, exchanges: u64) -> PathBuf {
    let path = ground.path(&format!("{session}.jsonl"));
    let mut text = String::new();
    for number in 0..exchanges {
        let file = ground.path(&format!("app/{}.rs", number % 3));
        let said = format!("{session} {number}");
        let entry = |offset: u64, role: &str, content: Value| {
            let at = time(1000 + 10 * number + offset);
            let at = humantime::format_rfc3339_millis(at).to_string();
            let message = json!({"role": role, "content": content});
            format!("{}\n", json!({"type": role, "timestamp": at, "message": message}))
        };
        let call = json!([{"type": "tool_use", "id": said, "name": "Read",
            "input": {"file_path": file}}]);
        let words = json!([{"type": "text", "text": format!("answer {said}")}]);
        text.push_str(&entry(0, "user", json!(format!("ask {said}"))));
        text.push_str(&entry(1, "assistant", call));
        text.push_str(&entry(2, "assistant", words));
    }
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_same_transcript_read_by_many_is_read_once() {
    let ground = Ground::new();
    let path = transcript(&ground, "s", 30);
    let whole = fs::read(&path).unwrap();
    let grown = json!({"event": "grown", "session": "s", "transcript": path});
    fs::write(&path, "").unwrap();
    let players: Vec<Child> = (0..8).map(|_| ground.play(&vec![grown.clone(); 30])).collect();
    for piece in whole.chunks(whole.len() / 40) {
        let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(piece).unwrap();
        thread::sleep(Duration::from_millis(3));
    }
    for player in players {
        let output = player.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    ground.play_all(&[vec![grown]]);
    assert_eq!(told(&ground, "0.rs", "x"), expected_turns(&[("s", 30)], 0));
    let status = ground.reader().status().unwrap();
    assert_eq!((status.turns, status.mentions), (60, 30));
}

fn told(ground: &Ground, path: &str, session: &str) -> Vec<String> {
    let history = ground.reader().history(&RelPath::new(path).unwrap(), session, 1000).unwrap();
    history.turns.into_iter().map(|turn| turn.text).collect()
}

/// What is told of the file `<file>.rs` where sessions have had so many exchanges.
fn expected_turns(sessions: &[(&str, u64)], file: u64) -> Vec<String> {
    let most = sessions.iter().map(|(_, exchanges)| *exchanges).max().unwrap();
    let numbers = (0..most).rev().filter(|number| number % 3 == file);
    let of_number = |number: u64| {
        ["answer", "ask"].into_iter().flat_map(move |kind| {
            let sessions = sessions.iter().filter(move |(_, exchanges)| number < *exchanges);
            sessions.map(move |(session, _)| format!("{kind} {session} {number}"))
        })
    };
    numbers.flat_map(of_number).collect()
}

/// What a store should know, computed without one.
#[derive(Default)]
struct Model {
    /// By session, call and path: agent and time.
    mentions: BTreeMap<(String, String, String), u64>,
    by_main: BTreeSet<(String, String)>,
    notes: BTreeMap<(String, String), u64>,
}

impl Model {
    fn add(&mut self, event: &Value) {
        let text = |field: &str| event[field].as_str().unwrap_or_default().to_owned();
        let at = event["at"].as_u64().unwrap_or_default();
        match event["event"].as_str() {
            Some("touched") => {
                for path in [text("path"), format!("{}-twin", text("path"))] {
                    if event["agent"].is_null() {
                        self.by_main.insert((text("session"), path.clone()));
                    }
                    let key = (text("session"), text("call"), path);
                    let known = self.mentions.entry(key).or_default();
                    *known = at.max(*known);
                }
            }
            Some("noted") => {
                // The last one counts, and in this test they are all of one time.
                self.notes.insert((text("path"), text("text")), at);
            }
            _ => {}
        }
    }

    fn recent(&self, session: &str) -> Vec<(String, u64, bool)> {
        let mut latest: BTreeMap<&str, u64> = BTreeMap::new();
        for ((of, _, path), at) in self.mentions.iter().filter(|((of, ..), _)| of == session) {
            assert_eq!(of, session);
            let known = latest.entry(path).or_default();
            *known = (*at).max(*known);
        }
        let mut files: Vec<_> = latest.into_iter().collect();
        files.sort_by_key(|(path, at)| (std::cmp::Reverse(*at), *path));
        let by_main = |path: &str| self.by_main.contains(&(session.to_owned(), path.to_owned()));
        files.iter().map(|(path, at)| ((*path).to_owned(), *at, !by_main(path))).collect()
    }
}

fn any_event(random: &mut Rng, transcripts: &[PathBuf]) -> Value {
    let session = format!("s{}", random.u8(..3));
    match random.u8(..10) {
        0 => json!({"event": "noted", "path": format!("{}.rs", random.u8(..3)),
            "text": format!("note {}", random.u8(..5)), "at": 7}),
        1..3 => {
            let which = random.usize(..transcripts.len());
            json!({"event": "grown", "session": format!("t{which}"),
                "transcript": transcripts[which]})
        }
        _ => {
            let agent = random.bool().then_some("agent");
            let (path, call) = (format!("f{}", random.u8(..6)), random.u8(..20).to_string());
            touched(&session, agent, &path, &call, random.u64(1..50))
        }
    }
}

#[test]
fn whatever_processes_do_the_store_equals_a_model() {
    for seed in 0..6 {
        let ground = Ground::new();
        let transcripts = [("t0", 5), ("t1", 9)];
        let files = transcripts.map(|(session, exchanges)| transcript(&ground, session, exchanges));
        let mut random = Rng::with_seed(seed);
        let mut lists: Vec<Vec<Value>> =
            (0..8).map(|_| (0..12).map(|_| any_event(&mut random, &files)).collect()).collect();
        // So that both have been read in the end.
        for (which, file) in files.iter().enumerate() {
            let grown =
                json!({"event": "grown", "session": format!("t{which}"), "transcript": file});
            lists[which].push(grown);
        }
        ground.play_all(&lists);
        let mut model = Model::default();
        lists.iter().flatten().for_each(|event| model.add(event));
        check_index(&ground);
        let reader = ground.reader();
        for session in ["s0", "s1", "s2"] {
            let files = reader.recent_files(session, 1000).unwrap();
            let files: Vec<_> =
                files.iter().map(|f| (f.path.to_string(), f.at, f.by_subagent)).collect();
            let expected = model.recent(session).into_iter();
            let expected: Vec<_> = expected.map(|(path, at, sub)| (path, time(at), sub)).collect();
            assert_eq!(files, expected, "seed {seed}, {session}");
        }
        let of_sessions = reader.mentions(None).unwrap();
        let of_sessions = of_sessions.iter().filter(|mention| mention.session.starts_with('s'));
        assert_eq!(of_sessions.count(), model.mentions.len(), "seed {seed}");
        assert_eq!(reader.notes().unwrap().len(), model.notes.len(), "seed {seed}");
        for file in 0..3 {
            let expected = expected_turns(&transcripts, file);
            assert_eq!(told(&ground, &format!("{file}.rs"), "x"), expected, "seed {seed}");
        }
    }
}

/// Whether the index, if there is one, says what the store says.
fn check_index(ground: &Ground) {
    check_glances(&ground.path(FILE_NAME), &["0.rs", "1.rs", "2.rs", "3.rs"], &["t", "s0", "t1"]);
}

/// How many events a player that was killed had acknowledged.
fn acknowledged(mut player: Child) -> usize {
    player.kill().unwrap();
    let mut said = String::new();
    player.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let status = player.wait().unwrap();
    assert!(!status.success(), "it was killed before its end");
    said.lines().filter(|line| *line == "done").count()
}

#[test]
fn a_writer_that_is_killed_leaves_a_sound_store() {
    let ground = Ground::new();
    let path = transcript(&ground, "t", 400);
    let mut random = Rng::with_seed(1);
    let mut acknowledged_in_all = 0;
    for round in 0..12 {
        let events: Vec<Value> = (0..2000)
            .map(|number| {
                touched("s", None, &format!("{}.rs", number % 9), &format!("{round} {number}"), 1)
            })
            .collect();
        let mut ingesting = events.clone();
        ingesting.insert(
            0,
            json!({"event": "grown", "session": format!("t{round}"), "transcript": path}),
        );
        let players = [ground.play(&events), ground.play(&ingesting)];
        thread::sleep(Duration::from_micros(random.u64(200..40_000)));
        let done: Vec<usize> = players.into_iter().map(acknowledged).collect();
        acknowledged_in_all += done[0].max(done[1].saturating_sub(1));
        check_sound(&ground, acknowledged_in_all);
    }
    assert!(acknowledged_in_all > 20, "{acknowledged_in_all} events in all");
    ground.play_all(&[vec![touched("s", None, "last.rs", "last", 2)]]);
    assert_eq!(ground.reader().recent_files("s", 1).unwrap()[0].path.as_str(), "last.rs");
}

/// Whether the store is whole, has what was acknowledged once all is taken in, and nothing
/// by halves.
fn check_sound(ground: &Ground, acknowledged: usize) {
    check_index(ground);
    let reader = ground.reader();
    assert_eq!(reader.damage().unwrap(), Vec::<String>::new());
    let mentions = reader.mentions(None).unwrap();
    let (twins, others): (Vec<_>, Vec<_>) = mentions
        .iter()
        .filter(|mention| mention.session == "s")
        .partition(|mention| mention.path.as_str().ends_with("-twin"));
    assert_eq!(twins.len(), others.len(), "a transaction was cut in two");
    assert!(others.len() >= acknowledged, "{} of {acknowledged}", others.len());
    let turns = reader.turns(None, usize::MAX).unwrap();
    let sessions: BTreeSet<&str> = turns.iter().map(|turn| turn.session.as_str()).collect();
    assert_eq!(turns.len(), sessions.len() * 800, "a transcript is there as a whole or not at all");
}

#[test]
fn the_player_is_where_it_is_looked_for() {
    let ground = Ground::new();
    let mut player = ground.play(&[json!({"event": "unheard of"})]);
    assert!(!player.wait().unwrap().success());
    assert!(!Path::new(&ground.path(FILE_NAME)).exists());
}
