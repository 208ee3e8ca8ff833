//! Journals: whole lines, rotation, and what readers see of it.

use std::fs;
use std::path::PathBuf;

use hook_state::{Journal, StateDir};
use serde_json::{Value, json, value::RawValue};

use super::{LONG, NEVER, names, state, together};

fn journal(state: &StateDir) -> Journal {
    Journal::new(state.file("log.jsonl"))
}

fn read(journal: &Journal) -> Vec<Value> {
    journal.read().unwrap().collect()
}

#[test]
fn lines_of_many_are_whole_and_none_is_lost() {
    let (_dir, state) = state();
    let fill = "x".repeat(3000);
    together(32, |at| {
        let journal = journal(&state);
        for number in 0..50 {
            journal.append(&json!({"at": at, "number": number, "fill": fill}), LONG).unwrap();
        }
    });
    let lines = read(&journal(&state));
    assert_eq!(lines.len(), 32 * 50);
    for at in 0..32 {
        let of_one = lines.iter().filter(|line| line["at"] == at).map(|line| &line["number"]);
        assert!(of_one.eq((0..50).map(Value::from).collect::<Vec<_>>().iter()), "{at}");
    }
    let text = fs::read_to_string(state.file("log.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 32 * 50);
}

#[test]
fn a_torn_line_is_the_only_one_lost() {
    let (_dir, state) = state();
    let journal = journal(&state);
    state.write("log.jsonl", b"{\"n\":1}\n\xff\xfe\n\n{\"n\":2,\"text\":\"cut o").unwrap();
    journal.append(&json!({"n": 3}), NEVER).unwrap();
    journal.append(&json!({"n": 4}), NEVER).unwrap();
    assert_eq!(read(&journal), [json!({"n": 1}), json!({"n": 3}), json!({"n": 4})]);
}

#[test]
fn a_line_stays_one_line() {
    let (_dir, state) = state();
    let journal = journal(&state);
    let raw = RawValue::from_string("{\n\"text\": \"a\\nb\"\n}".to_owned()).unwrap();
    journal.append(&raw, NEVER).unwrap();
    journal.append(&"a\nb", NEVER).unwrap();
    assert_eq!(read(&journal), [json!({"text": "a\nb"}), json!("a\nb")]);
}

#[test]
fn a_large_journal_is_rotated() {
    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(20);
    let line = |n: u64| json!({"number": n});
    for n in 1..=3 {
        journal.append(&line(n), NEVER).unwrap();
    }
    assert_eq!(names(state.path()), ["log.1.jsonl", "log.jsonl"]);
    assert_eq!(read(&journal), [line(1), line(2), line(3)]);
    for n in 4..=5 {
        journal.append(&line(n), NEVER).unwrap();
    }
    assert_eq!(read(&journal), [line(3), line(4), line(5)]);
    let torn: PathBuf = state.file("log.1.jsonl");
    fs::write(torn, "{\"number\":0}").unwrap();
    assert_eq!(read(&journal), [line(0), line(5)]);
}

#[test]
fn rotation_loses_no_line_of_many() {
    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(3000);
    // 480 lines of 8 bytes: rotated once.
    together(16, |_| {
        for _ in 0..30 {
            journal.append(&json!({"n": 1}), LONG).unwrap();
        }
    });
    assert!(state.file("log.1.jsonl").exists());
    assert_eq!(read(&journal).len(), 480);
}

#[test]
fn as_many_rotated_files_are_kept_as_are_wanted() {
    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(5).keeping(3);
    let line = |n: u64| json!({"n": n});
    for n in 1..=4 {
        journal.append(&line(n), NEVER).unwrap();
    }
    let all = ["log.1.jsonl", "log.2.jsonl", "log.3.jsonl", "log.jsonl"];
    assert_eq!(names(state.path()), all);
    assert_eq!(read(&journal), [line(1), line(2), line(3), line(4)]);
    assert_eq!(journal.hold(NEVER).unwrap().last().unwrap(), Some(line(4)));
    journal.append(&line(5), NEVER).unwrap();
    assert_eq!(names(state.path()), [&[".log.jsonl.lock"][..], &all].concat());
    assert_eq!(read(&journal), [line(2), line(3), line(4), line(5)]);
    // Who wants one reads one, and leaves the others alone.
    let one = journal.clone().keeping(0);
    assert_eq!(read(&one), [line(4), line(5)]);
}

#[cfg(unix)]
#[test]
fn a_private_journal_is_for_its_user_alone_before_and_after_rotation() {
    use std::os::unix::fs::PermissionsExt as _;

    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(5);
    for n in 1..=3 {
        journal.append(&json!({"n": n}), NEVER).unwrap();
    }
    for name in ["log.jsonl", "log.1.jsonl"] {
        let mode = fs::metadata(state.file(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn what_a_crash_left_of_a_rotation_is_made_good_by_the_next_one() {
    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(5).keeping(3);
    let line = |n: u64| json!({"n": n});
    for n in 1..=3 {
        journal.append(&line(n), NEVER).unwrap();
    }
    // The oldest has moved, and the one after it has not.
    fs::rename(state.file("log.2.jsonl"), state.file("log.3.jsonl")).unwrap();
    assert_eq!(read(&journal), [line(1), line(2), line(3)]);
    journal.append(&line(4), NEVER).unwrap();
    assert_eq!(read(&journal), [line(1), line(2), line(3), line(4)]);
    // The newest has moved, and no other was begun.
    fs::remove_file(state.file("log.3.jsonl")).unwrap();
    for (from, to) in [("log.2", "log.3"), ("log.1", "log.2"), ("log", "log.1")] {
        let at = |name: &str| state.file(&format!("{name}.jsonl"));
        fs::rename(at(from), at(to)).unwrap();
    }
    assert_eq!(journal.hold(NEVER).unwrap().last().unwrap(), Some(line(4)));
    journal.append(&line(5), NEVER).unwrap();
    assert_eq!(read(&journal), [line(2), line(3), line(4), line(5)]);
}

#[test]
fn a_reader_misses_no_line_while_many_rotate() {
    let (_dir, state) = state();
    // 400 lines of at most 9 bytes: rotated some 35 times, and all are kept.
    let journal = journal(&state).rotated_above(100).keeping(60);
    together(5, |at| {
        if at > 0 {
            for _ in 0..100 {
                journal.append(&json!({"n": at}), LONG).unwrap();
            }
            return;
        }
        let mut before = 0;
        while before < 400 {
            let now = read(&journal).len();
            assert!(now >= before && now <= 400, "{before} {now}");
            before = now;
        }
    });
    assert!(state.file("log.20.jsonl").exists());
}

#[test]
fn the_last_line_is_found_wherever_it_begins() {
    let (_dir, state) = state();
    let journal = journal(&state);
    let last = || journal.hold(LONG).unwrap().last().unwrap();
    assert_eq!(last(), None);
    for length in [0, 4_000, 4_096, 5_000, 40_000, 0] {
        let line = json!({"n": length, "text": "é".repeat(length / 2)});
        journal.append(&line, LONG).unwrap();
        assert_eq!(last(), Some(line));
    }
    // What a crash left is no line.
    let whole = fs::read(state.file("log.jsonl")).unwrap();
    state.write("log.jsonl", &[&whole[..], b"{\"n\": 7, \"te"].concat()).unwrap();
    assert_eq!(last().unwrap()["n"], 0);
}

#[test]
fn the_last_line_of_a_rotated_journal_counts() {
    let (_dir, state) = state();
    let journal = journal(&state);
    journal.append(&json!(1), LONG).unwrap();
    fs::rename(state.file("log.jsonl"), state.file("log.1.jsonl")).unwrap();
    assert_eq!(journal.hold(LONG).unwrap().last().unwrap(), Some(json!(1)));
}

#[test]
fn numbers_given_by_many_are_all_different_and_in_order() {
    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(1_000);
    together(8, |_| {
        for _ in 0..50 {
            let held = journal.hold(LONG).unwrap();
            let last = held.last().unwrap().and_then(|line| line.as_u64()).unwrap_or_default();
            held.append_all(&[last + 1]).unwrap();
        }
    });
    assert_eq!(journal.hold(LONG).unwrap().last().unwrap(), Some(json!(400)));
}

#[test]
fn lines_that_were_taken_elsewhere_are_gone_and_no_other() {
    let (_dir, state) = state();
    let journal = journal(&state).rotated_above(10);
    for number in 0..3 {
        journal.append(&json!({"number": number}), NEVER).unwrap();
    }
    assert_eq!(names(state.path()).len(), 2, "a file and one that was rotated");
    let held = journal.hold(NEVER).unwrap();
    held.remove().unwrap();
    held.remove().unwrap();
    assert_eq!(read(&journal), [Value::Null; 0]);
    held.append_all(&[json!(3)]).unwrap();
    drop(held);
    journal.append(&json!(4), NEVER).unwrap();
    assert_eq!(read(&journal), [json!(3), json!(4)]);
}
