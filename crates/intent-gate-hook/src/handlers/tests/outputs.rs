//! What builds make.

use serde_json::json;

use super::Project;

#[test]
fn what_builds_make_is_in_every_scope_where_git_ignores_it() {
    let project = Project::new("[src/**]");
    let check = |command: &str, expected: &str| {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    };
    let build = "go build -o dist/app ./src";
    check(build, "deny NO_INTENT");
    project.choose();
    check(build, "deny SCOPE_VIOLATION");
    project.write(".gitignore", "node_modules/\n/dist/\n");
    for command in [build, "rm -rf dist", "touch dist/a/b", "mkdir dist"] {
        check(command, "");
    }
    for command in ["touch build/a", "touch dist2/a", "touch lib/dist/a", "touch dist/../a"] {
        check(command, "deny SCOPE_VIOLATION");
    }
    std::os::unix::fs::symlink("lib", project.root().join("dist")).unwrap();
    check("touch dist/a", "deny SCOPE_VIOLATION");
}
