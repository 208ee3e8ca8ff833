//! The index beside the store: it never says less than the store, and says nothing where it is
//! not the store's.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use file_mentions::{
    Forget, Glance, History, Mention, Reader, Retention, StoreError, glance, is_waiting,
};
use hook_state::StateDir;
use recent_files::{JOURNAL_NAME, LIST_NAME, RecentFile, recent_files};
use rusqlite::Connection;

use crate::ground::{Ground, PATIENCE, append, at, mention, rel};
use crate::prepared::check_prepared;

const FILES: [&str; 4] = ["a.rs", "b.rs", "c.rs", "never.rs"];
const SESSIONS: [&str; 4] = ["s0", "s1", "s2", "nobody"];

/// In less the time of a file may stand still.
const TICK: Duration = Duration::from_millis(30);

/// Checks that whatever the index says of these files is what the store says; how often it does.
#[track_caller]
pub(crate) fn check_glances(store: &Path, files: &[&str], sessions: &[&str]) -> usize {
    for session in sessions.iter().filter(|_| !is_waiting(store)) {
        check_recent(store, session);
    }
    let mut glances = 0;
    let pairs = files.iter().flat_map(|file| sessions.iter().map(move |session| (file, session)));
    for (file, session) in pairs {
        let Some(found) = glance(store, &rel(file), session) else { continue };
        glances += 1;
        let history = match Reader::open(store, PATIENCE) {
            Err(StoreError::Missing) => History::default(),
            reader => reader.unwrap().history(&rel(file), session, usize::MAX).unwrap(),
        };
        let turn = history.turns.iter().map(|turn| turn.id).max().unwrap_or_default();
        let note = history.notes.iter().map(|note| note.id).max().unwrap_or_default();
        match found {
            Glance::Nothing => assert_eq!((turn, note), (0, 0), "{file} for {session}"),
            Glance::UpTo { turn: most_turn, note: most_note, prepared, .. } => {
                check_prepared(prepared, store, &rel(file), session);
                assert!(turn <= most_turn, "{file} for {session}: {turn} and {most_turn}");
                assert_eq!(note, most_note, "{file} for {session}");
            }
        }
    }
    glances
}

/// Checks that the files of a session are those that the store says where nothing waits.
#[track_caller]
fn check_recent(store: &Path, session: &str) {
    for limit in [2, 100] {
        let stored = match Reader::open(store, PATIENCE) {
            Err(StoreError::Missing) => Vec::new(),
            reader => reader.unwrap().recent_files(session, limit).unwrap(),
        };
        assert_eq!(recent(store, session, limit), stored, "{session}, {limit}");
    }
}

/// The files of a session, as the plain files beside the store say.
#[track_caller]
pub(crate) fn recent(store: &Path, session: &str, limit: usize) -> Vec<RecentFile> {
    let state = StateDir::new(store.parent().unwrap().to_path_buf());
    recent_files(&state, session, limit).unwrap().unwrap_or_default()
}

/// Turn and note.
type UpTo = (i64, i64);

const NOTHING: UpTo = (0, 0);

fn up_to(glance: Option<Glance>) -> Option<UpTo> {
    Some(match glance? {
        Glance::Nothing => NOTHING,
        Glance::UpTo { turn, note, .. } => (turn, note),
    })
}

fn index(ground: &Ground) -> PathBuf {
    PathBuf::from(format!("{}-index", ground.database().display()))
}

/// A store in which `a.rs` was spoken of in session `s0`.
fn spoken() -> Ground {
    let ground = Ground::new();
    let path = ground.transcript("s0.jsonl", &ground.exchange("a.rs", "Mend it, please", "Done."));
    ground.ingest("s0", &path);
    ground
}

#[test]
fn what_is_known_is_known_without_the_store() {
    let ground = Ground::new();
    let glance = |file, session| up_to(glance(&ground.database(), &rel(file), session));
    assert_eq!(glance("a.rs", "s1"), Some(NOTHING), "there is no store");
    let path = ground.transcript("s0.jsonl", &ground.exchange("a.rs", "Mend it, please", "Done."));
    ground.ingest("s0", &path);
    assert_eq!(glance("a.rs", "s1"), Some((2, 0)));
    assert_eq!(glance("a.rs", "s0"), Some(NOTHING), "it knows what it said");
    assert_eq!(glance("b.rs", "s1"), Some(NOTHING));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(index(&ground)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    ground.note("b.rs", "Sorted.", at(50));
    assert_eq!(glance("b.rs", "s1"), Some((0, 1)));
    ground.note("a.rs", "Sorted, too.", at(50));
    assert_eq!(glance("a.rs", "s0"), Some((0, 2)));
    ground.store().compacted("s0", at(60)).unwrap();
    assert_eq!(glance("a.rs", "s0"), Some((2, 2)));
    ground.store().forget(Forget::File(&rel("a.rs")), false).unwrap();
    assert_eq!(glance("a.rs", "s1"), Some(NOTHING));
}

#[test]
fn it_never_says_less_than_the_store() {
    for seed in 0..2 {
        let ground = Ground::new();
        let mut random = Rng::with_seed(seed);
        let transcripts: Vec<PathBuf> =
            (0..3).map(|number| ground.transcript(&format!("s{number}.jsonl"), &[])).collect();
        for step in 0..25_u64 {
            let (which, file) = (random.usize(..3), FILES[random.usize(..3)]);
            let session = SESSIONS[which];
            match random.u8(..12) {
                0 => ground.note(file, &format!("Note {step}"), at(step)),
                1 => ground.store().compacted(session, at(step)).unwrap(),
                2 => append(&transcripts[which], &[ground.compacts()]),
                3 => _ = ground.store().forget(Forget::File(&rel(file)), false).unwrap(),
                4 if step % 3 == 0 => {
                    let what = Forget::Session { name: session, until: at(step) };
                    _ = ground.store().forget(what, false).unwrap();
                }
                5 if step % 3 == 0 => {
                    let retention = Retention { days: 1, megabytes: random.u32(0..2) };
                    _ = ground.store().prune(retention, at(step), false).unwrap();
                }
                6 => ground.store().record(&[mention(session, &rel(file), "c", step)]).unwrap(),
                7 => fs::write(&transcripts[which], "").unwrap(),
                _ => {
                    let words = (format!("Ask {seed} {step}"), format!("Answer {seed} {step}"));
                    append(&transcripts[which], &ground.exchange(file, &words.0, &words.1));
                    ground.ingest(session, &transcripts[which]);
                }
            }
            let asked = check_glances(&ground.database(), &FILES, &SESSIONS);
            assert_eq!(asked, FILES.len() * SESSIONS.len(), "seed {seed}, step {step}");
        }
    }
}

#[test]
fn while_a_writer_is_at_work_the_store_is_asked() {
    let ground = spoken();
    let ask = || up_to(glance(&ground.database(), &rel("a.rs"), "s1"));
    let known = ask().unwrap();
    let (mut one, mut other) = (ground.store(), ground.store());
    assert_eq!(ask(), Some(known), "nothing is written yet");
    one.compacted("s0", at(60)).unwrap();
    assert_eq!(ask(), None);
    other.compacted("s0", at(61)).unwrap();
    drop(one);
    check_glances(&ground.database(), &FILES, &SESSIONS);
    let path = ground.transcript("s2.jsonl", &ground.exchange("a.rs", "And now?", "Now, too."));
    ground.ingest("s2", &path);
    check_glances(&ground.database(), &FILES, &SESSIONS);
    drop(other);
    assert_eq!(ask(), Some((4, 0)));
}

#[test]
fn an_index_of_other_files_says_nothing() {
    let ground = spoken();
    let ask = || up_to(glance(&ground.database(), &rel("a.rs"), "s1"));
    let (stale, store) = (fs::read(index(&ground)).unwrap(), fs::read(ground.database()).unwrap());
    ground.note("a.rs", "Sorted.", at(50));
    assert!(ask().is_some());
    fs::write(index(&ground), &stale).unwrap();
    assert_eq!(ask(), None, "an old index");
    ground.store();
    assert_eq!(ask(), Some((2, 1)), "a writer mends it");
    thread::sleep(TICK);
    let connection = Connection::open(ground.database()).unwrap();
    connection.execute("INSERT INTO notes (path, at, text) VALUES ('a.rs', 1, 'n')", ()).unwrap();
    assert_eq!(ask(), None, "somebody else writes");
    drop(connection);
    assert_eq!(ask(), None, "somebody else has written");
    ground.store();
    assert!(ask().is_some());
    thread::sleep(TICK);
    fs::remove_file(ground.database()).unwrap();
    fs::write(ground.database(), store).unwrap();
    assert_eq!(ask(), None, "a copy that was restored");
    fs::remove_file(ground.database()).unwrap();
    assert_eq!(ask(), Some(NOTHING), "the store was deleted");
}

#[test]
fn an_index_that_is_cut_or_damaged_says_nothing_wrong() {
    let ground = spoken();
    ground.note("b.rs", "Sorted.", at(50));
    let whole = fs::read(index(&ground)).unwrap();
    for length in 0..whole.len() {
        fs::write(index(&ground), &whole[..length]).unwrap();
        assert_eq!(check_glances(&ground.database(), &FILES[..1], &["s0"]), 0, "{length} bytes");
    }
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= [0x80, whole[place].max(1)][place % 2];
        fs::write(index(&ground), &damaged).unwrap();
        let session = ["s0", "s1"][place / 2 % 2];
        check_glances(&ground.database(), &["a.rs", "never.rs"], &[session]);
    }
    fs::write(index(&ground), [&whole[..], b"\0"].concat()).unwrap();
    assert_eq!(check_glances(&ground.database(), &FILES, &SESSIONS), 0);
    fs::remove_file(index(&ground)).unwrap();
    assert_eq!(check_glances(&ground.database(), &FILES, &SESSIONS), 0);
    ground.store();
    assert_eq!(fs::read(index(&ground)).unwrap().len(), whole.len());
}

#[test]
fn what_waits_and_what_is_listed_is_what_the_store_says_later() {
    let ground = Ground::new();
    let paths: Vec<_> = (0..150).map(|number| rel(&format!("src/{number}.rs"))).collect();
    let by = |agent, session, path, at| Mention { agent, ..mention(session, path, "c", at) };
    let sessions: Vec<String> = (0..12).map(|number| format!("s{number}")).collect();
    let mut store = ground.store();
    for (at, session) in (1000..).zip(&sessions) {
        store
            .record(&[by(None, session, &paths[0], at), by(Some("x"), session, &paths[1], at)])
            .unwrap();
    }
    let many = (0..).zip(&paths).map(|(at, path)| by(None, "s11", path, at));
    store.record(&many.collect::<Vec<_>>()).unwrap();
    drop(store);
    for session in &sessions {
        check_recent(&ground.database(), session);
    }
    for (path, session) in [(&paths[140], "s11"), (&rel("new"), "s11"), (&paths[1], "s0")] {
        let waits = by(Some("y"), session, path, 2000);
        file_mentions::record(&ground.database(), &[waits], PATIENCE).unwrap();
        let ask = |limit| recent(&ground.database(), session, limit);
        let found = [1, 10, 100].map(ask);
        ground.store();
        assert_eq!(found, [1, 10, 100].map(ask), "{path}");
        check_recent(&ground.database(), session);
    }
}

/// Locks the store, so that to open it fails.
fn locked(store: &Path) -> Connection {
    let other = Connection::open(store).unwrap();
    other.pragma_update(None, "locking_mode", "EXCLUSIVE").unwrap();
    other.query_row("SELECT count(*) FROM files", (), |row| row.get::<_, i64>(0)).unwrap();
    assert!(Reader::open(store, Duration::ZERO).is_err(), "it is locked");
    other
}

#[test]
fn the_files_of_a_session_that_goes_on_are_known_without_the_store() {
    let ground = Ground::new();
    let store = ground.database();
    ground.store().record(&[mention("s", &rel("a.rs"), "1", 1)]).unwrap();
    file_mentions::record(&store, &[mention("s", &rel("b.rs"), "2", 2)], PATIENCE).unwrap();
    file_mentions::record(&store, &[mention("new", &rel("c.rs"), "3", 3)], PATIENCE).unwrap();
    let _lock = locked(&store);
    for (session, expected) in [("s", vec!["b.rs", "a.rs"]), ("new", vec!["c.rs"]), ("x", vec![])] {
        let files = recent(&store, session, 9);
        assert!(files.iter().map(|file| file.path.as_str()).eq(expected), "{session}: {files:?}");
    }
}

/// What a writer leaves that is killed at its worst: the lists as they were, and what it took in
/// still in the journal, or no lists where something was to be forgotten.
#[test]
fn a_writer_that_is_killed_leaves_what_is_right() {
    let ground = Ground::new();
    let store = ground.database();
    let [journal, lists] = [JOURNAL_NAME, LIST_NAME].map(|name| store.with_file_name(name));
    ground.store().record(&[mention("s", &rel("a.rs"), "1", 1)]).unwrap();
    file_mentions::record(&store, &[mention("s", &rel("b.rs"), "2", 2)], PATIENCE).unwrap();
    let before = [&journal, &lists].map(|file| fs::read(file).unwrap());
    ground.store();
    for (file, bytes) in [&journal, &lists].into_iter().zip(before) {
        fs::write(file, bytes).unwrap();
    }
    let names = || -> Vec<String> {
        recent(&store, "s", 9).iter().map(|file| file.path.to_string()).collect()
    };
    let expected: Vec<String> = vec!["b.rs".to_owned(), "a.rs".to_owned()];
    assert_eq!(expected, names(), "neither is lost, and neither is there twice");
    fs::remove_file(&lists).unwrap();
    ground.store();
    assert_eq!(expected, names(), "the next writer makes them anew");
    ground.store().forget(Forget::File(&rel("a.rs")), false).unwrap();
    assert_eq!(expected[..1], names()[..]);
    assert!(!fs::read_to_string(&lists).unwrap().contains("a.rs"));
}

#[test]
fn of_many_files_each_is_found() {
    let ground = Ground::new();
    let files: Vec<String> = (0..3000).map(|number| format!("src/module-{number}.rs")).collect();
    let connection = {
        ground.store();
        Connection::open(ground.database()).unwrap()
    };
    let insert = "INSERT INTO notes (id, path, at, text) VALUES (?1, ?2, 1, 'n')";
    connection.execute_batch("BEGIN").unwrap();
    for (id, file) in (1..).zip(&files) {
        connection.execute(insert, (id, file)).unwrap();
    }
    connection.execute_batch("COMMIT").unwrap();
    drop(connection);
    ground.store();
    for (id, file) in (1..).zip(&files) {
        let found = up_to(glance(&ground.database(), &rel(file), "s"));
        assert_eq!(found, Some((0, id)), "{file}");
        let other = format!("other/module-{id}.rs");
        assert_eq!(up_to(glance(&ground.database(), &rel(&other), "s")), Some(NOTHING));
    }
}
