//! What is said of a file as a whole, beside a finding of a line that was not touched.

use super::check_about;

#[test]
fn what_is_said_of_the_whole_file_is_told() {
    for line in [
        "src/a.py: missing newline at end of file",
        "src/a.py:0:0: missing docstring in the module",
        "would reformat src/a.py",
        "[warn] src/a.py is not formatted",
    ] {
        check_about(&format!("{line}\nsrc/a.py:7:1: seven\n"), &[line]);
    }
    let rows = "src/a.py\n  0:0  error  Parsing error: of the file\n  7:1  error  seven\n";
    check_about(rows, &["  0:0  error  Parsing error: of the file"]);
    // editorconfig-checker
    let rows = "src/a.py:\n\t7: Trailing whitespace\n\tWrong line endings or no final newline\n\n2 errors\n";
    check_about(rows, &["\tWrong line endings or no final newline"]);
    check_about(&rows.replace("src/a.py", "src/b.py"), &[]);
}

#[test]
fn what_only_says_how_it_went_is_not() {
    for line in [
        "src/a.py: OK",
        "src/a.py: 3 warnings in it",
        "src/a.py: In function `f':",
        "src/a.py: At top level:",
        "src/a.py: note: in the module",
        "src/a.py: checked in 3 ms",
        "src/b.py: missing newline at end of file",
        "checking src/a.py",
    ] {
        check_about(&format!("{line}\nsrc/a.py:7:1: seven\n"), &[]);
    }
    // The diff says it.
    check_about("--- src/a.py\n+++ src/a.py\n@@ -7 +7 @@\n-x\n+y\nwould reformat src/a.py\n", &[]);
}

#[test]
fn a_document_need_not_say_a_word_that_means_an_error() {
    let seven = r#"{"line": 7, "message": "seven"}"#;
    for place in [r#""line": 0, "#, r#""line": null, "#, ""] {
        check_about(
            &format!(
                r#"[{{"filePath": "/p/src/a.py", "messages": [{{{place}"message": "no end"}}, {seven}]}}]"#
            ),
            &["src/a.py: no end"],
        );
    }
    let other = r#"[{"filePath": "/p/src/b.py", "messages": [{"message": "no end"}]},
        {"filePath": "/p/src/a.py", "messages": [{"line": 7, "message": "seven", "rule": {"description": "of it"}}]}]"#;
    check_about(other, &[]);
    let location =
        |region: &str| format!(r#"{{"artifactLocation": {{"uri": "src/a.py"}}{region}}}"#);
    let result = |text: &str, region: &str| {
        let location = location(region);
        format!(
            r#"{{"message": {{"text": "{text}"}}, "locations": [{{"physicalLocation": {location}}}]}}"#
        )
    };
    let (whole, seven) = (result("no end", ""), result("seven", r#", "region": {"startLine": 7}"#));
    let sarif = format!(r#"{{"runs": [{{"results": [{whole}, {seven}]}}]}}"#);
    check_about(&sarif, &["src/a.py: no end"]);
    for error in ["<error line='0' message='no end'/>", "<error message='no end'/>"] {
        let file = format!("<file name='src/a.py'>{error}<error line='7' message='seven'/></file>");
        check_about(&format!("<checkstyle>{file}</checkstyle>"), &["src/a.py: no end"]);
    }
}

/// A file with many faults of its own, which the edit may have nothing to do with.
#[test]
fn no_more_than_some_are_told() {
    let lines: Vec<String> = (0..9).map(|at| format!("src/a.py: fault {at}a of it")).collect();
    let told: Vec<&str> = lines.iter().take(3).map(String::as_str).collect();
    check_about(&format!("{}\nsrc/a.py:7:1: seven\n", lines.join("\n")), &told);
}
