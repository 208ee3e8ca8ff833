//! Git in daily work.

use serde_json::json;

use super::{OUT, Project};

#[test]
fn git_moves_between_commits_within_an_intent() {
    let project = Project::new("[src/**]");
    project.write(".mcp.json", "{}");
    std::fs::create_dir(project.root().join(".git")).unwrap();
    let check = |command: &str, expected: &str| {
        let command = command.replace("[P]", project.root().to_str().unwrap());
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    };
    let moves = [
        "git checkout -b x origin/new",
        "git switch topic",
        "git merge --no-ff topic",
        "git rebase origin/main",
        "git rebase --continue",
        "git cherry-pick topic",
        "git revert --no-edit HEAD",
        "git pull --rebase",
        "git fetch && git rebase origin/main",
        "git stash -u",
        "git stash pop",
        "git reset HEAD~1",
        "git -C [P] checkout topic",
        "cd [P] && git merge topic",
        "git stash && rm -rf src/gen && git stash pop",
    ];
    for command in moves {
        check(command, "deny NO_INTENT");
    }
    project.choose();
    for command in moves {
        check(command, "");
    }
    for command in [
        "git reset --hard",
        "git -C [P] reset --hard",
        "rm -rf src/gen; git reset --hard origin/main",
        "git clean -fdx",
        "git checkout -- .",
        "git checkout topic -- docs",
        "git restore --source=topic docs/a.md",
        "git checkout topic -- .mcp.json",
    ] {
        check(command, OUT);
    }
}
