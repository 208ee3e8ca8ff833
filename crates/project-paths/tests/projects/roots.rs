//! Where a project begins and what it is called.

use std::fs;

use project_paths::ProjectRoot;

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

#[test]
fn paths_are_relative_to_the_checkout_one_is_in() {
    let ground = Ground::new();
    ground.dir("main/.git").dir("main/src").dir("other/.git").worktree("main", "w", "w");
    ground.dir("w/src").dir("main/sub/src").submodule("main/sub", "main/.git/modules/sub");
    let check = |declared: &str, cwd: Option<&str>, expected: Option<&str>| {
        let cwd = cwd.map(|cwd| ground.path(cwd));
        let found = ground.root(declared).root_at(cwd.as_deref());
        let expected = expected.map(|root| ground.path(root));
        assert_eq!(found.as_ref().map(ProjectRoot::path), expected.as_deref(), "{cwd:?}");
    };
    check("main", None, None);
    check("main", Some("main"), None);
    check("main", Some("main/src"), None);
    check("main", Some("main/sub/src"), None);
    check("main", Some("other"), None);
    check("main", Some("nowhere"), None);
    check("main", Some("w/src"), Some("w"));
    check("w", Some("main/src"), Some("main"));
    check("w", Some("w"), None);
    check("main/sub", None, Some("main"));
    check("main/sub", Some("main/sub"), Some("main"));
    check("main/sub", Some("main/sub/src"), Some("main"));
    check("main/sub", Some("other"), Some("main"));
}
