//! Reads a text as strict JSON and keeps the place of everything in it.
//!
//! `jsonc-parser` knows the places and has the better words for a comment or a trailing comma,
//! but takes some white space and control characters that JSON does not; `serde_json` closes
//! that gap. Both have to agree.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, ParseStringErrorKind, parse_to_ast};
use serde::de::IgnoredAny;

use crate::finding::{Effect, Finding};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A settings file, read.
pub(crate) struct Document<'a> {
    /// What the places in `root` count from.
    pub(crate) text: &'a str,
    pub(crate) root: Object<'a>,
}

/// Reads `text`, which has no byte order mark, see [`split_mark`].
pub(crate) fn read(text: &str) -> Result<Document<'_>, Finding> {
    let tree = parse_to_ast(text, &CollectOptions::default(), &STRICT)
        .map_err(|err| refuse_jsonc(text, &err))?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|err| refuse_json(text, &err))?;
    match tree.value {
        Some(Value::Object(root)) => Ok(Document { text, root }),
        other => {
            let start = other.map_or(0, |value| value.start());
            Err(Finding::at(text, start, Effect::FileIgnored, "not a JSON object"))
        }
    }
}

/// Whether a settings file is JSON to a host, whatever is in it; an empty one is taken for none.
pub fn is_strict_json(text: &str) -> bool {
    let (_, body) = split_mark(text);
    body.trim().is_empty() || serde_json::from_str::<IgnoredAny>(body).is_ok()
}

/// The byte order mark, which the host skips, and the rest.
pub(crate) fn split_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => text.split_at(text.len() - rest.len()),
        None => ("", text),
    }
}

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

fn refuse_jsonc(text: &str, err: &ParseError) -> Finding {
    let (effect, problem) = match err.kind() {
        ParseErrorKind::CommentsNotAllowed => {
            (Effect::FileIgnored, "a comment, which strict JSON does not allow".to_owned())
        }
        ParseErrorKind::TrailingCommasNotAllowed => {
            let problem = "a trailing comma, which strict JSON does not allow";
            (Effect::FileIgnored, problem.to_owned())
        }
        ParseErrorKind::NestingDepthExceeded => {
            (Effect::NotEditable, "nested too deeply".to_owned())
        }
        ParseErrorKind::String(ParseStringErrorKind::InvalidUnicodeEscapeSequence(_)) => {
            (Effect::NotEditable, "half of a surrogate pair".to_owned())
        }
        other => {
            let problem = lower_first(&other.to_string());
            (Effect::FileIgnored, format!("not strict JSON: {problem}"))
        }
    };
    Finding::at(text, err.range().start, effect, problem)
}

fn refuse_json(text: &str, err: &serde_json::Error) -> Finding {
    let message = err.to_string();
    // The place comes first in our messages and last in theirs.
    let problem = message.split(" at line ").next().unwrap_or(&message);
    let line_start: usize = text.split_inclusive('\n').take(err.line() - 1).map(str::len).sum();
    // Their column counts the bytes up to what is wrong, or up to behind it.
    let is_behind = !problem.starts_with("control character");
    let offset = (line_start + err.column()).saturating_sub(usize::from(is_behind));
    Finding::at(text, offset, Effect::FileIgnored, format!("not strict JSON: {problem}"))
}

fn lower_first(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
