//! What comes of single calls, in tables. What is remembered between calls is in
//! the golden cases.

#[cfg(unix)]
mod plan_notices;
mod project;

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use project::Project;

const SESSION: &str = "s";

const OUT: &str = "deny SCOPE_VIOLATION";

#[track_caller]
fn check_call(tool: &str, input: &Value, expected: &str) {
    let project = Project::new("[src/**]");
    project.choose();
    assert_eq!(project.verdict(tool, input), expected, "{tool} {input}");
}

#[test]
fn a_command_is_judged_by_how_far_it_reaches() {
    for (command, expected) in [
        ("rm src/a.ts", ""),
        ("rm -r src/sub", ""),
        ("rm -r src", OUT),
        ("rm src/*.ts", ""),
        ("rm *.ts", OUT),
        ("mv src lib", OUT),
        ("cp src/a.ts src/b.ts", ""),
        ("cp src/a.ts .", OUT),
        ("git checkout -- src", ""),
        ("git checkout -- .", OUT),
        ("tar -xf a.tar -C src", ""),
        ("tar -xf a.tar", OUT),
        ("chmod -x src/a.ts", ""),
        ("echo x > ~/x", OUT),
        ("cd / && echo x > opt/x", OUT),
        ("cd / && echo x > tmp/x", ""),
        ("echo x > /dev/null", ""),
        ("make", ""),
        // What is not told passes, unless it names a place outside.
        ("rm -f $OLD", ""),
        ("eval \"$X\"", ""),
        ("echo x > \"$OUT\"", ""),
        ("rm -rf src/$OLD", ""),
        ("rm -rf lib/$OLD", OUT),
        ("cp src/a.ts /opt/$X/", OUT),
        ("sed -i s/a/b/ $(cat list)", ""),
    ] {
        check_call("Bash", &json!({ "command": command }), expected);
    }
}

#[test]
fn temporary_folders_are_free() {
    const NONE: &str = "deny NO_INTENT";
    let project = Project::new("[src/**]");
    let beside = project.folder.path().join("x").to_str().unwrap().to_owned();
    let check = |command: &str, expected: &str| {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    };
    for command in [
        "echo x > /tmp/x",
        "rm -rf /tmp/xy",
        "mkdir -p /tmp/w && cd /tmp/w && touch a",
        "cp src/a.ts /var/tmp/a",
    ] {
        check(command, "");
    }
    for command in [
        "cd /tmp && echo x > ../opt/x",
        "cp src/a.ts /tmp/a lib",
        "cd /tmp; cd -P l/.. && rm -rf lib",
        "set -P; cd /tmp; cd l/..; rm -rf lib",
        "git worktree add /tmp/w",
    ] {
        check(command, NONE);
    }
    // Whatever else lies there, the state of another test or a link.
    let found = project.verdict("Bash", &json!({ "command": "rm -rf /tmp/*" }));
    assert!(found.starts_with("deny "), "{found}");
    // The state of this test lies there.
    check("rm -rf /tmp", OUT);
    // The part of a temporary folder in which the project lies is not free.
    check(&format!("echo x > {beside}"), NONE);
    // A link out of one leads out of it.
    let link = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/opt", link.path().join("l")).unwrap();
    let link = link.path().display();
    check(&format!("echo x > {link}/l/x"), NONE);
    check(&format!("rm -rf {link}"), "");
    let write = json!({ "file_path": "/tmp/x", "content": "x" });
    assert_eq!(project.verdict("Write", &write), "");
}

#[test]
fn a_scope_of_everything_has_no_protected_file() {
    let project = Project::new("['**']");
    project.write(".mcp.json", "{}");
    project.choose();
    for (command, expected) in [
        ("echo > x.json", ""),
        ("mv {a,src/z}.json", ""),
        ("mv {.orchestration,src/z}", OUT),
        ("touch {src/a,.claude/settings}.json", OUT),
        ("touch {,x}.mcp.json", OUT),
        ("touch {a,x}.mcp.json", ""),
        ("rm *.json", ""),
        ("cp .mcp.json src/h", ""),
        ("cp -l .mcp.json src/h", OUT),
        ("cp -al .orchestration src/h", OUT),
        ("intent-gate-hook select A", ""),
        (".tacklebox/bin/tacklebox intent-gate select A", ""),
        ("'/a b/bin/tacklebox' intent-gate select A", ""),
        ("tacklebox intent-gate complete A", OUT),
        ("\"$CLAUDE_PROJECT_DIR\"/bin/intent-gate-hook select A", ""),
        ("TACKLEBOX_STATE_DIR=x intent-gate-hook select A", OUT),
        ("env CLAUDE_PROJECT_DIR=x intent-gate-hook release", OUT),
    ] {
        let found = project.verdict("Bash", &json!({ "command": command }));
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn what_only_reads_is_free_before_a_choice_and_all_else_is_not() {
    let none = "deny NO_INTENT";
    for (tool, input, expected) in [
        ("Read", json!({"file_path": "/etc/hosts"}), ""),
        ("Grep", json!({"pattern": "x"}), ""),
        ("Agent", json!({"prompt": "x", "description": "x"}), ""),
        ("WebSearch", json!({"query": "x"}), ""),
        ("NobodyKnowsIt", json!({"file_path": "src/a.ts"}), ""),
        ("mcp__i__list_intents", json!({}), ""),
        ("Bash", json!({"command": "ls | wc -l"}), ""),
        ("Bash", json!({"command": "'/a b/bin/tacklebox' intent-gate list"}), ""),
        ("Bash", json!({"command": "tacklebox intent-gate select A && make"}), none),
        ("Bash", json!({"command": "tacklebox hooklint intent-gate ./x.sh"}), none),
        ("Bash", json!({"command": "tacklebox report --out lib/x intent-gate"}), none),
        ("Bash", json!({}), ""),
        ("Bash", json!({"command": "echo x > src/a.ts"}), none),
        ("Bash", json!({"command": "make"}), none),
        ("Bash", json!({"command": "if"}), none),
        ("Write", json!({"file_path": "src/a.ts"}), none),
        ("Write", json!({}), none),
        ("write_file", json!({"file_path": "src/a.ts"}), none),
        ("mcp__db__query", json!({"sql": "SELECT 1"}), none),
        ("PowerShell", json!({"command": "Get-ChildItem src"}), ""),
        ("PowerShell", json!({"command": "Set-Content src/a.ts x"}), none),
    ] {
        let project = Project::new("[src/**]");
        assert_eq!(project.verdict(tool, &input), expected, "{tool} {input}");
    }
}

/// The first check that fails decides.
#[test]
fn the_checks_have_an_order() {
    let project = Project::new("[src/**]");
    let force = |rest: &str| json!({ "command": format!("git push --force; {rest}") });
    let find = |command: &Value| project.verdict("Bash", command);
    assert_eq!(find(&force("echo > .mcp.json")), OUT, "protected before none chosen");
    assert_eq!(find(&force("echo > lib/a")), "deny NO_INTENT", "none chosen before scope");
    project.choose();
    assert_eq!(find(&force("echo > lib/a")), OUT, "scope before risk");
    assert_eq!(find(&force("echo > src/a")), "ask RISK");
    let lock = json!({
        "session": "other", "host": "", "since": "2000-01-01T00:00:00Z",
        "expires": "2100-01-01T00:00:00Z",
    });
    project.write_lock(&lock.to_string());
    assert_eq!(find(&force("echo > lib/a")), "deny INTENT_LOCKED", "locked before scope");
    assert_eq!(find(&force("echo > .mcp.json")), OUT, "protected before locked");
    let intents = "active_intents: [{ id: A, status: BLOCKED, owned_scope: ['src/**'] }]";
    project.write(".orchestration/active_intents.yaml", intents);
    assert_eq!(find(&force("echo > lib/a")), "deny INTENT_CLOSED", "closed before locked");
    project.write(".orchestration/active_intents.yaml", "active_intents: [{ id: B }]");
    assert_eq!(find(&force("echo > lib/a")), "deny UNKNOWN_INTENT");
}

#[test]
fn a_session_without_a_name_can_choose_too() {
    let project = Project::new("[src/**]");
    let input = json!({ "intent_id": "A" });
    let write = json!({ "file_path": "src/a.ts" });
    assert_ne!(project.answer("", "PreToolUse", "Write", &write), Value::Null);
    project.answer("", "PostToolUse", "mcp__i__select_active_intent", &input);
    assert_eq!(project.answer("", "PreToolUse", "Write", &write), Value::Null);
}

#[test]
fn a_lock_that_cannot_be_parsed_holds_from_its_last_change_on() {
    let project = Project::new("[src/**]");
    let file = project.write_lock("garbage");
    let changed = |seconds_ago: u64| {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_000_000 - seconds_ago);
        std::fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
        project.verdict("mcp__i__select_active_intent", &json!({ "intent_id": "A" }))
    };
    assert_eq!(changed(3_599), "deny INTENT_LOCKED");
    assert_eq!(changed(3_601), "");
}
