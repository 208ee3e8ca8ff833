//! Hooks, tools and the installer name the same folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use project_paths::Search;

use crate::machine::{Machine, read, write};

const INSTALL: &str = "install governance-hook --scope local";

/// Installs into a folder of the machine, and asks for the project of a session that is started
/// there, and of one in a folder below.
#[track_caller]
fn check(machine: &Machine, start: &str) {
    let start = machine.path(start);
    machine.at(INSTALL, start.to_str().unwrap()).unwrap();
    fs::create_dir_all(start.join("src/deep")).unwrap();
    let home = machine.path("home");
    let project = |declared: Option<&Path>, cwd: Option<&Path>| {
        let search = Search { declared, cwd, home: Some(&home), ..Search::default() };
        search.project().map(|project| project.resolved().to_owned())
    };
    let expected = Some(real(&start));
    assert_eq!(project(Some(&start), None), expected, "the hook, where the host declares it");
    assert_eq!(project(None, Some(&start)), expected, "a tool in a shell");
    assert_eq!(project(None, Some(&start.join("src/deep"))), expected, "a tool further down");
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap()
}

/// A machine with these folders; `.git` at the end of one is a repository.
fn machine(folders: &[&str]) -> Machine {
    let machine = Machine::new();
    for folder in folders {
        fs::create_dir_all(machine.path(folder)).unwrap();
        if Path::new(folder).ends_with(".git") {
            write(&machine.path(folder).join("HEAD"), "ref: refs/heads/main\n");
        }
    }
    machine
}

#[test]
fn a_package_of_a_repository() {
    let machine = machine(&["mono/.git", "mono/packages/web"]);
    check(&machine, "mono/packages/web");
}

#[test]
fn a_package_in_a_package() {
    let machine = machine(&["mono/.git", "mono/.tacklebox", "mono/a/.tacklebox", "mono/a/b"]);
    check(&machine, "mono/a/b");
    check(&machine, "mono/a");
    check(&machine, "mono/a/b");
}

#[test]
fn a_folder_without_git() {
    check(&machine(&["plain"]), "plain");
}

#[test]
fn a_submodule() {
    let machine = machine(&["outer/.git", "outer/.git/modules/sub", "outer/sub"]);
    write(&machine.path("outer/sub/.git"), "gitdir: ../.git/modules/sub\n");
    check(&machine, "outer/sub");
}

#[test]
fn a_linked_worktree() {
    let machine = machine(&["main/.git", "main/.git/worktrees/tree", "tree"]);
    let git = machine.path("main/.git/worktrees/tree");
    write(&machine.path("tree/.git"), &format!("gitdir: {}\n", git.display()));
    write(&git.join("commondir"), "../..\n");
    write(&git.join("gitdir"), &format!("{}\n", machine.path("tree/.git").display()));
    check(&machine, "tree");
}

#[test]
fn an_uninstallation_leaves_the_checkouts_beside_it_alone_and_names_them() {
    let machine = machine(&["main/.git", "main/.git/info", "main/.git/worktrees/tree", "tree"]);
    let git = machine.path("main/.git/worktrees/tree");
    write(&machine.path("tree/.git"), &format!("gitdir: {}\n", git.display()));
    write(&git.join("commondir"), "../..\n");
    write(&git.join("gitdir"), &format!("{}\n", machine.path("tree/.git").display()));
    let at = |line: &str, project: &str| {
        machine.at(line, machine.path(project).to_str().unwrap()).unwrap()
    };
    at(INSTALL, "main");
    let bin = ".claude/hooks/bin";
    let program = format!("{bin}/governance-hook");
    at(INSTALL, "tree");
    fs::remove_file(machine.path("tree").join(&program)).unwrap();
    symlink(real(&machine.path("main")).join(&program), machine.path("tree").join(&program))
        .unwrap();
    let exclude = read(&machine.path("main/.git/info/exclude"));
    let uninstall = "uninstall governance-hook --scope local";
    let shown = at(uninstall, "main");
    let note = format!("the worktree {} used these programs", machine.path("tree").display());
    assert!(shown.contains(&note), "{shown}");
    at(INSTALL, "main");
    assert_eq!(read(&machine.path("main/.git/info/exclude")), exclude);
    at(uninstall, "tree");
    assert_eq!(read(&machine.path("main/.git/info/exclude")), exclude);
}

#[test]
fn a_link_to_the_project() {
    let machine = machine(&["far/project/.git"]);
    symlink(machine.path("far/project"), machine.path("near")).unwrap();
    check(&machine, "near");
}

#[test]
fn a_home_whose_own_settings_are_local_ones() {
    let machine = Machine::new();
    let home = machine.path("home");
    machine.at(INSTALL, home.to_str().unwrap()).unwrap();
    let search = Search { declared: Some(&home), home: Some(&home), ..Search::default() };
    assert_eq!(search.project().unwrap().resolved(), real(&home));
}

#[test]
fn a_start_that_is_not_there() {
    let machine = Machine::new();
    machine.at(INSTALL, machine.path("nowhere").to_str().unwrap()).unwrap_err();
    assert!(!machine.path("nowhere").exists());
}

#[test]
fn what_no_longer_holds_is_named_once() {
    let machine = machine(&["mono/.git", "mono/.tacklebox", "mono/packages/web"]);
    let web = machine.path("mono/packages/web");
    let install = || machine.at(INSTALL, web.to_str().unwrap()).unwrap();
    let first = install();
    let configuration = real(&machine.path("mono")).join(".tacklebox");
    let note = format!("{} no longer applies there\n", configuration.display());
    assert!(first.ends_with(&note), "{first}");
    assert!(!install().contains("note:"));
    let root = machine.at(INSTALL, machine.path("mono").to_str().unwrap()).unwrap();
    assert!(!root.contains("note:"), "{root}");
}

#[test]
fn what_a_person_installs_in_a_project_of_a_team_is_kept_from_git() {
    let machine = Machine::new();
    let exclude = machine.project(".git/info/exclude");
    write(&exclude, "*.log");
    machine.done("install governance-hook @");
    machine.done("uninstall governance-hook @");
    assert_eq!(read(&exclude), "*.log", "what is the team's is not");
    let line = "install governance-hook file-context-hook --scope local @";
    let shown = machine.done(line);
    let told = "git       ignores /.claude/settings.local.json, /.orchestration/, /.tacklebox/ (";
    assert!(shown.contains(told), "{shown}");
    let text = read(&exclude);
    assert!(
        text.contains("\n/.claude/settings.local.json\n") && text.ends_with("\n*.log"),
        "{text}"
    );
    assert!(!machine.done(line).contains("git  "));
    machine.done("uninstall governance-hook --scope local @");
    assert_eq!(read(&exclude), text);
    let shown = machine.done("uninstall --all --scope local @");
    assert!(shown.contains("git       no longer ignores /.claude/"), "{shown}");
    assert_eq!(read(&exclude), "*.log");
    assert!(!machine.project(".claude/settings.local.json").exists());
}
