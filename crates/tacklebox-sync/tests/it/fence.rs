//! Commits and refs that a push brings, at a repository with the fence as its pre-receive hook.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::fleet::Fleet;
use crate::link::Fault;
use crate::machine::{Machine, git};

struct Team {
    dir: TempDir,
    a: Machine,
}

impl Team {
    fn new(options: &str) -> Team {
        let dir = tempfile::tempdir().expect("a folder");
        git(dir.path(), &["init", "--quiet", "--bare", "remote.git"]);
        let hook = dir.path().join("remote.git/hooks/pre-receive");
        let program = env!("CARGO_BIN_EXE_tacklebox-sync");
        fs::write(&hook, format!("#!/bin/sh\nexec '{program}' fence {options}\n")).expect("a file");
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("a file");
        let remote = dir.path().join("remote.git");
        let authority = json!({"engine": "git", "remote": "origin", "lease_s": 60});
        let a = Machine::new(dir.path(), "a", authority);
        git(&a.project(), &["remote", "add", "origin", &remote.to_string_lossy()]);
        Team { dir, a }
    }

    fn remote(&self) -> PathBuf {
        self.dir.path().join("remote.git")
    }

    /// Gives the intent to the next session.
    fn turn(&self, session: &str) -> u64 {
        let _gone = fs::remove_file(self.a.state().join("intent-locks/INT-1.json"));
        for other in ["ann", "bob"] {
            self.a.ask("release", "INT-1", other, None);
        }
        self.a.claimed("INT-1", session, None)
    }

    fn push(&self, message: &str) -> Result<(), String> {
        commit(&self.a.project(), message);
        push(&self.a.project(), "HEAD:refs/heads/main")
    }
}

fn commit(project: &Path, message: &str) {
    git(project, &["commit", "--quiet", "--allow-empty", "-m", message]);
}

fn push(project: &Path, refspec: &str) -> Result<(), String> {
    let mut git = Command::new("git");
    git.args(["push", "--quiet", "--force", "origin", refspec]).current_dir(project);
    let output = git.output().expect("git");
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_commit_under_a_lease_that_was_taken_over_is_refused() {
    let team = Team::new("");
    assert_eq!(team.turn("ann"), 1);
    assert_eq!(team.push("one\n\nIntent: INT-1 1"), Ok(()));
    assert_eq!(team.turn("bob"), 2);
    let refused = team.push("two\n\nIntent: INT-1 1").unwrap_err();
    assert!(
        refused.contains("with token 1, and another session took over with token 2"),
        "{refused}"
    );
    git(&team.a.project(), &["reset", "--quiet", "--hard", "HEAD~"]);
    assert_eq!(team.push("two\n\nIntent: INT-1 2"), Ok(()));
    assert_eq!(team.push("nobody's"), Ok(()));

    // The same as a check of CI.
    commit(&team.a.project(), "three\n\nIntent: INT-1 1");
    let check = |range: &str| {
        let mut program = team.a.program();
        let output = program.args(["fence", range]).output().expect("a program");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(check("HEAD~3..HEAD~").0, Some(0));
    let (code, words) = check("HEAD~..HEAD");
    assert!(code == Some(1) && words.contains("INT-1 with token 1"), "{code:?} {words}");
    assert_eq!(check("nothing..HEAD").0, Some(2));
}

#[test]
fn a_database_is_asked_for_tokens() {
    let Some(fleet) = Fleet::new("postgres", 60) else { return };
    let (a, b) = fleet.pair();
    let project = a.project();
    a.claimed("INT-1", "ann", None);
    fs::remove_file(a.state().join("intent-locks/INT-1.json")).expect("a lock");
    a.ask("release", "INT-1", "ann", None);
    assert_eq!(b.claimed("INT-1", "bob", None), 2);
    for message in ["start", "one\n\nIntent: INT-1 1", "two\n\nIntent: INT-1 2"] {
        commit(&project, message);
    }
    let check = |range: &str| {
        let mut program = a.program();
        let url = a.authority["url"].as_str().expect("an address");
        program.args(["fence", "--postgres", url, "--project", "shop", range]);
        let output = program.output().expect("a program");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(check("HEAD~..HEAD"), (Some(0), String::new()));
    let (code, words) = check("HEAD~2..HEAD");
    assert!(code == Some(1) && words.contains("INT-1 with token 1"), "{code:?} {words}");
    fleet.links[0].set(Fault::Garbage);
    assert_eq!(check("HEAD~..HEAD").0, Some(2), "nothing is accepted without an answer");
}

#[test]
fn a_trailer_can_be_required() {
    let team = Team::new("--require");
    team.turn("ann");
    assert_eq!(team.push("one\n\nIntent: INT-1 1"), Ok(()));
    assert!(team.push("two").unwrap_err().contains("it has no trailer"));
}

#[test]
fn a_lease_is_neither_lowered_nor_deleted_nor_taken_with_its_token() {
    let team = Team::new("");
    let project = team.a.project();
    team.turn("ann");
    let name = "refs/tacklebox/leases/INT-1";
    let first = git(&team.remote(), &["rev-parse", name]);
    assert_eq!(team.turn("bob"), 2);
    git(&project, &["fetch", "--quiet", "origin", name]);
    let message = git(&project, &["log", "-1", "--format=%B", "FETCH_HEAD"]);
    let record = |changed: String| git(&project, &["commit-tree", &tree(&project), "-m", &changed]);
    let _cached = git(
        &project,
        &["fetch", "--quiet", &team.a.state().join("leases/git/cache.git").to_string_lossy(), name],
    );
    let refused = |new: &str, why: &str| {
        let words = push(&project, &format!("{new}:{name}")).unwrap_err();
        assert!(words.contains(why), "{words}");
    };
    refused("", "a lease cannot be deleted");
    refused(&record(message.replace("\"token\":2", "\"token\":1")), "token 1 is older than 2");
    refused(&record(message.replace("bob", "eve")), "token 2 belongs to session bob");
    refused(&record("garbage".to_owned()), "not valid");
    commit(&project, "start");
    fs::write(project.join("file"), "").expect("a folder");
    git(&project, &["add", "file"]);
    let with_file = git(&project, &["write-tree"]);
    let files = git(&project, &["commit-tree", &with_file, "-m", &message]);
    refused(&files, "a commit with parents or files");
    let parents = git(&project, &["commit-tree", &tree(&project), "-p", "HEAD", "-m", &message]);
    refused(&parents, "a commit with parents or files");
    git(&project, &["tag", "-a", "-m", &message, "lease", &record(message.clone())]);
    refused("lease", "not a commit");
    refused(&record(r#"{"version":2}"#.to_owned()), "newer than this program");
    assert_ne!(first, git(&team.remote(), &["rev-parse", name]));
    let next = message.replace("bob", "eve").replace("\"token\":2", "\"token\":3");
    assert_eq!(push(&project, &format!("{}:{name}", record(next))), Ok(()));
}

fn tree(project: &Path) -> String {
    git(project, &["hash-object", "-w", "-t", "tree", "/dev/null"])
}

#[test]
fn an_unreadable_lease_can_be_deleted_and_refuses_the_commits_of_its_intent_alone() {
    let team = Team::new("");
    team.turn("ann");
    let garbage = git(&team.a.project(), &["commit-tree", &tree(&team.a.project()), "-m", "no"]);
    let remote = team.remote().to_string_lossy().into_owned();
    git(&team.a.project(), &["push", "--quiet", &remote, &format!("{garbage}:refs/heads/no")]);
    git(&team.remote(), &["update-ref", "refs/tacklebox/leases/INT-2", &garbage]);
    assert_eq!(team.push("one\n\nIntent: INT-1 1"), Ok(()));
    let refused = team.push("two\n\nIntent: INT-2 1").unwrap_err();
    assert!(refused.contains("the lease of INT-2 cannot be read"), "{refused}");
    assert_eq!(push(&team.a.project(), ":refs/tacklebox/leases/INT-2"), Ok(()));
}

#[test]
fn a_commit_that_only_a_lease_has_is_checked() {
    let team = Team::new("");
    team.turn("ann");
    assert_eq!(team.turn("bob"), 2);
    let project = team.a.project();
    commit(&project, "old\n\nIntent: INT-1 1");
    git(
        &team.remote(),
        &["fetch", "--quiet", &project.to_string_lossy(), "HEAD:refs/tacklebox/leases/x/y"],
    );
    let refused = push(&project, "HEAD:refs/heads/main").unwrap_err();
    assert!(refused.contains("with token 1"), "{refused}");
}
