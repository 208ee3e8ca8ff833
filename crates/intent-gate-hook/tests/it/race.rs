//! Two sessions that want one intent at the same instant, as real processes.

use std::sync::Barrier;
use std::thread;

use golden::place::Place;
use serde_json::{Value, json};

use crate::lock_file;

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");
const ROUNDS: usize = 1_000;

fn place() -> Place {
    let place = Place::new(PROGRAM).unwrap();
    let intents = "active_intents:\n  - id: A\n    owned_scope: [src/**]\n";
    place.write(".orchestration/active_intents.yaml", intents).unwrap();
    place.write(".tacklebox/intent-gate.yaml", "version: 1\n").unwrap();
    place
}

/// The status of each of two processes that choose the intent at once.
fn both(place: &Place) -> [i32; 2] {
    let ready = Barrier::new(2);
    let choose = |session: &str| {
        let line = format!("CLAUDE_CODE_SESSION_ID={session} exec intent-gate-hook select A");
        ready.wait();
        place.shell(&line).unwrap().status.code().unwrap()
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| choose("two"));
        [choose("one"), other.join().unwrap()]
    })
}

fn lock(place: &Place) -> Value {
    serde_json::from_slice(&std::fs::read(lock_file(place)).unwrap()).unwrap()
}

#[track_caller]
fn check_round(place: &Place, round: usize) {
    let winner = match both(place) {
        [0, 1] => "one",
        [1, 0] => "two",
        statuses => panic!("round {round}: {statuses:?}"),
    };
    assert_eq!(lock(place)["session"], winner, "round {round}");
}

pub(crate) fn of_two_that_choose_at_once_one_wins() {
    let place = place();
    for round in 0..ROUNDS {
        check_round(&place, round);
        std::fs::remove_file(lock_file(&place)).unwrap();
    }
}

pub(crate) fn of_two_that_take_over_at_once_one_wins_and_leaves_a_line() {
    let place = place();
    place.shell("CLAUDE_CODE_SESSION_ID=old intent-gate-hook select A").unwrap();
    let over = json!({
        "session": "old", "host": "machine", "pid": 1,
        "since": "2026-11-20T12:00:00Z", "expires": "2026-11-20T13:00:00Z",
    });
    for round in 0..100 {
        hook_state::replace(&lock_file(&place), over.to_string().as_bytes()).unwrap();
        check_round(&place, round);
    }
    let log =
        place.shell("cat \"$HOME\"/.local/state/tacklebox/projects/*/intent-gate.jsonl").unwrap();
    assert_eq!(String::from_utf8(log.stdout).unwrap().lines().count(), 100);
}
