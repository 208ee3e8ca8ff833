//! `squash` that is killed: at each moment the ledger is the old chain or the new one.

use std::collections::BTreeMap;
use std::fs;

use crate::ground::Ground;

const STAGED: &str = ".orchestration/agent_trace.squashed.jsonl";
const LEDGER: &str = ".orchestration/agent_trace.jsonl";
const HEAD: &str = ".orchestration/agent_trace.head.json";
const CUT: &str = "`prune` was interrupted";

/// The files of the ledger with their content.
type Files = BTreeMap<String, String>;

fn files(ground: &Ground) -> Files {
    let names = ground.files().into_iter().chain(["agent_trace.head.json".to_owned()]);
    names
        .map(|name| format!(".orchestration/{name}"))
        .map(|path| (path.clone(), ground.read(&path)))
        .collect()
}

/// A ledger, and what a whole `squash` makes of it.
fn squashed() -> (Ground, Files, Files) {
    let ground = Ground::new();
    ground.write("gone.txt", "one\n");
    ground.hand(&ground.edit("s0", "gone.txt", "", "one\n"));
    ground.hand(&ground.edit("s1", "gone.txt", "one\n", ""));
    ground.grow(6);
    let before = files(&ground);
    let ran = ground.run("agent-trace-hook squash --before 2030-01-01");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "1 record removed, 7 records left\n"),
        "{}",
        ran.err
    );
    let after = files(&ground);
    assert_eq!(after.len(), 2, "{:?}", after.keys());
    (ground, before, after)
}

fn lay_out(ground: &Ground, files: &Files) {
    fs::remove_dir_all(ground.path(".orchestration")).unwrap();
    for (path, text) in files {
        ground.write(path, text);
    }
}

/// What a kill left is a whole ledger, and the next call finishes it.
#[track_caller]
fn check(ground: &Ground, left: &Files, after: &Files, finished_by: impl Fn(&Ground)) {
    lay_out(ground, left);
    ground.verify(0, "7 records, one chain\n");
    ground.verify(0, CUT);
    assert_eq!(ground.blame("a.txt"), vec![Some("s".to_owned()); 6]);
    finished_by(ground);
    assert!(!ground.path(STAGED).exists());
    let names = ground.files();
    let text: String =
        names.iter().map(|it| ground.read(&format!(".orchestration/{it}"))).collect();
    assert!(text.starts_with(&after[LEDGER]), "{names:?}");
    let ran = ground.run("agent-trace-hook verify");
    assert!(ran.status == 0 && !ran.out.contains(CUT), "{}", ran.out);
}

pub(crate) fn a_cut_squash_is_finished_by_the_next_writer() {
    let (ground, before, after) = squashed();
    let mut left = before.clone();
    left.insert(STAGED.to_owned(), after[LEDGER].clone());
    let append = |ground: &Ground| {
        let text = ground.read("a.txt");
        ground.hand(&ground.edit("s", "a.txt", &text, &text.replace("line 0", "line zero")));
    };
    let squash = |ground: &Ground| {
        let ran = ground.run("agent-trace-hook squash --before 2030-01-01");
        assert_eq!((ran.status, ran.out.as_str()), (0, "0 records removed, 7 records left\n"));
    };
    // As it is written, then with the new head.
    check(&ground, &left, &after, append);
    check(&ground, &left, &after, squash);
    left.insert(HEAD.to_owned(), after[HEAD].clone());
    check(&ground, &left, &after, append);
}

pub(crate) fn a_chain_that_was_put_in_is_no_cut_squash() {
    let (ground, before, after) = squashed();
    let other = after[LEDGER].replace("\"head\":\"", "\"head\":\"0");
    let (first, _) = after[LEDGER].split_once('\n').unwrap();
    for strange in ["", "{}\n", "x", other.as_str(), first] {
        lay_out(&ground, &before);
        ground.write(STAGED, strange);
        ground.verify(1, "agent_trace.squashed.jsonl: was inserted");
        let ran = ground.run("agent-trace-hook squash --before 2030-01-01");
        assert_eq!(ran.status, 1, "{}", ran.out);
        let text = ground.read("a.txt");
        ground.hand(&ground.edit("s", "a.txt", &text, &text));
        assert_eq!(ground.read(STAGED), strange);
        assert_eq!(ground.files().len(), before.len() - 1, "{:?}", ground.files());
    }
}

pub(crate) fn a_squash_of_all_that_is_cut_leaves_none() {
    let ground = Ground::new();
    ground.write("a.txt", "one\n");
    ground.hand(&ground.edit("s", "a.txt", "", "one\n"));
    ground.write("a.txt", "");
    ground.hand(&ground.edit("s", "a.txt", "one\n", ""));
    let before = files(&ground);
    let ran = ground.run("agent-trace-hook squash --before 2030-01-01");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "2 records removed, 0 records left\n"),
        "{}",
        ran.err
    );
    let last = ground_head(&before);
    let staged = format!("{{\"squashed\":{{\"records\":2,\"head\":\"{last}\"}}}}");
    for kept in [true, false] {
        lay_out(&ground, &before);
        ground.write(STAGED, &staged);
        if !kept {
            fs::remove_file(ground.path(LEDGER)).unwrap();
            fs::remove_file(ground.path(HEAD)).unwrap();
        }
        ground.hand(&ground.edit("s", "a.txt", "", "one\n"));
        ground.verify(0, "1 record, one chain\n");
        assert!(!ground.path(STAGED).exists());
    }
}

fn ground_head(files: &Files) -> String {
    let head: serde_json::Value = serde_json::from_str(&files[HEAD]).unwrap();
    head["hash"].as_str().unwrap().to_owned()
}

#[cfg(unix)]
pub(crate) fn a_linked_folder_is_refused() {
    let ground = Ground::new();
    fs::create_dir(ground.path("../outside")).unwrap();
    std::os::unix::fs::symlink("../outside", ground.path(".orchestration")).unwrap();
    ground.write("a.txt", "one\n");
    ground.write("event.json", &ground.edit("s", "a.txt", "", "one\n").to_string());
    let ran = ground.run("agent-trace-hook <event.json");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("it is a symbolic link, which is not followed here"), "{}", ran.err);
    assert_eq!(fs::read_dir(ground.path("../outside")).unwrap().count(), 0);
    assert_eq!(ground.run("agent-trace-hook verify").status, 2);
}
