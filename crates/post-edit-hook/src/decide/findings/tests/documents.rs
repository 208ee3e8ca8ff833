//! Findings in documents of XML and HTML, and in tables.

use super::check_about;

#[test]
fn xml_is_told_in_words() {
    let checkstyle = |line: usize| {
        format!(
            "<error line='{line}' severity='error' message='&apos;x&#39; &lt; 1' source='r/S'/>"
        )
    };
    check_about(
        &format!(
            "Checking...\n<?xml version='1.0'?>\n<checkstyle>\n<file name='/p/src/a.py'>{}{}</file>\n\
             <file name='src/b.py'>{}</file>\n</checkstyle>\ndone\n",
            checkstyle(2),
            checkstyle(7),
            checkstyle(2)
        ),
        &["src/a.py:2: 'x' < 1 [r/S]"],
    );
    check_about(
        "<errors>\n<error id='i' msg='x'>\n<location file='src/a.py' line='2' column='1'/>\n</error>\n\
         <error id='i' msg='y'>\n<location file='src/a.py' line='7'/>\n</error>\n</errors>\n",
        &["src/a.py:2: x [i]"],
    );
    check_about(
        "<pmd>\n<file name='src/a.py'>\n<violation beginline='1' endline='3' rule='R'>\nx\n</violation>\n\
         <violation beginline='7' endline='9' rule='R'>\ny\n</violation>\n</file>\n</pmd>\n",
        &["src/a.py:1: x [R]"],
    );
    check_about(
        "<issues>\n<issue>\n<file>src/a.py</file>\n<line>3</line>\n<message>x</message>\n</issue>\n\
         <issue>\n<file>src/a.py</file>\n<line>7</line>\n<message>y</message>\n</issue>\n</issues>\n",
        &["src/a.py:3: x"],
    );
}

#[test]
fn what_junit_says_in_its_texts_names_places() {
    let suite = |cases: &str| {
        format!(
            "<testsuites>\n<testsuite name='/p/src/a.py'>\n{cases}</testsuite>\n</testsuites>\n"
        )
    };
    let case = |line: usize, say: &str| {
        format!(
            "<testcase name='rule'>\n<failure message='{say}'>line {line}, col 1, {say}</failure>\n</testcase>\n"
        )
    };
    check_about(&suite(&(case(2, "x") + &case(7, "y"))), &["src/a.py:2: x"]);
    let case = |line: usize, say: &str| {
        format!(
            "<testcase name='org.rule' line='{line}'><failure message='{say}'>no</failure></testcase>"
        )
    };
    check_about(&suite(&(case(2, "x") + &case(7, "y"))), &["src/a.py:2: x"]);
    let case = |line: usize, say: &str| {
        format!(
            "<testcase name='r'><error message='{say}'><![CDATA[{line}:3: <b>]]></error></testcase>"
        )
    };
    check_about(&suite(&(case(3, "x") + &case(7, "y"))), &["src/a.py:3: x"]);
    check_about(
        &suite("<testcase name='a.py'><failure>2: x\n7: y\n</failure></testcase>\n"),
        &["src/a.py:2: 2: x"],
    );
    let case = |line: usize, say: &str| {
        format!(
            "<testcase name='r at /p/src/a.py ({line}:1)'><failure message='{say}'/></testcase>"
        )
    };
    check_about(&suite(&(case(3, "x") + &case(7, "y"))), &["src/a.py:3: x"]);
    // What has passed is no finding.
    check_about(
        "<testsuite name='s'>\n<testcase file='src/a.py' line='2' name='passed'/>\n\
         <testcase file='src/a.py' line='7' name='t'><failure message='y'/></testcase>\n</testsuite>\n",
        &[],
    );
}

#[test]
fn a_document_that_is_broken_or_says_nothing_is_read_by_lines() {
    check_about("<a>\n<b>\nsrc/a.py:2: x\nsrc/a.py:7: y\n", &["src/a.py:2: x"]);
    check_about("<T> is no type\nsrc/a.py:2: x\nsrc/a.py:7: y\n", &["src/a.py:2: x"]);
    let deep = format!("{}{}", "<a>".repeat(500), "</a>".repeat(500));
    check_about(&format!("{deep}\nsrc/a.py:2: x\n"), &["src/a.py:2: x"]);
}

#[test]
fn rows_of_tables_are_findings() {
    check_about(
        "filename,test_id,issue_text,line_number\nsrc/a.py,B1,\"x, and more\",2\nsrc/a.py,B1,y,7\n\
         src/b.py,B1,z,2\n",
        &["src/a.py:2: x, and more [B1]"],
    );
    check_about(
        "File,Line,Column,Type,Message\n\"/p/src/a.py\",2,1,error,x\n\"/p/src/a.py\",7,1,error,y\n",
        &["src/a.py:2: x"],
    );
    check_about("3,7,rule,x y\n9,7,rule,z y\n", &["3,7,rule,x y"]);
}

#[test]
fn a_page_is_read_as_it_is_shown() {
    let row = |line: usize, say: &str| {
        format!("<tr class=\"f\">\n<td>{line}:1</td>\n<td>Error</td>\n<td>{say}</td>\n</tr>\n")
    };
    check_about(
        &format!(
            "<!DOCTYPE html>\n<html><head><style>a {{}}</style></head><body><table>\n\
             <tr><th>[+] /p/src/a.py <span>2 problems</span></th></tr>\n{}{}</table></body></html>\n",
            row(2, "&#39;x&#39; is no name"),
            row(7, "y")
        )
        .replace(">\n<td>", "><td>")
        .replace("</td>\n</tr>", "</td></tr>"),
        &["2:1 Error 'x' is no name"],
    );
}

#[test]
fn what_only_says_that_it_is_over_is_no_finding() {
    for line in [
        "Summary: 2 error(s)",
        "Error! Issues detected.",
        "Fatal: Compilation aborted",
        "Error: /usr/bin/x returned an error exitcode",
        "error: process exited with code 1, exit status 1",
    ] {
        check_about(&format!("src/a.py:2: x\n{line}\n"), &["src/a.py:2: x"]);
    }
}

#[test]
fn rows_stand_below_the_first_place_of_their_file() {
    let output =
        "  src/a.py:2:1\n  ✖   2:1   two is not defined  no-undef\n  ✖  11:10  far  no-undef\n";
    check_about(output, &["  src/a.py:2:1", "  ✖   2:1   two is not defined  no-undef"]);
    check_about("src/a.py:7:1\nERROR: 3:21  x\nERROR: 7:1  y\n", &["ERROR: 3:21  x"]);
    let text = "L2 |<a>\n  ^ x is wrong\nL7 |<b>\n  ^ y is wrong\n";
    check_about(
        &format!(
            "<testsuites>\n<testcase name='/p/src/a.py'><failure message='2 errors'><![CDATA[{text}]]></failure></testcase>\n</testsuites>\n"
        ),
        &["src/a.py:2: L2 |<a> ^ x is wrong"],
    );
    check_about(
        "path,lineNumber,lineNumberEnd,level,message\nsrc/a.py,2,,error,x\nsrc/a.py,11,,error,y\n",
        &["src/a.py:2: x"],
    );
}

#[test]
fn reports_in_yaml_and_tap_are_told_in_words() {
    let finding = |line: usize, say: &str| {
        format!(
            "  - start_line_no: {line}\n    code: R1\n    description: '{say}'\n    fixes:\n    \
                 - type: edit\n      start_line_no: 3\n      edit: x\n    end_line_no: {line}\n"
        )
    };
    let report = format!(
        "- filepath: src/a.py\n  violations:\n{}{}- filepath: src/b.py\n  violations:\n{}",
        finding(9, "x"),
        finding(3, "it''s"),
        finding(3, "z")
    );
    check_about(&report, &["src/a.py:3: it's [R1]"]);
    let place = |line: usize, by: &str| {
        format!("{by}  severity: error\n{by}  data:\n{by}    line: {line}\n{by}    ruleId: r\n")
    };
    let tap = format!(
        "TAP version 13\n1..2\nnot ok 1 - /p/src/a.py\n  ---\n  message: x\n{}  messages:\n    - message: y\n{}  ...\n\
         not ok 2 - /p/src/b.py\n  ---\n  message: z\n{}  ...\n",
        place(9, ""),
        place(2, "    "),
        place(2, "")
    );
    check_about(&tap, &["src/a.py:2: y [r]"]);
    // What names no line is left to those who read it.
    check_about(
        "TAP version 13\nnot ok 1 - adds\n  ---\n  x: y\n  ...\n",
        &["TAP version 13", "not ok 1 - adds", "  ---", "  x: y", "  ..."],
    );
}

#[test]
fn a_cell_of_a_page_may_go_on_below() {
    check_about(
        "<!DOCTYPE html>\n<table>\n<tr><th>src/a.py</th></tr>\n<tr>\n<td>3:1</td>\n<td>x</td>\n</tr>\n\
         <tr>\n<td>9:1</td>\n<td>y</td>\n</tr>\n</table>\n",
        &["3:1 x"],
    );
}

#[test]
fn a_table_may_be_drawn() {
    let row = |line: usize, say: &str| {
        format!("║ {line}  │ 1  │ error │ {say} ║\n║    │    │       │ more ║\n")
    };
    check_about(
        &format!(
            "src/a.py\n\n║ Line │ Column │ Type │ Message ║\n╟───┼───┼───╢\n{}{}",
            row(3, "x"),
            row(9, "y")
        ),
        &[row(3, "x").trim_end()],
    );
}

#[test]
fn a_message_may_stand_beside_the_place_in_an_object_of_its_own() {
    // Semgrep
    let result = |line: u8, say: &str| {
        format!(
            r#"{{"check_id": "r", "path": "src/a.py", "start": {{"line": {line}, "col": 1}}, "end": {{"line": {line}, "col": 9}},
            "extra": {{"message": "{say}", "metavars": {{"$X": {{"start": {{"line": 3}}}}}}, "metadata": {{}}, "lines": "x"}}}}"#
        )
    };
    let results = format!(r#"{{"results": [{}, {}]}}"#, result(2, "two"), result(7, "seven"));
    check_about(&results, &["src/a.py:2: two [r]"]);
    // Jest
    let test = |line: u8, say: &str| {
        format!(
            r#"{{"status": "failed", "fullName": "{say}", "failureMessages": ["Error: {say}\n    at f (/p/src/a.py:{line}:5)"]}}"#
        )
    };
    let tests = format!(
        r#"{{"testResults": [{{"name": "/p/src/a.py", "message": "both", "assertionResults": [{}, {}]}}]}}"#,
        test(2, "two"),
        test(7, "seven")
    );
    check_about(&tests, &["src/a.py:2: Error: two"]);
}

#[test]
fn a_document_that_is_cut_is_read_as_far_as_it_goes() {
    let message = |line: u8| format!(r#"{{"line": {line}, "message": "of {line}"}}"#);
    let file = format!(
        r#"{{"filePath": "/p/src/a.py", "messages": [{}, {}], "source": "x[\"{{\"#,
        message(2),
        message(7)
    );
    check_about(&format!("[{file}"), &["src/a.py:2: of 2"]);
    check_about(&format!("> lint\n[{file}\\"), &["src/a.py:2: of 2"]);
}

#[test]
fn a_document_may_stand_behind_words_and_colours() {
    let two = r#"[{"file": "src/a.py", "line": 2.0, "message": "two"}, {"file": "src/a.py", "position": "7:3", "message": "seven"}]"#;
    for before in ["INFO ", "\u{1b}[2K", "\u{1b}[33mINFO\u{1b}[0m "] {
        check_about(&format!("{before}{two}\n"), &["src/a.py:2: two"]);
    }
    let line = r#"src/a.py:2: got {"line": 7, "message": "x"}"#;
    check_about(line, &[line]);
}

#[test]
fn sarif_counts_paths_from_its_bases_and_takes_words_from_its_rules() {
    let sarif = |uri: &str, base: &str, message: &str| {
        let result = |line: u8| {
            format!(
                r#"{{"ruleId": "R", "message": {message}, "locations": [{{"physicalLocation": {{"artifactLocation":
                {{"uri": "{uri}", "uriBaseId": "B"}}, "region": {{"startLine": {line}}}}}}}]}}"#
            )
        };
        let rules = r#"[{"id": "R", "messageStrings": {"default": {"text": "no {0}"}}}]"#;
        let tool = format!(r#"{{"driver": {{"name": "t", "rules": {rules}}}}}"#);
        format!(
            r#"{{"runs": [{{"tool": {tool}, "originalUriBaseIds": {{"B": {{"uri": "{base}", "uriBaseId": "T"}},
            "T": {{"uri": "file:///p/"}}}}, "results": [{}, {}]}}]}}"#,
            result(2),
            result(7)
        )
    };
    let named = r#"{"id": "default", "arguments": ["two"]}"#;
    check_about(&sarif("a.py", "src/", named), &["src/a.py:2: no two [R]"]);
    check_about(&sarif("a.py", "src", r#"{"markdown": "`two`"}"#), &["src/a.py:2: `two` [R]"]);
    check_about(&sarif("a.py", "lib/", named), &[]);
}
