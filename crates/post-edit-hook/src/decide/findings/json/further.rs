//! The further places of a finding in JSON: what explains it, and where else it is.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::MAX_DEPTH;
use super::address::is_named;
use super::keys::STARTS;
use super::position::{counted_lines, own_path};
use crate::gather::target::Target;

/// What is no place of the finding: its ends, what shows more than it is about, and what would mend it.
const OTHERS: [&str; 18] = [
    "end",
    "endPosition",
    "end_location",
    "finish",
    "contextRegion",
    "expansion",
    "fix",
    "fixes",
    "edits",
    "suggestion",
    "suggestions",
    "replacements",
    "snippet",
    "context_lines",
    "code",
    "rule",
    "scope",
    "extra",
];

/// What stands in these is in the file of the finding where it names none.
const PARTS: [&str; 6] = ["spans", "labels", "related", "notes", "children", "relatedInformation"];

/// The lines of this file that are named in an object, below what it says of itself.
pub(super) fn lines(
    object: &Map<String, Value>,
    is_here: bool,
    target: &Target,
) -> Vec<RangeInclusive<usize>> {
    let mut found = Vec::new();
    for (key, inner) in object.iter().filter(|(key, _)| !STARTS.contains(&key.as_str())) {
        if !OTHERS.contains(&key.as_str()) {
            let is_inside = is_here && PARTS.contains(&key.as_str());
            collect(inner, is_inside, target, MAX_DEPTH + 2, &mut found);
        }
    }
    for key in ["spans", "span"] {
        if let Some(inner) = object.get(key).filter(|it| it.is_array()) {
            collect(inner, is_here, target, MAX_DEPTH, &mut found);
        }
    }
    found
}

fn collect(
    value: &Value,
    is_here: bool,
    target: &Target,
    depth: usize,
    found: &mut Vec<RangeInclusive<usize>>,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value {
        Value::Array(all) => all.iter().for_each(|it| collect(it, is_here, target, depth, found)),
        Value::Object(object) => {
            // `{"artifactLocation": {"uri": "a.py"}, "region": {"startLine": 3}}`
            let beside = || object.values().find_map(|it| own_path(it.as_object()?, target));
            let path = own_path(object, target).or_else(beside);
            let is_here = path.map_or(is_here, |path| is_named(path, target));
            if let Some(lines) = counted_lines(object).filter(|it| is_here && *it.start() > 0) {
                found.push(lines);
                return;
            }
            let inner = object.iter().filter(|(key, _)| !OTHERS.contains(&key.as_str()));
            inner.for_each(|(_, it)| collect(it, is_here, target, depth, found));
        }
        _ => {}
    }
}
