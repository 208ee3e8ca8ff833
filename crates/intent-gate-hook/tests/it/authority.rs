//! A project whose intents an authority grants: a script stands in for `tacklebox-sync`, and says what that must not.

use std::fs;
use std::path::PathBuf;
use std::process::Output;
use std::thread;
use std::time::Duration;

use golden::place::Place;
use serde_json::{Value, json};

use crate::lock_file;

const PROGRAM: &str = env!("CARGO_BIN_EXE_intent-gate-hook");

/// Writes the lock of the request with a lease, and grants it.
const GRANTS: &str = r#"printf '{"session":"%s","agent":null,"host":"%s","pid":null,"since":"2026-11-20T14:00:00Z","expires":"2026-11-20T14:30:00Z","token":7,"later":1,"lease":{"authority":"git","token":7,"handle":"h","boot":{"from_ms":0,"until_ms":9000000000000},"until":"2026-11-20T16:00:00Z","later":2}}' "$(field session)" "$(field host)" > "$(field locks)/A.json"
echo '{"granted":{"token":7}}'"#;

const FAILS: &str = r#"echo '{"error":{"kind":"unreachable","message":"no route"}}'"#;

const HELD: &str = r#"echo '{"held_by":{"intent":"A","session":"t","machine":"m","person":"p","since":"2026-11-20T13:00:00Z","left_s":60,"token":6}}'"#;

struct Team(Place);

impl Team {
    fn new(configuration: &str) -> Team {
        let place = Place::new(PROGRAM).unwrap();
        let intents = "active_intents:\n  - id: A\n    owned_scope: [src/**]\n";
        place.write(".orchestration/active_intents.yaml", intents).unwrap();
        place.write(".tacklebox/intent-gate.yaml", configuration).unwrap();
        let team = Team(place);
        team.shell("mkdir -p bin && ln \"$(command -v intent-gate-hook)\" bin/ || cp \"$(command -v intent-gate-hook)\" bin/");
        let state = team.shell("CLAUDE_CODE_SESSION_ID=s bin/intent-gate-hook status");
        assert!(state.status.success() || !configuration.contains("machine"), "{state:?}");
        team
    }

    fn shell(&self, line: &str) -> Output {
        self.0.shell(line).unwrap()
    }

    /// Has `tacklebox-sync` do this, after it has read the request.
    fn answers(&self, script: &str) {
        let head = "#!/bin/sh\nread -r line\nfield() { printf %s \"$line\" | sed \"s/.*\\\"$1\\\":\\\"\\([^\\\"]*\\)\\\".*/\\1/\"; }\n\
                    mkdir -p \"$(field locks)\"\nprintf '%s %s\\n' \"$1\" \"$line\" >> requests\n";
        self.0.write("bin/tacklebox-sync", &format!("{head}{script}\n")).unwrap();
        self.shell("chmod +x bin/tacklebox-sync");
    }

    fn gate(&self, words: &str) -> (i32, String) {
        let output = self.shell(&format!("CLAUDE_CODE_SESSION_ID=s bin/intent-gate-hook {words}"));
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(said).unwrap())
    }

    fn event(&self, event: &Value) -> String {
        let mut event = event.clone();
        event["session_id"] = "s".into();
        self.0.write("event.json", &event.to_string()).unwrap();
        self.gate("< event.json").1
    }

    fn choice_by_mcp(&self) -> String {
        self.event(&json!({
            "hook_event_name": "PreToolUse", "tool_name": "mcp__intent-mcp__select_active_intent",
            "tool_input": {"intent_id": "A"},
        }))
    }

    fn write(&self) -> String {
        self.event(&json!({
            "hook_event_name": "PreToolUse", "tool_name": "Write",
            "tool_input": {"file_path": "src/a.rs", "content": "x"},
        }))
    }

    fn lock_file(&self) -> PathBuf {
        lock_file(&self.0)
    }

    fn lock(&self) -> Value {
        serde_json::from_slice(&fs::read(self.lock_file()).unwrap()).unwrap()
    }

    /// Changes the lock.
    fn spoil(&self, change: impl FnOnce(&mut Value)) {
        let mut lock = self.lock();
        change(&mut lock);
        hook_state::replace(&self.lock_file(), lock.to_string().as_bytes()).unwrap();
    }

    /// What `tacklebox-sync` was asked, as soon as it was asked for this.
    fn requests(&self, verb: &str) -> String {
        for _ in 0..5_000 {
            let requests =
                fs::read_to_string(self.0.project().join("requests")).unwrap_or_default();
            if requests.lines().any(|line| line.starts_with(verb)) {
                return requests;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("nobody asked for {verb}");
    }
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in {text:?}");
}

/// Whatever the program says, no lock is taken without a lease.
pub(crate) fn a_wrong_answer_chooses_nothing() {
    let team = Team::new("authority: git\n");
    let check = |script: Option<&str>, why: &str| {
        match script {
            Some(script) => team.answers(script),
            None => drop(fs::remove_file(team.0.project().join("bin/tacklebox-sync"))),
        }
        let (status, said) = team.gate("select A");
        assert_eq!(status, 1, "{script:?}: {said}");
        has(&said, why);
        has(&team.choice_by_mcp(), why);
        assert!(!team.lock_file().exists(), "{script:?}");
        has(&team.write(), "NO_INTENT");
    };
    check(None, "tacklebox-sync is not installed");
    check(Some(""), "an answer that cannot be read");
    check(Some("exit 3"), "failed: exit status: 3");
    check(Some("echo what"), "an answer that cannot be read");
    check(Some("echo '{}'"), "an answer that cannot be read");
    check(Some(&format!("{FAILS}\n{FAILS}")), "an answer that cannot be read");
    check(Some("head -c 300000 /dev/zero | tr '\\0' x"), "an answer that cannot be read");
    check(Some("echo '{\"granted\":{\"token\":7}}'"), "does not match the question");
    check(Some("echo '{\"holders\":[]}'"), "does not match the question");
    check(Some(FAILS), "no route");
    check(Some(HELD), "ntent A is held by session t of p on m until 2026-11-20T14:04:00Z");
    check(Some("sleep 20"), "no answer within");
}

pub(crate) fn a_lease_is_needed_for_each_change() {
    let team = Team::new("authority: git\n");
    team.answers(GRANTS);
    let (status, said) = team.gate("select A");
    assert_eq!(status, 0, "{said}");
    let lease = team.lock()["lease"].clone();
    assert_eq!(team.write(), "");
    // The time of the lock is prolonged, and what only others know stays.
    let lock = team.lock();
    assert_eq!((&lock["lease"], &lock["later"]), (&lease, &json!(1)));
    assert!(lock["expires"].as_str().unwrap() > "2026-11-20T15:00:00", "{lock}");
    let good = lock;
    let check = |change: &dyn Fn(&mut Value), why: &str| {
        team.spoil(change);
        let said = team.write();
        has(&said, "NO_LEASE");
        has(&said, why);
        has(&said, "select A");
        assert_eq!(team.gate("trailer message").0, 0);
        team.spoil(|lock| *lock = good.clone());
        assert_eq!(team.write(), "");
    };
    check(
        &|lock| lock["lease"]["until"] = "2026-11-20T14:00:00Z".into(),
        "ended at 2026-11-20T14:00:00Z",
    );
    // The wall clock was set back, or the machine was restarted.
    check(&|lock| lock["lease"]["boot"]["until_ms"] = 1.into(), "ended at");
    check(&|lock| lock["lease"]["boot"]["from_ms"] = 8_000_000_000_000_u64.into(), "ended at");
    check(&|lock| lock["lease"]["authority"] = "postgres".into(), "has no lease");
    check(&|lock| lock["host"] = "another".into(), "has no lease");
    check(&|lock| drop(lock.as_object_mut().unwrap().remove("lease")), "has no lease");
    fs::remove_file(team.lock_file()).unwrap();
    has(&team.write(), "NO_LEASE");
    assert_eq!(team.gate("select A").0, 0, "it is claimed anew");
    assert_eq!(team.write(), "");
}

pub(crate) fn a_release_and_the_end_of_a_session_are_told() {
    let team = Team::new("authority: git\n");
    team.answers(GRANTS);
    assert_eq!(team.gate("select A").0, 0);
    team.answers("echo '{\"released\":true}'");
    assert_eq!(team.gate("release"), (0, "released A\n".to_owned()));
    assert!(!team.lock_file().exists());
    has(&team.requests("release"), "\"session\":\"s\"");

    let team = Team::new("authority: git\n");
    team.answers(GRANTS);
    assert_eq!(team.gate("select A").0, 0);
    team.event(&json!({"hook_event_name": "SessionEnd", "reason": "other"}));
    assert!(!team.lock_file().exists());
    team.requests("release");
}

pub(crate) fn offline_a_lock_of_this_machine_is_marked() {
    let team = Team::new("authority: git\noffline: local\n");
    team.answers(FAILS);
    let (status, said) = team.gate("select A");
    assert_eq!(status, 0, "{said}");
    has(&said, "on this machine only");
    assert_eq!(team.lock()["unconfirmed"], true);
    assert_eq!(team.write(), "");
    let (status, said) = team.gate("status");
    assert_eq!(status, 1);
    has(&said, "no route");
    has(&said, "unconfirmed");
    // The lock of the machine is no lease of the team.
    team.0.write("message", "Fix it\n").unwrap();
    assert_eq!(team.gate("trailer message").0, 0);
    assert_eq!(fs::read_to_string(team.0.project().join("message")).unwrap(), "Fix it\n");
    team.answers(GRANTS);
    assert_eq!(team.gate("select A").0, 0);
    assert!(team.lock().get("unconfirmed").is_none());
    // Somebody else has the intent, and the keeper has removed the lock.
    fs::remove_file(team.lock_file()).unwrap();
    has(&team.write(), "NO_LEASE");
}

pub(crate) fn all_holders_are_shown_and_a_person_can_take_from_each() {
    let team = Team::new("authority: git\n");
    let other = r#"{"intent":"B","session":"t","machine":"m","person":"p","since":"2026-11-20T13:00:00Z","left_s":60,"token":6}"#;
    team.answers(&format!("echo '{{\"holders\":[{other}]}}'"));
    let (status, said) = team.gate("status --long");
    assert_eq!(status, 0);
    let row =
        "B  session t  leased until 2026-11-20 14:04 UTC  on m  by p  since 2026-11-20 13:00 UTC\n";
    has(&said, row);
    team.answers(&format!("echo '{{\"taken_from\":{other}}}'"));
    let taken = (0, "released B from session t of p on m\n".to_owned());
    assert_eq!(team.gate("release B --force"), taken);
    has(&team.requests("release"), "\"force\":true");
    team.answers(FAILS);
    let (status, said) = team.gate("release B --force");
    assert_eq!(status, 1);
    has(&said, "no route");
}

pub(crate) fn a_person_takes_an_intent_away() {
    let team = Team::new("authority: machine\n");
    assert_eq!(team.gate("release A --force"), (0, "No session has A.\n".to_owned()));
    assert_eq!(team.gate("select A").0, 0);
    assert_eq!(team.write(), "");
    let by_agent = team.event(&json!({
        "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "intent-gate-hook release A --force"},
    }));
    has(&by_agent, "nly a person may run");
    let no_person = team.gate("release A --force --session s");
    assert_eq!(no_person.0, 2, "{}", no_person.1);
    let (status, said) = team.gate("release A --force");
    assert_eq!(status, 0, "{said}");
    has(&said, "released A from session s on ");
    has(&team.write(), "NO_INTENT");
    // A lock that nobody can read stays until a person removes it.
    hook_state::replace(&team.lock_file(), b"{").unwrap();
    has(&team.gate("select A").1, "cannot be read");
    assert_eq!(team.gate("release A").0, 2);
    let removed = "released A: its lock could not be read, and is removed\n";
    assert_eq!(team.gate("release A --force"), (0, removed.to_owned()));
    assert_eq!(team.gate("select A").0, 0);
    let log = fs::read_to_string(team.lock_file().with_file_name("../intent-gate.jsonl")).unwrap();
    assert_eq!(log.matches("\"forced_release\"").count(), 2, "{log}");
}

pub(crate) fn a_commit_message_names_the_intent_once() {
    let team = Team::new("authority: machine\n");
    let message = || fs::read_to_string(team.0.project().join("message")).unwrap();
    team.0.write("message", "Fix it\n\nBecause.\n").unwrap();
    assert_eq!(team.gate("trailer message"), (0, String::new()));
    assert_eq!(message(), "Fix it\n\nBecause.\n");
    team.gate("select A");
    for token in 1..3 {
        assert_eq!(team.lock()["token"], token);
        for _ in 0..2 {
            assert_eq!(team.gate("trailer message"), (0, String::new()));
            assert_eq!(message(), format!("Fix it\n\nBecause.\n\nIntent: A {token}\n"));
        }
        team.gate("release");
        team.gate("select A");
    }
}
