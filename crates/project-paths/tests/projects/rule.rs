//! Which folder is the project, for whom it is looked for from where.

use std::path::{Path, PathBuf};

use project_paths::{ProjectRoot, Search};

use crate::ground::Ground;

const INSTALLED: &str =
    r#"{"hooks": [{"command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/governance-hook"}]}"#;
const FOREIGN: &str = r#"{"hooks": [{"command": "/opt/governance-hook.sh"}]}"#;
const INTENTS: &str = ".orchestration/active_intents.yaml";

/// Searches from each of `starts`, a person's home being `home`.
#[track_caller]
fn check(ground: &Ground, home: &str, starts: &[&str], root: &str) {
    let home = ground.path(home);
    for start in starts {
        let dir = ground.path(start);
        let expected = Some(tidy(&ground.path(root)));
        let search = Search { home: Some(&home), ..Search::default() };
        let found = |search: Search<'_>| search.project().map(|it| it.path().to_owned());
        assert_eq!(found(Search { cwd: Some(&dir), ..search }), expected, "cwd {start}");
        if dir.is_dir() {
            let elsewhere = ground.path("elsewhere");
            let declared = Search { declared: Some(&dir), cwd: Some(&elsewhere), ..search };
            assert_eq!(found(declared), expected, "declared {start}");
            if dir.canonicalize().unwrap() == tidy(&dir) {
                let search = Search { cwd: Some(&dir), without_links: Some(&dir), ..search };
                assert_eq!(found(search), expected, "without links {start}");
            }
        }
    }
}

/// Without a separator at the end.
fn tidy(path: &Path) -> PathBuf {
    path.components().collect()
}

#[cfg(unix)]
#[test]
fn every_start_is_in_the_project_that_all_programs_name() {
    let (ground, projects) = Ground::of_all_programs();
    let home = ground.path("home");
    for (start, expected) in projects {
        let search = Search { cwd: Some(&start), home: Some(&home), ..Search::default() };
        let found = search.project().map(|it| it.path().to_owned());
        assert_eq!(found, expected, "{}", start.display());
    }
}

#[test]
fn a_policy_at_the_root_of_a_repository_holds_in_its_folders() {
    let ground = Ground::new();
    ground.dir("mono/.git").dir("mono/.tacklebox").dir("mono/packages/web/src");
    check(&ground, "home", &["mono", "mono/packages/web", "mono/packages/web/src"], "mono");
    let ground = Ground::new();
    ground.dir("mono/.git").dir("mono/packages/web/src");
    check(&ground, "home", &["mono", "mono/packages/web", "mono/packages/web/src"], "mono");
}

#[test]
fn each_marker_makes_a_package_a_project() {
    for (marker, text, is_marker) in [
        (".tacklebox/governance.yaml", "", true),
        (".claude/settings.json", INSTALLED, true),
        (".claude/settings.local.json", INSTALLED, true),
        (INTENTS, "", true),
        (".tacklebox", "a file is no folder of configuration", false),
        (".claude/settings.json", FOREIGN, false),
        (".claude/settings.json/no", INSTALLED, false),
        (".claude/other.json", INSTALLED, false),
        (".claude", INSTALLED, false),
        (".orchestration/agent_trace.jsonl", "", false),
        ("package.json", INSTALLED, false),
    ] {
        let ground = Ground::new();
        ground.dir("mono/.git").dir("mono/.tacklebox").dir("mono/pkg/src/deep");
        ground.file(&format!("mono/pkg/{marker}"), text);
        let root = if is_marker { "mono/pkg" } else { "mono" };
        check(&ground, "home", &["mono/pkg", "mono/pkg/src/deep"], root);
        check(&ground, "home", &["mono"], "mono");
    }
}

#[test]
fn of_a_package_in_a_package_the_nearest_holds() {
    let ground = Ground::new();
    ground
        .dir("mono/.git")
        .dir("mono/a/.tacklebox")
        .file("mono/a/b/.claude/settings.json", INSTALLED);
    ground.dir("mono/a/b/c/src").dir("mono/a/d");
    check(&ground, "home", &["mono/a/b", "mono/a/b/c", "mono/a/b/c/src"], "mono/a/b");
    check(&ground, "home", &["mono/a", "mono/a/d"], "mono/a");
    check(&ground, "home", &["mono"], "mono");
}

#[test]
fn a_folder_without_git_is_a_project_by_itself() {
    let ground = Ground::new();
    ground.dir("home/plain/sub").dir("home/marked/.tacklebox").dir("home/marked/sub/deep");
    check(&ground, "home", &["home/plain"], "home/plain");
    check(&ground, "home", &["home/plain/sub"], "home/plain/sub");
    check(&ground, "home", &["home/marked/sub/deep"], "home/marked");
    assert_eq!(ground.found("home/plain").key(), ground.root("home/plain").key());
}

#[test]
fn a_search_does_not_leave_the_checkout() {
    let ground = Ground::new();
    ground.dir("outer/.tacklebox").dir("outer/repo/.git").dir("outer/repo/src").dir("outer/plain");
    check(&ground, "home", &["outer/repo", "outer/repo/src"], "outer/repo");
    check(&ground, "home", &["outer/plain"], "outer");
}

#[test]
fn a_submodule_is_part_of_the_outermost_superproject() {
    let ground = Ground::new();
    ground.dir("main/.git").dir("main/sub/src").dir("main/lib/.tacklebox");
    ground.submodule("main/sub", "main/.git/modules/sub");
    ground.submodule("main/sub/inner", "main/.git/modules/sub/modules/inner");
    ground
        .submodule("main/own", "main/.git/modules/own")
        .dir("main/own/.tacklebox")
        .dir("main/own/src");
    ground.submodule("main/lib/sub", "main/.git/modules/lib");
    check(&ground, "home", &["main/sub", "main/sub/src", "main/sub/inner"], "main");
    check(&ground, "home", &["main/own", "main/own/src"], "main/own");
    check(&ground, "home", &["main/lib/sub"], "main/lib");
    // One whose superproject is elsewhere is a checkout of its own.
    ground.dir("other/.tacklebox").dir("other/.git").dir("other/stray/src");
    ground.submodule("other/stray", "main/.git/modules/stray");
    check(&ground, "home", &["other/stray", "other/stray/src"], "other/stray");
    ground.dir("plain/.tacklebox").submodule("plain/stray", "main/.git/modules/plain");
    check(&ground, "home", &["plain/stray"], "plain/stray");
}

#[test]
fn a_linked_worktree_is_a_checkout_of_its_own() {
    let ground = Ground::new();
    ground.dir("main/.git").dir("main/.tacklebox").dir("main/pkg/.tacklebox");
    ground.worktree("main", "w", "w").dir("w/src").dir("w/pkg/.tacklebox").dir("w/pkg/src");
    ground.worktree("main", "in", "main/.worktrees/in").dir("main/.worktrees/in/src");
    check(&ground, "home", &["w", "w/src"], "w");
    check(&ground, "home", &["w/pkg/src"], "w/pkg");
    check(&ground, "home", &["main/.worktrees/in/src"], "main/.worktrees/in");
    assert_eq!(ground.found("w/src").key(), ground.found("main").key());
    assert_eq!(ground.found("w/pkg/src").key(), ground.found("main/pkg").key());
}

#[test]
fn home_and_what_is_above_it_is_a_project_for_who_starts_there_alone() {
    let ground = Ground::new();
    ground.dir("u/.tacklebox").dir("u/me/.tacklebox").dir("u/me/.git").dir("u/me/notes/day");
    ground.file("u/me/.claude/settings.json", INSTALLED);
    ground.dir("u/me/app/.git").dir("u/me/app/src");
    check(&ground, "u/me", &["u/me"], "u/me");
    check(&ground, "u/me", &["u"], "u");
    check(&ground, "u/me", &["u/me/notes"], "u/me/notes");
    check(&ground, "u/me", &["u/me/notes/day"], "u/me/notes/day");
    check(&ground, "u/me", &["u/me/app/src"], "u/me/app");
    check(&ground, "gone", &["u/me/notes"], "u/me");
}

#[test]
fn the_root_folder_is_a_project_for_who_starts_there_alone() {
    let found = |start: &str, home: Option<&str>| {
        let search =
            Search { cwd: Some(Path::new(start)), home: home.map(Path::new), ..Search::default() };
        search.project().map(|it| it.path().to_owned())
    };
    for home in [None, Some("/"), Some("/root"), Some("/gone/home")] {
        assert_eq!(found("/", home), Some("/".into()), "{home:?}");
        assert_eq!(found("/dev", home), Some("/dev".into()), "{home:?}");
        assert_eq!(found("/gone", home), None, "{home:?}");
    }
    assert!(ProjectRoot::at(Path::new("/")).key().starts_with("project-"));
}

#[test]
fn what_is_not_there_leads_to_what_is_above_it_and_is_no_project() {
    let ground = Ground::new();
    ground.dir("app/.git").file("app/file", "").dir("home/plain").file("home/file", "");
    ground.dir("home/marked/.tacklebox");
    check(&ground, "home", &["app/gone", "app/gone/deeper", "app/file", "app/file/x"], "app");
    check(&ground, "home", &["home/marked/gone"], "home/marked");
    let home = ground.path("home");
    for start in ["home/plain/gone", "home/gone", "home/file", "gone", "/nowhere/at/all"] {
        let start = ground.path(start);
        let search = Search { cwd: Some(&start), home: Some(&home), ..Search::default() };
        assert_eq!(search.project(), None, "{}", start.display());
    }
}

#[test]
fn what_is_declared_comes_first_if_it_names_a_folder() {
    let ground = Ground::new();
    ground.dir("app/.git").dir("other/.git").file("other/file", "").dir("home");
    let (cwd, home) = (ground.path("app"), ground.path("home"));
    let root = |declared: &Path| {
        let without_links = Some(cwd.as_path());
        let search = Search {
            declared: Some(declared),
            cwd: without_links,
            home: Some(&home),
            without_links,
        };
        search.project().map(|it| it.path().to_owned())
    };
    assert_eq!(root(&ground.path("other")), Some(ground.path("other")));
    assert_eq!(root(&ground.path("app/../other/.")), Some(ground.path("other")));
    let refused = ["", "other", "./other"].map(PathBuf::from);
    for no_folder in refused.iter().chain(&[ground.path("other/file"), ground.path("other/gone")]) {
        assert_eq!(root(no_folder), Some(ground.path("app")), "{}", no_folder.display());
    }
    assert_eq!(Search::default().project(), None);
    assert_eq!(Search { cwd: Some(Path::new("app")), ..Search::default() }.project(), None);
}

#[cfg(unix)]
#[test]
fn links_are_followed_first_and_the_spelling_is_kept() {
    let ground = Ground::new();
    ground.dir("real/app/.git").dir("real/app/src").dir("plain/.tacklebox");
    ground.link("app", "real/app").link("src", "real/app/src").link("dangling", "real/gone");
    ground.link("plain/app", "[HERE]real/app").link("plain/src", "[HERE]real/app/src");
    check(&ground, "home", &["app", "app/src"], "app");
    check(&ground, "home", &["src"], "real/app");
    check(&ground, "home", &["plain/app", "plain/app/src"], "plain/app");
    check(&ground, "home", &["plain/src"], "real/app");
    check(&ground, "home", &["plain/.tacklebox/../../app/src"], "app");
    let root = ground.found("app/src");
    assert_eq!((root.path(), root.resolved()), (&*ground.path("app"), &*ground.path("real/app")));
    assert_eq!(root.key(), ground.found("real/app").key());
}

#[cfg(unix)]
#[test]
fn home_may_be_a_link() {
    let ground = Ground::new();
    ground
        .dir("disk/me/.tacklebox")
        .dir("disk/me/notes")
        .dir("disk/.tacklebox")
        .link("me", "disk/me");
    check(&ground, "me", &["disk/me/notes"], "disk/me/notes");
    check(&ground, "me", &["me/notes"], "me/notes");
    check(&ground, "me", &["disk/me"], "disk/me");
}

/// Anybody may have put there what is found in a folder like `/tmp`.
#[cfg(unix)]
#[test]
fn a_folder_of_everybody_is_a_project_for_who_starts_there_alone() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    ground.dir("tmp/.tacklebox").dir("tmp/.git").dir("tmp/mine/src").dir("tmp/app/.git");
    let mode = |bits| std::fs::Permissions::from_mode(bits);
    std::fs::set_permissions(ground.path("tmp"), mode(0o1777)).unwrap();
    check(&ground, "home", &["tmp/mine"], "tmp/mine");
    check(&ground, "home", &["tmp/mine/src"], "tmp/mine/src");
    check(&ground, "home", &["tmp/app"], "tmp/app");
    check(&ground, "home", &["tmp"], "tmp");
    // Where a system knows no rights, every folder looks open.
    std::fs::set_permissions(ground.path("tmp"), mode(0o777)).unwrap();
    check(&ground, "home", &["tmp/mine/src"], "tmp");
}

#[cfg(unix)]
#[test]
fn settings_that_are_no_file_are_passed_over() {
    let ground = Ground::new();
    ground.dir("app/.git").dir("app/pkg/.claude").file("settings", INSTALLED);
    ground.link("app/pkg/.claude/settings.json", "/dev/zero");
    check(&ground, "home", &["app/pkg"], "app");
    ground.link("app/pkg/.claude/settings.local.json", "[HERE]settings");
    check(&ground, "home", &["app/pkg"], "app/pkg");
}
