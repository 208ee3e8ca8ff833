//! Hooks outside this repository: installed by their manifest, run in the chain, and removed again.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::installing::{Machine, write};

/// A script with a manifest, in a folder whose path has blanks.
struct Script(Machine);

impl Script {
    fn new(events: &Value, more: &Value) -> Self {
        let script = Self(Machine::new());
        script.manifest(events, more);
        script.says("exit 0");
        script
    }

    fn manifest(&self, events: &Value, more: &Value) {
        let mut manifest = json!({
            "version": 1, "name": "size-hook", "description": "Says sizes", "program": "size.sh",
            "events": events,
        });
        let fields = manifest.as_object_mut().unwrap();
        fields.extend(more.as_object().cloned().unwrap_or_default());
        write(&self.0.path("hook/tacklebox-hook.json"), &manifest.to_string());
    }

    /// Makes it do this.
    fn says(&self, line: &str) {
        let file = self.0.path("hook/size.sh");
        write(&file, &format!("#!/bin/sh\n{line}\n"));
        fs::set_permissions(file, Permissions::from_mode(0o755)).unwrap();
    }

    #[track_caller]
    fn install(&self, more: &str, status: i32, words: &str) {
        let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
        let line = format!("install --hook ../hook{more} @ --scope project --programs");
        let mut command = self.0.command(&line);
        let output = command.arg(program.parent().unwrap()).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(words), "{said}");
    }

    #[track_caller]
    fn roll_back(&self) {
        let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
        let mut command = self.0.command("rollback --yes @ --scope project --programs");
        let output = command.arg(program.parent().unwrap()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// What the chain answers, and what it says on stderr.
    fn asked(&self, hooks: &str, event: &Value) -> (Value, String) {
        let bin = self.0.path("project/.claude/hooks/bin/tacklebox");
        let mut command = Command::new(bin);
        command.env_clear().env("HOME", self.0.path("home")).env("PATH", "/usr/bin:/bin");
        command.arg("run").args(hooks.split(' ')).current_dir(self.0.path("project"));
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        let mut event = event.clone();
        event["cwd"] = json!(self.0.path("project"));
        event["session_id"] = json!("s");
        child.stdin.take().unwrap().write_all(event.to_string().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let stderr = String::from_utf8(output.stderr).unwrap();
        (serde_json::from_slice(&output.stdout).unwrap_or_default(), stderr)
    }

    #[track_caller]
    fn check(&self, event: &Value, script: &str, expected: (&str, &str), error: &str) {
        self.says(script);
        let (answer, stderr) = self.asked("size-hook", event);
        let (pointer, words) = expected;
        let said = answer.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        assert_eq!(said, words, "{script}: {answer}");
        assert!(
            if error.is_empty() { stderr.is_empty() } else { stderr.contains(error) },
            "{script}: {stderr}"
        );
    }
}

fn after_write() -> Value {
    json!({"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_use_id": "t",
        "tool_input": {"file_path": "a", "content": "b"}, "tool_response": {}})
}

fn before(command: &str) -> Value {
    json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "t",
        "tool_input": {"command": command}})
}

pub(crate) fn a_manifest_that_cannot_be_used_is_refused() {
    let events = json!([{"event": "PostToolUse", "matcher": "Write"}]);
    let script = Script::new(&events, &json!({}));
    script.manifest(&events, &json!({"version": 2}));
    script.install("", 1, "version 2 is unknown: this tacklebox reads version 1");
    script.manifest(&json!([{"event": "PreTooluse"}]), &json!({}));
    script.install("", 1, "\"PreTooluse\" is not an event for hooks; use one of PreToolUse, ");
    script.manifest(&events, &json!({"colour": "red"}));
    script.install("", 1, "tacklebox-hook.json: unknown field `colour`");
    script.manifest(&events, &json!({"name": "governance-hook"}));
    script.install("", 1, "governance-hook is one of our own hooks");
    script.manifest(&events, &json!({"may": ["allow"]}));
    script.install("", 1, "size-hook wants to let calls run without asking you.");
    script.manifest(&events, &json!({}));
    script.install("/none", 1, "could not find ../hook/none: --hook takes a folder");
    fs::set_permissions(script.0.path("hook/size.sh"), Permissions::from_mode(0o644)).unwrap();
    script.install("", 1, "size.sh is not executable; run `chmod +x '");
    fs::remove_file(script.0.path("hook/size.sh")).unwrap();
    script.install("", 1, "size.sh: build it first");
    assert!(!script.0.path("project/.claude").exists());
}

pub(crate) fn a_hook_comes_is_looked_after_and_goes_byte_for_byte() {
    let script = Script::new(&json!([{"event": "PostToolUse", "matcher": "Write"}]), &json!({}));
    let settings = script.0.path("project/.claude/settings.json");
    let before = "{ \"model\": \"opus\" }\n";
    write(&settings, before);
    script.install(" governance", 0, "installed governance-hook, size-hook (scope project)");
    let context =
        r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"big"}}"#;
    script.says(&format!("cat > /dev/null; echo '{context}'"));
    let machine = &script.0;
    machine.check("list @", 0, "size-hook                 installed      project");
    let (answer, stderr) = script.asked("governance-hook size-hook", &after_write());
    assert_eq!(answer["hookSpecificOutput"]["additionalContext"], "big", "{stderr}");
    let status = machine.check("status @", 0, "size-hook                 enforce  yes");
    assert!(status.contains("1     0       0"), "{status}");
    machine.check("log @ --hook size", 0, "size-hook context");
    machine.check("doctor @", 0, "size-hook        PROTECTING");
    fs::remove_file(machine.path("hook/size.sh")).unwrap();
    let (answer, stderr) = script.asked("size-hook", &after_write());
    assert_eq!(answer, Value::Null);
    assert!(stderr.contains("size.sh: it or its interpreter does not exist"), "{stderr}");
    machine.check("errors @ --hook size-hook", 1, "could not start");
    machine.check("uninstall size governance @", 0, "removed");
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
    assert!(!machine.path("project/.claude/hooks").exists());
    script.says(&format!("cat > /dev/null; echo '{context}'"));
    script.roll_back();
    let (answer, stderr) = script.asked("governance-hook size-hook", &after_write());
    assert_eq!(answer["hookSpecificOutput"]["additionalContext"], "big", "{stderr}");
    machine.check("list @", 0, "size-hook                 installed      project");
    script.roll_back();
    assert_eq!(fs::read_to_string(&settings).unwrap(), before);
    for file in ["size-hook", "size-hook.hook.json"] {
        assert!(!machine.path("project/.claude/hooks/bin").join(file).exists(), "{file}");
    }
}

pub(crate) fn a_name_is_installed_from_one_folder() {
    let script = Script::new(&json!([{"event": "PostToolUse"}]), &json!({}));
    let (machine, other) = (&script.0, script.0.path("hook2"));
    fs::create_dir(&other).unwrap();
    for file in ["size.sh", "tacklebox-hook.json"] {
        fs::copy(machine.path("hook").join(file), other.join(file)).unwrap();
    }
    script.install(" --hook ../hook2", 1, "size-hook is already installed from ");
    assert!(!machine.path("project/.claude").exists());
    script.install("", 0, "installed size-hook");
    script.install("2", 1, "size-hook is already installed from ");
    script.install("", 0, "size-hook");
}

pub(crate) fn a_program_of_the_chain_does_not_log_the_call() {
    let script = Script::new(&json!([{"event": "PostToolUse"}]), &json!({}));
    script.install("", 0, "installed size-hook");
    let says = r#"echo "{\"hookSpecificOutput\":{\"hookEventName\":\"PostToolUse\",\"additionalContext\":\"in $TACKLEBOX_CHAIN\"}}""#;
    script.check(&after_write(), says, ("/hookSpecificOutput/additionalContext", "in 1"), "");
}

pub(crate) fn only_what_a_host_accepts_is_passed_on() {
    let events = json!([{"event": "PostToolUse"}, {"event": "PreToolUse"}]);
    let script = Script::new(&events, &json!({}));
    script.install("", 0, "installed size-hook");
    let context = "/hookSpecificOutput/additionalContext";
    let decision = "/hookSpecificOutput/permissionDecision";
    let reason = "/hookSpecificOutput/permissionDecisionReason";
    let says =
        |fields: &str| format!("echo '{{\"hookSpecificOutput\":{{\"hookEventName\":{fields}}}}}'");
    let big = says(r#""PostToolUse","additionalContext":"big""#);
    script.check(&after_write(), &big, (context, "big"), "");
    script.check(
        &after_write(),
        &format!("echo noise; {big}"),
        (context, ""),
        "does not count: noise",
    );
    script.check(&after_write(), "echo words", (context, ""), "plain-text");
    script.check(&after_write(), "kill -9 $$", (context, ""), "does not count: crash");
    script.check(&after_write(), "exit 3", (context, ""), "exit code 3");
    script.check(&after_write(), "sleep 60", (context, ""), "no answer within");
    let stop = says(r#""Stop","additionalContext":"big""#);
    script.check(&after_write(), &stop, (context, ""), "event-name");
    let allow = says(r#""PreToolUse","permissionDecision":"allow""#);
    script.check(
        &before("ls"),
        &allow,
        (decision, ""),
        "it wanted to allow a call; to permit that, add \"allow\" to `may`",
    );
    let rewrite = says(r#""PreToolUse","updatedInput":{"command":"id"}"#);
    script.check(&before("ls"), &rewrite, (decision, ""), "it wanted to change the input");
    script.check(&before("ls"), "echo no >&2; exit 2", (reason, "no"), "");
    let deny = says(r#""PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r""#);
    script.check(&before("ls"), &deny, (reason, "r"), "");
}

pub(crate) fn a_hook_may_do_what_the_person_allowed() {
    let events = json!([{"event": "PreToolUse", "matcher": "Bash"}]);
    let may = json!({"may": ["allow", "updatedInput"], "writes": ["Bash.command"]});
    let script = Script::new(&events, &may);
    script.install(" --allow", 0, "installed size-hook");
    let says = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"id"}}}"#;
    let command = "/hookSpecificOutput/updatedInput/command";
    script.check(&before("ls"), &format!("echo '{says}'"), (command, "id"), "");
    let decision = "/hookSpecificOutput/permissionDecision";
    script.check(&before("ls"), &format!("echo '{says}'"), (decision, "allow"), "");
}

pub(crate) fn it_is_protected_and_its_denial_is_joined_with_ours() {
    let script = Script::new(&json!([{"event": "PreToolUse", "matcher": "Write"}]), &json!({}));
    script.install(" governance", 0, "installed governance-hook, size-hook");
    let says = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"too large"}}"#;
    for file in ["hook/size.sh", "hook/tacklebox-hook.json"] {
        let mut event = before("");
        event["tool_name"] = json!("Write");
        event["tool_input"] = json!({"file_path": script.0.path(file), "content": "x"});
        for says in ["exit 0".to_owned(), format!("echo '{says}'")] {
            script.says(&says);
            let (answer, stderr) = script.asked("governance-hook size-hook", &event);
            let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str();
            let reason = reason.unwrap_or_default();
            assert!(reason.contains("the programs of the guards"), "{answer} {stderr}");
            assert_eq!(reason.contains("too large"), says != "exit 0", "{answer} {stderr}");
        }
    }
}
