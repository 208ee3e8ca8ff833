//! What a model takes from what it was told: `[TOLD run|now]` in the input of a call is what stands
//! between the last `run` and the next `now`.

use serde_json::Value;

const MARK: &str = "[TOLD ";

/// An input with what was told in the place of the marks; one that names nothing stays.
pub(crate) fn filled(input: Value, told: &str) -> Value {
    match input {
        Value::String(text) => Value::String(text_filled(&text, told)),
        Value::Array(all) => all.into_iter().map(|one| filled(one, told)).collect(),
        Value::Object(all) => all.into_iter().map(|(key, one)| (key, filled(one, told))).collect(),
        other => other,
    }
}

fn text_filled(text: &str, told: &str) -> String {
    let parts = text.split_once(MARK).and_then(|(before, rest)| {
        let (mark, after) = rest.split_once(']')?;
        let (from, to) = mark.split_once('|')?;
        let (_, found) = told.rsplit_once(from)?;
        let (found, _) = found.split_once(to)?;
        Some(format!("{before}{found}{}", text_filled(after, told)))
    });
    parts.unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_mark_is_what_was_told_last() {
        let told = "run `old ID`, then run `x/gate select ID --session 's 1'`.";
        let check = |text: &str, expected: &str| {
            let input = json!({"command": [text], "n": 1});
            assert_eq!(filled(input, told), json!({"command": [expected], "n": 1}));
        };
        check("[TOLD run `|ID]A[TOLD select ID|`]", "x/gate select A --session 's 1'");
        check("[TOLD run `|`] [TOLD never|x]", "x/gate select ID --session 's 1' [TOLD never|x]");
        check("ls [a|b]", "ls [a|b]");
    }
}
