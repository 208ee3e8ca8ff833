//! JSON with comments and commas at the end, as `deno` and `devbox` read it.

use serde_json::Value;

/// The value of a text; `None` if it is none.
pub(crate) fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&plain(text)).ok())
}

/// A text without its comments, and without commas before a bracket that closes.
fn plain(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '"' => string(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => next.len_utf8(),
        };
        let (part, behind) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        if matches!(next, ']' | '}') && found.trim_end().ends_with(',') {
            let end = found.trim_end().len() - 1;
            found.truncate(end);
        }
        if next != '/' {
            found.push_str(part);
        }
        rest = behind;
    }
    found
}

/// How long the string at the beginning of a text is.
fn string(text: &str) -> usize {
    let mut is_escaped = true;
    for (place, next) in text.char_indices() {
        match next {
            '"' if !is_escaped => return place + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}
