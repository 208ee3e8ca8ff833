//! What is changed through links that stand in a scope.

use std::os::unix::fs::symlink;

use serde_json::json;

use super::{OUT, Project};

#[test]
fn a_pattern_that_goes_through_a_link_changes_what_is_behind_it() {
    let project = Project::new("[src/**]");
    project.write("outside/x", "x\n");
    project.write("src/sub/x", "x\n");
    project.choose();
    for (to, link) in [("../outside", "src/ol"), ("../outside/x", "src/oh.md"), ("sub", "src/in")] {
        symlink(to, project.root().join(link)).unwrap();
    }
    for (command, expected) in [
        ("rm -rf src/*/x", OUT),
        ("rm -rf src/o*/x", OUT),
        ("rm -rf src/{ol,sub}/x", OUT),
        ("for d in src/*; do rm -rf \"$d\"/*; done", OUT),
        ("for d in src/*/; do rm -rf $d/x; done", OUT),
        ("for f in src/*/*; do rm $f; done", OUT),
        ("truncate -s0 src/o*", OUT),
        ("sed -i s/x/y/ src/*/x", OUT),
        ("find src/*/ -name x -delete", OUT),
        ("touch src/*/y", OUT),
        ("cp -rf src/sub/. src/o*/", OUT),
        ("rm -rf src/o*", ""),
        ("rm -rf src/s*/x src/i*/x", ""),
        ("touch src/*.ts", ""),
        ("sed -i s/x/y/ src/*", ""),
        ("sed -i --follow-symlinks s/x/y/ src/*", OUT),
        ("cat src/*/x", ""),
    ] {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    }
}
