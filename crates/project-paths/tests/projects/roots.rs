//! Where a project begins and what it is called.

use std::fs;

use project_paths::{RealPaths, RelPath};

use crate::ground::Ground;

#[track_caller]
fn check_root(ground: &Ground, cwd: &str, root: &str) {
    assert_eq!(ground.found(cwd).path(), ground.path(root).components().as_path(), "from {cwd}");
}

#[track_caller]
fn check_same(ground: &Ground, one: &str, other: &str) {
    assert_eq!(ground.root(one).key(), ground.root(other).key(), "{one} and {other}");
}

#[track_caller]
fn check_differ(ground: &Ground, one: &str, other: &str) {
    assert_ne!(ground.root(one).key(), ground.root(other).key(), "{one} and {other}");
}

#[test]
fn a_key_is_a_slug_and_a_hash() {
    let ground = Ground::new();
    for (name, slug) in [
        ("app", "app-"),
        ("My App_2.0", "my-app-2-0-"),
        ("---", "project-"),
        ("日本", "project-"),
        (&"x".repeat(60), &format!("{}-", "x".repeat(40))),
        (&format!("{}-y", "x".repeat(39)), &format!("{}-", "x".repeat(39))),
    ] {
        let key = ground.dir(name).root(name).key();
        let hash = key.strip_prefix(slug).unwrap_or_else(|| panic!("{key} begins {slug}"));
        assert_eq!(hash.len(), 10, "{key}");
        assert!(hash.chars().all(|c| c.is_ascii_hexdigit() && !c.is_ascii_uppercase()), "{key}");
    }
    check_same(&ground, "app", "My App_2.0/../app");
    ground.dir("a/app");
    check_differ(&ground, "app", "a/app");
}

#[test]
fn linked_worktrees_share_a_key() {
    let ground = Ground::new();
    ground.dir("main/.git").dir("main/pkg").dir("main/lib");
    ground.worktree("main", "feature", "feature").dir("feature/pkg/.tacklebox");
    ground.worktree("main", "inner", "main/.worktrees/inner").dir("main/.worktrees/inner/pkg");
    check_root(&ground, "main/.worktrees/inner/pkg", "main/.worktrees/inner");
    check_same(&ground, "main", "feature");
    check_same(&ground, "main", "main/.worktrees/inner");
    check_same(&ground, "main/pkg", "feature/pkg");
    check_same(&ground, "main/pkg", "main/.worktrees/inner/pkg");
    check_differ(&ground, "main", "feature/pkg");
    check_differ(&ground, "main/pkg", "main/lib");
    assert!(ground.root("feature").key().starts_with("main-"));
    assert!(ground.root("feature/pkg").key().starts_with("pkg-"));
}

#[test]
fn worktrees_of_a_bare_repository_share_a_key() {
    let ground = Ground::new();
    ground.file("app.git/worktrees/a/commondir", "../..\n");
    ground.file("app.git/worktrees/b/commondir", "../..\n");
    ground.file("a/.git", "gitdir: ../app.git/worktrees/a\n");
    ground.file("b/.git", "gitdir: [HERE]app.git/worktrees/b\n");
    ground.file("separate/.git", "gitdir: ../app.git\n");
    check_same(&ground, "a", "b");
    check_same(&ground, "a", "separate");
}

#[test]
fn a_submodule_belongs_to_its_outermost_superproject() {
    let ground = Ground::new();
    ground.dir("modules/main/.git").dir("modules/main/pkg").dir("modules/main/sub/src");
    ground.submodule("modules/main/sub", "modules/main/.git/modules/sub");
    ground.submodule("modules/main/sub/in/ner", "modules/main/.git/modules/sub/modules/in/ner");
    ground.submodule("modules/main/own", "modules/main/.git/modules/own");
    ground.dir("modules/main/own/.tacklebox");
    check_root(&ground, "modules/main/sub/src", "modules/main");
    check_root(&ground, "modules/main/sub/in/ner", "modules/main");
    check_root(&ground, "modules/main/own", "modules/main/own");
    check_same(&ground, "modules/main/sub", "modules/main");
    check_same(&ground, "modules/main/sub/in/ner", "modules/main");
    check_differ(&ground, "modules/main/own", "modules/main");
    check_differ(&ground, "modules/main/own", "modules/main/pkg");
}

#[test]
fn a_submodule_in_a_worktree_belongs_to_the_primary_checkout() {
    let ground = Ground::new();
    ground.dir("main/.git").worktree("main", "w", "w");
    ground.submodule("main/sub", "main/.git/modules/sub");
    ground.submodule("w/sub", "main/.git/worktrees/w/modules/sub");
    ground.submodule("main/own", "main/.git/modules/own").dir("main/own/.tacklebox");
    ground.submodule("w/own", "main/.git/worktrees/w/modules/own").dir("w/own/.tacklebox");
    check_root(&ground, "w/sub", "w");
    check_same(&ground, "w/sub", "main");
    check_same(&ground, "w/own", "main/own");
    check_differ(&ground, "w/own", "main");
}

#[test]
fn a_submodule_elsewhere_is_its_own_root() {
    let ground = Ground::new();
    ground.dir("main/.git").dir("other/.git").dir("other/stray/src");
    ground.submodule("other/stray", "main/.git/modules/sub");
    check_root(&ground, "other/stray/src", "other/stray");
    check_same(&ground, "other/stray", "main");
    check_differ(&ground, "other/stray", "other");
}

#[test]
fn a_pointer_that_leads_nowhere_leaves_the_plain_path() {
    let ground = Ground::new();
    ground.dir("real/.git/worktrees/w");
    let cases = [
        "gitdir: ../gone\n",
        "gitdir: .git\n",
        "gitdir:\0",
        "gitdir: ../real/.git/worktrees/../../README",
        "",
        "nonsense",
        &format!("gitdir: ../real/.git{}", "/.".repeat(3000)),
    ];
    for (number, text) in cases.into_iter().enumerate() {
        let (one, again) = (format!("broken-{number}"), format!("again-{number}"));
        ground.file(&format!("{one}/.git"), text).dir(&format!("{one}/src"));
        check_root(&ground, &format!("{one}/src"), &one);
        let before = ground.root(&one).key();
        fs::remove_file(ground.path(&one).join(".git")).unwrap();
        assert_eq!(ground.root(&one).key(), before, "{text:?}");
        ground.file(&format!("{again}/.git"), text);
        check_differ(&ground, &one, &again);
    }
    ground.file("real/.git/worktrees/w/commondir", "../../gone\n");
    ground.file("w/.git", "gitdir: ../real/.git/worktrees/w\n");
    check_differ(&ground, "w", "real");
    ground.file("two/.git", "gitdir: ../three\n").file("three/.git", "gitdir: ../two\n");
    check_differ(&ground, "two", "three");
}

#[cfg(unix)]
#[test]
fn a_linked_root_is_the_same_project() {
    let ground = Ground::new();
    ground.dir("real/app/.git").dir("real/app/src").link("app", "real/app");
    ground.link("shortcut", "real/app/src");
    check_same(&ground, "app", "real/app");
    check_root(&ground, "app/src", "app");
    check_root(&ground, "shortcut", "real/app");
    let root = ground.root("app");
    assert_eq!(root.path(), ground.path("app"));
    assert_eq!(root.resolved(), ground.path("real/app"));
}

/// Where `file` lies in the project at `root`: the checkout, and the path in it.
#[track_caller]
fn check_file(ground: &Ground, root: &str, file: &str, expected: Option<(&str, &str)>) {
    let project = ground.root(root);
    let file = ground.path(file);
    let spoken = file.to_str().unwrap();
    let checkout = project.checkout_of(&RealPaths::default(), None, spoken);
    let path = checkout.relative(None, spoken).resolved;
    assert_eq!(project.path_of(&file), path, "{root} {spoken}");
    let found = path.map(|path| (checkout.resolved().to_owned(), path.to_string()));
    let expected = expected.map(|(root, path)| (ground.path(root), path.to_owned()));
    assert_eq!(found, expected, "{root} {spoken}");
}

#[test]
fn a_file_of_a_linked_worktree_is_one_of_the_project() {
    let ground = Ground::new();
    ground.dir("main/.git").dir("main/src").dir("other/.git").dir("main/pkg/.tacklebox");
    ground.worktree("main", "in", "main/.claude/worktrees/in").worktree("main", "b", "a b/w");
    ground.dir("main/.claude/worktrees/in/src").dir("main/vendor/.git").dir("a b/w/vendor/.git");
    let check = |root: &str, file: &str, expected| check_file(&ground, root, file, expected);
    check("main", "main/src/a.py", Some(("main", "src/a.py")));
    check("main", "main/vendor/a.py", Some(("main", "vendor/a.py")));
    let inner = "main/.claude/worktrees/in";
    check("main", "main/.claude/worktrees/in/src/new/a.py", Some((inner, "src/new/a.py")));
    check("main", inner, Some((inner, ".")));
    check(
        "main",
        "main/.claude/worktrees/inner/a.py",
        Some(("main", ".claude/worktrees/inner/a.py")),
    );
    check("main", "a b/w/src/a.py", Some(("a b/w", "src/a.py")));
    check("main", "a b/w/vendor/a.py", Some(("a b/w", "vendor/a.py")));
    check("main", "a b/x", None);
    check("main", "other/src/a.py", None);
    check("a b/w", "main/src/a.py", Some(("main", "src/a.py")));
    check("a b/w", "main/.claude/worktrees/in/a.py", Some((inner, "a.py")));
    check(inner, "main/.claude/worktrees/in/a.py", Some((inner, "a.py")));
    check(inner, "main/a.py", Some(("main", "a.py")));
    // The project is a part of the repository.
    check("main/pkg", "a b/w/pkg/a.py", Some(("a b/w/pkg", "a.py")));
    check("main/pkg", "a b/w/lib/a.py", None);
}

#[test]
fn a_relative_path_counts_from_where_one_is() {
    let ground = Ground::new();
    ground.dir("main/.git").worktree("main", "w", "w").dir("w/src");
    let (project, cwd) = (ground.root("main"), ground.path("w/src"));
    for (spoken, expected) in [
        ("a.py", Some("src/a.py")),
        ("../b.py", Some("b.py")),
        ("../../main/b.py", Some("b.py")),
        ("../../b.py", None),
    ] {
        let checkout = project.checkout_of(&RealPaths::default(), Some(&cwd), spoken);
        let location = checkout.relative(Some(&cwd), spoken);
        let found =
            [&location.lexical, &location.resolved].map(|it| it.as_ref().map(RelPath::as_str));
        assert_eq!(found, [expected; 2], "{spoken}");
    }
}

#[test]
fn a_worktree_of_a_submodule_is_one_of_the_submodule() {
    let ground = Ground::new();
    ground.dir("main/.git").worktree("main", "w", "w");
    for name in ["sub", "own"] {
        ground.submodule(&format!("main/{name}"), &format!("main/.git/modules/{name}"));
        ground.submodule(&format!("w/{name}"), &format!("main/.git/worktrees/w/modules/{name}"));
        let git_dir = format!("main/.git/modules/{name}/worktrees/x");
        ground.file(&format!("{git_dir}/commondir"), "../..\n");
        ground.file(&format!("{git_dir}/gitdir"), &format!("[HERE]{name}-x/.git\n"));
        ground.file(&format!("{name}-x/.git"), &format!("gitdir: [HERE]{git_dir}\n"));
    }
    ground.dir("main/own/.tacklebox").dir("w/own/.tacklebox").dir("own-x/.tacklebox");
    let check = |root: &str, file: &str, expected| check_file(&ground, root, file, expected);
    check("main", "w/sub/a.py", Some(("w", "sub/a.py")));
    check("main", "sub-x/a.py", None);
    check("sub-x", "main/a.py", None);
    check("main/own", "w/own/a.py", Some(("w/own", "a.py")));
    check("main/own", "own-x/a.py", Some(("own-x", "a.py")));
    check("main/own", "w/a.py", None);
    check("main/own", "main/a.py", None);
}

#[test]
fn worktrees_of_a_bare_repository_are_one_project() {
    let ground = Ground::new();
    for name in ["a", "b"] {
        let git_dir = format!("app.git/worktrees/{name}");
        ground.file(&format!("{git_dir}/commondir"), "../..\n");
        // As with `worktree.useRelativePaths`.
        ground.file(&format!("{git_dir}/gitdir"), &format!("../../../{name}/.git\n"));
        ground.file(&format!("{name}/.git"), &format!("gitdir: ../app.git/worktrees/{name}\n"));
    }
    check_file(&ground, "a", "b/src/a.py", Some(("b", "src/a.py")));
    check_file(&ground, "a", "app.git/config", None);
}

#[test]
fn a_worktree_that_git_does_not_know_is_none() {
    let ground = Ground::new();
    ground.dir("main/.git").worktree("main", "w", "w").worktree("main", "gone", "gone");
    // Anybody may write such files: `generated` is to stay what a scope calls it.
    ground.file("main/src/.git", "gitdir: ../.git\n").dir("main/src/generated");
    ground.file("main/lib/.git", "gitdir: ../.git/worktrees/w\n");
    ground.file("copy/.git", "gitdir: [HERE]main/.git/worktrees/w\n");
    ground.dir("gone/x");
    fs::remove_file(ground.path("gone/.git")).unwrap();
    let check = |file: &str, expected| check_file(&ground, "main", file, expected);
    check("main/src/generated/a.py", Some(("main", "src/generated/a.py")));
    check("main/lib/a.py", Some(("main", "lib/a.py")));
    check("copy/a.py", None);
    check("gone/a.py", None);
    // Another repository is where the worktree was.
    ground.dir("gone/.git");
    check("gone/a.py", None);
    // The main checkout is gone: a worktree is a project by itself.
    fs::remove_dir_all(ground.path("main")).unwrap();
    check_file(&ground, "w", "w/src/a.py", Some(("w", "src/a.py")));
    check_file(&ground, "w", "main/src/a.py", None);
}
