//! Turns a payload as people keep it, indented, into what travels: one line of
//! compact JSON and a newline.

use anyhow::{Context, bail};
use serde_json::value::RawValue;

/// The wire form of an indented JSON document.
///
/// Works on the text, so that key order, number spelling, escapes and repeated
/// keys stay as the client wrote them.
///
/// # Errors
///
/// Fails when the text is not exactly one JSON document.
pub(crate) fn compact(indented: &str) -> anyhow::Result<String> {
    serde_json::from_str::<&RawValue>(indented).context("is not JSON")?;
    let mut line = String::with_capacity(indented.len());
    let mut in_string = false;
    let mut escaped = false;
    for sign in indented.chars() {
        if !in_string && sign.is_ascii_whitespace() {
            continue;
        }
        in_string ^= sign == '"' && !escaped;
        escaped = in_string && sign == '\\' && !escaped;
        line.push(sign);
    }
    line.push('\n');
    Ok(line)
}

/// The document as people keep it: indented by two blanks, its last line ended.
///
/// Works on the text too, so that it is the same whatever reads it.
///
/// # Errors
///
/// Fails when the text is not exactly one JSON document.
pub(crate) fn indent(document: &str) -> anyhow::Result<String> {
    let mut text = String::with_capacity(document.len() * 2);
    let mut depth = 0_usize;
    let (mut in_string, mut escaped) = (false, false);
    let newline = |depth: usize| format!("\n{}", "  ".repeat(depth));
    for sign in compact(document)?.trim_end().chars() {
        let closes = matches!(sign, '}' | ']') && !in_string;
        if closes {
            depth = depth.saturating_sub(1);
        }
        let is_empty = text.ends_with(['{', '[']) && !in_string;
        if (closes && !is_empty) || (!closes && is_empty) {
            text.push_str(&newline(depth));
        }
        text.push(sign);
        match sign {
            '{' | '[' if !in_string => depth += 1,
            ',' if !in_string => text.push_str(&newline(depth)),
            ':' if !in_string => text.push(' '),
            _ => {}
        }
        in_string ^= sign == '"' && !escaped;
        escaped = in_string && sign == '\\' && !escaped;
    }
    text.push('\n');
    Ok(text)
}

/// Expands each `[FILL:n]` to `n` times `x`, so that a case of many megabytes is
/// a short file.
///
/// # Errors
///
/// Fails when `n` is not a number.
pub(crate) fn expand_fill(text: &str) -> anyhow::Result<String> {
    let mut parts = text.split("[FILL:");
    let mut expanded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((length, rest)) = part.split_once(']') else {
            bail!("`[FILL:` without `]`");
        };
        let length = length.parse().with_context(|| format!("`[FILL:{length}]` has no number"))?;
        expanded.extend(std::iter::repeat_n('x', length));
        expanded.push_str(rest);
    }
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_changes_only_the_space_between() {
        let table = [
            ("{\n  \"b\": 1.0,\n  \"a\": [ 2, 3 ]\n}\n", "{\"b\":1.0,\"a\":[2,3]}\n"),
            (
                r#"{ "a b" : "c  \" d\\" , "e" : "\u00e9\n" }"#,
                "{\"a b\":\"c  \\\" d\\\\\",\"e\":\"\\u00e9\\n\"}\n",
            ),
            (r#"{"a":1, "a":2}"#, "{\"a\":1,\"a\":2}\n"),
            (r#" " \\\" " "#, "\" \\\\\\\" \"\n"),
        ];
        for (indented, line) in table {
            assert_eq!(compact(indented).unwrap(), line, "{indented}");
        }
        for broken in ["", "{", "{} {}", "{a: 1}"] {
            assert!(compact(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn indent_is_what_people_read_and_compact_undoes_it() {
        let table = [
            (r#"{"b":1.0,"a":[],"c":{}}"#, "{\n  \"b\": 1.0,\n  \"a\": [],\n  \"c\": {}\n}\n"),
            (
                r#"[[1,{"a":"{\",["}]]"#,
                "[\n  [\n    1,\n    {\n      \"a\": \"{\\\",[\"\n    }\n  ]\n]\n",
            ),
            (r#""[""#, "\"[\"\n"),
        ];
        for (line, indented) in table {
            assert_eq!(indent(line).unwrap(), indented, "{line}");
            assert_eq!(compact(indented).unwrap(), format!("{line}\n"));
        }
        assert!(indent("{").is_err());
    }
}
