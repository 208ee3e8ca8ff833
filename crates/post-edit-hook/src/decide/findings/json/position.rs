//! Where an object of JSON says that it is: its lines and its path.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::MAX_PATH;
use super::address::is_named;
use super::keys::{ENDS, LINES, MESSAGES, NOTES, PATHS, STARTS};
use crate::decide::findings::place::pair;
use crate::decide::findings::range::last_line;
use crate::gather::target::Target;

/// Lines, and the path that is nearest to them.
pub(super) struct Spot<'a> {
    pub(super) lines: RangeInclusive<usize>,
    pub(super) path: Option<&'a str>,
}

/// The first lines that are named in `value`, counted from 1.
pub(super) fn spot_in<'a>(value: &'a Value, target: &Target, depth: usize) -> Option<Spot<'a>> {
    match value {
        Value::Object(object) => {
            let path = own_path(object, target);
            let own = counted_lines(object).map(|lines| Spot { lines, path });
            own.or_else(|| {
                let depth = depth.checked_sub(1)?;
                if let Some(start) = object.get("start_point") {
                    let found = spot_in(start, target, depth)?;
                    return Some(Spot { lines: next(&found.lines), path: found.path.or(path) });
                }
                let known = STARTS.iter().filter_map(|key| object.get(*key));
                let others = object.iter().filter(|(key, _)| {
                    !STARTS.contains(&key.as_str())
                        && (!NOTES.contains(&key.as_str())
                            || *key == "locations"
                            || *key == "labels")
                });
                let all = known.chain(others.map(|(_, it)| it));
                let found = all.into_iter().find_map(|it| spot_in(it, target, depth))?;
                // `{"start": {"line": 3}, "end": {"line": 5}}`
                let end = ["end", "endPosition", "end_location"].iter();
                let mut ends = end.filter_map(|key| spot_in(object.get(*key)?, target, depth));
                let last = ends.next().map_or(0, |end| *end.lines.start());
                let lines = *found.lines.start()..=last.max(*found.lines.end());
                Some(Spot { lines, path: found.path.or(path) })
            })
        }
        Value::Array(all) => primary_first(all).find_map(|it| spot_in(it, target, depth)),
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

/// The lines that stand in an object itself, counted from 1.
pub(super) fn counted_lines(object: &Map<String, Value>) -> Option<RangeInclusive<usize>> {
    // As the protocol of language servers counts; its places name no path.
    let is_other = MESSAGES.iter().chain(&PATHS).any(|key| object.contains_key(*key));
    let is_from_zero = object.contains_key("character") && object.len() < 4 && !is_other;
    own_lines(object).map(|it| if is_from_zero { next(&it) } else { it })
}

/// The lines that stand in an object itself: `"line": 3, "endLine": 5`, `"lines": [3, 5]`.
pub(super) fn own_lines(object: &Map<String, Value>) -> Option<RangeInclusive<usize>> {
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
pub(super) fn path_in<'a>(value: &'a Value, target: &Target, depth: usize) -> Option<&'a str> {
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
pub(super) fn own_path<'a>(object: &'a Map<String, Value>, target: &Target) -> Option<&'a str> {
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
