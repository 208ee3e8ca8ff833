//! What an agent does, in the tools of each client: a case says `act write`, and each client is asked
//! for it by the name that it has there.

use anyhow::{Context as _, bail};
use scripted_client::ToolCall;
use serde_json::{Value, json};

/// The call by which the client of this key does it. Paths are below the project `root`.
///
/// # Errors
/// If the act is unknown, or lacks something.
pub(super) fn call(key: &str, root: &str, act: &str, input: &Value) -> anyhow::Result<ToolCall> {
    let of = |name: &str| {
        let value = input.get(name).and_then(Value::as_str);
        value.with_context(|| format!("`{act}` has a `{name}`"))
    };
    let there = || Ok::<_, anyhow::Error>(format!("{root}/{}", of("path")?));
    let (name, input) = match (act, key) {
        ("shell", "codex") => ("exec_command", json!({"cmd": of("command")?})),
        ("shell", "copilot") => {
            ("bash", json!({"command": of("command")?, "description": "as scripted"}))
        }
        ("shell", "qwen" | "gemini") => {
            ("run_shell_command", json!({"command": of("command")?, "is_background": false}))
        }
        ("shell", _) => ("Bash", json!({"command": of("command")?})),
        ("write", "codex") => ("apply_patch", added(of("path")?, of("content")?)),
        ("write", "copilot") => ("create", json!({"path": there()?, "file_text": of("content")?})),
        ("write", "qwen" | "gemini") => {
            ("write_file", json!({"file_path": there()?, "content": of("content")?}))
        }
        ("write", "kimi") => ("Write", json!({"path": there()?, "content": of("content")?})),
        ("write", _) => ("Write", json!({"file_path": there()?, "content": of("content")?})),
        ("edit", "codex") => ("apply_patch", updated(of("path")?, of("old")?, of("new")?)),
        ("edit", "copilot") => {
            ("edit", json!({"path": there()?, "old_str": of("old")?, "new_str": of("new")?}))
        }
        ("edit", "gemini") => {
            let (old, new) = (of("old")?, of("new")?);
            let why = "as scripted";
            (
                "replace",
                json!({"file_path": there()?, "instruction": why, "old_string": old, "new_string": new}),
            )
        }
        ("edit", _) => {
            let name = if key == "qwen" { "edit" } else { "Edit" };
            let path = if key == "kimi" { "path" } else { "file_path" };
            let (old, new) = (of("old")?, of("new")?);
            (name, json!({path: there()?, "old_string": old, "new_string": new}))
        }
        ("read", "codex") => ("exec_command", json!({"cmd": format!("cat '{}'", of("path")?)})),
        ("read", "copilot") => ("view", json!({"path": there()?})),
        ("read", "qwen" | "gemini") => ("read_file", json!({"file_path": there()?})),
        ("read", "kimi") => ("Read", json!({"path": there()?})),
        ("read", _) => ("Read", json!({"file_path": there()?})),
        _ => bail!("unknown act `{act}`"),
    };
    Ok(ToolCall { name: name.to_owned(), input })
}

fn added(path: &str, content: &str) -> Value {
    let lines = marked('+', content);
    json!(format!("*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n"))
}

fn updated(path: &str, old: &str, new: &str) -> Value {
    let (old, new) = (marked('-', old), marked('+', new));
    json!(format!("*** Begin Patch\n*** Update File: {path}\n@@\n{old}{new}*** End Patch\n"))
}

/// The lines of a text as they stand in a patch.
fn marked(mark: char, text: &str) -> String {
    text.lines().fold(String::new(), |lines, line| lines + &format!("{mark}{line}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_a_call_in_each_client() {
        let check = |key: &str, act: &str, name: &str| {
            let input =
                json!({"path": "a", "content": "x\n", "old": "x", "new": "y", "command": "ls"});
            let call = call(key, "/p", act, &input).unwrap();
            assert_eq!(call.name, name, "{key} {act}");
            call.input
        };
        assert_eq!(check("codex", "shell", "exec_command"), json!({"cmd": "ls"}));
        assert_eq!(check("qwen", "read", "read_file"), json!({"file_path": "/p/a"}));
        check("copilot", "write", "create");
        check("gemini", "edit", "replace");
        check("kimi", "edit", "Edit");
        check("claude", "read", "Read");
        let patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n";
        assert_eq!(check("codex", "edit", "apply_patch"), json!(patch));
    }

    #[test]
    fn what_lacks_something_is_named() {
        let err = call("qwen", "/p", "write", &json!({"path": "a"})).unwrap_err();
        assert_eq!(err.to_string(), "`write` has a `content`");
        assert!(call("qwen", "/p", "fly", &json!({})).is_err());
    }
}
