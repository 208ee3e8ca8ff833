//! The page for teams, executed.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use golden::page;
use serde_json::json;

use crate::fleet::{Fleet, Service};
use crate::machine::{Machine, git, path};

const PAGE: &str = include_str!("../../../../docs/team.md");

/// In place of the gate, for a session that has an intent.
const TRAILER: &str =
    "#!/bin/sh\ngit interpret-trailers --in-place --trailer 'Intent: INT-001 1' \"$3\"\n";

/// The block of the page with this language, and this word after it.
fn block(language: &str, name: Option<&str>) -> String {
    let blocks = page::blocks(PAGE).expect("a page");
    let found = blocks.into_iter().find(|it| it.language == language && it.file == name);
    found.unwrap_or_else(|| panic!("no block {language} {name:?}")).text
}

fn program(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("a file");
}

/// What a shell does in the clone, with the programs of this test.
fn shell(machine: &Machine, line: &str) -> Output {
    let path = format!("{}:{}", machine.dir.join("bin").display(), path());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(machine.project()).env("PATH", path);
    for name in ["AUTHOR", "COMMITTER"] {
        shell
            .env(format!("GIT_{name}_NAME"), "x")
            .env(format!("GIT_{name}_EMAIL"), "x@example.org");
    }
    shell.output().expect("a shell")
}

#[test]
fn commits_are_refused_as_the_page_shows() {
    let fleet = Fleet::new("git", 60).expect("git");
    let (a, b) = fleet.pair();
    let remote = fleet.repository().to_string_lossy().into_owned();
    git(&a.project(), &["remote", "add", "origin", &remote]);
    program(&a.dir.join("bin/tacklebox"), TRAILER);
    let start = "git commit --quiet --allow-empty -m start && git push --quiet origin HEAD:main";
    assert!(shell(a, start).status.success());
    for (file, of) in [
        ("prepare-commit-msg", a.project().join(".git/hooks")),
        ("pre-receive", fleet.repository().join("hooks")),
    ] {
        program(&of.join(file), &block("sh", Some(file)));
    }

    a.claimed("INT-001", "ann", None);
    assert!(shell(a, "git commit --quiet --allow-empty -m work").status.success());
    fs::remove_file(a.state().join("intent-locks/INT-001.json")).expect("a lock");
    a.ask("release", "INT-001", "ann", None);
    assert_eq!(b.claimed("INT-001", "bob", None), 2);

    let pushed = shell(a, "git push origin HEAD:main");
    assert!(!pushed.status.success());
    let (words, refusal) = (String::from_utf8_lossy(&pushed.stderr), block("text", None));
    let (_, refusal) = refusal.trim().split_once(' ').expect("a commit");
    assert!(words.contains(refusal), "{words}");
    assert_eq!(shell(a, "git fetch --quiet").status.code(), Some(0));
    assert_eq!(shell(a, &block("sh", Some("ci"))).status.code(), Some(1));
}

#[test]
fn a_person_gets_a_role_as_the_page_shows() {
    let Some(mut fleet) = Fleet::new("postgres", 60) else { return };
    let Service::Postgres(server) = &fleet.service else { panic!("another engine") };
    assert!(server.sql("admin", &block("sql", None)));
    let a = &mut fleet.machines[0];
    let url = a.authority["url"].as_str().expect("an address");
    a.authority["url"] = json!(url.replace("user=person", "user=ann"));
    a.claimed("INT-001", "session", None);
    let status = a.ask("status", "INT-001", "", None);
    assert_eq!(status["holders"][0]["person"], "ann", "{status}");
}
