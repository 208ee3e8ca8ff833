//! Replacing, updating, appending and marking, alone and by many at once.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

mod journal;

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, SystemTime};

use hook_state::{Journal, Lock, StateDir, replace, replace_if};
use serde_json::{Value, json};
use tempfile::TempDir;

const LONG: Duration = Duration::from_secs(60);
const NEVER: Duration = Duration::ZERO;

type Counts = BTreeMap<String, u64>;

fn state() -> (TempDir, StateDir) {
    let dir = TempDir::new().unwrap();
    let state = StateDir::new(dir.path().join("a/b"));
    (dir, state)
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Runs `work` on many threads that begin together. A lock belongs to the
/// opened file, so threads shut each other out as processes do.
fn together<R: Send>(number: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let barrier = Barrier::new(number);
    thread::scope(|scope| {
        let run = |at| {
            let (barrier, work) = (&barrier, &work);
            scope.spawn(move || {
                barrier.wait();
                work(at)
            })
        };
        let threads: Vec<_> = (0..number).map(run).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn reading_creates_nothing() {
    let (dir, state) = state();
    assert_eq!(state.read_json::<Value>("x.json").unwrap(), None);
    assert_eq!(Journal::new(state.file("x.jsonl")).read().unwrap().count(), 0);
    state.forget("x").unwrap();
    state.sweep(SystemTime::now()).unwrap();
    assert_eq!(names(dir.path()), Vec::<String>::new());
}

#[test]
fn replacing_leaves_no_other_file() {
    let (_dir, state) = state();
    let file = state.file("x");
    assert_eq!(replace(&file, b"one").unwrap_err().kind(), ErrorKind::NotFound);
    state.write("x", b"one").unwrap();
    replace(&file, b"two").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"two");
    assert_eq!(names(state.path()), ["x"]);
    fs::create_dir(state.file("folder")).unwrap();
    replace(&state.file("folder"), b"no").unwrap_err();
    assert_eq!(names(state.path()), ["folder", "x"]);
}

#[test]
fn a_reader_sees_the_old_or_the_new() {
    let (_dir, state) = state();
    let text = |letter: u8| vec![letter; 100_000];
    state.write("x", &text(b'a')).unwrap();
    together(3, |at| {
        for round in 0..50 {
            if at == 0 {
                state.write("x", &text(b'a' + round % 26)).unwrap();
            } else {
                let seen = fs::read(state.file("x")).unwrap();
                assert_eq!(seen, text(seen[0]));
            }
        }
    });
}

#[cfg(unix)]
#[test]
fn modes_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (dir, state) = state();
    state.write("x", b"one").unwrap();
    assert_eq!(mode(state.path()), 0o700);
    assert_eq!(mode(&dir.path().join("a")), 0o700);
    assert_eq!(mode(&state.file("x")), 0o600);
    let [ordinary, new] = ["ordinary", "new"].map(|name| dir.path().join(name));
    fs::write(&ordinary, "").unwrap();
    replace(&new, b"").unwrap();
    assert_eq!(mode(&new), mode(&ordinary));
    fs::set_permissions(state.file("x"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("x", state.file("link")).unwrap();
    symlink("link", state.file("link-to-link")).unwrap();
    symlink("new", state.file("dangling")).unwrap();
    symlink("loop", state.file("loop")).unwrap();
    replace(&state.file("link-to-link"), b"two").unwrap();
    replace(&state.file("dangling"), b"new").unwrap();
    replace(&state.file("loop"), b"no").unwrap_err();
    assert_eq!(fs::read(state.file("x")).unwrap(), b"two");
    assert_eq!(mode(&state.file("x")), 0o640);
    assert_eq!(fs::read(state.file("new")).unwrap(), b"new");
    assert_eq!(fs::read_link(state.file("link-to-link")).unwrap(), Path::new("link"));
    assert_eq!(fs::read_link(state.file("dangling")).unwrap(), Path::new("new"));
}

#[cfg(unix)]
#[test]
fn a_link_in_the_state_is_replaced_and_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (dir, state) = state();
    state.write("x", b"").unwrap();
    let victim = dir.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    for target in [&victim, &dir.path().join("nowhere")] {
        for name in ["written", "updated.json"] {
            symlink(target, state.file(name)).unwrap();
        }
        state.write("written", b"ours").unwrap();
        let counted = state.update_json("updated.json", NEVER, |n: &mut u64| *n += 1);
        // What is no JSON is kept beside.
        counted.unwrap();
        for name in ["written", "updated.json"] {
            let found = fs::symlink_metadata(state.file(name)).unwrap();
            assert!(found.is_file(), "{name}");
            assert_eq!(found.permissions().mode() & 0o777, 0o600, "{name}");
            fs::remove_file(state.file(name)).unwrap();
        }
    }
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
    assert!(!dir.path().join("nowhere").exists());
}

#[cfg(unix)]
#[test]
fn what_is_not_wanted_any_more_is_not_put_in_place() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    replace(&file, b"one").unwrap();
    assert!(!replace_if(&file, b"two", || false).unwrap());
    assert_eq!(fs::read(&file).unwrap(), b"one");
    assert!(replace_if(&file, b"two", || fs::read(&file).unwrap() == b"one").unwrap());
    assert_eq!(fs::read(&file).unwrap(), b"two");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn what_is_no_file_is_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let (dir, state) = state();
    let socket = dir.path().join("socket");
    let _listening = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    state.write("x", b"one").unwrap();
    symlink(&socket, state.file("link")).unwrap();
    replace(&state.file("link"), b"two").unwrap_err();
    assert!(fs::metadata(&socket).unwrap().file_type().is_socket());
}

#[test]
fn an_empty_file_is_none() {
    let (_dir, state) = state();
    state.write("x.json", b"").unwrap();
    assert_eq!(state.read_json::<Counts>("x.json").unwrap(), None);
}

#[test]
fn updates_of_many_all_count() {
    let (_dir, state) = state();
    together(16, |_| {
        for _ in 0..10 {
            let add = |counts: &mut Counts| *counts.entry("n".to_owned()).or_default() += 1;
            state.update_json("counts.json", LONG, add).unwrap();
        }
    });
    let counts: Counts = state.read_json("counts.json").unwrap().unwrap();
    assert_eq!(counts.get("n"), Some(&160));
    assert_eq!(names(state.path()), [".counts.json.lock", "counts.json"]);
}

#[test]
fn nothing_changed_is_nothing_written() {
    let (_dir, state) = state();
    let look = |counts: &mut Counts| counts.len();
    assert_eq!(state.update_json("x.json", NEVER, look).unwrap(), 0);
    assert!(!state.file("x.json").exists());
    fs::write(state.file("x.json"), "{ \"n\": 1 }").unwrap();
    assert_eq!(state.update_json("x.json", NEVER, look).unwrap(), 1);
    assert_eq!(fs::read_to_string(state.file("x.json")).unwrap(), "{ \"n\": 1 }");
}

#[test]
fn a_malformed_file_is_named_and_kept() {
    let huge = format!("\"{}\"", "x".repeat(4 << 20));
    for broken in ["{", "[1]", "{\"n\": \"one\"}", "\u{0}", &huge] {
        let (_dir, state) = state();
        state.write("x.json", broken.as_bytes()).unwrap();
        let err = state.read_json::<Counts>("x.json").unwrap_err();
        assert_eq!(err.kind(), ErrorKind::InvalidData);
        assert!(err.to_string().contains("x.json: "), "{err}");
        let add = |counts: &mut Counts| counts.insert("n".to_owned(), 1);
        assert_eq!(state.update_json("x.json", NEVER, add).unwrap(), None);
        assert_eq!(fs::read_to_string(state.file("x.json.broken")).unwrap(), broken);
        assert_eq!(fs::read_to_string(state.file("x.json")).unwrap(), "{\"n\":1}");
    }
}

#[test]
fn a_lock_is_waited_for_and_no_longer() {
    let (_dir, state) = state();
    state.write("x.json", b"{}").unwrap();
    let lock = fs::File::create(state.file("x.json").with_file_name(".x.json.lock")).unwrap();
    lock.lock().unwrap();
    let add = |counts: &mut Counts| counts.insert("n".to_owned(), 1);
    for wait in [NEVER, Duration::from_millis(20)] {
        let err = state.update_json("x.json", wait, add).unwrap_err();
        assert_eq!(err.kind(), ErrorKind::TimedOut);
        assert!(err.to_string().contains("x.json is locked"), "{err}");
    }
    thread::scope(|scope| {
        let waiting = scope.spawn(|| state.update_json("x.json", LONG, add));
        thread::sleep(Duration::from_millis(20));
        drop(lock);
        waiting.join().unwrap().unwrap();
    });
    assert_eq!(state.read_json("x.json").unwrap(), Some(json!({"n": 1})));
}

#[test]
fn the_lock_of_a_folder_leaves_nothing_there() {
    let (dir, state) = state();
    let folder = dir.path();
    let held = Lock::of_folder(folder, NEVER).unwrap();
    assert_eq!(Lock::of_folder(folder, NEVER).unwrap_err().kind(), ErrorKind::TimedOut);
    drop(held);
    drop(Lock::of_folder(folder, NEVER).unwrap());
    assert_eq!(names(folder), [""; 0]);
    assert_eq!(Lock::of_folder(state.path(), NEVER).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn only_the_first_is_first() {
    let (_dir, state) = state();
    let firsts = together(16, |_| state.once("session/../../1").unwrap());
    assert_eq!(firsts.into_iter().filter(|first| *first).count(), 1);
    assert!(state.once("another").unwrap());
    state.forget("another").unwrap();
    state.forget("another").unwrap();
    assert!(state.once("another").unwrap());
    assert!(!state.once("another").unwrap());
    assert_eq!(names(state.path()), ["once"]);
}

#[test]
fn a_sweep_takes_what_is_old() {
    let (_dir, state) = state();
    let day = Duration::from_secs(86_400);
    let now = SystemTime::now();
    assert!(state.once("old").unwrap() && state.once("new").unwrap());
    state.write("old", b"").unwrap();
    state.write("new", b"").unwrap();
    for old in ["old", "once/old"] {
        let old = fs::File::options().write(true).open(state.path().join(old)).unwrap();
        old.set_modified(now - 2 * day).unwrap();
    }
    state.sweep(now - day).unwrap();
    assert_eq!(names(state.path()), ["new", "once"]);
    assert!(state.once("old").unwrap());
    assert!(!state.once("new").unwrap());
}

#[test]
fn markers_are_swept_where_all_else_stays() {
    let (_dir, state) = state();
    let day = Duration::from_secs(86_400);
    let now = SystemTime::now();
    state.sweep_markers(now).unwrap();
    assert!(state.once("old.lock").unwrap() && state.once("new").unwrap());
    state.write("old", b"").unwrap();
    for old in ["old", "once/old.lock"] {
        let old = fs::File::options().write(true).open(state.path().join(old)).unwrap();
        old.set_modified(now - 2 * day).unwrap();
    }
    state.sweep_markers(now - day).unwrap();
    assert_eq!(names(state.path()), ["old", "once"]);
    assert_eq!(names(&state.path().join("once")), ["new"]);
}

#[test]
fn a_lock_has_one_holder() {
    let (_dir, state) = state();
    let held = state.lock("x", NEVER).unwrap();
    assert_eq!(state.lock("x", NEVER).unwrap_err().kind(), ErrorKind::TimedOut);
    state.lock("y", NEVER).unwrap();
    drop(held);
    state.lock("x", NEVER).unwrap();
}

#[cfg(unix)]
#[test]
fn a_folder_in_the_way_is_an_error() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let state = StateDir::new(dir.path().join("file"));
    state.once("x").unwrap_err();
    state.write("x", b"").unwrap_err();
    Journal::new(state.file("log.jsonl")).append(&json!(1), NEVER).unwrap_err();
    state.update_json("x", NEVER, |value: &mut Counts| value.clear()).unwrap_err();
}
