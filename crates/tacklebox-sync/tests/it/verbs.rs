//! Claims, releases and keepers.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::fleet::{Fleet, Service};
use crate::machine::{Process, git, wait_for, with_stdin};

#[test]
fn one_of_two_machines_has_an_intent_until_it_is_released() {
    for fleet in Fleet::each(60) {
        let (a, b) = fleet.pair();
        assert_eq!(a.claimed("INT-1", "ann", None), 1);
        assert_eq!(a.permits("INT-1", "ann"), Some(1));
        let lock = a.lock("INT-1").expect("a lock");
        let lease = lock.lease.expect("a lease");
        assert_eq!(lease.boot.until_ms - lease.boot.from_ms, 57_000);

        let held = b.ask("claim", "INT-1", "bob", None);
        assert_eq!(held["held_by"]["session"], "ann", "{held}");
        assert_eq!(held["held_by"]["token"], 1);
        assert!(b.lock("INT-1").is_none());
        let holders = b.ask("status", "INT-1", "", None);
        assert_eq!(holders["holders"][0]["intent"], "INT-1", "{holders}");

        // Whoever has the lock keeps it.
        assert_eq!(a.ask("release", "INT-1", "ann", None), json!({"released": false}));
        fs::remove_file(a.state().join("intent-locks/INT-1.json")).expect("a lock");
        assert_eq!(a.ask("release", "INT-1", "ann", None), json!({"released": true}));
        assert_eq!(a.ask("release", "INT-1", "ann", None), json!({"released": false}));
        assert_eq!(b.claimed("INT-1", "bob", None), 2);
    }
}

#[test]
fn a_person_takes_an_intent_from_another_machine() {
    for fleet in Fleet::each(15) {
        let (a, b) = fleet.pair();
        assert_eq!(b.take_away("INT-1"), json!({"released": false}));
        let host = Process::new();
        a.claimed("INT-1", "ann", Some(host.0.id()));
        let refused = b.take_away_for_agent("INT-1");
        assert_eq!(refused["error"]["kind"], "refused", "{refused}");
        let taken = b.take_away("INT-1");
        assert_eq!(taken["taken_from"]["session"], "ann", "{taken}");
        assert_eq!(taken["taken_from"]["token"], 1, "{taken}");
        assert_eq!(b.claimed("INT-1", "bob", None), 2);
        wait_for("the loss", || a.lock("INT-1").is_none());
    }
}

#[test]
fn an_error_leaves_no_lock() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, _) = fleet.pair();
    fs::rename(fleet.repository(), fleet.dir.path().join("hidden.git")).expect("a folder");
    let answer = a.ask("claim", "INT-1", "ann", None);
    assert_eq!(answer["error"]["kind"], "unreachable", "{answer}");
    assert!(a.lock("INT-1").is_none());
    let kind = |line: &str| {
        let mut program = a.program();
        program.arg("claim");
        let output = with_stdin(program, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["error"]["kind"].as_str().map(str::to_owned)
    };
    for line in ["", "{", "[]", "{\"version\":2}", "{\"version\":1}"] {
        assert_eq!(kind(line).as_deref(), Some("invalid"), "{line}");
    }
}

#[test]
fn a_keeper_renews_while_the_session_lives_and_releases_when_it_has_ended() {
    for fleet in Fleet::each(12) {
        let (a, b) = fleet.pair();
        let host = Process::new();
        a.claimed("INT-1", "ann", Some(host.0.id()));
        let first = a.lock("INT-1").and_then(|it| it.lease).expect("a lease").boot.until_ms;
        wait_for("a renewal", || {
            let lease = a.lock("INT-1").and_then(|it| it.lease);
            lease.expect("it is kept").boot.until_ms > first
        });
        assert!(b.ask("claim", "INT-1", "bob", None)["held_by"].is_object());
        drop(host);
        wait_for("the end of the lock", || a.lock("INT-1").is_none());
        wait_for("the release", || b.ask("claim", "INT-1", "bob", None)["granted"].is_object());
    }
}

#[test]
fn without_a_keeper_or_with_one_that_stopped_a_lease_lapses() {
    for signal in ["-KILL", "-STOP"] {
        let fleet = Fleet::new("git", 4).expect("git");
        let (a, _) = fleet.pair();
        let host = Process::new();
        a.claimed("INT-1", "ann", Some(host.0.id()));
        wait_for("a keeper", || a.signal_keeper(signal));
        wait_for("the lapse", || a.permits("INT-1", "ann").is_none());
        assert!(a.lock("INT-1").is_some(), "{signal}: it lapses, and is not removed");
    }
}

#[test]
fn a_lost_lease_is_taken_from_its_lock() {
    for fleet in Fleet::each(15) {
        let (a, _) = fleet.pair();
        let host = Process::new();
        a.claimed("INT-1", "ann", Some(host.0.id()));
        if let Service::Postgres(server) = &fleet.service {
            assert!(server.sql("admin", "delete from tacklebox.lease"));
        } else {
            git(&fleet.repository(), &["update-ref", "-d", "refs/tacklebox/leases/INT-1"]);
        }
        wait_for("the loss", || a.lock("INT-1").is_none());
        let token = a.claimed("INT-1", "ann", None);
        // A machine has seen the tokens of refs. What a database has lost nobody else knows.
        let is_database = matches!(fleet.service, Service::Postgres(_));
        assert_eq!(token, if is_database { 1 } else { 2 });
    }
}

#[test]
fn a_copied_folder_is_another_machine() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, _) = fleet.pair();
    a.claimed("INT-1", "ann", None);
    a.signal_keeper("-KILL");
    let machines = a.dir.join("person/machines.json");
    let text = fs::read_to_string(&machines).expect("a name");
    let names: serde_json::Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    let elsewhere: serde_json::Map<String, Value> =
        names.into_iter().map(|(key, name)| (format!("not {key}"), name)).collect();
    fs::write(&machines, serde_json::to_string(&elsewhere).expect("JSON")).expect("a file");
    let answer = a.ask("claim", "INT-1", "ann", None);
    assert_eq!(answer["held_by"]["session"], "ann", "{answer}");
}

#[test]
fn an_answer_that_is_lost_does_not_hold_the_intent() {
    for fleet in Fleet::each(60) {
        let (a, b) = fleet.pair();
        a.claimed("INT-1", "ann", None);
        // As if the claim had been killed before it wrote the lock.
        fs::remove_file(a.state().join("intent-locks/INT-1.json")).expect("a lock");
        let file = a.state().join("leases/unanswered.json");
        let question = json!({"version": 1, "questions": [{"intent": "INT-1", "session": "ann"}]});
        fs::write(&file, question.to_string()).expect("a file");
        wait_for("the release", || b.ask("claim", "INT-1", "bob", None)["granted"].is_object());
    }
}

#[test]
fn worktrees_of_a_clone_ask_one_authority() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, b) = fleet.pair();
    a.claimed("INT-1", "ann", None);
    // Another address is another authority.
    let mut worktree = a.clone();
    worktree.authority = b.authority.clone();
    let answer = worktree.ask("claim", "INT-2", "bob", None);
    assert_eq!(answer["error"]["kind"], "refused", "{answer}");
    fs::remove_file(a.state().join("intent-locks/INT-1.json")).expect("a lock");
    a.ask("release", "INT-1", "ann", None);
    worktree.claimed("INT-2", "bob", None);
}

#[test]
fn an_unconfirmed_lock_is_claimed_or_lost() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, b) = fleet.pair();
    b.claimed("INT-2", "bob", None);
    fs::rename(fleet.repository(), fleet.dir.path().join("hidden.git")).expect("a folder");
    let host = Process::new();
    for intent in ["INT-1", "INT-2"] {
        assert!(a.ask("claim", intent, "ann", Some(host.0.id()))["error"].is_object());
        let id = active_intents::IntentId::new(intent).expect("an id");
        let (agent, host, pid) = (None, "here", Some(host.0.id()));
        let now = std::time::SystemTime::now();
        let claim = active_intents::Claim { session: "ann", agent, host, pid, now };
        a.locks().take_unconfirmed(&id, &claim, Duration::from_secs(100)).expect("a lock");
    }
    fs::rename(fleet.dir.path().join("hidden.git"), fleet.repository()).expect("a folder");
    wait_for("the claim", || a.lock("INT-1").is_some_and(|it| it.lease.is_some()));
    wait_for("the loss", || a.lock("INT-2").is_none());
    assert!(!a.lock("INT-1").expect("a lock").unconfirmed);
}

#[test]
fn the_table_is_for_terminals() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, _) = fleet.pair();
    let project = fs::canonicalize(a.project()).expect("a folder");
    let status = |project: &Path| {
        let mut program = a.program();
        let output = program.arg("status").current_dir(project).output().expect("a program");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(status(&project), "No leases yet.\n");
    let schema = Command::new(env!("CARGO_BIN_EXE_tacklebox-sync")).arg("schema").output();
    assert!(schema.expect("a program").stdout.starts_with(b"-- Leases of Tacklebox"));
}
