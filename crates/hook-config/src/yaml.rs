//! Parses YAML and finds the places of errors.
//!
//! The parser reports an error where the deserialiser noticed it, which is the enclosing mapping if a
//! type's own code refuses a value. So the path of the value is tracked, and its place is looked up in
//! the layout of the text.

use std::cell::Cell;
use std::fmt::Write as _;

use serde::de::{DeserializeOwned, DeserializeSeed};
use serde_path_to_error::{Path, Segment, Track};
use serde_yaml::{Deserializer, Error};

mod check;

use check::Check;

use crate::layout::{Step, document};

/// The most unclosed brackets, counted roughly. The parser's time grows with the square of their depth,
/// and its limit is 128 levels.
const MAX_BRACKETS: usize = 10_000;

/// An error in a text.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Line and column, from 1.
    pub(crate) place: Option<(usize, usize)>,
    pub(crate) key: Option<String>,
    pub(crate) message: String,
}

/// See [`Source::parse`](crate::Source::parse).
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    if bracket_depth(text) > MAX_BRACKETS {
        let message = "too many nested brackets".to_owned();
        return Err(Fault { place: None, key: None, message });
    }
    check(text)?;
    let mut track = Track::new();
    let deserializer = Deserializer::from_str(text);
    T::deserialize(serde_path_to_error::Deserializer::new(deserializer, &mut track))
        .map_err(|err| fault(text, &err, &steps(&track.path())))
}

/// An error that a caller found at `way`.
pub(crate) fn fault_at(text: &str, way: &[Step], message: String) -> Fault {
    let mut known = way;
    let mut place = place_of(text, known);
    while let (None, Some((_, shorter))) = (place, known.split_last()) {
        known = shorter;
        place = place_of(text, known);
    }
    Fault { place, key: (!way.is_empty()).then(|| key(way)), message }
}

/// Line and column, from 1, of what follows `text`.
pub(crate) fn end_of(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}

fn bracket_depth(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The checks that apply to all configurations.
fn check(text: &str) -> Result<(), Fault> {
    let refused = Cell::new(false);
    let budget = Cell::new(check::BUDGET);
    let mut track = Track::new();
    let deserializer = Deserializer::from_str(text);
    let deserializer = serde_path_to_error::Deserializer::new(deserializer, &mut track);
    let Err(err) = (Check { budget: &budget, refused: &refused }).deserialize(deserializer) else {
        return Ok(());
    };
    // Where a syntax error shows, the parser was on the way to some key or
    // other; it says nothing about what is wrong.
    let way = if refused.get() { steps(&track.path()) } else { Vec::new() };
    Err(fault(text, &err, &way))
}

fn fault(text: &str, err: &Error, way: &[Step]) -> Fault {
    let marked = err.location().map(|location| (location.line(), location.column()));
    let mut message = err.to_string();
    if let Some((line, column)) = marked {
        message = message.replacen(&format!(" at line {line} column {column}"), "", 1);
    }
    if let Some(offset) = offset(&message) {
        // Of what is no text the parser gives the offset only.
        let place = text.get(..offset).map(end_of);
        return Fault { place, key: None, message };
    }
    if message == "deserializing from YAML containing more than one document is not supported" {
        let message = "more than one YAML document".to_owned();
        return Fault { place: place_in(text, 1, &[]), key: None, message };
    }
    if message == "EOF while parsing a value" {
        return Fault { place: None, key: None, message: "no value".to_owned() };
    }
    let mut way = way.to_vec();
    // A repeated key is refused where it stands; the way leads to the first.
    let exact = strip_way(&mut message, &way) || message.starts_with("duplicate key `");
    if let Some(field) = unknown_field(&message)
        && way.last() != Some(&Step::Key(field.clone()))
        && let Some(place) = place_of(text, &[way.as_slice(), &[Step::Key(field.clone())]].concat())
    {
        way.push(Step::Key(field));
        return Fault { place: Some(place), key: Some(key(&way)), message };
    }
    let place = if exact { marked } else { place_of(text, &way).or(marked) };
    let key = (!way.is_empty()).then(|| key(&way));
    Fault { place, key, message }
}

/// Removes the parser's own path from `message`. `true` if it was the whole path, so that the mark is
/// that of the value itself.
fn strip_way(message: &mut String, way: &[Step]) -> bool {
    for length in (1..=way.len()).rev() {
        let prefix = way.get(..length).map(key).unwrap_or_default();
        let rest = message.strip_prefix(&prefix).or_else(|| {
            // A sequence at the root is spelled `.[0]`.
            message.strip_prefix('.')?.strip_prefix(&prefix)
        });
        if let Some(rest) = rest.and_then(|rest| rest.strip_prefix(": ")) {
            *message = rest.to_owned();
            return length == way.len();
        }
    }
    way.is_empty()
}

fn unknown_field(message: &str) -> Option<String> {
    let rest = message.strip_prefix("unknown field `")?;
    let ends = ["`, expected ", "`, there are no fields"];
    let (field, _) = ends.iter().find_map(|end| rest.split_once(end))?;
    Some(field.to_owned())
}

fn offset(message: &str) -> Option<usize> {
    message.rsplit_once(" at position ")?.1.parse().ok()
}

fn place_of(text: &str, way: &[Step]) -> Option<(usize, usize)> {
    place_in(text, 0, way)
}

fn place_in(text: &str, number: usize, way: &[Step]) -> Option<(usize, usize)> {
    let root = document(text, number).ok()??;
    text.get(..root.at(way)?.range.start).map(end_of)
}

fn steps(path: &Path) -> Vec<Step> {
    let step = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { .. } | Segment::Unknown => None,
    };
    path.iter().filter_map(step).collect()
}

fn key(way: &[Step]) -> String {
    let mut text = String::new();
    for step in way {
        match step {
            // Writing to a `String` cannot fail.
            Step::Index(index) => drop(write!(text, "[{index}]")),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(key);
            }
        }
    }
    text
}
