//! Findings in JSON: SARIF, and what linters have of their own.
//!
//! No two programs use the same keys. So a finding is an object with a message that has a
//! line in it, or in an object of it; the path may stand further up.

mod address;
mod cut;
mod failures;
mod further;
mod keys;
mod position;
mod sarif;
mod story;

use std::borrow::Cow;

use serde_json::{Deserializer, Map, Value};

use self::address::{is_named, without_scheme};
use self::keys::{ASIDES, MESSAGES, NOTES, RULES, STARTS};
use self::position::{own_lines, own_path, path_in, spot_in};

use crate::decide::findings::place::place;
use crate::decide::findings::{At, Finding, one_finding};
use crate::gather::target::Target;

/// How deep a place may stand in a finding.
const MAX_DEPTH: usize = 6;

/// So many lines may begin like a document and be none.
const MAX_ATTEMPTS: usize = 200;

/// A text that is longer is no path.
const MAX_PATH: usize = 1_000;

/// The findings in a document, or in several, each on a line of its own or not, and the rest of the output: all of
/// it where there are none.
pub(super) fn findings<'a>(output: &'a str, target: &Target) -> (Vec<Finding>, Cow<'a, str>) {
    let text = output.trim_start_matches('\u{feff}').trim();
    let (mut found, mut rest) = (Vec::new(), String::new());
    let (mut left, mut attempts) = (text, 0);
    while !left.is_empty() {
        let start = start(left, target).filter(|_| attempts < MAX_ATTEMPTS);
        let (before, document) = left.split_at(start.unwrap_or(left.len()));
        let mut documents = Deserializer::from_str(document).into_iter::<Value>();
        let value = documents.next();
        attempts += usize::from(start.is_some() && !matches!(value, Some(Ok(_))));
        let known = found.len();
        if let Some(Ok(value)) = value {
            read(value, target, &mut found);
            if before.is_empty() || found.len() > known {
                rest.push_str(before);
                left = document.get(documents.byte_offset()..).unwrap_or_default();
                // Code Climate's reports have a NUL between them.
                left = left.trim_start_matches(|it: char| it.is_whitespace() || it == '\0');
                continue;
            }
        } else if value.is_some_and(|it| it.is_err_and(|err| err.is_eof())) {
            // More was printed than is read.
            let whole = cut::completed(document).and_then(|it| serde_json::from_str(&it).ok());
            if let Some(whole) = whole {
                read(whole, target, &mut found);
            }
            if found.len() > known {
                rest.push_str(before);
                break;
            }
        }
        let (line, after) = left.split_once('\n').unwrap_or((left, ""));
        rest.extend([line, "\n"]);
        left = after;
    }
    let rest = if found.is_empty() { output.into() } else { rest.into() };
    (found, rest)
}

/// Where a document begins in the first line of a text: at its beginning, or behind words.
fn start(text: &str, target: &Target) -> Option<usize> {
    if text.starts_with(['{', '[']) {
        return Some(0);
    }
    let line = text.lines().next().unwrap_or_default();
    let at = [" [{\"", " {\""].iter().find_map(|sign| line.find(sign))? + 1;
    // `a.py:3: got {"b": 1}` is a finding itself.
    place(line.get(..at)?, target).is_none().then_some(at)
}

/// The findings of a document.
fn read(mut document: Value, target: &Target, found: &mut Vec<Finding>) {
    sarif::complete(&mut document);
    // A line of JSON each is a list as well.
    let document = Value::Array(vec![document]);
    collect(&document, None, target, found);
    whole(&document, None, target, found);
    if !found.is_empty() {
        failures::of(&document, found);
    }
}

/// The findings in `value`, of the file that is named above it.
fn collect(value: &Value, above: Option<&str>, target: &Target, found: &mut Vec<Finding>) {
    match value {
        Value::Array(all) => {
            for it in all.iter().filter(|it| !is_suppressed(it)) {
                let before = found.len();
                collect(it, above, target, found);
                if found.len() == before {
                    found.extend(bare_finding(it, target));
                }
            }
        }
        Value::Object(object) => {
            let path = own_path(object, target).or(above);
            let before = found.len();
            for (key, inner) in object {
                if !NOTES.contains(&key.as_str()) && key != "suppressedMessages" {
                    let named = Some(key.as_str()).filter(|key| target.is_named(key));
                    collect(inner, named.or(path), target, found);
                }
            }
            if found.len() == before {
                found.extend(finding(value, object, path, target));
            } else if says_itself(object, path, target) {
                // What stands below belongs to it, and may be one of its own.
                let own = finding(value, object, path, target);
                found.splice(before..before, own);
            }
        }
        _ => {}
    }
}

/// Whether an object has all that a finding needs, whatever is below it.
fn says_itself(object: &Map<String, Value>, path: Option<&str>, target: &Target) -> bool {
    let start = || STARTS.iter().find_map(|key| spot_in(object.get(*key)?, target, MAX_DEPTH));
    let spot = || start().filter(|spot| path.is_some() || spot.path.is_some());
    let is_placed = path.is_some() && own_lines(object).is_some() || spot().is_some();
    is_placed && text(object, &MESSAGES).is_some()
}

/// What is said in `value` of the file as a whole, with no line or line 0.
fn whole(value: &Value, above: Option<&str>, target: &Target, found: &mut Vec<Finding>) {
    match value {
        Value::Array(all) => {
            for it in all.iter().filter(|it| !is_suppressed(it)) {
                whole(it, above, target, found);
            }
        }
        Value::Object(object) => {
            let own = own_path(object, target).or(above);
            let starts =
                STARTS.iter().filter_map(|key| spot_in(object.get(*key)?, target, MAX_DEPTH));
            let starts = starts.map(|it| it.lines);
            let is_placed = own_lines(object).into_iter().chain(starts).any(|it| *it.end() > 0);
            if is_placed || has_offsets(object) {
                return;
            }
            let located = || path_in(object.get("locations")?, target, MAX_DEPTH);
            let path = own.or_else(located).or_else(|| path_in(object.get("location")?, target, 2));
            let is_here = path.is_some_and(|path| is_named(path, target));
            if let Some(said) = text(object, &MESSAGES).filter(|_| is_here) {
                let mut within = Vec::new();
                collect(value, Some(target.rel.as_str()), target, &mut within);
                if within.is_empty() {
                    let path = target.rel.as_str();
                    let text = one_finding(&format!("{path}: {said}{}", rule_of(object)));
                    found.push(Finding { text, at: At::Whole });
                    return;
                }
            }
            for (key, inner) in object {
                if !NOTES.contains(&key.as_str()) && !ASIDES.contains(&key.as_str()) {
                    let named = Some(key.as_str()).filter(|key| target.is_named(key));
                    whole(inner, named.or(own), target, found);
                }
            }
        }
        _ => {}
    }
}

/// Whether a finding counts characters and no lines: `"location": {"span": [20, 25]}`.
fn has_offsets(object: &Map<String, Value>) -> bool {
    let location = object.get("location").and_then(Value::as_object).unwrap_or(object);
    let is_offset = |it: &Value| it.as_array().is_some_and(|it| it.iter().all(Value::is_u64));
    ["span", "range", "offset"].iter().filter_map(|key| location.get(*key)).any(is_offset)
}

/// The rule of a finding, as it is told.
fn rule_of(object: &Map<String, Value>) -> String {
    text(object, &RULES).map(|rule| format!(" [{rule}]")).unwrap_or_default()
}

/// Whether a person has said that a finding is none, or the program that it has gone.
fn is_suppressed(value: &Value) -> bool {
    let is = |key: &str, word: &str| value.get(key).and_then(Value::as_str) == Some(word);
    if value.get("locations").is_some() && (is("kind", "pass") || is("baselineState", "absent")) {
        return true;
    }
    let suppressions = value.get("suppressions").and_then(Value::as_array);
    let is_open = |it: &Value| {
        let status = it.get("status").and_then(Value::as_str).unwrap_or("accepted");
        status != "accepted"
    };
    suppressions.is_some_and(|all| !all.is_empty() && !all.iter().any(is_open))
}

/// The finding that an item of a list is, below the path of its file.
pub(super) fn of_item(value: &Value, above: Option<&str>, target: &Target) -> Option<Finding> {
    finding(value, value.as_object()?, above, target)
}

/// The path that an object names.
pub(super) fn path_of<'a>(object: &'a Map<String, Value>, target: &Target) -> Option<&'a str> {
    own_path(object, target)
}

/// The finding that one object is.
pub(super) fn of_object(value: &Value, target: &Target) -> Option<Finding> {
    of_item(value, None, target)
}

fn finding(
    value: &Value,
    object: &Map<String, Value>,
    above: Option<&str>,
    target: &Target,
) -> Option<Finding> {
    if let Some(story) = story::finding(object, target) {
        return Some(story);
    }
    let texts = || object.iter().filter_map(|(key, it)| Some((key.as_str(), it.as_str()?)));
    let is_place = |key: &str| key != "id" && !MESSAGES.contains(&key);
    let named = texts().filter(|(key, _)| is_place(key)).find_map(|(_, it)| place(it, target));
    // What names a line itself is there.
    let has_own = own_path(object, target).is_some() && own_lines(object).is_some();
    let named = named.filter(|place| place.is_bare && !has_own);
    // Of several places, those in this file.
    let locations = object.get("locations").and_then(Value::as_array).into_iter().flatten();
    let is_own =
        |it: &&Value| path_in(it, target, MAX_DEPTH).is_some_and(|path| is_named(path, target));
    let own: Vec<&Value> = locations.filter(is_own).collect();
    let place = own.first().copied().unwrap_or(value);
    let more = own.iter().skip(1).filter_map(|it| Some(spot_in(it, target, MAX_DEPTH)?.lines));
    let spot = spot_in(place, target, MAX_DEPTH);
    let path = spot.as_ref().and_then(|it| it.path).or(above);
    let lines = named.map(|place| place.line..=place.last).or(spot.map(|it| it.lines));
    let lines = lines.filter(|lines| *lines.end() > 0)?;
    let line = *lines.start();
    // GitLab's reports may have a name alone.
    let name = || object.get("location")?.get("file").and(object.get("name"))?.as_str();
    let message = text(object, &MESSAGES).or_else(name)?;
    let path = path.or_else(|| path_in(place, target, MAX_DEPTH));
    let is_here = named.map_or_else(|| path.is_none_or(|it| is_named(it, target)), |it| it.is_here);
    let own = std::iter::once(lines).chain(more).filter(|_| is_here);
    let mut all: Vec<_> = own.collect();
    all.extend(further::lines(object, is_here, target));
    let at = if all.is_empty() { At::Elsewhere } else { At::Here(all) };
    let path = path.map(without_scheme);
    let rule = rule_of(object);
    let path = path.filter(|_| !is_here).unwrap_or(target.rel.as_str());
    // Of a notebook.
    let cell = object.get("cell").and_then(Value::as_u64);
    let cell = cell.map(|cell| format!("cell {cell}:")).unwrap_or_default();
    Some(Finding { text: one_finding(&format!("{path}:{cell}{line}: {message}{rule}")), at })
}

/// An element that has no message, and still says where it is.
fn bare_finding(value: &Value, target: &Target) -> Option<Finding> {
    let path = own_path(value.as_object()?, target)?;
    let lines = own_lines(value.as_object()?)?;
    let line = *lines.start();
    let is_here = is_named(path, target);
    let at = if is_here { At::Here(vec![lines]) } else { At::Elsewhere };
    Some(Finding { text: one_finding(&format!("{path}:{line}: {value}")), at })
}

/// The text of one of these keys, or of the object there.
fn text<'a>(object: &'a Map<String, Value>, keys: &[&str]) -> Option<&'a str> {
    let of = |key: &&str| match object.get(*key)? {
        Value::String(text) if !text.is_empty() => Some(text.as_str()),
        Value::Object(inner) => {
            let keys = ["text", "markdown", "body", "value", "message", "code", "id"];
            keys.iter().find_map(|key| inner.get(*key)?.as_str())
        }
        _ => None,
    };
    keys.iter().find_map(of)
}
