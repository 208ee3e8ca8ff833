//! Scripts that an agent may have written itself.

use serde_json::json;

use super::Project;

#[test]
fn an_own_script_that_nobody_can_read_is_asked_about() {
    let project = Project::new("[src/**]");
    let check = |command: &str, expected: &str| {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    };
    let long = format!("rm -r lib\n#{}\n", "a".repeat(70 * 1024));
    project.write("src/long.sh", &long);
    project.write("lib/long.sh", &long);
    project.write("src/long.py", &long.replace("rm -r lib", "print(1)"));
    project.write("src/broken.sh", "rm -r lib\nif fi )(\n");
    project.write("src/latin.sh", "ls\n");
    project.write("src/plain.sh", "make all\n");
    project.write("src/0.sh", "rm -r lib\n");
    for at in 0..8 {
        project.write(&format!("src/{}.sh", at + 1), &format!("bash src/{at}.sh\n"));
    }
    check("bash src/long.sh", "deny NO_INTENT");
    project.choose();
    for command in ["bash src/long.sh", ". src/long.sh", "bash src/broken.sh", "bash src/8.sh"] {
        check(command, "ask RISK");
    }
    for command in ["bash src/plain.sh", "bash src/plain.sh; ".repeat(32).as_str()] {
        check(command, "");
    }
    check(&"bash src/plain.sh; ".repeat(33), "ask RISK");
    // What the project brings along, and what is no script of a shell, runs.
    for command in
        ["bash lib/long.sh", "python3 src/long.py", "python3 -m pytest src", "bash src/none.sh"]
    {
        check(command, "");
    }
    check("bash src/3.sh", "deny SCOPE_VIOLATION");
}

#[test]
fn a_script_among_what_a_build_makes_may_be_an_own_one() {
    let project = Project::new("[src/**]");
    let check = |command: &str, expected: &str| {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    };
    project.write("dist/x.sh", "echo a > lib/b\n");
    project.choose();
    check("bash dist/x.sh", "");
    project.write(".gitignore", "dist/\n");
    check("bash dist/x.sh", "deny SCOPE_VIOLATION");
    project.write("dist/x.sh", "echo a > dist/b\n");
    check("bash dist/x.sh", "");
}
