//! Logs of SARIF 2.1.0, as far as a finding needs them.
//!
//! Source: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS: `result`
//! (3.27), `physicalLocation` (3.29), `artifactLocation` (3.4), `region` (3.30).

use serde_json::Value;

use super::{RawFinding, documents};

const PLACE: &str = "/locations/0/physicalLocation";

/// The results of all runs, but for those that a person has suppressed.
pub(super) fn findings(output: &str) -> Vec<RawFinding> {
    let documents = documents(output);
    let runs = documents.iter().flat_map(|log| items(log, "runs"));
    let results = runs.flat_map(|run| items(run, "results"));
    results.filter(|it| items(it, "suppressions").is_empty()).map(finding).collect()
}

fn items<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A result. One without a message is malformed, which is what is said of it.
fn finding(result: &Value) -> RawFinding {
    let at = |way: &str| result.pointer(way);
    let text = |way: &str| at(way).and_then(Value::as_str).map(str::to_owned);
    let place = |way: &str| format!("{PLACE}/{way}");
    let number = |way: &str| usize::try_from(at(&place(way))?.as_u64()?).ok();
    let message =
        ["/message/text", "/message/markdown", "/message/id"].iter().find_map(|it| text(it));
    RawFinding {
        path: text(&place("artifactLocation/uri")).map(|uri| path(&uri)),
        line: number("region/startLine"),
        column: number("region/startColumn"),
        rule: text("/ruleId").or_else(|| text("/rule/id")),
        message: message.unwrap_or_else(|| format!("malformed SARIF result: {result}")),
        text: String::new(),
    }
}

/// The path that a URI stands for.
fn path(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *byte == b'%');
        let code = code.and_then(|it| std::str::from_utf8(it).ok());
        let code = code.and_then(|it| u8::from_str_radix(it, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result(uri: &str, rest: &Value) -> Value {
        let mut result = json!({
            "ruleId": "R1", "message": {"text": "bad"},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": uri}, "region": {"startLine": 3, "startColumn": 7}}}]
        });
        result.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        result
    }

    #[test]
    fn results_have_a_place_a_rule_and_a_message() {
        let results = [
            result("file:///p/a%20b.py", &json!({})),
            result("a.py", &json!({"ruleId": null, "rule": {"id": "R2"}})),
            result("a.py", &json!({"suppressions": [{"kind": "inSource"}]})),
            result("a.py", &json!({"locations": [], "message": {"markdown": "*bad*"}})),
            result("a%2", &json!({"suppressions": [], "message": {}, "locations": 1, "ruleId": 7})),
            json!("nonsense"),
        ];
        let log = json!({"version": "2.1.0", "runs": [{"results": results}, {"results": null}]});
        let found: Vec<_> = findings(&log.to_string())
            .into_iter()
            .map(|it| (it.path, it.line, it.column, it.rule, it.message))
            .collect();
        let malformed =
            |result: &str| (None, None, None, None, format!("malformed SARIF result: {result}"));
        let of = |path: Option<&str>, rule: &str, message: &str| {
            let (line, column) = (path.map(|_| 3), path.map(|_| 7));
            let path = path.map(str::to_owned);
            (path, line, column, Some(rule.to_owned()), message.to_owned())
        };
        let expected = [
            of(Some("/p/a b.py"), "R1", "bad"),
            of(Some("a.py"), "R2", "bad"),
            of(None, "R1", "*bad*"),
            malformed(r#"{"locations":1,"message":{},"ruleId":7,"suppressions":[]}"#),
            malformed("\"nonsense\""),
        ];
        assert_eq!(found, expected);
        assert!(findings("[]\n{\"runs\": 1}").is_empty());
    }
}
