//! Failures that a recorded case cannot hold: they are too large, too slow, or
//! limits of the process. The others are the cases `failure-*`.

use std::process::Output;

use golden::place::Place;
use hook_chain::{Chain, rehearse};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_governance-hook");
const CONFIGURATION: &str = ".tacklebox/governance.yaml";

const RULES: &str = "default_state: DO\n\
                     rules: { user-query: { DO: { action: block, message: decide by the plan } } }\n";

/// A place with this configuration in which a question is about to be asked.
fn asked(configuration: &str) -> Place {
    let place = Place::new(PROGRAM).unwrap();
    place.write(CONFIGURATION, configuration).unwrap();
    let event = json!({
        "session_id": "s",
        "cwd": place.project(),
        "hook_event_name": "PreToolUse",
        "tool_name": "AskUserQuestion",
        "tool_input": { "questions": [] },
    });
    place.write("event.json", &event.to_string()).unwrap();
    place
}

/// A policy that is open where the hook fails, and so where it takes too long.
const OPEN: &str = "on_failure: open\n\
                    default_state: DO\n\
                    paths: [{ glob: 'vendor/**', action: block, message: not ours }]\n";

/// Runs `line` and returns the decision, or `None` for silence, and stderr.
#[track_caller]
fn answer(place: &Place, line: &str) -> (Option<Value>, String) {
    let output = place.shell(line).unwrap();
    assert!(output.status.success(), "{}", output.status);
    let reply = (!output.stdout.is_empty())
        .then(|| serde_json::from_slice::<Value>(&output.stdout).unwrap());
    let reply = reply.map(|reply| reply["hookSpecificOutput"].clone());
    (reply, String::from_utf8(output.stderr).unwrap())
}

/// What a process of the hook would answer, without a time limit.
fn in_process(place: &Place, event: &Value) -> Output {
    let project = place.project();
    let variables =
        [("CLAUDE_PROJECT_DIR", &project), ("TACKLEBOX_STATE_DIR", &project.join("../state"))];
    let variables = variables.map(|(name, path)| (name.to_owned(), path.display().to_string()));
    let chain = Chain::new([governance_hook::hook()]);
    rehearse(&chain, &variables.into(), &project, event.to_string().as_bytes())
}

pub(crate) fn a_configuration_of_more_than_a_mebibyte_is_not_used() {
    let filler = format!("# {}\n", "x".repeat(1 << 20));

    let (reply, errors) =
        answer(&asked(&format!("{RULES}{filler}")), "governance-hook <event.json");
    assert_eq!(reply, None);
    assert!(errors.ends_with("governance.yaml: larger than 1 MiB\n"), "{errors}");

    let closed = asked(&format!("on_failure: closed\n{RULES}{filler}"));
    let (reply, _) = answer(&closed, "governance-hook <event.json");
    let reason = reply.unwrap()["permissionDecisionReason"].to_string();
    assert!(reason.contains("larger than 1 MiB"), "{reason}");
}

/// As on a full disk or over a quota: files can be made, and not be filled.
pub(crate) fn a_call_is_denied_where_no_file_can_grow() {
    let place = asked(RULES);
    let (reply, errors) =
        answer(&place, "trap '' XFSZ; ulimit -f 0; exec governance-hook <event.json");
    assert_eq!(reply.unwrap()["permissionDecision"], "deny");
    for unwritten in ["what the agent was told", "log a decision"] {
        assert!(errors.contains(unwritten), "{errors}");
    }
    assert!(errors.lines().all(|line| line.starts_with("governance-hook: ")));
}

/// Whatever `timeout_ms` says, the host is not kept waiting.
pub(crate) fn a_state_command_cannot_use_up_the_time_of_the_host() {
    let configuration = format!(
        "{RULES}on_state_error: default_state\n\
         state: [{{ command: [sleep, '60'], timeout_ms: 60000 }}]\n"
    );
    let place = asked(&configuration);
    let (reply, errors) = answer(&place, "governance-hook <event.json");
    assert_eq!(reply.unwrap()["permissionDecision"], "deny");
    assert!(errors.contains("state source command `sleep 60`: no answer within "), "{errors}");
}

/// Opening a pipe waits for someone to write into it.
pub(crate) fn a_pipe_in_place_of_a_file_does_not_hold_up_a_call() {
    let sources = "state: [{ file: pipe }]\non_state_error: default_state\n";
    for (configuration, pipe) in
        [(format!("{RULES}{sources}"), "pipe"), (RULES.to_owned(), CONFIGURATION)]
    {
        let place = asked(&configuration);
        let (_, errors) = answer(
            &place,
            &format!("rm -f {pipe} && mkfifo {pipe} && exec governance-hook <event.json"),
        );
        assert!(errors.contains("not a regular file"), "{errors}");
    }
}

/// What takes the square of their number does not end. In this process nobody interrupts a slow call.
pub(crate) fn a_call_with_100_000_paths_is_judged() {
    let plain = || (0..100_000).map(|number| format!("src/module-{number}/a.rs"));
    let protected = || plain().chain([CONFIGURATION.to_owned()]);
    let patch = |paths: &mut dyn Iterator<Item = String>| {
        let files = paths.map(|path| format!("*** Delete File: {path}\n"));
        format!("*** Begin Patch\n{}*** End Patch\n", files.collect::<String>())
    };
    let command = |paths: &mut dyn Iterator<Item = String>| {
        format!("touch {}", paths.collect::<Vec<_>>().join(" "))
    };
    let paths = |paths: &mut dyn Iterator<Item = String>| paths.collect::<Vec<_>>();
    let crowd = "100001 files are too many";
    for (tool, input, reason) in [
        ("mcp__fs__write", json!({ "paths": paths(&mut protected()) }), crowd),
        ("mcp__fs__write", json!({ "paths": paths(&mut plain()) }), "100000 files are too many"),
        ("apply_patch", json!({ "input": patch(&mut protected()) }), crowd),
        ("Bash", json!({ "command": command(&mut protected()) }), "is unclear which"),
    ] {
        let place = Place::new(PROGRAM).unwrap();
        place.write(CONFIGURATION, OPEN).unwrap();
        let event = json!({
            "session_id": "s",
            "cwd": place.project(),
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": input,
        });
        let output = in_process(&place, &event);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{tool}");
        let reply = serde_json::from_slice::<Value>(&output.stdout).unwrap();
        let reply = &reply["hookSpecificOutput"];
        assert_eq!(reply["permissionDecision"], "deny", "{tool}");
        let said = reply["permissionDecisionReason"].as_str().unwrap();
        assert!(said.contains(reason), "{tool}: {said}");
    }
}
