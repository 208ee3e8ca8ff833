//! Reads single values of a configuration that may be invalid.

use std::path::Path;

use hook_state::{Access, Links, open_regular};
use serde_json::Value;

use crate::source::{MAX_BYTES, read};

/// Whether a configuration file has `key: wanted` at its top level, even if the file is invalid:
/// then its lines are searched. False if it cannot be read.
pub fn says(file: &Path, key: &str, wanted: &str) -> bool {
    if let Ok(document) = read(file).and_then(|source| source.parse::<Value>()) {
        return document.get(key).and_then(Value::as_str) == Some(wanted);
    }
    let bytes = open_regular(file, Access::Read, Links::Followed)
        .and_then(|file| file.beginning(MAX_BYTES));
    bytes.is_ok_and(|bytes| {
        String::from_utf8_lossy(&bytes).lines().any(|line| line_says(line, key, wanted))
    })
}

/// Whether a configuration file has a value for a top-level key. False if it cannot be read.
pub fn has(file: &Path, key: &str) -> bool {
    let document = read(file).and_then(|source| source.parse::<Value>());
    document.is_ok_and(|document| match document.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::Array(items)) => !items.is_empty(),
        Some(_) => true,
    })
}

fn line_says(line: &str, key: &str, wanted: &str) -> bool {
    let value = line.trim_start_matches('\u{feff}').strip_prefix(key);
    let Some(value) = value.and_then(|rest| rest.strip_prefix(':')) else {
        return false;
    };
    let value = value.split(" #").next().unwrap_or_default().trim();
    let quoted = |quote| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    quoted('"').or_else(|| quoted('\'')).unwrap_or(value) == wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.yaml");
        hook_state::replace(&file, text.as_bytes()).unwrap();
        assert_eq!(says(&file, "on_failure", "closed"), expected, "{text}");
    }

    #[test]
    fn what_can_be_read_is_asked() {
        check("a: 1\non_failure: closed\n", true);
        check("{on_failure: closed}", true);
        check("on_failure: open\n", false);
        check("a: |\n  b\non_failure: [closed]\n", false);
        check("a:\n  on_failure: closed\n", false);
        check("", false);
    }

    #[test]
    fn a_line_of_a_broken_file_suffices() {
        let broken = |line: &str| format!("a: [\n{line}\nb: }}\n");
        for line in
            ["on_failure: closed", "on_failure:   'closed'  # strict", "on_failure: \"closed\""]
        {
            check(&broken(line), true);
            check(&format!("\u{feff}{line}\na: [\n"), true);
        }
        for line in [
            "on_failure: open",
            "# on_failure: closed",
            "  on_failure: closed",
            "on_failure: closed-ish",
            "on_failure",
            "closed",
        ] {
            check(&broken(line), false);
        }
        assert!(!says(Path::new("/nowhere"), "on_failure", "closed"));
    }
}
