//! Files of sessions: read, changed by many at once, swept, and left by who was killed.

#![expect(clippy::disallowed_methods, reason = "the tests lay out files and play processes")]

use std::env;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde::Deserialize;
use tempfile::TempDir;

use super::*;

const LONG: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

/// Names the folder in which [`player`] plays.
const PLAYED: &str = "HOOK_STATE_PLAYED";

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Told {
    told: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

fn ground() -> (TempDir, SessionFiles<Told>) {
    let folder = TempDir::new().unwrap();
    let files = SessionFiles::new(folder.path().join("a/sessions"), Format::V1);
    (folder, files)
}

fn count(told: &mut Told) {
    *told.told.entry("n".to_owned()).or_default() += 1;
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn lay_out(files: &SessionFiles<Told>, name: &str, text: &str) {
    files.folder().write(name, text.as_bytes()).unwrap();
}

#[track_caller]
fn text_of(files: &SessionFiles<Told>, name: &str) -> String {
    fs::read_to_string(files.folder().path().join(name)).unwrap()
}

#[test]
fn reading_creates_nothing() {
    let (folder, files) = ground();
    assert_eq!(files.read("s").unwrap(), None);
    assert_eq!(files.all().unwrap(), []);
    files.remove("s").unwrap();
    files.sweep(SystemTime::now()).unwrap();
    assert_eq!(names(folder.path()), [""; 0]);
}

/// What becomes of the text of a file when one more is counted; `None` if nothing.
#[track_caller]
fn check(before: &str, expected: Result<&str, ErrorKind>) {
    let (_folder, files) = ground();
    lay_out(&files, "s.json", before);
    let changed = files.update("s", LONG, count).map_err(|err| {
        assert!(err.to_string().contains("s.json"), "{err}");
        err.kind()
    });
    assert_eq!(changed, expected.map(drop), "{before}");
    assert_eq!(text_of(&files, "s.json"), expected.unwrap_or(before));
}

#[test]
fn fields_that_nobody_knows_stay() {
    check("", Ok(r#"{"version":1,"told":{"n":1}}"#));
    check("{}", Ok(r#"{"version":1,"told":{"n":1}}"#));
    check(r#"{"told":{"n":4},"version":0}"#, Ok(r#"{"version":1,"told":{"n":5}}"#));
    check(
        r#"{"later":{"b":[1, 2],"a":1e400},"told":{"m":4},"also":"\u00e9"}"#,
        Ok(r#"{"version":1,"told":{"m":4,"n":1},"also":"\u00e9","later":{"b":[1, 2],"a":1e400}}"#),
    );
    check(r#"{"note":"x"}"#, Ok(r#"{"version":1,"told":{"n":1},"note":"x"}"#));
    check(r#"{"version":2,"told":{}}"#, Err(ErrorKind::Unsupported));
}

#[test]
fn a_field_that_is_taken_away_is_gone() {
    let (_folder, files) = ground();
    lay_out(&files, "s.json", r#"{"note":"x","told":{},"more":1}"#);
    files.update("s", LONG, |told| told.note = None).unwrap();
    assert_eq!(text_of(&files, "s.json"), r#"{"version":1,"told":{},"more":1}"#);
}

#[test]
fn nothing_changed_is_nothing_written() {
    let (_folder, files) = ground();
    files.update("s", LONG, |_| ()).unwrap();
    assert_eq!(names(files.folder().path()), [""; 0]);
    lay_out(&files, "s.json", r#"{ "told": {} }"#);
    files.update("s", LONG, |_| ()).unwrap();
    assert_eq!(text_of(&files, "s.json"), r#"{ "told": {} }"#);
}

#[test]
fn a_malformed_file_is_kept_beside() {
    for broken in ["{", "[1]", "null", r#"{"told":1}"#, r#"{"version":"1"}"#, "\u{0}"] {
        let (_folder, files) = ground();
        lay_out(&files, "s.json", broken);
        assert_eq!(files.read("s").unwrap_err().kind(), ErrorKind::InvalidData, "{broken}");
        files.update("s", LONG, count).unwrap();
        assert_eq!(text_of(&files, "s.json.broken"), broken);
        assert_eq!(files.read("s").unwrap().unwrap().told["n"], 1);
    }
}

#[test]
fn any_text_is_the_id_of_a_session() {
    let (folder, files) = ground();
    let long = "n".repeat(5_000);
    let ids = ["", ".", "..", "../../x", "/etc/passwd", "a/b", "a\0b", ".lock", "s", &long, "é"];
    for (at, id) in ids.into_iter().enumerate() {
        files.update(id, LONG, |told| told.note = Some(at.to_string())).unwrap();
    }
    for (at, id) in ids.into_iter().enumerate() {
        assert_eq!(files.read(id).unwrap().unwrap().note, Some(at.to_string()), "{id}");
    }
    assert_eq!(names(&folder.path().join("a")), ["sessions"]);
    assert_eq!(files.all().unwrap().len(), ids.len());
    for id in ids {
        files.remove(id).unwrap();
    }
    assert_eq!(names(files.folder().path()), [""; 0]);
}

#[test]
fn what_many_change_is_all_there_and_no_lock_stays() {
    let (_folder, files) = ground();
    thread::scope(|scope| {
        for at in 0..16 {
            let files = &files;
            scope.spawn(move || {
                for round in 0..20 {
                    files.update(["s", "t"][(at + round) % 2], LONG, count).unwrap();
                }
            });
        }
    });
    let counted = |id| files.read(id).unwrap().unwrap().told["n"];
    assert_eq!((counted("s"), counted("t")), (160, 160));
    assert_eq!(names(files.folder().path()), ["s.json", "t.json"]);
}

#[test]
fn a_lock_is_waited_for_and_no_longer() {
    let (_folder, files) = ground();
    files.update("s", LONG, count).unwrap();
    let held = Lock::of_folder(files.folder().path(), LONG).unwrap();
    let err = files.update("t", Duration::from_millis(20), count).unwrap_err();
    assert_eq!(err.kind(), ErrorKind::TimedOut);
    files.sweep(SystemTime::now() + DAY).unwrap();
    assert!(files.read("s").unwrap().is_some(), "nothing is swept meanwhile");
    drop(held);
    // A test beside this one may just be starting a process, which has the lock until it is its own.
    files.update("t", LONG, count).unwrap();
}

#[test]
fn a_file_in_the_place_of_the_folder_holds_no_session() {
    let folder = TempDir::new().unwrap();
    let files = SessionFiles::<Told>::new(folder.path().join("file"), Format::V1);
    File::create(files.folder().path()).unwrap();
    assert_eq!(files.all().unwrap(), []);
    files.update("s", Duration::ZERO, count).unwrap_err();
    files.sweep(SystemTime::now()).unwrap();
}

fn make_old(files: &SessionFiles<Told>, name: &str) {
    let file = File::options().write(true).open(files.folder().path().join(name)).unwrap();
    file.set_modified(SystemTime::now() - 2 * DAY).unwrap();
}

#[test]
fn a_sweep_takes_old_sessions_and_the_locks_of_earlier_versions() {
    let (_folder, files) = ground();
    let kept = ["new.json", ".lock", "not-ours.lock"];
    let old = ["old.json", "old.json.broken", ".x1.tmp"];
    let locks = [".old.json.lock", ".s-0123456789abcdef.json.lock", ".gone.main.json.lock"];
    files.folder().create().unwrap();
    for name in kept.iter().chain(&old).chain(&locks) {
        File::create(files.folder().path().join(name)).unwrap();
    }
    for name in old {
        make_old(&files, name);
    }
    files.sweep(SystemTime::now() - DAY).unwrap();
    assert_eq!(names(files.folder().path()), [".lock", "new.json", "not-ours.lock"]);
}

#[test]
fn a_large_folder_is_swept_in_parts() {
    let (_folder, files) = ground();
    files.update("young", LONG, count).unwrap();
    let folder = files.folder().path();
    for at in 0..2_400 {
        File::create(folder.join(format!(".s{at}.json.lock"))).unwrap();
        File::create(folder.join(format!("y{at}.json"))).unwrap();
    }
    File::create(folder.join("old.json")).unwrap();
    make_old(&files, "old.json");
    let before = names(folder).len();
    let mut at = SystemTime::now() - DAY;
    files.sweep(at).unwrap();
    let removed = before - names(folder).len();
    assert!((300..=1_000).contains(&removed), "{removed}");
    let mut sweeps = 1;
    while names(folder).len() > 2_401 && sweeps < 200 {
        at += Duration::from_secs(61);
        files.sweep(at).unwrap();
        sweeps += 1;
    }
    assert_eq!(names(folder).len(), 2_401, "after {sweeps} sweeps");
    assert_eq!(files.all().unwrap().len(), 1, "files without content are no sessions");
}

#[test]
fn a_part_is_never_too_large_and_all_have_their_turn() {
    let (_folder, files) = ground();
    for at in 0..1_500 {
        files
            .write(&at.to_string(), &Told { note: Some(at.to_string()), ..Told::default() })
            .unwrap();
    }
    let mut seen = std::collections::BTreeSet::new();
    for second in 0..40 {
        let part = files.part(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        assert_eq!(part.len(), 1_000);
        seen.extend(part.into_iter().map(|told| told.note.unwrap()));
    }
    assert_eq!(seen.len(), 1_500);
    assert_eq!(files.all().unwrap().len(), 1_500);
}

/// Changes a file all the time, in a process of its own.
#[test]
fn player() {
    let Some(folder) = env::var_os(PLAYED) else { return };
    let files = SessionFiles::<Told>::new(folder.into(), Format::V1);
    for _ in 0..100_000 {
        files.update("s", LONG, count).unwrap();
    }
}

#[test]
fn a_kill_leaves_the_file_whole_and_the_lock_free() {
    let (_folder, files) = ground();
    let fill: String = "x".repeat(100_000);
    files.update("s", LONG, |told| told.note = Some(fill)).unwrap();
    let mut last = 0;
    for round in 0..20 {
        let mut child = Command::new(env::current_exe().unwrap());
        child.args(["--exact", "session_files::tests::player"]).stdout(Stdio::null());
        let mut child = child.env(PLAYED, files.folder().path()).spawn().unwrap();
        while files.read("s").unwrap().unwrap().told.get("n") <= Some(&last) {}
        thread::sleep(Duration::from_micros(137 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let told = files.read("s").unwrap().unwrap();
        assert_eq!(told.note.unwrap().len(), 100_000);
        assert!(told.told["n"] > last);
        last = told.told["n"] + 1;
        files.update("s", Duration::ZERO, count).unwrap();
    }
    let stray = names(files.folder().path()).into_iter().filter(|name| name != "s.json");
    for name in stray {
        assert!(has_ending(&name, "tmp"), "{name}");
    }
}
