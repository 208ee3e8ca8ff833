//! Logs of SARIF 2.1.0, as far as a finding needs them.
//!
//! Source: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS: `result`
//! (3.27), `physicalLocation` (3.29), `artifactLocation` (3.4), `region` (3.30).

use serde::Deserialize;
use serde_json::Value;

use super::{RawFinding, documents};

#[derive(Deserialize)]
struct Log {
    runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    #[serde(default)]
    results: Option<Vec<SarifResult>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: Option<String>,
    rule: Option<Rule>,
    message: Message,
    #[serde(default)]
    locations: Vec<Location>,
    /// What a person has accepted.
    suppressions: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct Rule {
    id: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    text: Option<String>,
    markdown: Option<String>,
    id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Option<PhysicalLocation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Option<ArtifactLocation>,
    region: Option<Region>,
}

#[derive(Deserialize)]
struct ArtifactLocation {
    uri: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: Option<usize>,
    start_column: Option<usize>,
}

/// The results of all runs, but for those that are suppressed.
pub(super) fn findings(output: &str) -> Vec<RawFinding> {
    let logs =
        documents(output).into_iter().filter_map(|it| serde_json::from_value::<Log>(it).ok());
    let runs = logs.flat_map(|log| log.runs);
    let results = runs.flat_map(|run| run.results.unwrap_or_default());
    let told = results.filter(|it| it.suppressions.as_ref().is_none_or(Vec::is_empty));
    told.filter_map(finding).collect()
}

fn finding(result: SarifResult) -> Option<RawFinding> {
    let Message { text, markdown, id } = result.message;
    let message = text.or(markdown).or(id)?;
    let place = result.locations.into_iter().next().and_then(|it| it.physical_location);
    let (file, region) = place.map_or((None, None), |it| (it.artifact_location, it.region));
    Some(RawFinding {
        path: file.and_then(|it| it.uri).map(|uri| path(&uri)),
        line: region.as_ref().and_then(|it| it.start_line),
        column: region.as_ref().and_then(|it| it.start_column),
        rule: result.rule_id.or_else(|| result.rule?.id),
        message,
        text: String::new(),
    })
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
            result("a%2", &json!({"suppressions": [], "message": {}})),
        ];
        let log = json!({"version": "2.1.0", "runs": [{"results": results}, {"results": null}]});
        let found: Vec<_> = findings(&log.to_string())
            .into_iter()
            .map(|it| (it.path, it.line, it.column, it.rule, it.message))
            .collect();
        let of = |path: Option<&str>, rule: &str, message: &str| {
            let (line, column) = (path.map(|_| 3), path.map(|_| 7));
            let path = path.map(str::to_owned);
            (path, line, column, Some(rule.to_owned()), message.to_owned())
        };
        let expected = [
            of(Some("/p/a b.py"), "R1", "bad"),
            of(Some("a.py"), "R2", "bad"),
            of(None, "R1", "*bad*"),
        ];
        assert_eq!(found, expected);
        assert!(findings("[]\n{\"runs\": 1}").is_empty());
    }
}
