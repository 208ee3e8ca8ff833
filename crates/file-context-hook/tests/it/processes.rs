//! What a recorded case cannot hold: a store that another process has locked,
//! many calls at once, and a repository.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use golden::place::Place;
use rustix::fs::{FlockOperation, fcntl_lock};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_file-context-hook");

/// A place with a file and its past, and `read.json`, an event before it is read.
fn place() -> Place {
    let place = Place::new(PROGRAM).unwrap();
    place.write("src/main.rs", "fn main() {}\n").unwrap();
    let said = |kind: &str, second: u32, content: Value| {
        let timestamp = format!("2026-11-18T09:00:{second:02}.000Z");
        let message = json!({ "role": kind, "content": content });
        json!({ "type": kind, "timestamp": timestamp, "message": message }).to_string()
    };
    let call = json!([{
        "type": "tool_use", "id": "t", "name": "Edit", "input": { "file_path": "src/main.rs" },
    }]);
    let lines = [
        said("user", 0, json!("Make the parser take empty input")),
        said("assistant", 1, call),
        said("assistant", 2, json!([{ "type": "text", "text": "It takes empty input now." }])),
    ];
    place.write("earlier.jsonl", &(lines.join("\n") + "\n")).unwrap();
    let transcript = place.project().join("earlier.jsonl");
    event(
        &place,
        "stop",
        "earlier",
        json!({ "hook_event_name": "Stop", "transcript_path": transcript }),
    );
    event(&place, "read", "now", call_of("PreToolUse", "src/main.rs"));
    assert_eq!(run(&place, "file-context-hook <stop.json"), (String::new(), String::new()));
    place
}

fn call_of(event: &str, path: &str) -> Value {
    json!({ "hook_event_name": event, "tool_name": "Read", "tool_input": { "file_path": path } })
}

fn event(place: &Place, name: &str, session: &str, mut event: Value) {
    event["session_id"] = json!(session);
    event["cwd"] = json!(place.project());
    place.write(&format!("{name}.json"), &event.to_string()).unwrap();
}

/// What a line prints, and what on stderr.
#[track_caller]
fn run(place: &Place, line: &str) -> (String, String) {
    let output = place.shell(line).unwrap();
    assert!(output.status.success(), "{}", output.status);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// The store of the only project.
fn store(place: &Place) -> PathBuf {
    let (found, _) = run(place, "find \"$HOME\" -name context.db");
    PathBuf::from(found.trim_end())
}

pub(crate) fn past_sessions_are_imported_where_the_host_keeps_them() {
    let place = place();
    place.shell("find \"$HOME\" -name 'context*' -exec rm {} +").unwrap();
    let project = place.project().canonicalize().unwrap();
    let name = project.to_str().unwrap().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let folder = format!("\"$HOME\"/.claude/projects/{name}");
    let ingest = || run(&place, "file-context-hook ingest").0;
    assert_eq!(ingest().replace(&name, "NAME").split("/projects/").last(), Some("NAME.\n"));
    let named = "s/^{/{\"sessionId\":\"earlier\",/";
    run(
        &place,
        &format!("mkdir -p {folder} && sed '{named}' earlier.jsonl >{folder}/earlier.jsonl"),
    );
    run(&place, &format!("touch -d 2026-01-01 {folder}/earlier.jsonl && file-context-hook ingest"));
    assert_eq!(run(&place, "file-context-hook <read.json").0, "", "it is too old");
    run(&place, &format!("touch -d 2026-11-18 {folder}/earlier.jsonl"));
    assert_eq!(ingest(), "1 session: 2 new turns, 1 new mention\n");
    assert_eq!(ingest(), "1 session: 0 new turns, 0 new mentions\n");
    let (told, _) = run(&place, "file-context-hook <read.json");
    assert!(told.contains("It takes empty input now."), "{told}");
    place.write(".tacklebox/file-context.yaml", "retention: {megabytes: 0}").unwrap();
    assert!(ingest().contains("1 older session not imported"));
}

pub(crate) fn a_read_is_not_slowed_by_a_locked_store() {
    let place = place();
    let file = OpenOptions::new().read(true).write(true).open(store(&place)).unwrap();
    fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).unwrap();
    event(&place, "none", "now", call_of("PreToolUse", "src/other.rs"));
    let known = run(&place, "file-context-hook <none.json");
    assert_eq!(known, (String::new(), String::new()), "for that the store is not opened");
    std::fs::remove_file(store(&place).with_file_name("context.db-index")).unwrap();
    let (reply, errors) = run(&place, "file-context-hook <read.json");
    assert_eq!(reply, "");
    assert_eq!(
        errors,
        "file-context-hook: could not read the history of src/main.rs: the store is locked by \
         another process\n"
    );
    drop(file);
    let (reply, errors) = run(&place, "file-context-hook <read.json");
    assert!(reply.contains("It takes empty input now."), "{reply}");
    assert_eq!(errors, "");
}

/// The database is another file of the same length and time, and yet all is told.
pub(crate) fn what_is_prepared_is_told_without_the_database() {
    let place = place();
    let before = std::fs::metadata(store(&place)).unwrap();
    let mut file = OpenOptions::new().write(true).open(store(&place)).unwrap();
    file.write_all(&vec![b'x'; usize::try_from(before.len()).unwrap()]).unwrap();
    file.set_modified(before.modified().unwrap()).unwrap();
    let (reply, errors) = run(&place, "file-context-hook <read.json");
    assert!(reply.contains("It takes empty input now."), "{reply}{errors}");
    assert_eq!(run(&place, "file-context-hook <read.json"), (String::new(), String::new()));
    let texts = store(&place).with_file_name("context.db-texts");
    std::fs::remove_file(texts).unwrap();
    event(&place, "read", "later", call_of("PreToolUse", "src/main.rs"));
    let (reply, errors) = run(&place, "file-context-hook <read.json");
    assert_eq!(reply, "");
    assert!(errors.contains("could not read the history of src/main.rs"), "{errors}");
}

pub(crate) fn of_calls_at_once_one_is_told() {
    let place = place();
    let (replies, errors) =
        run(&place, "for _ in 1 2 3 4 5 6 7 8; do file-context-hook <read.json & done; wait");
    assert_eq!(replies.matches("additionalContext").count(), 1, "{replies}");
    assert_eq!(errors, "");
}

pub(crate) fn of_calls_at_once_each_is_recorded() {
    let place = place();
    for number in 0..32 {
        let name = format!("touched-{number}");
        event(&place, &name, "now", call_of("PostToolUse", &format!("src/{number}.rs")));
    }
    let line = "for event in touched-*.json; do \
                file-context-hook <$event & file-context-hook <stop.json & done; wait";
    assert_eq!(run(&place, line), (String::new(), String::new()));
    let journal = store(&place).with_file_name("context-mentions.jsonl");
    let mut journal = OpenOptions::new().append(true).create(true).open(journal).unwrap();
    journal.write_all(b"{\"version\":1,\"session\":\"now\",\"pa").unwrap();
    let (recent, _) = run(&place, "file-context-hook log --session now --limit 100");
    for number in 0..32 {
        assert!(recent.contains(&format!(" src/{number}.rs\n")), "{number} is not in\n{recent}");
    }
}

pub(crate) fn an_index_that_is_not_right_changes_no_answer() {
    let place = place();
    let index = store(&place).with_file_name("context.db-index");
    let whole = std::fs::read(&index).unwrap();
    event(&place, "none", "now", call_of("PreToolUse", "src/other.rs"));
    let of_another = [&whole[..16], &[7; 8], &whole[24..]].concat();
    for (number, bytes) in
        [&whole[..], &whole[..whole.len() - 1], b"", &of_another].iter().enumerate()
    {
        std::fs::remove_file(&index).unwrap();
        let mut file = OpenOptions::new().write(true).create_new(true).open(&index).unwrap();
        file.write_all(bytes).unwrap();
        event(&place, "read", &format!("now-{number}"), call_of("PreToolUse", "src/main.rs"));
        let (reply, errors) = run(&place, "file-context-hook <read.json");
        assert!(reply.contains("It takes empty input now."), "{number}: {reply}{errors}");
        for silent in ["read", "none"] {
            let line = format!("file-context-hook <{silent}.json");
            assert_eq!(run(&place, &line), (String::new(), String::new()), "{number}");
        }
    }
}

pub(crate) fn what_cannot_be_kept_as_told_is_not_told() {
    let place = place();
    let sessions = store(&place).with_file_name("file-context-sessions");
    OpenOptions::new().write(true).create_new(true).open(&sessions).unwrap();
    let (reply, errors) = run(&place, "file-context-hook <read.json");
    assert_eq!(reply, "");
    let what =
        "file-context-hook: could not add past context: the record of this session is unavailable";
    assert!(errors.starts_with(what) && errors.lines().count() == 1, "{errors}");
    std::fs::remove_file(&sessions).unwrap();
    let (reply, errors) = run(&place, "file-context-hook <read.json");
    assert!(reply.contains("It takes empty input now."), "{reply}{errors}");
}
