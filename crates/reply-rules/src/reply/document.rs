//! What stdout is: nothing, one document, words, or a document that something has spoilt.

use serde_json::{Deserializer, Value};

/// What was read.
#[derive(Debug, PartialEq)]
pub(super) enum Stdout {
    Nothing,
    Document(Value),
    /// Text that does not look like JSON anywhere.
    Words,
    /// With the id of what has spoilt it.
    Spoilt(&'static str),
}

/// Reads stdout as a host does.
pub(super) fn read_stdout(stdout: &str) -> Stdout {
    let text = stdout.trim();
    if text.is_empty() {
        return Stdout::Nothing;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(document) if document.is_object() => return Stdout::Document(document),
        Ok(_) => return Stdout::Spoilt("not-a-document"),
        Err(_) => {}
    }
    match first_object(text) {
        Some(("", rest)) if rest.trim_start().starts_with('{') => Stdout::Spoilt("two-documents"),
        Some(_) => Stdout::Spoilt("noise"),
        None if text.starts_with('{') => Stdout::Spoilt("cut-json"),
        None => Stdout::Words,
    }
}

/// What stands before and behind the first object that is not empty.
fn first_object(text: &str) -> Option<(&str, &str)> {
    text.match_indices('{').take(MAX_TRIED).find_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let mut documents = Deserializer::from_str(rest).into_iter::<Value>();
        let document = documents.next()?.ok()?;
        let is_answer = document.as_object().is_some_and(|object| !object.is_empty());
        let behind = rest.get(documents.byte_offset()..)?;
        is_answer.then_some((before.trim(), behind))
    })
}

/// So many places are tried where an object may begin.
const MAX_TRIED: usize = 64;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_one_object_is_a_document() {
        for (stdout, expected) in [
            ("", Stdout::Nothing),
            (" \n", Stdout::Nothing),
            ("{\"a\":1}\n", Stdout::Document(json!({"a": 1}))),
            ("[1]", Stdout::Spoilt("not-a-document")),
            ("\"deny\"", Stdout::Spoilt("not-a-document")),
            ("ok", Stdout::Words),
            ("use {} here", Stdout::Words),
            ("starting\n{\"a\":1}", Stdout::Spoilt("noise")),
            ("{\"a\":1}\ndone", Stdout::Spoilt("noise")),
            ("{\"a\":1}\n{\"b\":1}", Stdout::Spoilt("two-documents")),
            ("{\"a\":", Stdout::Spoilt("cut-json")),
        ] {
            assert_eq!(read_stdout(stdout), expected, "{stdout}");
        }
    }
}
