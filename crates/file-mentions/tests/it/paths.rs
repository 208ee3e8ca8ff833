//! Under which paths files are stored: one spelling a file, and none for what is
//! elsewhere.

use std::path::Path;

use file_mentions::{Recording, Secrets};
use project_paths::{Pattern, ProjectRoot, RealPaths, Search};
use serde_json::json;

use crate::ground::Ground;

#[test]
fn one_file_has_one_path() {
    let ground = Ground::new();
    ground.file("app/src/a.rs", "").file("app-feature/src/a.rs", "").file("elsewhere.rs", "");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("src/a.rs", ground.path("app/link.rs")).unwrap();
        std::os::unix::fs::symlink("../elsewhere.rs", ground.path("app/out.rs")).unwrap();
    }
    let root = ground.root();
    let ignore = [Pattern::new("target/").unwrap(), Pattern::new("**/*.lock").unwrap()];
    let recording = Recording {
        root: &root,
        paths: &RealPaths::default(),
        ignore: &ignore,
        secrets: Secrets::Redact,
    };
    let check = |spoken: &str, expected: Option<&str>| {
        let spoken =
            spoken.replace("[HERE]", ground.path("").to_str().unwrap().trim_end_matches('/'));
        let cwd = ground.path("app/src");
        let path = recording.path(Some(&cwd), &spoken);
        assert_eq!(path.as_ref().map(|path| path.as_str()), expected, "{spoken}");
    };
    for spoken in ["a.rs", "./a.rs", "../src/a.rs", "..//src/./a.rs", "[HERE]/app/src/a.rs"] {
        check(spoken, Some("src/a.rs"));
    }
    #[cfg(unix)]
    {
        check("../link.rs", Some("src/a.rs"));
        check("../out.rs", None);
    }
    check("new.rs", Some("src/new.rs"));
    check("[HERE]/app-feature/src/a.rs", None);
    check("../../app-feature/src/a.rs", None);
    check("[HERE]/app", None);
    check("..", None);
    check("/etc/passwd", None);
    check("../target/x", None);
    check("../Cargo.lock", None);
    check("../.env", None);
    check("", None);
    let existing = |spoken| recording.existing(None, spoken).map(|path| path.to_string());
    assert_eq!(existing("src/a.rs"), Some("src/a.rs".to_owned()));
    for spoken in ["src", "src/new.rs", "https://example.com/a.rs", "and/or", "-la"] {
        assert_eq!(existing(spoken), None, "{spoken}");
    }
}

#[test]
fn commands_and_prompts_mention_files_that_exist() {
    let ground = Ground::new();
    ground.file("app/src/a.rs", "").file("app/b.md", "");
    let entries = [
        ground.prompt("ask @someone about @b.md, https://example.com/src/a.rs and and/or"),
        ground.calls("Bash", &json!({"command": "wc -l src/a.rs nothing.rs"}), "1"),
        ground.says("See /etc/hosts and src/main.rs."),
    ];
    ground.ingest("s", &ground.transcript("t", &entries));
    let files = ground.reader().recent_files("s", 10).unwrap();
    assert_eq!(files.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["src/a.rs", "b.md"]);
}

#[test]
fn a_linked_worktree_has_paths_of_its_own_root() {
    // Hosts put the worktrees of subagents inside the project.
    for worktree in ["wt", "app/.claude/worktrees/wt"] {
        check_worktree(worktree);
    }
}

fn check_worktree(worktree: &str) {
    let ground = Ground::new();
    ground.file("app/.git/worktrees/wt/commondir", "../..\n");
    ground.file("app/.git/worktrees/wt/gitdir", &format!("[HERE]{worktree}/.git\n"));
    ground.file(&format!("{worktree}/.git"), "gitdir: [HERE]app/.git/worktrees/wt\n");
    ground.file("other/.git/HEAD", "");
    for tree in ["app", worktree, "other"] {
        ground.file(&format!("{tree}/src/a.rs"), "");
    }
    ground.file(&format!("{worktree}/wt.rs"), "").file("other/other.rs", "");
    // A folder with a configuration is a project by itself; a worktree has none here.
    std::fs::remove_dir(ground.path("app/.tacklebox")).unwrap();
    let root = ground.root();
    let tree = ProjectRoot::at(&ground.path(worktree));
    assert_eq!(root.key(), tree.key());
    let read = |tree: &str, name: &str| {
        let path = ground.path(tree).join(name);
        let mut entry = ground.reads(path.to_str().unwrap(), &format!("{tree} {name}"));
        entry["cwd"] = ground.path(tree).to_str().unwrap().into();
        entry
    };
    let entries = [
        ground.prompt("go"),
        read("app", "src/a.rs"),
        read(worktree, "src/a.rs"),
        read(worktree, "wt.rs"),
        read("other", "other.rs"),
        ground.says("Done."),
    ];
    ground.ingest("s", &ground.transcript("t", &entries));
    let files = ground.reader().recent_files("s", 10).unwrap();
    let files: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(files, ["wt.rs", "src/a.rs"], "{worktree}");
}

#[test]
fn a_submodule_belongs_to_the_outer_project() {
    let ground = Ground::new();
    ground.file("outer/.git/HEAD", "").file("outer/.git/modules/sub/HEAD", "");
    ground.file("outer/sub/.git", "gitdir: ../.git/modules/sub\n").file("outer/sub/a.rs", "");
    let sub = ground.path("outer/sub");
    let root = Search { cwd: Some(&sub), ..Search::default() }.project().unwrap();
    let recording = Recording {
        root: &root,
        paths: &RealPaths::default(),
        ignore: &[],
        secrets: Secrets::Redact,
    };
    let path = recording.path(Some(&ground.path("outer/sub")), "a.rs").unwrap();
    assert_eq!(Path::new(path.as_str()), Path::new("sub/a.rs"));
}
