//! What somebody tried who did not write the protection, and tools that nobody knows.

use serde_json::json;

use super::{Ground, lines};
use crate::Act;

const ATTACKS: &str = include_str!("../../../../tests/commands/attacks.txt");

#[test]
fn attacks_that_their_text_tells_are_refused() {
    let ground = Ground::new();
    ground.own("person-token", "secret");
    ground.own("grants.key", "secret");
    let commands = lines(ATTACKS).map(|line| line.split_once('\t').unwrap().1.replace('⏎', "\n"));
    let passing: Vec<String> = commands.filter(|it| ground.line(it).is_none()).collect();
    assert_eq!(passing, [""; 0]);
}

#[test]
fn tools_that_nobody_knows_are_judged_by_their_texts() {
    let ground = Ground::new();
    ground.own("grants.key", "secret");
    let key = ground.home.join(".config/tacklebox/grants.key");
    let check = |tool: &str, input: serde_json::Value, expected: Option<Act>| {
        assert_eq!(ground.call(&ground.project(), tool, input.clone()), expected, "{tool} {input}");
    };
    let change = Some(Act::Change);
    check("mcp__fs__write", json!({"filename": ".mcp.json", "content": "x"}), change);
    check("mcp__fs__write", json!({"uri": "file://.mcp.json"}), change);
    check("Write", json!({"file_path": " .mcp.json"}), change);
    check("Edit", json!({"file_path": ".mcp.json\n"}), change);
    check("Read", json!({"file_path": format!("{} ", key.display())}), Some(Act::Read));
    let uri = format!("file://{}", key.display());
    check("ReadMcpResourceTool", json!({"server": "fs", "uri": uri}), Some(Act::Read));
    check("mcp__fs__write", json!({"args": {"files": [{"to": ".tacklebox/a"}]}}), change);
    check("create_file", json!({"path": ".claude/settings.json"}), change);
    check("Watcher", json!({"command": "echo x > .mcp.json"}), change);
    check("mcp__sh__run", json!({"cmd": "governance-hook allow"}), Some(Act::Run));
    check("Watcher", json!({"command": format!("cat {}", key.display())}), Some(Act::Read));
    check("mcp__fs__read", json!({"uri": format!("file://{}", key.display())}), Some(Act::Read));
    check("mcp__fs__read", json!({"uri": "file://.mcp.json"}), None);
    check("mcp__fs__write", json!({"filename": "src/a", "content": ".mcp.json"}), None);
    check("mcp__notes__add", json!({"text": ".mcp.json", "tag": "guards"}), None);
    check("Watcher", json!({"command": "tail -f src/a.rs"}), None);
    check("Task", json!({"prompt": ".mcp.json"}), None);
}
