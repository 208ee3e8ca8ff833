//! What waits in the journal: it is seen at once, taken in once, and nothing of it is lost.

use std::fs;
use std::path::PathBuf;

use file_mentions::{Forget, Mention, RecentFile, StoreError, is_waiting};
use recent_files::JOURNAL_NAME;

use crate::glance::recent;
use crate::ground::{Ground, PATIENCE, at, mention, rel};

impl Ground {
    fn journal(&self) -> PathBuf {
        self.database().with_file_name(JOURNAL_NAME)
    }

    fn record(&self, mentions: &[Mention<'_>]) {
        file_mentions::record(&self.database(), mentions, PATIENCE).unwrap();
    }

    fn recent(&self, session: &str, limit: usize) -> Vec<RecentFile> {
        recent(&self.database(), session, limit)
    }
}

fn names(files: &[RecentFile]) -> Vec<(&str, bool)> {
    files.iter().map(|file| (file.path.as_str(), file.by_subagent)).collect()
}

#[test]
fn what_waits_is_seen_at_once_and_is_for_the_user_alone() {
    let ground = Ground::new();
    ground.record(&[mention("s", &rel("a"), "1", 1), mention("s", &rel("b"), "1", 2)]);
    ground.record(&[mention("t", &rel("c"), "2", 3)]);
    assert!(!ground.database().exists());
    assert_eq!(names(&ground.recent("s", 9)), [("b", false), ("a", false)]);
    assert_eq!(names(&ground.recent("s", 1)), [("b", false)]);
    assert!(ground.recent("nobody", 9).is_empty());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(ground.journal()), 0o600);
        assert_eq!(mode(ground.journal().parent().unwrap().to_path_buf()), 0o700);
    }
}

/// Each state that a process which takes in may be killed in: before it has committed, before
/// it has removed what it took, and after. From each the next one goes on.
#[test]
fn what_waits_is_taken_in_once_wherever_it_was_cut() {
    let (path, other) = (rel("a"), rel("b"));
    let without_call = Mention { call: None, ..mention("s", &path, "", 2) };
    for state in ["appended", "committed", "removed"] {
        let ground = Ground::new();
        ground.record(&[mention("s", &path, "1", 1), mention("s", &other, "1", 1)]);
        ground.record(std::slice::from_ref(&without_call));
        let waiting = fs::read(ground.journal()).unwrap();
        if state != "appended" {
            ground.store();
            assert!(!ground.journal().exists());
        }
        if state == "committed" {
            fs::write(ground.journal(), waiting).unwrap();
        }
        assert_eq!(names(&ground.recent("s", 9)), [("a", false), ("b", false)], "{state}");
        assert_eq!(ground.recent("s", 9)[0].at, at(2), "{state}");
        let removed = ground.store().forget(Forget::File(&other), false).unwrap();
        assert_eq!(removed.mentions, 1, "{state}");
        assert!(!is_waiting(&ground.database()), "{state}");
        assert_eq!(ground.reader().mentions(None).unwrap().len(), 2, "{state}");
        ground.store();
        assert_eq!(names(&ground.recent("s", 9)), [("a", false)], "{state}: it does not come back");
    }
}

/// The system may cut what a process that is killed appends, at a page of memory.
#[test]
fn a_call_that_was_cut_is_there_as_a_whole_or_not_at_all_and_the_only_one_lost() {
    let ground = Ground::new();
    ground.record(&[mention("s", &rel("a"), "1", 1)]);
    let before = fs::read(ground.journal()).unwrap().len();
    ground.record(&[mention("s", &rel("b"), "2", 2), mention("s", &rel("c"), "2", 2)]);
    let written = fs::read(ground.journal()).unwrap();
    let without_end = written.len() - 1;
    for length in before..=written.len() {
        let ground = Ground::new();
        fs::create_dir_all(ground.journal().parent().unwrap()).unwrap();
        fs::write(ground.journal(), &written[..length]).unwrap();
        ground.record(&[mention("s", &rel("d"), "3", 3)]);
        let expected: &[&str] =
            if length < without_end { &["d", "a"] } else { &["d", "b", "c", "a"] };
        let files = ground.recent("s", 9);
        assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), expected);
        ground.store();
        assert_eq!(ground.reader().mentions(None).unwrap().len(), expected.len(), "{length}");
    }
}

#[test]
fn a_line_of_the_first_version_is_taken_in() {
    let ground = Ground::new();
    ground.record(&[mention("s", &rel("new"), "2", 2)]);
    let mut waiting = fs::read(ground.journal()).unwrap();
    let first =
        br#"{"version":1,"session":"s","path":"old","tool":"Read","call":"1","at":1700000001000}"#;
    waiting.splice(0..0, [first, &b"\n"[..]].concat());
    fs::write(ground.journal(), waiting).unwrap();
    let expected = [("new", false), ("old", false)];
    assert_eq!(names(&ground.recent("s", 9)), expected);
    ground.store();
    assert_eq!(names(&ground.recent("s", 9)), expected);
    assert_eq!(ground.recent("s", 9)[1].at, at(1));
}

#[test]
fn a_line_of_a_later_version_is_left_to_it() {
    let ground = Ground::new();
    ground.record(&[mention("s", &rel("a"), "1", 1)]);
    let later =
        fs::read_to_string(ground.journal()).unwrap().replace("\"version\":2", "\"version\":3");
    fs::write(ground.journal(), &later).unwrap();
    let err = file_mentions::Store::open(&ground.database(), PATIENCE).unwrap_err();
    assert!(matches!(err, StoreError::Newer { found: 3, known: 2 }), "{err}");
    assert_eq!(fs::read_to_string(ground.journal()).unwrap(), later);
}

#[test]
fn what_waits_and_what_is_stored_is_one_list() {
    let ground = Ground::new();
    let paths = ["old", "both", "new"].map(rel);
    let [old, both, new] = &paths;
    let by_subagent = |path, call, at| Mention { agent: Some("x"), ..mention("s", path, call, at) };
    let mut store = ground.store();
    store.record(&[mention("s", old, "1", 1), by_subagent(both, "2", 2)]).unwrap();
    store.record(&[mention("s", new, "3", 3)]).unwrap();
    drop(store);
    ground.record(&[mention("s", both, "4", 4)]);
    // Of the newest in the store it is none, and yet the main agent has touched it.
    ground.record(&[by_subagent(old, "5", 5), by_subagent(&rel("theirs"), "6", 6)]);
    let expected = [("theirs", true), ("old", false), ("both", false), ("new", false)];
    for limit in 1..=4 {
        assert_eq!(names(&ground.recent("s", limit)), expected[..limit]);
    }
    ground.store();
    assert_eq!(names(&ground.recent("s", 9)), expected);
}

#[test]
fn where_much_waits_it_is_taken_in_by_who_records_and_never_grows_without_end() {
    let ground = Ground::new();
    let path = rel(&"long/".repeat(200));
    let calls: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    for call in &calls {
        ground.record(&[mention("s", &path, call, 1)]);
    }
    let waiting = fs::metadata(ground.journal()).unwrap().len();
    assert!(waiting < 64 << 10, "{waiting}");
    ground.store();
    assert_eq!(ground.reader().mentions(None).unwrap().len(), calls.len());

    fs::write(ground.database(), "no store").unwrap();
    fs::write(ground.journal(), vec![b'\n'; (8 << 20) + 1]).unwrap();
    let refused =
        file_mentions::record(&ground.database(), &[mention("s", &path, "x", 1)], PATIENCE);
    assert!(refused.unwrap_err().to_string().contains("too many mentions"));
    assert_eq!(fs::metadata(ground.journal()).unwrap().len(), (8 << 20) + 1);
}
