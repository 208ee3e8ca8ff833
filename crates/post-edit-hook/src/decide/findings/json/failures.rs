//! What a document says of a program that could not do its work, beside its findings.

use serde_json::{Map, Value};

use super::keys::{LINES, MESSAGES, PATHS, STARTS};
use super::text;
use crate::decide::findings::{At, Finding, one_finding};

/// Lists of what went wrong with the program.
const LISTS: [&str; 3] = ["errors", "toolExecutionNotifications", "toolConfigurationNotifications"];

/// How deep such a list may stand.
const MAX_DEPTH: usize = 6;

/// The failures in a document, which name neither a file nor a line.
pub(super) fn of(document: &Value, found: &mut Vec<Finding>) {
    collect(document, MAX_DEPTH, found);
}

fn collect(value: &Value, depth: usize, found: &mut Vec<Finding>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Array(all) => all.iter().for_each(|it| collect(it, depth, found)),
        Value::Object(object) => {
            for (key, inner) in object {
                let listed = Some(inner).filter(|_| LISTS.contains(&key.as_str()));
                let listed = listed.and_then(Value::as_array).into_iter().flatten();
                found.extend(listed.filter_map(Value::as_object).filter_map(failure));
                collect(inner, depth, found);
            }
        }
        _ => {}
    }
}

fn failure(object: &Map<String, Value>) -> Option<Finding> {
    let places = LINES.iter().chain(&PATHS).chain(&STARTS).chain(&["locations"]);
    let is_placed = places.into_iter().any(|key| object.contains_key(*key));
    let level = object.get("level").and_then(Value::as_str).unwrap_or("error");
    let said = text(object, &MESSAGES).filter(|_| !is_placed && level == "error")?;
    Some(Finding { text: one_finding(&format!("error: {said}")), at: At::Nowhere })
}
