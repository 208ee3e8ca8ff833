//! Findings in JSON: SARIF, and what linters have of their own.
//!
//! No two programs use the same keys. So a finding is an object with a message that has a
//! line in it, or in an object of it; the path may stand further up.

mod address;
mod cut;
mod failures;
mod keys;
mod sarif;
mod story;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde_json::{Deserializer, Map, Value};

use self::address::{is_named, without_scheme};
use self::keys::{ASIDES, ENDS, LINES, MESSAGES, NOTES, PATHS, RULES, STARTS};

use crate::decide::findings::place::{pair, place};
use crate::decide::findings::range::last_line;
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
            }
        }
        _ => {}
    }
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
            let starts = STARTS.iter().filter_map(|key| lines_in(object.get(*key)?, MAX_DEPTH));
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
    let more = own.iter().skip(1).filter_map(|it| lines_in(it, MAX_DEPTH));
    let lines = named.map(|place| place.line..=place.last);
    let lines = lines.or_else(|| lines_in(place, MAX_DEPTH)).filter(|lines| *lines.end() > 0)?;
    let line = *lines.start();
    // GitLab's reports may have a name alone.
    let name = || object.get("location")?.get("file").and(object.get("name"))?.as_str();
    let message = text(object, &MESSAGES).or_else(name)?;
    let path = path_in(place, target, MAX_DEPTH).or(above);
    let is_here = named.map_or_else(|| path.is_none_or(|it| is_named(it, target)), |it| it.is_here);
    let path = path.map(without_scheme);
    let all = std::iter::once(lines).chain(more).collect();
    let at = if is_here { At::Here(all) } else { At::Elsewhere };
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

/// The first lines that are named in `value`, counted from 1.
fn lines_in(value: &Value, depth: usize) -> Option<RangeInclusive<usize>> {
    match value {
        Value::Object(object) => {
            // As the protocol of language servers counts; its places name no path.
            let is_other = MESSAGES.iter().chain(&PATHS).any(|key| object.contains_key(*key));
            let is_from_zero = object.contains_key("character") && object.len() < 4 && !is_other;
            let own = own_lines(object).map(|it| if is_from_zero { next(&it) } else { it });
            own.or_else(|| {
                let depth = depth.checked_sub(1)?;
                if let Some(start) = object.get("start_point") {
                    return lines_in(start, depth).map(|it| next(&it));
                }
                let known = STARTS.iter().filter_map(|key| object.get(*key));
                let others = object.iter().filter(|(key, _)| {
                    !STARTS.contains(&key.as_str())
                        && (!NOTES.contains(&key.as_str())
                            || *key == "locations"
                            || *key == "labels")
                });
                let all = known.chain(others.map(|(_, it)| it));
                let found = all.into_iter().find_map(|it| lines_in(it, depth))?;
                // `{"start": {"line": 3}, "end": {"line": 5}}`
                let end = ["end", "endPosition", "end_location"].iter();
                let end = end.filter_map(|key| object.get(*key)).find_map(|it| lines_in(it, depth));
                let last = end.map_or(0, |end| *end.start()).max(*found.end());
                Some(*found.start()..=last)
            })
        }
        Value::Array(all) => primary_first(all).find_map(|it| lines_in(it, depth)),
        _ => None,
    }
}

/// The parts of a list, that which is the place itself before those that explain it.
fn primary_first(all: &[Value]) -> impl Iterator<Item = &Value> {
    let is_primary = |it: &&Value| {
        let flag = it.get("is_primary").or_else(|| it.get("primary"));
        flag.and_then(Value::as_bool) == Some(true)
    };
    all.iter().filter(is_primary).chain(all)
}

/// The lines that stand in an object itself: `"line": 3, "endLine": 5`, `"lines": [3, 5]`.
fn own_lines(object: &Map<String, Value>) -> Option<RangeInclusive<usize>> {
    let value = LINES.iter().find_map(|key| object.get(*key).filter(|it| number(it).is_some()));
    // `"position": "12:3"`
    let pairs = || ["position", "pos"].iter().filter_map(|key| object.get(*key));
    let value =
        value.or_else(|| pairs().find(|it| it.as_str().is_some_and(|it| pair(it).is_some())))?;
    let first = number(value)?;
    let last = match value {
        Value::Array(range) => range.get(1).and_then(number),
        Value::String(text) => Some(last_line(first, text.trim_start_matches(is_digit))),
        _ => ENDS.iter().find_map(|key| number(object.get(*key)?)),
    };
    Some(first..=last.unwrap_or(first).max(first))
}

fn next(lines: &RangeInclusive<usize>) -> RangeInclusive<usize> {
    lines.start().saturating_add(1)..=lines.end().saturating_add(1)
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn number(value: &Value) -> Option<usize> {
    if let Value::Array(range) = value {
        return number(range.first()?);
    }
    let of_text = |text: &str| {
        let digits = text.len() - text.trim_start_matches(is_digit).len();
        text.get(..digits)?.parse().ok()
    };
    let of_float = |number: f64| format!("{number}").parse().ok();
    let number = value.as_u64().or_else(|| of_text(value.as_str()?));
    let number = number.or_else(|| of_float(value.as_f64()?));
    usize::try_from(number?).ok()
}

/// The first path that is named in `value`.
fn path_in<'a>(value: &'a Value, target: &Target, depth: usize) -> Option<&'a str> {
    match value {
        Value::Object(object) => own_path(object, target).or_else(|| {
            let depth = depth.checked_sub(1)?;
            object.values().find_map(|it| path_in(it, target, depth))
        }),
        Value::Array(all) => primary_first(all).find_map(|it| path_in(it, target, depth)),
        _ => None,
    }
}

/// A path that stands in an object: this file's before another. Other texts have these keys
/// as well.
fn own_path<'a>(object: &'a Map<String, Value>, target: &Target) -> Option<&'a str> {
    let texts = || PATHS.iter().filter_map(|key| Some((*key, object.get(*key)?.as_str()?)));
    let here = texts().map(|(_, text)| text).find(|text| is_named(text, target));
    here.or_else(|| {
        let mut paths = texts().filter(|(key, text)| {
            let is_short = !text.is_empty() && text.len() <= MAX_PATH;
            let is_clear = !["source", "name"].contains(key) || text.contains('/');
            is_short
                && is_clear
                && text.contains(['.', '/', '\\'])
                && !text.contains([' ', '\n', '{'])
        });
        paths.next().map(|(_, text)| text)
    })
}
