//! What a patch of Codex CLI does to each of its files.
//!
//! Source: `apply_patch` of Codex CLI 0.169.0. A hunk begins with `@@` and does not say at which line
//! it stands.

use std::borrow::Cow;

use hook_protocol::ToolCall;
use serde_json::Value;

use crate::gather::change::{Change, Content};
use crate::gather::patch::Hunk;

const ADD: &str = "*** Add File: ";
const UPDATE: &str = "*** Update File: ";
const MOVE: &str = "*** Move to: ";
const DELETE: &str = "*** Delete File: ";

/// The changes of a patch, but for files that it deletes.
pub(crate) fn changes(call: &ToolCall) -> Vec<Change<'_>> {
    let text = ["command", "input", "patch"].iter().find_map(|key| call.input.get(key)?.as_str());
    let mut changes: Vec<Change<'_>> = Vec::new();
    for line in text.or_else(|| Value::as_str(&call.input)).unwrap_or_default().lines() {
        let begun = |path: &'static str| line.strip_prefix(path).map(str::trim);
        if let Some(path) = begun(ADD) {
            let content = Content::Created { after: Cow::Borrowed("") };
            changes.push(Change { path, content, is_mixed: false });
        } else if let Some(path) = begun(UPDATE) {
            changes.push(Change { path, content: Content::Patched(Vec::new()), is_mixed: false });
        } else if let (Some(path), Some(last)) = (begun(MOVE), changes.last_mut()) {
            last.path = path;
        } else if line.starts_with(DELETE) {
            // What follows belongs to no file that is left.
            changes.push(Change { path: "", content: Content::Unknown, is_mixed: false });
        } else if let Some(last) = changes.last_mut() {
            continued(&mut last.content, line);
        }
    }
    changes.retain(|change| !change.path.is_empty());
    changes
}

/// One more line of a file's part.
fn continued<'a>(content: &mut Content<'a>, line: &'a str) {
    match content {
        Content::Created { after } => {
            if let Some(added) = line.strip_prefix('+') {
                let after = after.to_mut();
                after.push_str(added);
                after.push('\n');
            }
        }
        Content::Patched(hunks) if line.starts_with("@@") => {
            hunks.push(Hunk::anywhere(Vec::new()));
        }
        Content::Patched(hunks) if line.starts_with(['+', '-', ' ']) => {
            if hunks.is_empty() {
                hunks.push(Hunk::anywhere(Vec::new()));
            }
            if let Some(last) = hunks.last_mut() {
                last.push(line);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use hook_protocol::Event;
    use serde_json::json;

    use super::*;

    #[test]
    fn each_file_of_a_patch_is_a_change() {
        let patch = "*** Begin Patch\n*** Add File: a b.py\n+x\n+\n+y\n*** Update File: c\n\
                     *** Move to: d\n@@ def f\n one\n-two\n+three\n@@\n+four\n*** Delete File: e\n\
                     *** Update File: f\n-gone\n*** End Patch";
        let event = json!({"hook_event_name": "PostToolUse", "turn_id": "t", "tool_name":
            "apply_patch", "tool_input": {"command": patch}});
        let event = Event::parse(event.to_string().as_bytes()).unwrap();
        let changes = changes(event.call().unwrap());
        let paths: Vec<&str> = changes.iter().map(|change| change.path).collect();
        assert_eq!(paths, ["a b.py", "d", "f"]);
        let Content::Created { after } = &changes[0].content else { panic!("{changes:?}") };
        assert_eq!(after, "x\n\ny\n");
        let hunks = |at: usize| match &changes[at].content {
            Content::Patched(hunks) => hunks.iter().map(|it| (it.adds(), it.removes())).collect(),
            other => panic!("{other:?}"),
        };
        let found: Vec<(bool, bool)> = hunks(1);
        assert_eq!(found, [(true, true), (true, false)]);
        assert_eq!(hunks(2), [(false, true)]);
    }
}
