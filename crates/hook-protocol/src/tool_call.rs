//! A tool and its input.

use serde_json::Value;

use crate::common::CALL_DIR;
use crate::fields::Fields;
use crate::tool_name::{Tool, ToolName};

/// A call of a tool, as events report it.
#[derive(Debug, Clone)]
pub struct ToolCall {
    /// The tool.
    pub name: ToolName,
    /// Its input, an object in every captured payload; [`Value::Null`] if there is none. A field
    /// that is nested too deeply is `null`.
    pub input: Value,
}

impl ToolCall {
    /// A call of the tool `name`.
    pub fn new(name: &str, input: Value) -> Self {
        Self { name: ToolName::new(name, None), input }
    }

    pub(crate) fn read(fields: &mut Fields) -> Self {
        let server = fields.object("mcp_server");
        let server = server
            .as_ref()
            .and_then(|server| server.get("name").or_else(|| server.get("server_name"))?.as_str());
        let name = ToolName::new(fields.string("tool_name").unwrap_or_default(), server);
        let input = fields.input("tool_input").unwrap_or(Value::Null);
        let inputs = fields.host().description().inputs;
        let input = renamed(input, inputs);
        if !matches!(name.tool(), Tool::Bash | Tool::PowerShell) {
            // In other tools' inputs, a key of that name is something else.
            let _not_a_shell = fields.string(CALL_DIR);
        }
        Self { name, input }
    }
}

/// The input with its keys renamed to ours, where that name is free.
fn renamed(mut input: Value, keys: &[(&str, &str)]) -> Value {
    if let Value::Object(input) = &mut input {
        for (theirs, ours) in keys {
            if !input.contains_key(*ours)
                && let Some(value) = input.remove(*theirs)
            {
                input.insert((*ours).to_owned(), value);
            }
        }
    }
    input
}
