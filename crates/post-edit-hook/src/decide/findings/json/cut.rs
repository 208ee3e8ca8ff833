//! A document that was cut: a program printed more of it than is read.

/// A document with what is whole of one that ends too early: without the last part, and with every
/// list and object closed that is open there.
pub(super) fn completed(text: &str) -> Option<String> {
    let mut open = Vec::new();
    let (mut end, mut closed) = (0, Vec::new());
    let (mut is_text, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = byte == b'\\' && !is_escaped;
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => {
                let _ = open.pop()?;
                (end, closed) = (at + 1, open.clone());
            }
            b',' => (end, closed) = (at, open.clone()),
            _ => {}
        }
    }
    let whole = text.get(..end)?;
    (!closed.is_empty() && !whole.is_empty())
        .then(|| whole.chars().chain(closed.into_iter().rev()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_whole_is_kept() {
        for (text, expected) in [
            (r#"[{"a": 1}, {"b": 2"#, Some(r#"[{"a": 1}]"#)),
            (r#"[{"a": 1, "b": [1, 2"#, Some(r#"[{"a": 1, "b": [1]}]"#)),
            (r#"[{"a": "x,]}\"", "b": "c,"#, Some(r#"[{"a": "x,]}\""}]"#)),
            (r#"{"a": {"b": 1}, "c"#, Some(r#"{"a": {"b": 1}}"#)),
            ("[", None),
            ("[1]", None),
            ("]", None),
        ] {
            assert_eq!(completed(text).as_deref(), expected, "{text}");
        }
    }
}
