//! JSON documents, whatever their shape: each object with a line and a message is a finding.
//!
//! The keys are those that linters document for their JSON output: `ESLint` ("JSON formatter"),
//! stylelint ("Formatters"), Ruff (`--output-format json`), mypy (`--output json`), Pylint
//! (`json2`), pyright (`--outputjson`), Bandit ("Formatters: JSON"), `ShellCheck` (`json1`),
//! hadolint (`--format json`), `SQLFluff` (`--format json`), cfn-lint (`--format json`), golangci-lint
//! (`Issue`), Staticcheck ("Output formats"), `SwiftLint` (`json` reporter), `TFLint` (`--format json`),
//! markdownlint-cli (`--json`), and the `Diagnostic` of the Language Server Protocol.

use serde_json::Value;

use super::{RawFinding, documents};

/// Ways to the path of a file, of which objects further down inherit the last.
const PATHS: [&str; 11] = [
    "file",
    "filename",
    "fileName",
    "filePath",
    "filepath",
    "path",
    "uri",
    "Filename",
    "Pos.Filename",
    "location.file",
    "range.filename",
];

/// The same in stylelint's list; in a finding it is the name of a linter.
const SOURCE: &str = "source";

const LINES: [&str; 11] = [
    "line",
    "line_number",
    "lineNumber",
    "startLine",
    "start_line_no",
    "location.row",
    "location.line",
    "location.lines.begin",
    "Location.Start.LineNumber",
    "Pos.Line",
    "range.start.line",
];

const COLUMNS: [&str; 8] = [
    "column",
    "startColumn",
    "start_line_pos",
    "character",
    "location.column",
    "Location.Start.ColumnNumber",
    "Pos.Column",
    "range.start.column",
];

/// The Language Server Protocol counts from 0 and calls a column so.
const CHARACTER: &str = "range.start.character";

const MESSAGES: [&str; 8] = [
    "message",
    "Message",
    "text",
    "Text",
    "issue_text",
    "description",
    "ruleDescription",
    "reason",
];

const RULES: [&str; 11] = [
    "ruleId",
    "rule_id",
    "rule.name",
    "rule.id",
    "rule",
    "Rule.Id",
    "symbol",
    "code",
    "test_id",
    "ruleNames.0",
    "FromLinter",
];

/// What `ESLint` was told to accept.
const SUPPRESSED: &str = "suppressedMessages";

/// The findings in all documents of an output.
pub(super) fn findings(output: &str) -> Vec<RawFinding> {
    let mut found = Vec::new();
    for document in documents(output) {
        collect(&document, None, &mut found);
    }
    found
}

fn collect(value: &Value, path: Option<&str>, found: &mut Vec<RawFinding>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, path, found)),
        Value::Object(fields) => {
            let path = PATHS.iter().find_map(|way| at(value, way)?.as_str()).or(path);
            if let Some(finding) = finding(value, path) {
                found.push(finding);
                return;
            }
            let path = path.or_else(|| fields.get(SOURCE)?.as_str());
            let below = fields.iter().filter(|(key, _)| *key != SUPPRESSED);
            below.for_each(|(_, value)| collect(value, path, found));
        }
        _ => {}
    }
}

fn finding(value: &Value, path: Option<&str>) -> Option<RawFinding> {
    let number = |ways: &[&str]| ways.iter().find_map(|way| number(at(value, way)?));
    let message = MESSAGES.iter().find_map(|way| at(value, way)?.as_str())?;
    let character = number(&[CHARACTER]);
    let first = usize::from(character.is_some());
    Some(RawFinding {
        path: path.map(|path| path.strip_prefix("file://").unwrap_or(path).to_owned()),
        line: Some(number(&LINES)?.saturating_add(first)),
        column: number(&COLUMNS).or(character.map(|it| it.saturating_add(first))),
        rule: RULES.iter().find_map(|way| name(at(value, way)?)),
        message: message.to_owned(),
        text: String::new(),
    })
}

/// What is at the end of a way, such as `range.start.line`.
fn at<'a>(value: &'a Value, way: &str) -> Option<&'a Value> {
    way.split('.').try_fold(value, |value, key| match value {
        Value::Array(values) => values.get(key.parse::<usize>().ok()?),
        _ => value.get(key),
    })
}

fn number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.parse().ok(),
        _ => usize::try_from(value.as_u64()?).ok(),
    }
}

fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings, as `path:line:column: message [rule]`.
    #[track_caller]
    fn check(output: &str, expected: &[&str]) {
        let found: Vec<String> = findings(output)
            .into_iter()
            .map(|it| {
                let path = it.path.unwrap_or_default();
                let column = it.column.map_or_else(String::new, |it| format!(":{it}"));
                let (line, message) = (it.line.unwrap(), it.message);
                format!("{path}:{line}{column}: {message} [{}]", it.rule.unwrap_or_default())
            })
            .collect();
        assert_eq!(found, expected, "{output}");
    }

    #[test]
    fn findings_stand_in_documents_of_many_shapes() {
        // ESLint
        check(
            r#"[{"filePath": "/p/a.js", "messages": [{"ruleId": "no-undef", "severity": 2,
                "message": "x", "line": 3, "column": 1, "suggestions": [{"message": "y", "line": 9}]}],
                "suppressedMessages": [{"ruleId": "no-undef", "message": "z", "line": 1}]}]"#,
            &["/p/a.js:3:1: x [no-undef]"],
        );
        // Ruff
        check(
            r#"[{"code": "F821", "filename": "a.py", "fix": {"edits": [], "message": "y"},
                "location": {"column": 12, "row": 6}, "message": "x"}]"#,
            &["a.py:6:12: x [F821]"],
        );
        // pyright
        check(
            r#"{"generalDiagnostics": [{"file": "a.py", "message": "x", "rule": "r",
                "range": {"start": {"line": 5, "character": 11}}}]}"#,
            &["a.py:6:12: x [r]"],
        );
        // TFLint
        check(
            r#"{"issues": [{"rule": {"name": "r"}, "message": "x",
                "range": {"filename": "a.tf", "start": {"line": 5, "column": 1}}}]}"#,
            &["a.tf:5:1: x [r]"],
        );
        // ShellCheck
        check(
            r#"{"comments": [{"file": "a.sh", "line": 3, "column": 6, "code": 2154, "message": "x",
                "fix": {"replacements": [{"line": 3, "replacement": "y"}]}}]}"#,
            &["a.sh:3:6: x [2154]"],
        );
        // stylelint
        check(
            r#"[{"source": "a.css", "warnings": [{"line": 2, "column": 3, "rule": "r", "text": "x"}]}]"#,
            &["a.css:2:3: x [r]"],
        );
        // cfn-lint
        check(
            r#"[{"Filename": "t.yaml", "Message": "x", "Rule": {"Id": "E1"},
                "Location": {"Start": {"ColumnNumber": 7, "LineNumber": 6}}}]"#,
            &["t.yaml:6:7: x [E1]"],
        );
        // mypy: a document on each line
        check(
            "{\"file\": \"a.py\", \"line\": 1, \"message\": \"x\", \"code\": \"c\"}\n\
             {\"file\": \"a.py\", \"line\": \"2\", \"message\": \"y\", \"code\": null}\nFound 2 errors\n",
            &["a.py:1: x [c]", "a.py:2: y []"],
        );
    }

    #[test]
    fn an_object_without_a_line_or_a_message_is_no_finding() {
        for output in [r#"{"message": "x"}"#, r#"[{"line": 3}]"#, "[1, \"x\", null]", "x"] {
            check(output, &[]);
        }
    }
}
