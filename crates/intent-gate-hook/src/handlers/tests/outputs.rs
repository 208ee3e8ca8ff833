//! What builds make.

use serde_json::json;

use super::Project;

#[test]
fn what_builds_make_is_in_every_scope() {
    let project = Project::new("[src/**]");
    let check = |command: &str, expected: &str| {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    };
    let build = "go build -o dist/app ./src";
    check(build, "deny NO_INTENT");
    project.choose();
    for command in [
        build,
        "rm -rf dist",
        "touch dist/a/b",
        "python3 -m venv .venv",
        "rm -rf node_modules package",
        "echo dist >> .gitignore",
    ] {
        let expected = if command.ends_with("package") { "deny SCOPE_VIOLATION" } else { "" };
        check(command, expected);
    }
    let ignored = "go build -o bin/app ./src";
    check(ignored, "deny SCOPE_VIOLATION");
    project.write(".gitignore", "/bin/\n");
    check(ignored, "");
    for command in ["touch dist2/a", "touch lib/dist/a", "touch dist/../a"] {
        check(command, "deny SCOPE_VIOLATION");
    }
    std::os::unix::fs::symlink("lib", project.root().join("dist")).unwrap();
    check("touch dist/a", "deny SCOPE_VIOLATION");
}
