//! Places of several lines, parts of diffs, and documents of which one line in ten is the touched one.

use super::{all, check_about, target};

#[test]
fn a_place_of_several_lines_is_about_each() {
    for line in [
        "src/a.py:1-2: x",
        "src/a.py#L1-L3 x",
        "src/a.py(1,1)-(2,4): x",
        "src/a.py:1:5:3:7: x",
        "src/a.py: lines 1-2: x",
        "\"src/a.py\":2:1: x",
        "src\\a.py:2:1: x",
        "src/a.py:[2,5] x",
    ] {
        check_about(&format!("{line}\nsrc/a.py:4: y\n"), &[line]);
    }
    check_about("src/a.py:4-9: x\nsrc/a.py:1:2-9: x\n", &[]);
    for place in [
        r#""line": 1, "endLine": 3"#,
        r#""lines": [1, 3]"#,
        r#""lines": "1-3""#,
        r#""start": {"line": 1}, "end": {"line": 3}"#,
        r#""location": {"lines": {"begin": 1, "end": 3}}"#,
    ] {
        check_about(
            &format!(r#"[{{"file": "src/a.py", "message": "x", {place}}}]"#),
            &["src/a.py:1: x"],
        );
    }
}

#[test]
fn the_place_in_this_file_counts_of_several_in_json() {
    let location = |file: &str, line: usize| {
        format!(
            r#"{{"physicalLocation": {{"artifactLocation": {{{file}}}, "region": {{"startLine": {line}}}}}}}"#
        )
    };
    let (other, own) = (location(r#""uri": "src/b.py""#, 2), location(r#""uri": "src/a.py""#, 3));
    let message = r#""message": {"text": "x"}"#;
    check_about(
        &format!(r#"{{"runs": [{{"results": [{{{message}, "locations": [{other}, {own}]}}]}}]}}"#),
        &["src/a.py:3: x"],
    );
    let (other, own) = (location(r#""index": 1"#, 2), location(r#""index": 0"#, 2));
    let files = r#"[{"location": {"uri": "src/a.py"}}, {"location": {"uri": "src/b.py"}}]"#;
    let result = |text: &str, place: &str| {
        format!(r#"{{"message": {{"text": "{text}"}}, "locations": [{place}]}}"#)
    };
    let results = [result("y", &other), result("x", &own)].join(", ");
    check_about(
        &format!(r#"{{"runs": [{{"artifacts": {files}, "results": [{results}]}}]}}"#),
        &["src/a.py:2: x"],
    );
    let range = r#""range": {"filename": "src/a.py", "start": {"line": 2}}"#;
    check_about(
        &format!(r#"{{"diagnostics": [{{"summary": "x", "detail": "d", {range}}}]}}"#),
        &["src/a.py:2: x"],
    );
    check_about(
        r#"{"failed_checks": [{"check_name": "x", "file_path": "/src/a.py", "file_line_range": [2, 3]}]}"#,
        &["src/a.py:2: x [x]"],
    );
}

#[test]
fn a_part_of_a_diff_is_as_long_as_it_says() {
    let part = "@@ -1,3 +1,2 @@\n 1\n--- a comment\n-3\n+4";
    check_about(&format!("--- src/a.py\n+++ src/a.py\n{part}\n"), &[part]);
    check_about("--- lib/a.py\n+++ lib/a.py\n@@ -2 +2 @@\n-2\n+3\n", &[]);
    let part = "@@ -2 +2 @@\n-2\n+3";
    check_about(&format!("--- a/src/a.py\n+++ b/src/a.py\n{part}\n"), &[part]);
}

#[test]
fn findings_of_other_files_that_speak_of_this_one_are_dropped() {
    check_about("src/b.py:9:1: x, imported in src/a.py:2\nsrc/a.py:1: y\n", &[]);
    check_about(
        "<checkstyle>\n<file name='src/a.py'>\n<error line='2' message='x'/>\n</file>\n\
         <file name='src/b.py'>\n<error line='2' message='y'/>\n</file>\n</checkstyle>\n",
        &["src/a.py:2: x"],
    );
}

#[test]
fn what_stands_around_a_place_belongs_to_it() {
    check_about(
        "<testsuite>\n<testcase file=\"src/a.py\" line=\"2\">\n<failure message=\"x\">\n",
        &["<testcase file=\"src/a.py\" line=\"2\">\n<failure message=\"x\">"],
    );
    check_about(
        "rule: x\nsrc/a.py:2 Task/Handler: t\n\nrule: y\nsrc/a.py:9 Task/Handler: t\n",
        &["rule: x\nsrc/a.py:2 Task/Handler: t"],
    );
    check_about(
        "┃ [W] ↗ x\n┃       src/a.py:2:5 #(Foo)\n┃ [W] ↗ y\n┃       src/a.py:9:5 #(Foo)\n",
        &["┃ [W] ↗ x\n┃       src/a.py:2:5 #(Foo)"],
    );
}

/// What begins like a document on each line is not read as one for ever.
#[test]
fn lines_that_begin_like_documents_end() {
    let found = all(&"[1,\n".repeat(5_000), "", &target().1);
    assert_eq!(found.all.len(), 5_000);
    check_about(&format!("{}src/a.py:2: x\n", "{\n".repeat(500)), &["src/a.py:2: x"]);
}

#[test]
fn the_last_number_there_is_is_a_line() {
    let line = u64::MAX;
    check_about(&format!("src/a.py:{line}: x\n@@ -{line},3 +1,3 @@\n x\n-y\n+z\n"), &[]);
    check_about(
        &format!(r#"[{{"file": "src/a.py", "line": {line}, "character": 1, "message": "x"}}]"#),
        &[],
    );
}
