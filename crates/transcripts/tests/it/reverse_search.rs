//! Looking back from the end.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;

use transcripts::{Entry, Place, find_from_end};

use crate::ground::{Ground, ids_after, line};

/// The ids within `most` bytes of the end, in the order of the file.
fn ids_within(ground: &Ground, most: u64) -> Vec<String> {
    let mut ids = Vec::new();
    let all = find_from_end(&ground.path, most, |entry| -> Option<()> {
        ids.extend(entry.uuid.as_deref().map(str::to_owned));
        None
    });
    assert_eq!(all.unwrap(), None);
    ids.reverse();
    ids
}

#[test]
fn backward_is_forward_from_the_other_end() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..40 {
        let lines: Vec<String> =
            (0..random.usize(1..40)).map(|id| line(id, random.usize(..9_000))).collect();
        let ground = Ground::new(lines.concat());
        let all = ids_after(&ground.path, Place::default()).0;
        assert_eq!(ids_within(&ground, u64::MAX), all);
        // The last ones, and no part of the one before.
        let last = random.usize(..=lines.len());
        let near: usize = lines.iter().rev().take(last).map(String::len).sum();
        assert_eq!(ids_within(&ground, near as u64), all[lines.len() - last..]);
        let before = lines.iter().rev().nth(last).map_or(0, String::len);
        let more = (near + before.saturating_sub(2)) as u64;
        assert_eq!(ids_within(&ground, more), all[lines.len() - last..]);
    }
}

#[track_caller]
fn check_last_words(lines: &[&str], expected: Option<&str>) {
    let ground = Ground::new(lines.join("\n"));
    let words = |entry: &Entry<'_>| entry.last_words().map(Cow::into_owned);
    let found = find_from_end(&ground.path, 4096, words).unwrap();
    assert_eq!(found.as_deref(), expected, "{lines:?}");
}

fn said(text: &str) -> String {
    let content = serde_json::json!([{"type": "text", "text": text}]);
    serde_json::json!({"type": "assistant", "message": {"content": content}}).to_string()
}

#[test]
fn the_last_words_are_the_assistants() {
    let user = r#"{"type": "user", "message": {"content": "go"}}"#;
    let call = r#"{"type": "assistant", "message": {"content": [{"type": "tool_use"}]}}"#;
    let plain = r#"{"type": "assistant", "message": {"content": "plain"}}"#;
    let blank = said("  \n");
    check_last_words(&[&said("first"), &said("é \u{1f600}"), user, call], Some("é \u{1f600}"));
    check_last_words(&[&said("first"), plain, &blank], Some("plain"));
    check_last_words(&[user, call], None);
    check_last_words(&[], None);
}

#[test]
fn what_is_no_entry_is_passed_over() {
    let half = said("half");
    let half = half.split_at(40).0;
    for other in ["", "nothing", "[]", "null", "{}", half, r#"{"type": 1, "message": 2}"#] {
        check_last_words(&[&said("before"), other], Some("before"));
    }
}

#[test]
fn it_ends_where_something_is_found() {
    let ground = Ground::new((0..9).map(|id| line(id, 10)).collect::<String>());
    let mut seen = 0;
    let found = find_from_end(&ground.path, u64::MAX, |entry| {
        seen += 1;
        (entry.uuid.as_deref() == Some("6")).then_some("here")
    });
    assert_eq!((found.unwrap(), seen), (Some("here"), 3));
}

#[test]
fn what_is_no_file_is_not_read() {
    let ground = Ground::new("");
    let kind = |path: &Path| find_from_end(path, 10, |_| Some(())).unwrap_err().kind();
    assert_eq!(kind(ground.folder.path()), ErrorKind::InvalidInput);
    assert_eq!(kind(&ground.folder.path().join("missing")), ErrorKind::NotFound);
    #[cfg(unix)]
    {
        let pipe = ground.folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(kind(&pipe), ErrorKind::InvalidInput);
    }
}
