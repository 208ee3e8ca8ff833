//! The decisions as tables.

mod paths;

use serde_json::json;

use super::*;
use crate::decide::lookup::Lifted;
use crate::decide::primitive::{SHELL_BACKGROUND, reachable};
use crate::policy::testing::policy;

/// What is given of a call: its verdict and the rules behind it, in one line.
fn told(situation: Situation<'_>, call: &ToolCall, facts: &Facts) -> String {
    let judgement = judge(situation, call, facts);
    let said = |finding: &Finding| format!("{} ({})", finding.words(), finding.rule_id);
    match judgement.verdict() {
        Verdict::Allowed => "allowed".to_owned(),
        Verdict::Warned(findings) => {
            let warnings: Vec<_> = findings.into_iter().map(said).collect();
            format!("warned: {}", warnings.join("; "))
        }
        Verdict::Asked(findings) | Verdict::Denied(findings) => {
            let reasons: Vec<_> = findings.into_iter().map(said).collect();
            format!("denied: {}", reasons.join("; "))
        }
    }
}

fn in_state<'a>(policy: &'a Policy, state: &'a str, lifted: &'a Lifted) -> Situation<'a> {
    Situation { policy, state, agent_type: None, lifted }
}

fn shell(text: &str) -> Shell {
    let found = command_effects::judge(text, None, &command_effects::Programs::default());
    match found.unresolved.into_iter().next() {
        Some(it) if found.runs.is_empty() => {
            Shell::Unparsed { text: text.to_owned(), reason: it.reason }
        }
        _ => Shell::Parsed(found.runs),
    }
}

/// A call of a tool that reaches a primitive without any configuration.
fn sample(primitive: &str) -> ToolCall {
    let (tool, input) = match primitive {
        "content-search" => ("Grep", json!({"pattern": "x"})),
        "db-query" => ("mcp__db__db_query", json!({})),
        "file-edit" => ("Edit", json!({"file_path": "a"})),
        "file-read" => ("Read", json!({"file_path": "a"})),
        "file-search" => ("Glob", json!({"pattern": "*"})),
        "file-write" => ("Write", json!({"file_path": "a"})),
        "mcp-call" => ("mcp__github__create_issue", json!({})),
        "mcp-list" => ("ListMcpResourcesTool", json!({})),
        "mcp-read" => ("ReadMcpResourceTool", json!({})),
        "memory-search" => ("mcp__memory__search", json!({})),
        "memory-store" => ("mcp__memory__store", json!({})),
        "notebook-edit" => ("NotebookEdit", json!({"notebook_path": "a"})),
        "plan-enter" => ("EnterPlanMode", json!({})),
        "plan-exit" => ("ExitPlanMode", json!({})),
        "schema-query" => ("mcp__db__schema", json!({})),
        SHELL_BACKGROUND => ("Bash", json!({"command": "a", "run_in_background": true})),
        "shell-execute" => ("Bash", json!({"command": "a"})),
        "skill-invoke" => ("Skill", json!({"skill": "a"})),
        "task-spawn" => ("Agent", json!({"prompt": "a"})),
        "task-track" => ("TodoWrite", json!({})),
        "user-query" => ("AskUserQuestion", json!({})),
        "web-fetch" => ("WebFetch", json!({})),
        "web-search" => ("WebSearch", json!({})),
        other => panic!("no tool for {other}"),
    };
    ToolCall::new(tool, input)
}

#[test]
fn the_line_names_what_is_denied_and_nothing_else() {
    let default = |action: &str| {
        format!(
            "default_action: {action}\n\
             states: [A, B, C]\n\
             rules:\n\
             \x20 web-fetch: {{ A: {{ action: block }}, B: {{ action: warn }} }}\n\
             \x20 file-write: {{ _all_states: {{ action: redirect, redirect_to: x }}, A: {{ action: allow }} }}\n\
             \x20 file-edit: {{ _other_states: {{ action: block }}, B: {{ action: allow }} }}\n\
             \x20 shell-execute: {{ A: {{ action: block }}, B: {{ action: block }} }}\n\
             \x20 shell-background: {{ B: {{ action: allow }} }}\n\
             agents:\n\
             \x20 - agent_type: \"E*\"\n\
             \x20   rules:\n\
             \x20     file-read: {{ _all_states: {{ action: block }} }}\n\
             \x20     file-write: {{ _all_states: {{ action: allow }} }}\n\
             \x20     shell-execute: {{ C: {{ action: block }} }}\n"
        )
    };
    let lifted = Lifted::from([("file-edit".to_owned(), "noon".to_owned())]);
    for action in ["allow", "warn", "block"] {
        let policy = policy(&default(action));
        for state in ["A", "B", "C"] {
            for agent_type in [None, Some("Explore"), Some("Plan")] {
                for lifted in [&Lifted::new(), &lifted] {
                    let situation = Situation { policy: &policy, state, agent_type, lifted };
                    let denied: Vec<_> = reachable(&policy)
                        .into_iter()
                        .filter(|primitive| {
                            let judgement = judge(situation, &sample(primitive), &Facts::default());
                            assert_eq!(judgement.primitive, Some(*primitive));
                            matches!(judgement.verdict(), Verdict::Denied(_))
                        })
                        .collect();
                    let line = situation.announcement().line;
                    let denied = match denied.as_slice() {
                        [] => "none".to_owned(),
                        some => some.join(", "),
                    };
                    let expected = format!("[STATE: {state}] Blocked: {denied}");
                    let said = line.split(" (").next().unwrap();
                    assert_eq!(said, expected, "{action} {agent_type:?}");
                }
            }
        }
    }
}

#[test]
fn the_strictest_findings_win_and_stay_in_their_order() {
    use Action::{Allow, Ask, Block, Redirect, Warn};
    let check = |actions: &[Action], expected: &str| {
        let findings = actions.iter().enumerate().map(|(at, action)| Finding {
            told: None,
            by_table: None,
            rule_id: at.to_string(),
            action: *action,
            message: String::new(),
        });
        let judgement = Judgement { primitive: Some("web-fetch"), findings: findings.collect() };
        let ids = |findings: Vec<&Finding>| {
            findings.iter().map(|f| f.rule_id.clone()).collect::<Vec<_>>().join(" ")
        };
        let found = match judgement.verdict() {
            Verdict::Allowed => "allowed".to_owned(),
            Verdict::Warned(findings) => format!("warned {}", ids(findings)),
            Verdict::Asked(findings) => format!("asked {}", ids(findings)),
            Verdict::Denied(findings) => format!("denied {}", ids(findings)),
        };
        assert_eq!(found, expected, "{actions:?}");
        assert_eq!(judgement.grants(), expected == "allowed", "{actions:?}");
    };
    check(&[], "allowed");
    check(&[Allow, Allow], "allowed");
    check(&[Allow, Warn, Allow, Warn], "warned 1 3");
    check(&[Warn, Ask, Allow], "asked 1");
    check(&[Ask, Redirect, Block], "denied 1 2");
    check(&[Warn, Block, Redirect], "denied 1 2");
    check(&[Allow, Block], "denied 1");
}

#[test]
fn a_command_rule_holds_for_a_program_with_arguments() {
    let policy = policy(
        "states: [A]\n\
         commands:\n\
         \x20 - { program: git, args: \"push*--force*\", action: block, message: m }\n\
         \x20 - { program: \"python*\", args: \"*/manage.py migrate\", action: block, message: m }\n\
         \x20 - { program: psql, action: block, message: m }\n\
         \x20 - { program: dd, args: \"\", action: block, message: m }\n\
         \x20 - { program: later, states: [B], action: block, message: m }\n",
    );
    let check = |text: &str, expected: Option<usize>| {
        let facts = Facts { shell: Some(shell(text)), ..Facts::default() };
        let expected =
            expected.map_or("allowed".to_owned(), |at| format!("denied: m (commands[{at}])"));
        let nothing = Lifted::new();
        let situation = in_state(&policy, "A", &nothing);
        let found = told(situation, &sample("shell-execute"), &facts);
        assert_eq!(found, expected, "{text}");
    };
    check("git push origin a/b --force", Some(0));
    check("git push --force-with-lease", Some(0));
    check("git push", None);
    check("git commit -m 'push --force'", None);
    // Options may stand before what is meant, with their values or without.
    check("git -C . push origin --force", Some(0));
    check("git --no-pager -c 'a.b=c d' --git-dir=x push --force", Some(0));
    check("git --version", None);
    check("python3 src/app/manage.py migrate", Some(1));
    check("python3 src/app/manage.py migrate x", None);
    check("python3 manage.py migrate", None);
    check("psql", Some(2));
    check("/usr/bin/psql -c 'select 1'", Some(2));
    check("ls psql", None);
    check("dd", Some(3));
    check("dd if=a", None);
    check("later", None);
    check("", None);
    check("> out", None);
    // Not parsable: program and pattern need only occur.
    check("echo 'open; psql", Some(2));
    check("echo 'git; push now --force please", Some(0));
    check("echo 'open; /usr/bin/python3.12 a/manage.py migrate", Some(1));
    check("echo 'open; psqlrc my-psql psql_x.psql", None);
    check("echo 'git; push now", None);
    check("echo 'push --force", None);
}

#[test]
fn the_rule_of_the_pages_keeps_every_forced_push_for_people() {
    let policy = policy(
        "states: [DO]\ncommands: [{ program: git, action: block, message: force pushes are for people, \
         args: 'push* {-f,-[a-z]f,-[a-z][a-z]f,--for,--mirror,+}*' }]\n",
    );
    let check = |text: &str, is_denied: bool| {
        let facts = Facts { shell: Some(shell(text)), ..Facts::default() };
        let nothing = Lifted::new();
        let situation = in_state(&policy, "DO", &nothing);
        let found = told(situation, &sample("shell-execute"), &facts);
        assert_eq!(found.starts_with("denied: force pushes are for people"), is_denied, "{text}");
    };
    for forced in [
        "git push -f",
        "git push --force",
        "git push --force-with-lease=main origin",
        "git push -uf origin main",
        "git push -fu origin main",
        "git push -nuf",
        "git push origin main -f",
        "git push origin +main",
        "git push origin '+refs/heads/a:refs/heads/b'",
        "git push --mirror",
        "git -C lib push -f",
        "cd a && sudo git push origin main --force",
    ] {
        check(forced, true);
    }
    for plain in [
        "git push",
        "git push -u origin fix-f",
        "git push origin a+b",
        "git push --follow-tags",
        "git push origin main:main",
        "git commit -m 'push -f'",
        "git stash push -m x",
    ] {
        check(plain, false);
    }
}
