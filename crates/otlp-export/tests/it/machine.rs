//! What is taken from the doctor.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use otlp_export::{Verdict, machine};

use crate::stage::Stage;

/// The verdict and the states of hooks if `tacklebox doctor` prints this and fails.
fn examine(printed: &str) -> (Option<Verdict>, Vec<(String, Option<String>)>) {
    let stage = Stage::new();
    fs::create_dir_all(stage.path("programs")).unwrap();
    fs::create_dir_all(stage.path("home")).unwrap();
    let program = stage.path("programs/tacklebox");
    let text = format!("#!/bin/sh\n[ \"$*\" = 'doctor --json' ] && echo '{printed}'\nexit 1\n");
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let machine = machine(&stage.ctx(), None, Some(&stage.path("programs"))).unwrap();
    (machine.doctor, machine.hooks.into_iter().map(|hook| (hook.hook, hook.state)).collect())
}

#[test]
fn a_hook_protects_if_it_does_on_every_host() {
    let printed = r#"{"hooks": [
        {"hook": "a", "state": "protecting"}, {"hook": "b", "state": "not"},
        {"hook": "b", "host": "codex", "state": "protecting"}
    ], "findings": [{"severity": "error"}, {"severity": "warning"}, {"severity": "note"}]}"#;
    let states = [("a", "protecting"), ("b", "not")];
    let states = states.map(|(hook, state)| (hook.to_owned(), Some(state.to_owned())));
    assert_eq!(examine(printed), (Some(Verdict { errors: 1, warnings: 1 }), states.to_vec()));
}

#[test]
fn the_policy_that_the_person_has_chosen_is_named() {
    let stage = Stage::new();
    let revision = || machine(&stage.ctx(), None, None).unwrap().policy_revision;
    fs::create_dir_all(stage.path("config/policy")).unwrap();
    let record = r#"{"version": 1, "revision": 7, "digest": "", "issued": "2026-11-29T00:00:00Z",
        "expires": "2027-11-29T00:00:00Z", "keys": [], "policies": {}}"#;
    fs::write(stage.path("config/policy/active.json"), record).unwrap();
    assert_eq!(revision(), None);
    fs::write(stage.path("config/tacklebox.yaml"), "policy: own\n").unwrap();
    assert_eq!(revision(), Some(7));
}

#[test]
fn a_doctor_that_fails_says_nothing() {
    assert_eq!(examine("panicked"), (None, Vec::new()));
}
