//! Which files a call touches.

use serde_json::Value;

use crate::tool_call::ToolCall;
use crate::tool_input::{file_path, list, text};
use crate::tool_name::Tool;

/// A file, or for a search a folder, that a call touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TouchedFile<'a> {
    /// The path as it was sent: absolute in Claude Code, else as the host likes.
    pub path: &'a str,
    /// What the call does with it.
    pub access: Access,
}

/// What a call does with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It looks.
    Read,
    /// It creates, changes, moves or removes.
    Write,
}

/// Words in the name of an MCP tool that say it changes the files it names.
const CHANGING_WORDS: [&str; 15] = [
    "write", "edit", "create", "delete", "remove", "move", "rename", "append", "replace", "insert",
    "update", "patch", "save", "put", "copy",
];

impl ToolCall {
    /// The files that this call names, with what it does to them.
    ///
    /// Covers the file tools under the names and keys of every host, the files
    /// of a patch, and paths in the input of MCP tools; there the tool's name
    /// tells the access. What a shell command touches is not in the protocol,
    /// see the crate `shell-commands`.
    pub fn touched_files(&self) -> Vec<TouchedFile<'_>> {
        let one = |access| {
            file_path(&self.input).map(|path| TouchedFile { path, access }).into_iter().collect()
        };
        match self.name.tool() {
            Tool::Read | Tool::Grep | Tool::Glob => one(Access::Read),
            Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit => one(Access::Write),
            Tool::ApplyPatch => patched_files(&self.input),
            Tool::Mcp(mcp) => mcp_files(&mcp.tool, &self.input),
            _ => Vec::new(),
        }
    }
}

/// The files that the headers of a Codex patch name.
fn patched_files(input: &Value) -> Vec<TouchedFile<'_>> {
    const HEADERS: [&str; 4] =
        ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    ["command", "input", "patch"]
        .iter()
        .find_map(|key| text(input, key))
        .or(input.as_str())
        .unwrap_or_default()
        .lines()
        .filter_map(|line| HEADERS.iter().find_map(|header| line.trim_start().strip_prefix(header)))
        .map(|path| TouchedFile { path: path.trim(), access: Access::Write })
        .chain(file_path(input).map(|path| TouchedFile { path, access: Access::Write }))
        .collect()
}

fn mcp_files<'a>(tool: &str, input: &'a Value) -> Vec<TouchedFile<'a>> {
    let changes = words(tool).any(|word| CHANGING_WORDS.iter().any(|verb| word.starts_with(verb)));
    let access = if changes { Access::Write } else { Access::Read };
    file_path(input)
        .into_iter()
        .chain(["source", "destination"].iter().filter_map(|key| text(input, key)))
        .chain(list(input, "paths").iter().filter_map(Value::as_str))
        .map(|path| TouchedFile { path, access })
        .collect()
}

/// The words of a name, in lower case: `write_file`, `writeFile`, `write-file`.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if !c.is_ascii_lowercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(c.to_ascii_lowercase());
        }
    }
    words.into_iter()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(tool: &str, input: Value, expected: &[(&str, Access)]) {
        let call = ToolCall::new(tool, input);
        let found: Vec<_> = call.touched_files().iter().map(|f| (f.path, f.access)).collect();
        assert_eq!(found, expected, "{tool}");
    }

    #[test]
    fn every_file_tool_and_every_spelling() {
        use Access::{Read, Write};
        check("Read", json!({"file_path": "/p/a"}), &[("/p/a", Read)]);
        check("Read", json!({"path": "/p/a"}), &[("/p/a", Read)]);
        check("read_file", json!({"absolute_path": "/p/a"}), &[("/p/a", Read)]);
        check("Edit", json!({"file_path": "/p/a"}), &[("/p/a", Write)]);
        check("edit", json!({"path": "src/lib.rs"}), &[("src/lib.rs", Write)]);
        check("Write", json!({"file_path": "C:\\p\\a"}), &[("C:\\p\\a", Write)]);
        check("MultiEdit", json!({"file_path": "/p/a"}), &[("/p/a", Write)]);
        check("NotebookEdit", json!({"notebook_path": "/p/a.ipynb"}), &[("/p/a.ipynb", Write)]);
        check("Grep", json!({"pattern": "x", "path": "/p"}), &[("/p", Read)]);
        check("Grep", json!({"pattern": "x"}), &[]);
        check("Glob", json!({"pattern": "**", "path": "/p"}), &[("/p", Read)]);
        check("Write", json!({"file_path": ""}), &[]);
        check("Write", json!({"file_path": 7}), &[]);
        check("Write", Value::Null, &[]);
        check("Bash", json!({"command": "rm /p/a", "path": "/p/b"}), &[]);
    }

    #[test]
    fn a_patch_touches_every_file_of_its_headers() {
        let patch = "*** Begin Patch\n*** Update File: src/a.rs\n*** Move to: src/b.rs\n@@\n-x\n\
                     +*** Add\n*** Add File: c d.md\n+hello\n*** Delete File: e\n*** End Patch";
        let expected = ["src/a.rs", "src/b.rs", "c d.md", "e"].map(|path| (path, Access::Write));
        check("apply_patch", json!({ "command": patch }), &expected);
        check("apply_patch", json!({ "input": patch }), &expected);
        check("apply_patch", json!({"command": 1}), &[]);
    }

    #[test]
    fn mcp_tools_name_files_too() {
        use Access::{Read, Write};
        check("mcp__fs__write_file", json!({"path": "a"}), &[("a", Write)]);
        check("mcp__fs__read_file", json!({"path": "a"}), &[("a", Read)]);
        check(
            "mcp__fs__read_multiple_files",
            json!({"paths": ["a", 1, "b"]}),
            &[("a", Read), ("b", Read)],
        );
        let input = json!({"source": "a", "destination": "b"});
        check("mcp__fs__move_file", input, &[("a", Write), ("b", Write)]);
        check("mcp__srv__ping", json!({}), &[]);
        check("mcp__fs__createFile", json!({"path": "a"}), &[("a", Write)]);
        check("mcp__ml__compute_hash", json!({"path": "a"}), &[("a", Read)]);
    }
}
