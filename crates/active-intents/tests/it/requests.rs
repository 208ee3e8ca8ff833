//! Requests for more scope: recorded once, numbered, and kept with what others wrote.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::fs;
use std::thread;
use std::time::{Duration, SystemTime};

use active_intents::{IntentId, NewRequest, RequestState, Requests, edit, scope_entry};
use project_paths::ProjectRoot;
use serde_json::{Value, json};
use tempfile::TempDir;

const WAIT: Duration = Duration::from_secs(60);
const FILE: &str = ".orchestration/scope_requests.jsonl";

fn record(dir: &TempDir, session: &str, paths: &[&str]) -> u64 {
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    let new = NewRequest {
        intent: &IntentId::new("a").unwrap(),
        paths: &paths,
        reason: "two\nlines",
        session,
        agent: Some("helper"),
        now: SystemTime::UNIX_EPOCH,
    };
    Requests::of(dir.path()).record(&new, WAIT).unwrap().request
}

#[test]
fn a_request_is_a_line_with_a_number() {
    let dir = TempDir::new().unwrap();
    assert_eq!(Requests::of(dir.path()).list().unwrap(), []);
    assert_eq!(record(&dir, "s1", &["docs/**"]), 1);
    assert_eq!(record(&dir, "s1", &["lib/**"]), 2);
    assert_eq!(record(&dir, "s2", &["docs/**"]), 1, "it is the same, and open");
    let text = fs::read_to_string(dir.path().join(FILE)).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let line = |number: u64, paths: &[&str]| {
        json!({"version": 1, "request": number, "intent": "a", "paths": paths,
            "reason": "two\nlines", "session": "s1", "agent": "helper",
            "time": "1970-01-01T00:00:00.000Z", "state": "open"})
    };
    assert_eq!(lines, [line(1, &["docs/**"]), line(2, &["lib/**"])]);
    edit::refuse(dir.path(), 1, Some("later"), SystemTime::UNIX_EPOCH, WAIT).unwrap();
    assert_eq!(record(&dir, "s1", &["docs/**"]), 3, "the same was refused");
    let states = Requests::of(dir.path()).list().unwrap().into_iter().map(|one| one.state);
    let (open, refused) = (RequestState::Open, RequestState::Refused);
    assert_eq!(states.collect::<Vec<_>>(), [refused, open, open]);
}

#[test]
fn a_draft_is_what_would_be_recorded_and_writes_nothing() {
    let dir = TempDir::new().unwrap();
    let requests = Requests::of(dir.path());
    let intent = IntentId::new("a").unwrap();
    for (path, number) in [("docs/**", 1), ("lib/**", 2), ("docs/**", 1)] {
        let paths = [path.to_owned()];
        let (reason, session, now) = ("r", "s", SystemTime::UNIX_EPOCH);
        let new = NewRequest { intent: &intent, paths: &paths, reason, session, agent: None, now };
        let before = requests.list().unwrap();
        let draft = requests.draft(&new).unwrap();
        assert_eq!(requests.list().unwrap(), before);
        assert_eq!((draft.request, draft), (number, requests.record(&new, WAIT).unwrap()));
    }
    let fresh = TempDir::new().unwrap();
    let paths = ["docs/**".to_owned()];
    let (reason, session, now) = ("r", "s", SystemTime::UNIX_EPOCH);
    let new = NewRequest { intent: &intent, paths: &paths, reason, session, agent: None, now };
    Requests::of(fresh.path()).draft(&new).unwrap();
    assert_eq!(fs::read_dir(fresh.path()).unwrap().count(), 0);
}

#[test]
fn what_others_wrote_stays() {
    let dir = TempDir::new().unwrap();
    record(&dir, "s1", &["docs/**"]);
    let file = dir.path().join(FILE);
    let ours = fs::read_to_string(&file).unwrap().trim_end().replace("\"a\"", "\"a\",\"x\":[1]");
    fs::write(&file, format!("no json\n{{\"request\": 7}}\n{ours}")).unwrap();
    assert_eq!(record(&dir, "s1", &["lib/**"]), 2);
    edit::refuse(dir.path(), 1, None, SystemTime::UNIX_EPOCH, WAIT).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["no json", "{\"request\": 7}"]);
    assert!(lines[2].contains("\"refused\"") && lines[2].contains("\"x\":[1]"), "{text}");
    assert!(lines[3].contains("\"request\":2") && text.ends_with('\n'), "{text}");
}

#[test]
fn of_two_with_one_number_each_can_be_decided() {
    let dir = TempDir::new().unwrap();
    record(&dir, "s1", &["docs/**"]);
    let file = dir.path().join(FILE);
    let line = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{line}{}", line.replace("docs", "lib"))).unwrap();
    for paths in ["docs/**", "lib/**"] {
        let refused = edit::refuse(dir.path(), 1, None, SystemTime::UNIX_EPOCH, WAIT).unwrap();
        assert_eq!(refused.paths, [paths]);
    }
    let open = Requests::of(dir.path()).list().unwrap();
    assert!(open.iter().all(|request| request.state == RequestState::Refused), "{open:?}");
}

#[test]
fn many_at_once_get_numbers_of_their_own() {
    let dir = TempDir::new().unwrap();
    let paths: Vec<String> = (0..50).map(|at| format!("lib/{at}")).collect();
    let mut numbers: Vec<u64> = thread::scope(|scope| {
        let (dir, records): (_, Vec<_>) = (&dir, paths.iter().collect());
        let records: Vec<_> = records
            .into_iter()
            .map(|path| scope.spawn(move || record(dir, "s1", &[path])))
            .collect();
        records.into_iter().map(|record| record.join().unwrap()).collect()
    });
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=50).collect::<Vec<u64>>());
    let names = fs::read_dir(dir.path().join(".orchestration")).unwrap();
    assert_eq!(names.count(), 1, "nothing is left behind");
}

#[test]
fn a_path_becomes_a_glob_of_the_project() {
    let dir = TempDir::new().unwrap();
    let root = fs::canonicalize(dir.path()).unwrap();
    for folder in ["app/[id]", "lib", ".git"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    fs::write(root.join("app/[id]/page.tsx"), "").unwrap();
    let project = ProjectRoot::at(&root);
    let lib = root.join("lib");
    let absolute = root.join("docs/a.md").display().to_string();
    for (spoken, expected) in [
        ("docs/a.md", "docs/a.md"),
        ("./docs//a.md", "docs/a.md"),
        (absolute.as_str(), "docs/a.md"),
        ("docs/**/*.md", "docs/**/*.md"),
        ("docs/", "docs/**"),
        ("lib", "lib/**"),
        ("lib/", "lib/**"),
        ("app/[id]/page.tsx", r"app/\[id\]/page.tsx"),
        ("app/[id]", r"app/\[id\]/**"),
        ("app/[ab]/page.tsx", "app/[ab]/page.tsx"),
    ] {
        assert_eq!(scope_entry(&project, None, spoken).as_deref(), Ok(expected), "{spoken}");
    }
    assert_eq!(scope_entry(&project, Some(&lib), "a.rs").as_deref(), Ok("lib/a.rs"));
    for (spoken, expected) in [
        ("", "expected a path or a glob to include"),
        ("!docs/**", "expected a path or a glob to include"),
        ("../x", "it is outside the project, or is the whole project"),
        ("/etc/passwd", "it is outside the project, or is the whole project"),
        (".", "it is outside the project, or is the whole project"),
        ("a\nb", "it contains a line break or another control character"),
    ] {
        assert_eq!(scope_entry(&project, None, spoken), Err(expected.to_owned()), "{spoken:?}");
    }
    let bad = scope_entry(&project, None, "docs/[a").unwrap_err();
    assert!(bad.starts_with("invalid pattern `docs/[a`: "), "{bad}");
}
