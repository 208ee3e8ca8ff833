//! `install --host` and its kin as a person types them, for each host.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use golden::Trial;
use serde_json::{Value, json};

use crate::installing::{Machine, write};

/// Each host, its file, and where the program comes to.
pub(crate) const HOSTS: [(&str, &str, &str); 5] = [
    ("codex", "project/.codex/hooks.json", "project/.tacklebox/bin"),
    ("copilot", "project/.github/hooks/tacklebox.json", "project/.tacklebox/bin"),
    ("qwen", "project/.qwen/settings.json", "project/.tacklebox/bin"),
    ("gemini", "project/.gemini/settings.json", "project/.tacklebox/bin"),
    ("kimi", "home/.kimi-code/config.toml", "home/.config/tacklebox/bin"),
];

/// The tests of this module.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        golden::test(each_host_gets_its_file_and_it_goes_again),
        golden::test(what_others_have_written_stays),
        golden::test(what_a_hook_cannot_do_is_said_or_refused),
        golden::test(what_is_broken_is_left_with_its_place),
        golden::test(a_hook_that_would_run_twice_is_refused),
        golden::test(the_program_stays_while_a_host_names_it),
        golden::test(hosts_that_are_found_are_said),
        golden::test(a_command_that_was_written_answers_its_host),
    ]
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|err| panic!("{}: {err}", path.display()))
}

fn each_host_gets_its_file_and_it_goes_again() {
    let machine = Machine::new();
    for (host, file, bin) in HOSTS {
        let (file, bin) = (machine.path(file), machine.path(bin));
        let install = format!("install governance-hook --host {host} % @");
        let shown = machine.check(&format!("{install} --dry-run"), 0, "would put");
        assert!(shown.contains("+++ ") && !file.exists() && !bin.exists(), "{shown}");
        let said = machine.check(&install, 0, "installed governance-hook (");
        assert!(said.contains(": new, ") && said.contains("a hook cannot"), "{said}");
        let text = read(&file);
        assert!(text.contains(&format!(" run --host {host} governance-hook")), "{text}");
        assert!(bin.join("tacklebox").is_file(), "{host}");
        machine.check(&install, 0, "nothing to change");
        assert_eq!(read(&file), text);
        machine.check(&format!("install prompt-detect-hook --host {host} % @"), 0, "installed");
        assert!(read(&file).contains("governance-hook prompt-detect-hook"), "{host}");
        machine.check(&format!("uninstall prompt-detect-hook --host {host} @"), 0, "removed ");
        assert_eq!(read(&file), text);
        machine.check(&format!("uninstall --all --host {host} @"), 0, "nothing else was in it");
        assert!(!file.exists() && !bin.exists(), "{host}");
        machine.check(&format!("uninstall --all --host {host} @"), 0, "No hooks installed");
    }
    // Earlier versions of the files are kept, and nothing else.
    for entry in fs::read_dir(machine.path("project")).unwrap() {
        let inner: Vec<_> = fs::read_dir(entry.unwrap().path()).unwrap().flatten().collect();
        let names: Vec<_> = inner.iter().map(|it| it.file_name().into_string().unwrap()).collect();
        assert!(names == ["tacklebox-backups"] || names == ["hooks"], "{names:?}");
    }
    let other = Machine::new();
    other.check("install governance-hook --host copilot,qwen % @", 0, "installed");
    other.check("uninstall governance-hook --host copilot,qwen @", 0, "removed");
    assert!(fs::read_dir(other.path("project")).unwrap().next().is_none());
    let said = other.check("install --all --host kimi % @", 0, "left out  file-context-hook would");
    assert!(said.contains("left out  subagent-start-hook would"), "{said}");
}

fn what_others_have_written_stays() {
    let machine = Machine::new();
    for (host, file, _) in HOSTS.into_iter().filter(|(host, ..)| *host != "copilot") {
        let before = match host {
            "kimi" => "# mine\r\n[[hooks]]\r\nevent = \"Stop\" # theirs\r\ncommand = 'x'",
            _ => "{\r\n\t\"b\":  1,\r\n\t\"hooks\": {\"Stop\": [{\"hooks\": []}]}, \"a\": [ ] }",
        };
        let file = machine.path(file);
        write(&file, before);
        let said =
            machine.check(&format!("install --all --host {host} --dry-run % @"), 0, "would put");
        assert_eq!(said.contains("subagent-start-hook"), host == "codex" || host == "qwen");
        let hooks = "governance-hook intent-gate-hook prompt-detect-hook agent-trace-hook";
        let said = machine.check(&format!("install {hooks} --host {host} % @"), 0, "lines added");
        assert!(said.contains("the MCP server intent-mcp was not added"), "{said}");
        assert!(read(&file).len() > before.len() + 500);
        let copies = file.parent().unwrap().join("tacklebox-backups");
        assert!(fs::read_dir(copies).unwrap().count() > 1, "{host}");
        machine.check(&format!("uninstall {hooks} --host {host} @"), 0, "removed");
        assert_eq!(read(&file), before, "{host}");
    }
    // This file only Tacklebox's entries alone.
    let file = machine.path("project/.github/hooks/tacklebox.json");
    let theirs =
        "{\"version\": 1,\n \"hooks\": {\"Stop\": [{\"type\": \"command\", \"bash\": \"x\"}]}}";
    write(&file, theirs);
    let said = machine.check("install governance-hook --host copilot % @", 4, "line 2, column 21");
    assert!(said.contains("only Tacklebox's entries"), "{said}");
    machine.check("uninstall governance-hook --host copilot @", 0, "No hooks installed");
    assert_eq!(read(&file), theirs);
}

fn what_a_hook_cannot_do_is_said_or_refused() {
    let machine = Machine::new();
    for (line, status, words) in [
        ("subagent-start-hook --host gemini", 1, "has none of its events"),
        ("subagent-start-hook --host kimi", 1, "would have no effect on Kimi Code"),
        ("file-context-hook --host kimi", 1, "would have no effect on Kimi Code"),
        ("post-edit-hook --host kimi", 1, "accepts no context on PostToolUse, or block"),
        ("governance-hook --host codex --scope local", 1, "no personal settings for a project"),
        ("governance-hook --host codex --engine off", 2, "--engine applies only to Claude Code"),
        ("governance-hook --host codex --bin-dir /opt", 1, "--bin-dir applies only to Claude Code"),
        ("governance-hook --host vim", 2, "vim"),
        ("governance-hook --host codex", 0, "see a read or a search"),
        ("governance-hook --host gemini", 0, "SubagentStart: Gemini CLI has no such event"),
        ("governance-hook --host copilot", 0, "if the program is missing, Copilot CLI allows"),
        ("governance-hook --host kimi", 0, "they run in all projects"),
    ] {
        machine.check(&format!("install {line} % @"), status, words);
    }
    // A hook that fails closed is not to be passed by.
    let closed = machine.path("project/.tacklebox/governance.yaml");
    machine.check("uninstall governance-hook --host copilot @", 0, "removed");
    write(&closed, "version: \"1.0\"\non_failure: closed\nstates: [DO]\ndefault_state: DO\n");
    machine.check("install governance-hook --host copilot % @", 0, "denies every call");
    let text = read(&machine.path("project/.github/hooks/tacklebox.json"));
    assert!(!text.contains("-x"), "{text}");
}

fn what_is_broken_is_left_with_its_place() {
    let machine = Machine::new();
    for (host, file, _) in HOSTS {
        let (text, place) = match host {
            "kimi" => ("a = 1\nb = \n", "line 2, column 5"),
            _ => ("{\n  \"a\": 1, // mine\n}", "line 2, column 11"),
        };
        let file = machine.path(file);
        write(&file, text);
        let said = machine.check(&format!("install governance-hook --host {host} % @"), 3, place);
        assert!(said.contains("was not changed"), "{said}");
        assert_eq!(read(&file), text);
    }
}

fn a_hook_that_would_run_twice_is_refused() {
    let machine = Machine::new();
    let own = "install governance-hook --host qwen --scope user % @";
    machine.check(own, 0, "scope user");
    let said = machine.check("install governance-hook --host qwen % @", 1, "would run twice");
    assert!(said.contains(".qwen/settings.json"), "{said}");
    machine.check("install governance-hook --host qwen --also % @", 0, "runs twice on Qwen Code");
    machine.check("install governance-hook --host codex % @", 0, "installed");
    // Copilot CLI reads the settings of Claude Code, too.
    machine.check("install governance-hook % @", 0, "installed");
    machine.check("install governance-hook --host copilot % @", 1, ".claude/settings.json");
}

fn the_program_stays_while_a_host_names_it() {
    let machine = Machine::new();
    let program = machine.path("project/.tacklebox/bin/tacklebox");
    machine.check(
        "install governance-hook --host codex,gemini % @",
        0,
        "Gemini CLI, scope project",
    );
    let said = machine.check("uninstall governance-hook --host codex @", 0, "removed");
    assert!(said.contains("tacklebox stays: ") && program.is_file(), "{said}");
    machine.check("uninstall governance-hook --host gemini @", 0, "bin: tacklebox");
    assert!(!program.exists());
}

fn hosts_that_are_found_are_said() {
    let machine = Machine::new();
    machine.check("install governance-hook --host auto % @", 1, "no agent host was found");
    fs::create_dir(machine.path("project/.qwen")).unwrap();
    fs::create_dir(machine.path("home/.kimi-code")).unwrap();
    write(&machine.path("path/codex"), "");
    let mut command = machine.command("install governance-hook --host auto % @");
    let output = command.env("PATH", machine.path("path")).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    for words in ["Codex CLI: ", "Qwen Code: ", "Kimi Code: ", "use `--host codex,qwen,kimi`"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("Claude Code") && !machine.path("project/.codex").exists(), "{said}");
    let all = "install governance-hook --host auto --dry-run % @";
    let said = machine.check(all, 0, "config.toml");
    assert!(!machine.path("project/.qwen/settings.json").exists(), "{said}");
}

/// The line of each file, run by a shell as the host does it, answers as the host wants.
fn a_command_that_was_written_answers_its_host() {
    let machine = Machine::new();
    let program = golden::under_test(std::path::Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    let engine = machine.path("programs/tacklebox");
    fs::remove_file(&engine).unwrap();
    fs::copy(program, &engine).unwrap();
    let governance = "version: \"1.0\"\nstates: [DO]\ndefault_state: DO\n\
                      rules:\n  web-fetch: { DO: { action: block, message: stay here } }\n";
    write(&machine.path("project/.tacklebox/governance.yaml"), governance);
    for (host, file, _) in HOSTS {
        machine.check(&format!("install governance-hook --host {host} % @"), 0, "installed");
        let text = read(&machine.path(file));
        let line = match host {
            "kimi" => text.lines().find_map(|line| line.strip_prefix("command = ")).unwrap(),
            _ => text
                .lines()
                .find_map(|line| {
                    line.trim().strip_prefix(if host == "copilot" {
                        "\"bash\": "
                    } else {
                        "\"command\": "
                    })
                })
                .unwrap()
                .trim_end_matches(','),
        };
        let line: String = serde_json::from_str(line).unwrap();
        let project = machine.path("project");
        let variable = format!("{}_PROJECT_DIR", host.to_uppercase());
        let event = json!({
            "hook_event_name": if host == "gemini" { "BeforeTool" } else { "PreToolUse" },
            "session_id": "s", "cwd": project, "tool_name": "WebFetch",
            "tool_input": {"url": "https://example.com", "prompt": "x"},
        });
        let mut child = Command::new("sh")
            .args(["-c", &line])
            .env_clear()
            .env("HOME", machine.path("home"))
            .env(variable, &project)
            .current_dir(&project)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), event.to_string().as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let decision = match host {
            "gemini" => said["decision"].as_str(),
            _ => said["hookSpecificOutput"]["permissionDecision"].as_str(),
        };
        assert_eq!(decision, Some("deny"), "{host}: {line}: {output:?}");
        assert_eq!(output.status.code(), Some(0), "{host}");
    }
}
