//! What a network, a server and its administrator can do wrong. A claim answers in time why it failed, and leaves no lock;
//! and when all is well again the intent goes to one session.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::thread;

use leases::SCHEMA;
use serde_json::json;

use crate::fleet::{Fleet, Service};
use crate::link::Fault;
use crate::machine::{Machine, git, wait_for};

/// The session that claims in vain. Only the question of a claim has its name.
const SESSION: &str = "ann-in-vain";

/// A failure, each with an intent of its own: its name, the kind of error, how it is brought about and how it is repaired.
type Failure = (&'static str, &'static str, fn(&mut Fleet), fn(&mut Fleet));

const FAILURES: [Failure; 6] = [
    ("a format of a later version", "newer", later_version, this_version),
    ("the server was killed", "unreachable", Fleet::kill_service, Fleet::start_service),
    ("the server is silent", "unreachable", |it| set(it, Fault::Cut), repair),
    ("the answer is lost", "unreachable", |it| set(it, Fault::NoAnswer(claim_of(it))), repair),
    ("half a request", "unreachable", |it| set(it, Fault::HalfRequest(claim_of(it))), repair),
    ("another server answers", "unreachable", |it| set(it, Fault::Garbage), repair),
];

#[test]
fn a_claim_that_fails_says_why_and_leaves_no_lock() {
    thread::scope(|scope| {
        for fleet in Fleet::each(12) {
            scope.spawn(move || fails_and_recovers(fleet));
        }
    });
}

fn fails_and_recovers(mut fleet: Fleet) {
    for (number, (name, kind, fail, repair)) in FAILURES.into_iter().enumerate() {
        let intent = format!("INT-{number}");
        fail(&mut fleet);
        // Only of what never answers is the end of the time an answer.
        let usual = fleet.machines[0].limit_ms;
        fleet.machines[0].limit_ms = if kind == "unreachable" { 2_000 } else { usual };
        let answer = fleet.machines[0].ask("claim", &intent, SESSION, None);
        fleet.machines[0].limit_ms = usual;
        assert_eq!(answer["error"]["kind"], kind, "{name}: {answer}");
        assert!(fleet.machines[0].lock(&intent).is_none(), "{name}");
        repair(&mut fleet);
        let (a, b) = fleet.pair();
        wait_for(name, || b.try_claim(&intent, "bob", None).is_some());
        let answer = a.ask("claim", &intent, SESSION, None);
        assert_eq!(answer["held_by"]["session"], "bob", "{name}: {answer}");
    }
}

/// A server that was killed may leave a lock file of Git.
#[test]
fn a_ref_that_the_server_cannot_write_is_named() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, _) = fleet.pair();
    a.claimed("INT-1", "ann", None);
    let lock = fleet.repository().join("refs/tacklebox/leases/INT-2.lock");
    std::fs::write(&lock, "").expect("a folder");
    let answer = a.ask("claim", "INT-2", "ann", None);
    assert_eq!(answer["error"]["kind"], "refused", "{answer}");
    let why = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(why.contains("failed to update ref"), "{why}");
    std::fs::remove_file(&lock).expect("a file");
    a.claimed("INT-2", "ann", None);
}

fn set(fleet: &mut Fleet, fault: Fault) {
    fleet.links[0].set(fault);
}

fn repair(fleet: &mut Fleet) {
    set(fleet, Fault::None);
}

/// What only the request has that changes something.
fn claim_of(fleet: &Fleet) -> &'static str {
    match fleet.service {
        Service::Postgres(_) => SESSION,
        _ => "report-status",
    }
}

fn later_version(fleet: &mut Fleet) {
    if let Service::Postgres(server) = &fleet.service {
        let version = "create or replace function tacklebox.version() returns integer language sql as 'select 2'";
        assert!(server.sql("admin", version));
    } else {
        let repository = fleet.repository();
        let tree = git(&repository, &["hash-object", "-w", "-t", "tree", "/dev/null"]);
        let commit = git(&repository, &["commit-tree", &tree, "-m", r#"{"version":2}"#]);
        git(&repository, &["update-ref", "refs/tacklebox/leases/INT-0", &commit]);
    }
}

fn this_version(fleet: &mut Fleet) {
    if let Service::Postgres(server) = &fleet.service {
        assert!(server.sql("admin", SCHEMA));
    } else {
        git(&fleet.repository(), &["update-ref", "-d", "refs/tacklebox/leases/INT-0"]);
    }
}

#[test]
fn settings_of_git_that_are_for_work_do_not_stop_a_lease() {
    let dir = tempfile::tempdir().expect("a folder");
    git(dir.path(), &["init", "--quiet", "--bare", "remote.git"]);
    let authority = json!({"engine": "git", "remote": "origin", "lease_s": 60});
    let a = Machine::new(dir.path(), "a", authority);
    git(&a.project(), &["remote", "add", "origin", "../../remote.git"]);
    let hook = a.dir.join("hooks/reference-transaction");
    fs::create_dir_all(a.dir.join("hooks")).expect("a folder");
    fs::write(&hook, "#!/bin/sh\ncase \"$PWD\" in *cache.git) exit 1;; esac\n").expect("a file");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("a file");
    let settings = format!(
        "[safe]\nbareRepository = explicit\n[core]\nhooksPath = {}\n[push]\ngpgSign = true\n\
         pushOption = ci.skip\nrecurseSubmodules = check\n[transfer]\nfsckObjects = true\n",
        a.dir.join("hooks").display()
    );
    fs::write(a.dir.join(".gitconfig"), settings).expect("a file");
    assert_eq!(a.claimed("INT-1", "ann", None), 1);
    assert_eq!(a.ask("status", "INT-1", "ann", None)["holders"][0]["session"], "ann");
}

#[test]
fn a_remote_among_the_files_of_the_checkout_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let authority = json!({"engine": "git", "remote": "./evil.git", "lease_s": 60});
    let a = Machine::new(dir.path(), "a", authority);
    git(&a.project(), &["init", "--quiet", "--bare", "evil.git"]);
    let answer = a.ask("claim", "INT-1", "ann", None);
    assert_eq!(answer["error"]["kind"], "refused", "{answer}");
}
