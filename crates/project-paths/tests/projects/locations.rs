//! Which paths are inside a project.

use project_paths::{Location, RelPath};

use crate::ground::Ground;

#[track_caller]
fn check(ground: &Ground, cwd: Option<&str>, spoken: &str, expected: [Option<&str>; 2]) {
    let cwd = cwd.map(|cwd| ground.path(cwd));
    let spoken = spoken.replace("[HERE]", ground.path("").to_str().unwrap());
    let found = ground.root("app").relative(cwd.as_deref(), &spoken);
    let text = |path: &Option<RelPath>| path.as_ref().map(|path| path.as_str().to_owned());
    let [lexical, resolved] = expected.map(|text| text.map(str::to_owned));
    assert_eq!((text(&found.lexical), text(&found.resolved)), (lexical, resolved), "{spoken}");
}

#[test]
fn a_path_is_inside_or_not() {
    let ground = Ground::new();
    ground.dir("app/src").dir("app-feature/src").file("app/src/a.ts", "");
    let both = |path| [Some(path), Some(path)];
    check(&ground, None, "src/a.ts", both("src/a.ts"));
    check(&ground, None, "src/new/b.ts", both("src/new/b.ts"));
    check(&ground, None, "src/a.ts/b", both("src/a.ts/b"));
    check(&ground, Some("app/src"), "a.ts", both("src/a.ts"));
    check(&ground, Some("app/src"), "../b.ts", both("b.ts"));
    check(&ground, Some("app-feature"), "[HERE]app/src", both("src"));
    check(&ground, Some("app-feature"), "src", [None, None]);
    check(&ground, Some("app-feature"), "../app/src", both("src"));
    check(&ground, None, "../app/src/../src/a.ts", both("src/a.ts"));
    check(&ground, None, "../app-feature/src", [None, None]);
    check(&ground, None, "[HERE]app-feature/src", [None, None]);
    check(&ground, None, "gone/../src/a.ts", both("src/a.ts"));
    check(&ground, None, "gone/../../app-feature", [None, None]);
    check(&ground, None, ".", both("."));
    check(&ground, None, "[HERE]app/", both("."));
    check(&ground, None, "", [None, None]);
    check(&ground, None, "a\0b", [None, None]);
    check(&ground, None, "~/a", both("~/a"));
    check(&ground, None, "/", [None, None]);
}

#[test]
fn a_path_of_any_length_is_survived() {
    let ground = Ground::new();
    ground.dir("app");
    let deep = "a/".repeat(500_000);
    let found = ground.root("app").relative(None, &deep);
    assert_eq!(found.lexical.map(|path| path.as_str().len()), Some(999_999));
    assert_eq!(found.resolved, None);
    check(&ground, None, &"../".repeat(500_000), [None, None]);
    let name = "n".repeat(300);
    check(&ground, None, &name, [Some(&name), None]);
}

#[cfg(unix)]
#[test]
fn links_are_seen_through() {
    let ground = Ground::new();
    ground.dir("app/docs/specs").dir("app/src").dir("out/deep");
    ground.link("app/alias", "docs/specs").link("app/escape", "../out");
    ground.link("app/loop", "loop").link("app/ping", "pong").link("app/pong", "ping");
    ground.link("app/later", "[HERE]out/later").link("app/soon", "docs/soon");
    ground.link("out/back", "[HERE]app/src");
    check(&ground, None, "alias/a.md", [Some("alias/a.md"), Some("docs/specs/a.md")]);
    check(&ground, None, "escape/a", [Some("escape/a"), None]);
    check(&ground, None, "escape/deep/../a", [Some("escape/a"), None]);
    check(&ground, None, "later", [Some("later"), None]);
    check(&ground, None, "later/a", [Some("later/a"), None]);
    check(&ground, None, "soon/a", [Some("soon/a"), Some("docs/soon/a")]);
    check(&ground, None, "[HERE]out/back/a", [None, Some("src/a")]);
    for looped in ["loop", "loop/a", "ping/a"] {
        check(&ground, None, looped, [Some(looped), None]);
    }
    // The system goes up from where the link leads, an editor from where it is.
    check(&ground, None, "alias/../x", [Some("x"), Some("docs/x")]);
    check(&ground, None, "escape/../alias/x", [Some("alias/x"), Some("docs/specs/x")]);
    check(&ground, None, "gone/../alias/x", [Some("alias/x"), Some("docs/specs/x")]);
    check(&ground, None, "gone/../escape/x", [Some("escape/x"), None]);
}

#[cfg(unix)]
#[test]
fn a_linked_root_may_be_spelled_either_way() {
    let ground = Ground::new();
    ground.dir("real/app/src").link("app", "real/app");
    let both = |path| [Some(path), Some(path)];
    check(&ground, None, "src/a", both("src/a"));
    check(&ground, None, "[HERE]real/app/src/a", both("src/a"));
    check(&ground, Some("real/app/src"), "a", both("src/a"));
    check(&ground, Some("real/app"), "[HERE]app/src/a", both("src/a"));
}

#[cfg(unix)]
#[test]
fn a_windows_spelling_is_outside_on_unix() {
    let ground = Ground::new();
    ground.dir("app");
    for spoken in [r"C:\app\src", "c:/app", r"\\server\share\app"] {
        assert_eq!(ground.root("app").relative(None, spoken), Location::default(), "{spoken}");
    }
    check(&ground, None, r"a\..\b", [Some(r"a\..\b"), Some(r"a\..\b")]);
}
