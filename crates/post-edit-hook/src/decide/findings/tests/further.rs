//! Findings that have places of others below them, and outputs of which a document is only a part.

use super::check_about;

/// A finding, with the place of another in one of its keys.
fn of_json(key: &str, line: usize, other: &str, other_line: usize) -> String {
    format!(
        r#"[{{"file":"src/a.py","line":{line},"message":"AAA","{key}":[{{"file":"{other}","line":{other_line},"message":"see"}}]}}]"#
    )
}

#[test]
fn a_finding_of_json_is_one_whatever_is_below_it() {
    for key in ["trace", "flows", "a", "other_references", "children", "notes"] {
        check_about(&of_json(key, 2, "src/b.py", 20), &["src/a.py:2: AAA"]);
        check_about(&of_json(key, 2, "src/a.py", 20), &["src/a.py:2: AAA"]);
        check_about(&of_json(key, 9, "src/a.py", 20), &[]);
        check_about(&of_json(key, 9, "src/b.py", 2), &[]);
    }
    // What explains it was touched.
    check_about(&of_json("notes", 9, "src/a.py", 2), &["src/a.py:9: AAA"]);
    check_about(&of_json("trace", 9, "src/a.py", 2), &["src/a.py:9: AAA", "src/a.py:2: see"]);
    check_about(
        r#"[{"message":"AAA","range":{"filename":"src/a.py","start":{"line":2}},"callers":[{"filename":"src/b.py","start":{"line":2}}]}]"#,
        &["src/a.py:2: AAA"],
    );
    check_about(
        r#"{"Target":"src/a.py","all":[{"Title":"AAA","Cause":{"StartLine":2,"Occurrences":[{"Filename":"src/b.py","Location":{"StartLine":20}}]}}]}"#,
        &["src/a.py:2: AAA"],
    );
}

#[test]
fn the_span_of_a_child_is_a_further_place() {
    let error = |(file, line): (&str, usize), (other, other_line): (&str, usize)| {
        format!(
            r#"{{"message":"AAA","children":[{{"message":"first here","spans":[{{"file_name":"{other}","line_start":{other_line},"is_primary":true}}]}}],
            "spans":[{{"file_name":"{file}","line_start":{line},"is_primary":true}}]}}"#
        )
        .replace('\n', "")
    };
    check_about(&error(("src/a.py", 2), ("src/b.py", 20)), &["src/a.py:2: AAA"]);
    check_about(&error(("src/b.py", 20), ("src/a.py", 2)), &["src/b.py:20: AAA"]);
    check_about(&error(("src/a.py", 9), ("src/a.py", 2)), &["src/a.py:9: AAA"]);
    check_about(&error(("src/a.py", 9), ("src/b.py", 2)), &[]);
    check_about(&error(("src/b.py", 2), ("src/a.py", 9)), &[]);
}

#[test]
fn a_related_location_of_sarif_is_a_further_place() {
    let place = |file: &str, line: usize| {
        format!(
            r#"{{"physicalLocation":{{"artifactLocation":{{"uri":"{file}"}},"region":{{"startLine":{line}}},"contextRegion":{{"startLine":1,"endLine":40}}}}}}"#
        )
    };
    let result = |line: usize, related: &str| {
        format!(
            r#"{{"runs":[{{"results":[{{"message":{{"text":"AAA"}},"locations":[{}],"relatedLocations":[{related}]}}]}}]}}"#,
            place("src/a.py", line)
        )
    };
    check_about(&result(9, &place("src/a.py", 2)), &["src/a.py:9: AAA"]);
    check_about(&result(9, &place("src/b.py", 2)), &[]);
    check_about(&result(2, &place("src/b.py", 9)), &["src/a.py:2: AAA"]);
}

#[test]
fn a_finding_of_xml_is_one_whatever_is_below_it() {
    let issue = |line: usize, other: &str, other_line: usize| {
        format!(
            "<issues>\n<issue file='src/a.py' line='{line}' message='AAA'><trace file='{other}' line='{other_line}' message='see'/></issue>\n</issues>\n"
        )
    };
    check_about(&issue(2, "src/b.py", 20), &["src/a.py:2: AAA"]);
    check_about(&issue(2, "src/a.py", 20), &["src/a.py:2: AAA"]);
    check_about(&issue(9, "src/a.py", 20), &[]);
    check_about(&issue(9, "src/a.py", 2), &["src/a.py:9: AAA", "src/a.py:2: see"]);
}

#[test]
fn what_stands_behind_a_document_is_read() {
    let table = "file,line,message\nsrc/a.py,25,BBB\n";
    let list = "- path: src/a.py\n  line: 25\n  message: BBB\n";
    let document = "---\n- filename: src/a.py\n  line: 25\n  message: BBB\n";
    let tap = "TAP version 13\nnot ok 1 - src/a.py\n  ---\n  message: BBB\n  data:\n    line: 25\n  ...\n";
    for document in [table, list, document, tap] {
        for (next, told) in [
            ("src/a.py:2:1: error: AAA\n", vec!["src/a.py:2:1: error: AAA"]),
            ("error: AAA\n  --> src/a.py:2:1\n", vec!["error: AAA\n  --> src/a.py:2:1"]),
            ("sh: 1: AAA: not found\n", vec!["sh: 1: AAA: not found"]),
            ("file,line,message\nsrc/a.py,2,AAA\n", vec!["src/a.py:2: AAA"]),
        ] {
            check_about(&format!("{document}{next}"), &told);
            check_about(&format!("{document}\n{next}"), &told);
        }
    }
    check_about(&format!("src/a.py:2:1: error: AAA\n{tap}"), &["src/a.py:2:1: error: AAA"]);
}
