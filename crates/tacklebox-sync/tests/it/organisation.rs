//! `ship` and `coverage`, as the page for organisations shows them.

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

const PAGE: &str = include_str!("../../../../docs/organisation.md");

struct Person(TempDir);

impl Person {
    fn new() -> Person {
        let person = Person(tempfile::tempdir().expect("a folder"));
        fs::create_dir(person.0.path().join("records")).expect("a folder");
        person
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("a file");
    }

    /// Exit code, stdout and stderr of the program, with the folder spelled `HOME`.
    fn run(&self, arguments: &str) -> (Option<i32>, String, String) {
        let home = self.0.path();
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_tacklebox-sync"))
            .args(arguments.split(' '))
            .current_dir(home)
            .env("HOME", home)
            .env("TACKLEBOX_CONFIG_DIR", home)
            .env("TACKLEBOX_STATE_DIR", home.join("state"))
            .env("TACKLEBOX_NOW", "2026-11-29T12:00:00Z")
            .env_remove("XDG_CONFIG_HOME")
            .output()
            .expect("a program");
        let home = home.to_str().expect("a path");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace(home, "HOME");
        (status.code(), text(stdout), text(stderr))
    }
}

#[test]
fn without_a_receiver_the_state_is_only_written() {
    let person = Person::new();
    let (code, stdout, stderr) = person.run("ship");
    assert_eq!(stdout, "No receiver yet: set `endpoint` in HOME/sync.yaml.\n");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let status = fs::read(person.0.path().join("state/status.json")).expect("a state");
    let status: Value = serde_json::from_slice(&status).expect("JSON");
    assert_eq!(status["time"], "2026-11-29T12:00:00Z");
    assert_eq!(status["policy_revision"], Value::Null);
}

#[test]
fn a_broken_configuration_and_a_receiver_that_is_gone_differ_in_the_exit_code() {
    let person = Person::new();
    person.write("sync.yaml", "endpoint: here\n");
    let (code, _, stderr) = person.run("ship");
    assert_eq!(code, Some(2));
    let error = "error: could not read HOME/sync.yaml:1:1: endpoint: \
                 expected an address that begins with https:// or http://\n";
    assert_eq!(stderr, error);

    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("a port");
    person.write("sync.yaml", &format!("endpoint: http://{free}\ntime_limit: 1s\n"));
    let (code, stdout, stderr) = person.run("ship");
    assert_eq!((code, stdout.as_str()), (Some(1), "No new calls.\n"));
    assert!(stderr.starts_with("error: the receiver cannot be reached: "), "{stderr}");
    assert!(stderr.ends_with("; the next run sends the rest\n"), "{stderr}");
}

#[test]
fn a_timer_is_installed_and_removed() {
    let person = Person::new();
    assert_eq!(person.run("ship --uninstall-timer").1, "No timer yet.\n");
    let (code, stdout, _) = person.run("ship --install-timer");
    let lines: Vec<_> = stdout.lines().collect();
    assert!(lines[0].starts_with("Wrote HOME/"), "{stdout}");
    assert!(lines[lines.len() - 1].starts_with("Start the timer: "), "{stdout}");
    assert_eq!(code, Some(0));
    assert!(person.run("ship --uninstall-timer").1.starts_with("Removed HOME/"));
}

/// The record of a machine whose hook is in this state.
fn record(name: &str, user: &str, day: &str, state: &str) -> Value {
    json!({
        "version": 1, "time": format!("{day}T10:00:00Z"), "instance": name, "host_id": name,
        "user_id": user, "os": "linux", "tacklebox": "0.1.0", "policy_revision": 7,
        "doctor": {"errors": 0, "warnings": 0},
        "hooks": [{"hook": "governance-hook", "mode": "enforce", "state": state, "last_firing": null}],
    })
}

#[test]
fn the_table_is_as_the_page_shows_it() {
    let person = Person::new();
    assert_eq!(person.run("coverage --from records").1, "No records yet.\n");
    let mut records = format!(
        "{}\n{}\n",
        record("laptop-17", "ann", "2026-11-20", "protecting"),
        record("laptop-4", "bob", "2026-11-29", "not"),
    );
    for number in 1_000..4_997 {
        let name = format!("laptop-{number}");
        writeln!(records, "{}", record(&name, "eve", "2026-11-29", "protecting")).expect("a text");
    }
    person.write("records/all.jsonl", &records);
    person.write("machines.txt", "laptop-17\nlaptop-2\n\nlaptop-4\n");
    let verb = "coverage --from records --expected machines.txt";
    assert!(PAGE.contains(&format!("\ntacklebox-sync {verb}\n")));
    let (code, stdout, stderr) = person.run(verb);
    assert!(PAGE.contains(&format!("```text\n{stdout}```\n")), "{stdout}");
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    let (code, stdout, _) = person.run(&format!("{verb} --json"));
    let document: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(document["counts"][3], json!({"state": "covered", "machines": 3_997}));
    assert_eq!(code, Some(1));
}

#[test]
fn only_machines_that_are_not_covered_are_listed() {
    let person = Person::new();
    let good = record("laptop-1", "ann", "2026-11-29", "protecting").to_string();
    person.write("records/1.json", &good);
    let covered = "Covered: 1 of 1 machines.\n";
    let expected = (Some(0), format!("{covered}No problems found.\n"), String::new());
    assert_eq!(person.run("coverage --from records"), expected);
    let wide = record(&"m".repeat(40), &"u".repeat(40), "2026-11-29", "not").to_string();
    person.write("records/2.json", &wide);
    let (_, stdout, _) = person.run("coverage --from records");
    assert!(stdout.lines().all(|line| line.len() <= 80), "{stdout}");
    person.write("records/2.json", "{\"version\": 1}");
    let (code, stdout, stderr) = person.run("coverage --from records");
    assert_eq!((code, stdout.as_str()), (Some(1), covered));
    assert!(stderr.starts_with("warning: records/2.json: missing field "), "{stderr}");
    assert_eq!(person.run("coverage --from nowhere").0, Some(2));
}
