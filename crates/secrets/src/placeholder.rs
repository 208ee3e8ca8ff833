//! What stands where a secret will, or tells where it is: a placeholder, a variable, a call, the
//! path of a file.

use crate::REDACTED;
use crate::characters::{is_unordered, turns};

/// A value with a slash is a path rather than base64 if it is shorter than this.
const MAX_PATH: usize = 32;

/// Words that are written in place of a password: types, states and labels.
const WORDS: [&str; 22] = [
    "bool",
    "boolean",
    "bytes",
    "changeme",
    "empty",
    "false",
    "hidden",
    "none",
    "null",
    "object",
    "optional",
    "pass",
    "prompt",
    "redacted",
    "required",
    "secret",
    "str",
    "string",
    "text",
    "true",
    "undefined",
    "varchar",
];

/// Whether a value is itself and no placeholder, variable or call.
pub(crate) fn is_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or_default();
    !"$<{%[(".contains(first) && !value.contains('(') && is_something(value)
}

/// The same of a value in quotes, which may have a bracket.
pub(crate) fn is_quoted_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or_default();
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let variable = value.strip_prefix('$');
    let is_variable = variable.is_some_and(|name| is_name(name) || name.starts_with(['{', '(']));
    let is_template = value.contains("${") || value.contains("{{") || value.contains("#{");
    let is_placeholder = "<{%[".contains(first) && value.ends_with(['>', '}', '%', ']', 's']);
    let is_call = value.ends_with(')') && value.contains('(') && !value.contains(' ');
    !is_variable && !is_template && !is_placeholder && !is_call && is_something(value)
}

/// More than one character, and not one again and again.
fn is_something(value: &str) -> bool {
    crate::count_steps(value.len());
    let first = value.chars().next();
    !value.contains(REDACTED) && value.chars().any(|c| Some(c) != first)
}

/// Words that are written where a password will stand: `string`, `YOUR_PASSWORD`, `Passwort:`.
pub(crate) fn is_word_for_password(value: &str) -> bool {
    let lower = value.to_lowercase();
    let has_digit = value.contains(|c: char| c.is_ascii_digit());
    let is_label =
        lower.contains("passw") || lower.starts_with("your") || lower.contains("example");
    WORDS.contains(&lower.as_str()) || is_label && !has_digit
}

/// Whether a value is a path, a URL, or an expression of code.
pub(crate) fn is_code(value: &str) -> bool {
    let is_path = value.contains('/') && value.len() < MAX_PATH && !is_base64(value);
    is_path
        || value.contains("://")
        || value.contains("::")
        || value.contains("->")
        || value.contains("**")
        || value.contains(['[', '{', '<', '|', '\\'])
        || is_member(value)
}

/// Letters of both cases and digits without order, with slashes that divide no names.
fn is_base64(value: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    !value.starts_with('/') && value.bytes().all(is_digit) && is_unordered(value)
}

/// `settings.token2`, `parser.rs:42`, `keys1.yaml`: names with dots between.
pub(crate) fn is_member(value: &str) -> bool {
    let mut parts = value.split(['.', ':']).peekable();
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-?!".contains(c))
            && turns(part) < 3
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let first = parts.next().unwrap_or_default();
    parts.peek().is_some() && is_name(first) && parts.all(|part| is_name(part) || is_number(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_values_may_have_brackets() {
        for value in ["S3cr(t", "a(b)c d", "pa$$", "%x"] {
            assert!(is_quoted_literal(value), "{value}");
        }
        for value in ["$PW", "${PW}", "<pw>", "%s", "{pw}", "get_pw()", "****", "[redacted]"] {
            assert!(!is_quoted_literal(value), "{value}");
        }
    }
}
