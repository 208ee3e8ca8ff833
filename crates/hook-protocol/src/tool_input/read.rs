//! Reads single fields of a tool's input.

use serde_json::Value;

use crate::tool_call::ToolCall;
use crate::tool_name::Tool;

/// The files that an input names, under the keys of all hosts.
pub(crate) fn file_paths(input: &Value) -> impl Iterator<Item = &str> {
    const KEYS: [&str; 6] =
        ["file_path", "notebook_path", "path", "filePath", "absolute_path", "relative_path"];
    KEYS.iter().filter_map(|key| text(input, key)).filter(|path| !path.is_empty())
}

/// The first of [`file_paths`].
pub(super) fn file_path(input: &Value) -> Option<&str> {
    file_paths(input).next()
}

pub(crate) fn text<'a>(input: &'a Value, key: &str) -> Option<&'a str> {
    input.get(key)?.as_str()
}

/// The texts of an input that may be a patch: the values of some keys, or the input itself.
pub(crate) fn patch_texts(input: &Value) -> impl Iterator<Item = &str> {
    let keyed = ["command", "input", "patch"].iter().filter_map(|key| text(input, key));
    keyed.chain(input.as_str())
}

pub(crate) fn list<'a>(input: &'a Value, key: &str) -> &'a [Value] {
    input.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn flag(input: &Value, key: &str) -> bool {
    input.get(key).and_then(Value::as_bool).unwrap_or(false)
}

pub(super) fn input_of<'a>(call: &'a ToolCall, tools: &[Tool]) -> Option<&'a Value> {
    tools.contains(call.name.tool()).then_some(&call.input)
}
