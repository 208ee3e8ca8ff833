//! Which machines are covered.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, SystemTime};

use humantime::parse_rfc3339;
use otlp_export::{CoverageState, Expectations, HookState, Machine, Verdict, coverage};
use tempfile::TempDir;

const DAY: Duration = Duration::from_secs(24 * 3_600);

fn now() -> SystemTime {
    parse_rfc3339("2026-11-29T12:00:00Z").unwrap()
}

/// The record of a machine on which the doctor found the hooks in these states.
pub(crate) fn machine(name: &str, time: &str, states: &[&str]) -> Machine {
    let hook = |state: &&str| HookState {
        hook: "governance-hook".to_owned(),
        mode: "enforce".to_owned(),
        state: Some((*state).to_owned()).filter(|state| !state.is_empty()),
        last_firing: None,
    };
    Machine {
        version: 1,
        time: time.to_owned(),
        instance: format!("id of {name}"),
        host_id: Some(name.to_owned()),
        user_id: None,
        os: "linux".to_owned(),
        tacklebox: "0.1.0".to_owned(),
        policy_revision: Some(7),
        doctor: Some(Verdict { errors: 0, warnings: 0 }),
        hooks: states.iter().map(hook).collect(),
    }
}

#[test]
fn a_machine_is_judged_by_its_last_record() {
    let folder = TempDir::new().unwrap();
    let at = "2026-11-29T10:00:00Z";
    let unknown = Machine { doctor: None, ..machine("no-doctor", at, &["protecting"]) };
    let old_policy =
        Machine { policy_revision: Some(6), ..machine("old-policy", at, &["protecting"]) };
    let later = Machine { version: 2, ..machine("later", at, &[]) };
    let mut lines = String::new();
    for record in [
        machine("good", at, &["protecting", "protecting"]),
        machine("good", "2026-11-28T10:00:00Z", &["not"]),
        machine("bad", at, &["protecting", "not"]),
        machine("none", at, &[]),
        machine("projects", at, &[""]),
        machine("old", "2026-11-01T10:00:00Z", &["protecting"]),
        unknown,
        old_policy,
        later,
    ] {
        writeln!(lines, "{}", serde_json::to_string(&record).unwrap()).unwrap();
    }
    fs::write(folder.path().join("all.jsonl"), lines).unwrap();
    fs::write(folder.path().join("broken.json"), "{").unwrap();
    fs::write(folder.path().join("notes.txt"), "not a record").unwrap();
    let machines = ["good", "lost"].map(str::to_owned).to_vec();
    let expectations = Expectations { machines, max_age: 3 * DAY, policy_revision: Some(7) };
    let found = coverage(folder.path(), &expectations, now()).unwrap();
    let rows: Vec<(&str, CoverageState)> =
        found.machines.iter().map(|machine| (machine.name.as_str(), machine.state)).collect();
    assert_eq!(
        rows,
        [
            ("lost", CoverageState::Missing),
            ("old", CoverageState::Silent),
            ("none", CoverageState::NoHooks),
            ("bad", CoverageState::NotProtecting),
            ("old-policy", CoverageState::OldPolicy),
            ("no-doctor", CoverageState::Unknown),
            ("projects", CoverageState::Unknown),
            ("good", CoverageState::Covered),
        ]
    );
    assert_eq!(found.unreadable.len(), 2, "{:?}", found.unreadable);
    assert!(found.unreadable[0].ends_with("all.jsonl:9: unknown version 2; expected 1"));
}

#[test]
fn a_thousand_machines_are_judged() {
    let folder = TempDir::new().unwrap();
    for number in 0..1_000 {
        let state = if number % 10 == 0 { "not" } else { "protecting" };
        let record = machine(&format!("m{number}"), "2026-11-29T10:00:00Z", &[state; 9]);
        let file = folder.path().join(format!("{number}.json"));
        fs::write(file, serde_json::to_vec(&record).unwrap()).unwrap();
    }
    let expectations = Expectations { machines: Vec::new(), max_age: DAY, policy_revision: None };
    let found = coverage(folder.path(), &expectations, now()).unwrap();
    let covered =
        found.machines.iter().filter(|machine| machine.state == CoverageState::Covered).count();
    assert_eq!((found.machines.len(), covered), (1_000, 900));
}
