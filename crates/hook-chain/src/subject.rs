//! What a call is about: the command, path, address or question in its input.

use hook_protocol::one_line;
use serde_json::Value;

use crate::word_hash::WordHash;

/// The longest subject in the log, in characters.
pub(crate) const MAX_TRIED: usize = 200;

/// The fields of an input that show the subject of a call, the best first.
const TELLING: [&str; 10] = [
    "command",
    "file_path",
    "notebook_path",
    "url",
    "query",
    "pattern",
    "path",
    "skill",
    "prompt",
    "description",
];

/// Those of them that only name a file or a skill.
const NAMES: [&str; 4] = ["file_path", "notebook_path", "path", "skill"];

/// The subject of a call with this input, on one redacted line of at most 200 characters; `None` if
/// no field names it.
pub fn tried(input: &Value) -> Option<String> {
    telling(input).map(|(_, words)| without_secrets(words, MAX_TRIED))
}

/// The same for a call about which nobody asks.
pub(crate) fn concealed(input: &Value, words: &WordHash<'_>) -> Option<String> {
    let (field, text) = telling(input)?;
    if NAMES.contains(&field) {
        return Some(without_secrets(text, MAX_TRIED));
    }
    Some(words.conceal(&secrets::redact(text), MAX_TRIED))
}

/// The field of an input that shows its subject, and its value.
fn telling(input: &Value) -> Option<(&'static str, &str)> {
    let question = || Some(("questions", input.pointer("/questions/0/question")?.as_str()?));
    TELLING.iter().find_map(|field| Some((*field, input.get(field)?.as_str()?))).or_else(question)
}

/// Redacts before it shortens, because half of a secret would not be recognised.
pub(crate) fn without_secrets(text: &str, longest: usize) -> String {
    one_line(&secrets::redact(text), longest)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_tried_is_told_in_a_line_without_secrets() {
        for (input, expected) in [
            (json!({"command": "ls\n-l", "description": "d"}), Some("ls -l")),
            (json!({"file_path": "/a b", "content": "x"}), Some("/a b")),
            (json!({"questions": [{"question": "Which?"}]}), Some("Which?")),
            (json!({"command": "curl -H 'Authorization: Bearer abcdef0123456789abcdef'"}), None),
            (json!({"content": "x"}), None),
            (json!(null), None),
        ] {
            let told = tried(&input);
            match expected {
                Some(expected) => assert_eq!(told.as_deref(), Some(expected), "{input}"),
                None => assert!(!told.unwrap_or_default().contains("abcdef"), "{input}"),
            }
        }
        let long = tried(&json!({"command": "x".repeat(5_000)})).unwrap();
        assert_eq!(long.chars().count(), MAX_TRIED);
    }
}
