//! Writes transcripts of 200 sessions with 500 calls each into a folder, to measure how long a
//! replay takes: `cargo run -p replay --example write-transcripts -- DIR`, and in a project
//! `time tacklebox replay DIR`.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

const SESSIONS: usize = 200;
const CALLS: usize = 500;

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).context("which folder?")?;
    std::fs::create_dir_all(&folder)?;
    for session in 0..SESSIONS {
        hook_state::replace(&folder.join(format!("{session}.jsonl")), text(session)?.as_bytes())?;
    }
    Ok(())
}

/// The transcript of a session: what agents do most, a call every four seconds.
fn text(session: usize) -> Result<String> {
    let mut text = String::new();
    for at in 0..CALLS {
        let id = format!("toolu_{session}_{at}");
        let (tool, input, result) = call(at);
        let call = json!({"type": "tool_use", "id": id, "name": tool, "input": input});
        let answer = json!({"type": "tool_result", "tool_use_id": id, "content": result});
        for (kind, content, after) in [("assistant", call, 0), ("user", answer, 1)] {
            let seconds = at * 4 + after;
            let (day, hour) = (1 + session / 24, session % 24);
            let (minute, second) = (seconds / 60, seconds % 60);
            let entry = json!({
                "type": kind, "uuid": format!("{id}-{after}"), "sessionId": format!("s{session}"),
                "timestamp": format!("2026-10-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z"),
                "message": {"role": kind, "content": [content]},
                "permissionDecision": {"decision": "accept", "source": "config"},
            });
            writeln!(text, "{entry}")?;
        }
    }
    Ok(text)
}

/// A call, and what came of it.
fn call(at: usize) -> (&'static str, Value, String) {
    let (file, lines) = (format!("src/f{at}.rs"), "fn a() {}\n".repeat(40));
    match at % 6 {
        _ if at == 0 => ("mcp__i__select_active_intent", json!({"intent_id": "INT-001"}), lines),
        1 => ("Edit", json!({"file_path": file, "old_string": lines, "new_string": "x"}), lines),
        2 => ("Bash", json!({"command": "cargo test -p a -- b::c && git status --short"}), lines),
        3 => ("Write", json!({"file_path": file, "content": lines}), "written".to_owned()),
        4 => ("Bash", json!({"command": "grep -rn foo src | head -20; ls lib"}), lines),
        _ => ("Read", json!({"file_path": file}), lines),
    }
}
