//! `install` and `uninstall` of a hook with an MCP server beside it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::machine::{Machine, SERVER, mode, read, write};

const GATE: &str = "intent-gate-hook";
const SERVERS: &str = "{\n\t\"mcpServers\": {\n\t\t\"other\": { \"command\": \"npx\" }\n\t}\n}";

#[test]
fn a_server_goes_into_its_file_and_out_again() {
    let machine = Machine::new();
    let shown = machine.done(&format!("install {GATE} @"));
    assert!(shown.contains("+    \"intent-mcp\": {\n"), "{shown}");
    let entered = read(&machine.project(".mcp.json"));
    let command = "\"${CLAUDE_PROJECT_DIR:-.}/.claude/hooks/bin/intent-mcp\"";
    assert!(entered.contains(command), "{entered}");
    assert_eq!(mode(&machine.project(".claude/hooks/bin/intent-mcp")), 0o755);
    let again = machine.done(&format!("install {GATE} @"));
    assert_eq!(again.matches("nothing to change\n").count(), 2, "{again}");
    assert_eq!(read(&machine.project(".mcp.json")), entered);
    machine.done(&format!("uninstall {GATE} @"));
    assert!(machine.tree().is_empty(), "{:?}", machine.tree());
}

#[test]
fn the_servers_of_others_come_back_byte_for_byte() {
    let machine = Machine::new();
    let file = machine.project(".mcp.json");
    write(&file, SERVERS);
    fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
    machine.done(&format!("install {GATE} @"));
    assert!(read(&file).contains("\t\t\"other\": { \"command\": \"npx\" },\n\t\t\"intent-mcp\""));
    let backup = machine.project(".claude/tacklebox-backups/.mcp.json.1.bak");
    assert_eq!(read(&backup), SERVERS);
    machine.done(&format!("uninstall {GATE} @"));
    assert_eq!((read(&file).as_str(), mode(&file)), (SERVERS, 0o640));
    assert!(!machine.project("tacklebox-backups").exists());
    machine.done("install governance-hook @");
    assert_eq!(read(&file), SERVERS, "a hook without a server");
}

#[test]
fn a_dry_run_shows_the_server_too() {
    let machine = Machine::new();
    let shown = machine.done(&format!("install {GATE} --dry-run @"));
    assert!(shown.contains("+    \"intent-mcp\": {\n"), "{shown}");
    assert!(shown.contains("bin/intent-gate-hook\n") && shown.contains("bin/intent-mcp\n"));
    assert!(machine.tree().is_empty());
    machine.done(&format!("install {GATE} @"));
    let tree = machine.tree();
    let shown = machine.done(&format!("uninstall {GATE} --dry-run @"));
    assert!(shown.contains("-    \"intent-mcp\": {\n"), "{shown}");
    assert_eq!(shown.matches("would remove ").count(), 2, "{shown}");
    assert_eq!(machine.tree(), tree);
}

#[test]
fn servers_that_cannot_be_edited_stop_everything() {
    let machine = Machine::new();
    let file = machine.project(".mcp.json");
    for (text, because) in [
        ("{ // mine\n}\n", ".mcp.json was not changed: line 1, column 3: a comment, "),
        (
            "{\"mcpServers\": []}",
            ".mcp.json was not changed: line 1, column 16: `mcpServers` must be",
        ),
    ] {
        write(&file, text);
        machine.refused(&format!("install {GATE} @"), because);
        machine.done(&format!("uninstall {GATE} @"));
        assert_eq!(machine.tree(), [".mcp.json"]);
        assert_eq!(read(&file), text);
    }
    write(&file, "{\"mcpServers\": {\"intent-mcp\": {\"command\": \"npx\"}}}");
    machine.refused(&format!("install {GATE} @"), "another server has the name `intent-mcp`");
    assert_eq!(machine.tree(), [".mcp.json"]);
    machine.done(&format!("uninstall {GATE} @"));
    fs::remove_file(&file).unwrap();
    fs::remove_file(machine.path("programs").join(SERVER)).unwrap();
    machine.refused(&format!("install {GATE} @"), "could not copy");
    assert!(!file.exists() && !machine.project(".claude/settings.json").exists());
}

#[test]
fn settings_of_your_own_name_the_command_for_the_server() {
    let machine = Machine::new();
    for (line, program) in [
        (
            format!("install {GATE} --scope local @"),
            machine.project(".claude/hooks/bin/intent-mcp"),
        ),
        (format!("install {GATE} --scope user"), machine.path("home/.claude/hooks/bin/intent-mcp")),
    ] {
        let scope = line.split(' ').nth(3).unwrap();
        let shown = machine.done(&line);
        let command = format!("claude mcp add --scope {scope} intent-mcp -- {program:?}\n");
        assert!(shown.ends_with(&command), "{shown}");
        assert!(program.exists() && !machine.project(".mcp.json").exists());
    }
    machine.done(&format!("install {GATE} --also @"));
    let shown = machine.done(&format!("uninstall {GATE} @"));
    assert_eq!(shown.matches("settings.local.json names it").count(), 2, "{shown}");
    machine.done(&format!("install {GATE} --also @"));
    let shown = machine.done(&format!("uninstall {GATE} --scope local @"));
    assert_eq!(shown.matches(" stays: ").count(), 2, "{shown}");
    machine.done(&format!("uninstall {GATE} @"));
    assert!(machine.tree().is_empty(), "{:?}", machine.tree());
}

#[test]
fn the_program_of_leases_comes_where_an_authority_is_configured() {
    let machine = Machine::new();
    let installed = machine.project(".claude/hooks/bin/tacklebox-sync");
    let config = machine.project(".tacklebox/intent-gate.yaml");
    let program = machine.path("programs/tacklebox-sync");
    write(&config, "version: 1\nauthority: git\n");
    let shown = machine.done(&format!("install {GATE} @"));
    assert!(shown.contains("has no tacklebox-sync"), "{shown}");
    fs::copy(machine.path("programs").join(SERVER), &program).unwrap();
    machine.done(&format!("install {GATE} @"));
    assert!(installed.exists());
    let shown = machine.done(&format!("uninstall {GATE} @"));
    assert!(!installed.exists() && shown.contains("stay leased until"), "{shown}");
    write(&config, "version: 1\n");
    machine.done(&format!("install {GATE} @"));
    assert!(!installed.exists());
}
