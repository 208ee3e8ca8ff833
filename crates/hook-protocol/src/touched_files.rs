//! The files that a call reads or changes.

use serde_json::Value;

use crate::tool_call::ToolCall;
use crate::tool_input::{file_paths, list, patch_texts, text};
use crate::tool_name::Tool;

/// A file that a call reads or changes, or the folder of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TouchedFile<'a> {
    /// The path as it was sent: absolute from Claude Code, maybe relative from other hosts.
    pub path: &'a str,
    /// What the call does with it.
    pub access: Access,
}

/// What a call does with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// It reads.
    Read,
    /// It creates, changes, moves or removes the file.
    Write,
}

/// Words in the name of an MCP tool that changes files.
const CHANGING: [&str; 22] = [
    "write",
    "overwrite",
    "edit",
    "modify",
    "create",
    "delete",
    "remove",
    "move",
    "rename",
    "append",
    "replace",
    "insert",
    "update",
    "patch",
    "save",
    "put",
    "copy",
    "add",
    "set",
    "upload",
    "mkdir",
    "touch",
];

/// Words in the name of an MCP tool that reads files.
const LOOKING: [&str; 20] = [
    "read", "get", "list", "search", "find", "view", "show", "stat", "info", "tree", "query",
    "fetch", "describe", "count", "check", "diff", "open", "load", "lookup", "compute",
];

impl ToolCall {
    /// The files that this call names, and what it does to them.
    ///
    /// Covers the file tools of every host, the files of a patch, and paths in the input of MCP
    /// tools, whose names show the access. For shell commands see the crate `command-effects`.
    pub fn touched_files(&self) -> Vec<TouchedFile<'_>> {
        let all =
            |access| file_paths(&self.input).map(|path| TouchedFile { path, access }).collect();
        match self.name.tool() {
            Tool::Read | Tool::Grep | Tool::Glob => all(Access::Read),
            Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit => all(Access::Write),
            Tool::ApplyPatch => patched_files(&self.input),
            Tool::Mcp(mcp) => mcp_files(&mcp.tool, &self.input),
            _ => Vec::new(),
        }
    }
}

/// The files in the headers of a Codex patch.
fn patched_files(input: &Value) -> Vec<TouchedFile<'_>> {
    const HEADERS: [&str; 4] =
        ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    patch_texts(input)
        .flat_map(str::lines)
        .map(str::trim_start)
        .filter(|line| line.starts_with("*** "))
        .filter_map(|line| HEADERS.iter().find_map(|header| line.strip_prefix(header)))
        .map(|path| TouchedFile { path: path.trim(), access: Access::Write })
        .chain(file_paths(input).map(|path| TouchedFile { path, access: Access::Write }))
        .collect()
}

fn mcp_files<'a>(tool: &str, input: &'a Value) -> Vec<TouchedFile<'a>> {
    let access = if only_looks(tool) { Access::Read } else { Access::Write };
    file_paths(input)
        .chain(["source", "destination"].iter().filter_map(|key| text(input, key)))
        .chain(list(input, "paths").iter().filter_map(Value::as_str))
        .map(|path| TouchedFile { path, access })
        .collect()
}

/// Whether the name of a tool has a word for reading and none for changing.
fn only_looks(tool: &str) -> bool {
    let words = words(tool);
    let speaks_of = |verbs: &[&str]| {
        let is_form_of = |word: &str, verb| match word.strip_prefix(verb) {
            Some(ending) => ["", "s", "d", "ed", "es"].contains(&ending),
            None => false,
        };
        words.iter().any(|word| verbs.iter().any(|verb| is_form_of(word, *verb)))
    };
    speaks_of(&LOOKING) && !speaks_of(&CHANGING)
}

/// The words of a name, in lower case: `write_file`, `writeFile`, `WRITE-FILE`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && was_lower) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(c.to_ascii_lowercase());
        }
        was_lower = c.is_ascii_lowercase();
    }
    words
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
        check("mcp__code__replace_content", json!({"relative_path": "a"}), &[("a", Write)]);
        check("mcp__fs__createFile", json!({"path": "a"}), &[("a", Write)]);
        check("mcp__fs__overwrite_file", json!({"path": "a"}), &[("a", Write)]);
        check("mcp__fs__WRITE_FILE", json!({"path": "a"}), &[("a", Write)]);
        check("mcp__fs__get_settings", json!({"path": "a"}), &[("a", Read)]);
        check("mcp__fs__frobnicate", json!({"path": "a"}), &[("a", Write)]);
        let decoy = json!({"file_path": "b", "path": "a"});
        check("mcp__fs__write_file", decoy, &[("b", Write), ("a", Write)]);
        check("Write", json!({"file_path": "", "path": "a"}), &[("a", Write)]);
        check("mcp__ml__compute_hash", json!({"path": "a"}), &[("a", Read)]);
    }
}
