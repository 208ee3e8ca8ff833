//! Transcripts that are broken, cut, huge, foreign, or stand twice.

use crate::Counts;
use serde_json::json;

use crate::tests::project::{Project, all_of};

/// A call and its result, as a transcript has them.
fn call(at: usize, command: &str, output: &str) -> String {
    let entry = |kind: &str, id: usize, content: serde_json::Value| {
        json!({
            "type": kind, "uuid": format!("{at}-{id}"), "sessionId": "s", "cwd": "[PROJECT]",
            "timestamp": format!("2026-11-20T14:03:{at:02}.{id}00Z"),
            "message": {"role": kind, "content": [content]},
        })
    };
    let id = format!("t{at}");
    let input = json!({"command": command});
    let used = json!({"type": "tool_use", "id": id, "name": "Bash", "input": input});
    let result = json!({"type": "tool_result", "tool_use_id": id, "content": output});
    format!("{}\n{}\n", entry("assistant", 1, used), entry("user", 2, result))
}

/// What is counted of transcripts with these contents, and how many denials there are.
#[track_caller]
fn check(files: &[&[u8]], expected: Counts, calls: usize, denied: usize) {
    let project = Project::new();
    let name = |at: usize| format!("transcripts/{at}.jsonl");
    let paths = files.iter().enumerate().map(|(at, file)| project.write(&name(at), file)).collect();
    let (replayed, _) = project.replay(all_of(paths));
    let found: usize = replayed.findings.iter().map(|it| it.count).sum();
    assert_eq!((replayed.read, replayed.calls, found), (expected, calls, denied));
}

#[test]
fn what_cannot_be_read_is_counted_and_ends_nothing() {
    let (good, bad) = (call(1, "ls", "a"), call(2, "rm -rf /x", "b"));
    let one = Counts { transcripts: 1, ..Counts::default() };
    let denials = 2;
    check(&[format!("{good}{bad}").as_bytes()], one.clone(), 2, denials);
    let broken = format!("{good}{{\"type\":\n[1]\nnull\n{bad}");
    check(&[broken.as_bytes()], Counts { broken_lines: 3, ..one.clone() }, 2, denials);
    let cut = format!("{good}{bad}{{\"type\":\"assist");
    check(&[cut.as_bytes()], Counts { cut: 1, ..one.clone() }, 2, denials);
    let with_nul = [good.as_bytes(), b"\0\xff\xfe\n", bad.as_bytes()].concat();
    check(&[&with_nul], Counts { broken_lines: 1, ..one.clone() }, 2, denials);
    check(&[b"a,b\n1,2\n", b""], Counts { foreign: 2, ..Counts::default() }, 0, 0);
    let both = Counts { foreign: 1, ..one.clone() };
    check(&[b"{\"x\":1}\n", bad.as_bytes()], both, 1, denials);
    let repeated = Counts { transcripts: 2, repeated: 2, ..Counts::default() };
    check(&[bad.as_bytes(), format!("{bad}{good}").as_bytes()], repeated, 2, denials);
}

#[test]
fn a_huge_line_is_read_as_any_other() {
    let huge = call(1, "ls", &"x".repeat(20 << 20));
    let text = format!("{huge}{}", call(2, "rm -rf /x", "b"));
    check(&[text.as_bytes()], Counts { transcripts: 1, ..Counts::default() }, 2, 2);
}

#[test]
fn a_file_that_is_not_there_is_counted() {
    let project = Project::new();
    let (replayed, _) = project.replay(all_of(vec![project.path("gone.jsonl")]));
    assert_eq!(replayed.read, Counts { unreadable: 1, ..Counts::default() });
}

#[test]
fn a_session_of_another_folder_is_counted() {
    let project = Project::new();
    let text = call(1, "ls", "a").replace("[PROJECT]", "/elsewhere");
    let paths = vec![project.write("transcripts/a.jsonl", text.as_bytes())];
    let (replayed, _) = project.replay(all_of(paths));
    assert_eq!((replayed.sessions, replayed.elsewhere), (1, 1));
}
