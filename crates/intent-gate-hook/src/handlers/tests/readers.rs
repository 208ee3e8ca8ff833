//! What a program that only reads obeys in the folder in which it runs.

use serde_json::json;

use super::Project;

#[test]
fn a_reader_obeys_nothing_to_which_anybody_may_write() {
    let project = Project::new("[src/**]");
    project.write(".tacklebox/intent-gate.yaml", "exempt: [scratch/**]\n");
    let other = tempfile::tempdir().unwrap();
    let check = |command: &str, passes: bool| {
        let command = command
            .replace("[T]", other.path().to_str().unwrap())
            .replace("[P]", project.root().to_str().unwrap());
        let verdict = project.verdict("Bash", &json!({ "command": command }));
        let expected = if passes { "" } else { "deny NO_INTENT" };
        assert_eq!(verdict, expected, "{command}");
    };
    for command in [
        "git -C [T] status",
        "git -C [T]/a/b log",
        "cd [T] && git diff",
        "(cd [T]; git log)",
        "cd / && cd [T] && git log",
        "D=[T]; git -C $D status",
        "D=[T]; cd $D && git log",
        "cd \"$(mktemp -d)\" && git log",
        "cd [T] && python3 -c 'import json; print(1)'",
        "cd [T] && npm ls",
        "cd [T] && cargo tree",
        "git -C scratch/r status",
        "cd scratch && git log",
    ] {
        check(command, false);
    }
    for command in [
        "git status",
        "git -C . status",
        "git -C [P] status",
        "git -C [P]/src log",
        "cd src && git diff",
        "cd \"$(git rev-parse --show-toplevel)\" && git status",
        "cd [T] && ls && cat a",
        "git -C /usr/src/x log",
    ] {
        check(command, true);
    }
}
