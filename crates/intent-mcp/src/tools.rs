//! The tools, as an agent sees them.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

pub(crate) const LIST: &str = "list_intents";
pub(crate) const SELECT: &str = "select_active_intent";
pub(crate) const RELEASE: &str = "release_intent";
pub(crate) const REQUEST: &str = "scope_expansion_request";

/// All of them.
pub(crate) fn all() -> Vec<Tool> {
    vec![
        tool(
            LIST,
            "Lists the intents of this project, their status, and who works on them.",
            &json!({"type": "object", "properties": {}, "additionalProperties": false}),
        )
        .with_annotations(ToolAnnotations::new().read_only(true).open_world(false)),
        tool(
            SELECT,
            "Chooses the intent that this session works on. Returns its scope, constraints and \
             acceptance criteria. Needed before anything is changed.",
            &object(&json!({"intent_id": {"type": "string", "description": "id, as listed"}})),
        )
        .with_annotations(harmless()),
        tool(
            RELEASE,
            "Leaves the intent that this session works on, so that others can choose it.",
            &json!({"type": "object", "properties": {}, "additionalProperties": false}),
        )
        .with_annotations(harmless()),
        tool(
            REQUEST,
            "Asks the person for more scope: paths that the intent needs and may not touch. \
             They decide later; until then the scope stays as it is.",
            &object(&json!({
                "paths": {
                    "type": "array",
                    "items": {"type": "string"},
                    "minItems": 1,
                    "description": "paths or globs of the project, such as src/auth/**",
                },
                "reason": {"type": "string", "description": "why the intent needs them"},
            })),
        )
        .with_annotations(harmless()),
    ]
}

/// It changes who works on what, and no file of the project.
fn harmless() -> ToolAnnotations {
    ToolAnnotations::new().read_only(false).destructive(false).idempotent(true).open_world(false)
}

fn tool(name: &'static str, description: &'static str, schema: &Value) -> Tool {
    let schema: JsonObject = schema.as_object().cloned().unwrap_or_default();
    Tool::new(name, description, schema)
}

/// The schema of an object that has all of these properties and no others.
fn object(properties: &Value) -> Value {
    let names: Vec<&String> =
        properties.as_object().into_iter().flat_map(|all| all.keys()).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}
