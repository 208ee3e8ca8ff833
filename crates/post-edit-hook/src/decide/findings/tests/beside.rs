//! What makes a finding the edit's doing beside its place: the lines that it shows, marks and names, and
//! what a program says that broke.

use super::{about, all, check_about, target, texts};
use crate::decide::findings::{At, Finding, Findings, with_end};
use crate::decide::lines::Lines;

#[test]
fn a_line_that_the_message_names_counts() {
    for message in [
        "redefinition of unused 'x' from line 2",
        "error: Name \"x\" already defined on line 2",
        "'x' is already defined (see line 3)",
        "duplicate key, first used at line 2 no-duplicates",
        "previously declared in src/a.py:2",
        "twice; first definition at 2:3",
        "overlaps [2:1-4:5]",
        "is open (L2)",
        "not closed, opened at L2",
        "seen on ln 2",
        "first on 2",
        "déjà vu ligne 2",
    ] {
        let told = format!("src/a.py:7:1: {message}");
        check_about(&format!("{told}\nsrc/a.py:9:1: E9 from line 5\n"), &[&told]);
    }
    check_about("src/a.py:7:1: already defined in src/b.py on line 2\n", &[]);
    check_about("src/a.py:7:1: E1 more than 2 lines; max-lines 2\n", &[]);
    check_about("src/a.py:7:1: E1 outline 2\n", &[]);
    check_about("src/a.py:7:1: L002 spaces\n", &[]);
    check_about("src/a.py:7:1: ratio 2:3 is too small\n", &[]);
}

#[test]
fn a_note_is_told_with_its_error() {
    let (error, note) = ("src/a.py:7:1: error: too few", "src/a.py:2:1: note: declared here");
    check_about(
        &format!("src/a.py:5:1: error: five\n{error}\n{note}\n"),
        &[&format!("{error}\n{note}")],
    );
    let (from, other) = ("In file included from src/a.py:2:", "src/b.py:3:1: error: three");
    check_about(&format!("{from}\n{other}\n"), &[&format!("{from}\n{other}")]);
}

#[test]
fn a_bracket_beside_the_source_is_about_all_of_its_lines() {
    for shown in [
        "error: x\n --> src/a.py:1:1\n  |\n1 | / a\n...  |\n9 | | b\n  | |_^",
        "error: x\n --> src/a.py:1:9\n  |\n1 |   a(\n  |  __^\n... |\n9 | |  )\n  | |__^",
        "error: x\n  ┌─ src/a.py:1:1\n  │\n1 │ ╭ a\n  · │\n9 │ │ b\n  │ ╰─^",
        "src/a.py:1:1 lint ━━━━\n  > 1 │ a\n      │ ^\n       ...\n  > 9 │ b",
        "src/a.py:1:1: error: x\n    1 | a(\n      | ^\n    2 |   b\n      |   ~",
    ] {
        check_about(shown, &[shown]);
    }
    let beside = "error: x\n --> src/a.py:5:1\n  |\n2 |   a\n5 | / b\n9 | | c\n  | |_^";
    check_about(beside, &[]);
    let other = "error: x\n --> src/a.py:5:1\n  |\n5 | b\n  | ^\n  ::: src/b.py:2:1\n  |\n2 | x\n  | - there";
    check_about(other, &[]);
}

#[test]
fn a_range_in_every_spelling_is_about_all_of_its_lines() {
    for place in [
        "src/a.py:1:1 - 9:2",
        "src/a.py:1:5--9:8:",
        "src/a.py:1:5:{1:5-9:8}:",
        "src/a.py(1,1,9,2):",
        "src/a.py:1:1->9:2",
        "src/a.py [1:1 - 9:10]",
    ] {
        let line = format!("{place} x");
        check_about(&line, &[&line]);
    }
}

#[test]
fn a_form_that_nobody_knows_is_told_beside_a_known_place() {
    for line in ["src/a.py | AAA | 2", "2\tsrc/a.py\tAAA", "E src/a.py 2 AAA", "src/a.py::2::AAA"] {
        for old in ["src/a.py:7:1: old", "src/b.py:7:1: old"] {
            check_about(&format!("{old}\n{line}\n"), &[line]);
            check_about(&format!("{old}\n\n{line}\n"), &[line]);
        }
    }
    check_about("src/a.py:7:1: old\n2 errors in src/a.py\nsrc/b.py | x | 2\n", &[]);
}

#[test]
fn a_program_that_broke_is_told_beside_old_findings() {
    for said in [
        "sh: 1: mypy: not found",
        "Oops! Something went wrong! :(",
        "mypy: can't read file 'x': No such file or directory",
        "[Errno 2] No such file or directory: 'x'",
        "INTERNAL ERROR: x",
        "Killed",
        "npm ERR! missing script: lint",
        "make: *** No rule to make target 'lint'.  Stop.",
        "unknown flag: --foo",
        "ESLint couldn't find an eslint.config.(js|mjs|cjs) file.",
        "java.lang.OutOfMemoryError: Java heap space",
        "curl: (6) Could not resolve host: x",
        "[warn] src/a.py",
    ] {
        check_about(&format!("src/a.py:7:1: old\n{said}\n"), &[said]);
        check_about(&format!("src/a.py:7:1: old\n\n{said}\n"), &[said]);
    }
    let traceback = "Traceback (most recent call last):\n  File \"/usr/lib/x.py\", line 3, in f\n    x()\nKeyError: 'x'";
    check_about(&format!("src/a.py:7:1: old\n{traceback}\n"), &[traceback]);
    // In another source of the project it has its fault there.
    check_about(
        &format!("src/a.py:7:1: old\n{}\n", traceback.replace("/usr/lib/x.py", "src/b.py")),
        &[],
    );
}

#[test]
fn of_a_program_that_was_ended_the_end_is_told() {
    let (_folder, target) = target();
    let touched = Lines::changed("1\n3\n", "1\n2\n3\n").into();
    let told = |output: &str| {
        let found: Findings = all(output, "", &target);
        let every: Vec<Finding> = found.all.clone();
        texts(&with_end(about(found, &touched, &target, Some(&"\n".repeat(99))), &every))
    };
    assert_eq!(told("src/a.py:7: old\n"), ["src/a.py:7: old"]);
    assert_eq!(told("src/a.py:7: old\n\nx is gone\n"), ["x is gone"]);
    assert_eq!(told("src/a.py:2: two\nsrc/a.py:7: old\n"), ["src/a.py:2: two"]);
    let last = with_end(Findings::default(), &[Finding { text: "x".into(), at: At::Nowhere }]);
    assert_eq!(texts(&last), ["x"]);
}

#[test]
fn every_place_of_a_finding_in_a_document_counts() {
    let place = |line: usize| {
        format!(
            r#"{{"physicalLocation":{{"artifactLocation":{{"uri":"src/a.py"}},"region":{{"startLine":{line}}}}}}}"#
        )
    };
    let sarif = |more: &str| {
        format!(
            r#"{{"runs":[{{"results":[{{{more}"message":{{"text":"x"}},"locations":[{},{}]}}]}}]}}"#,
            place(7),
            place(2)
        )
    };
    check_about(&sarif(""), &["src/a.py:7: x"]);
    let open = r#"{"message":"seven","path":"src/a.py","line":7}"#;
    for more in [r#""kind":"pass","#, r#""baselineState":"absent","#] {
        check_about(&format!("{}\n{open}\n", sarif(more)), &[]);
    }
}

#[test]
fn a_document_names_the_last_line_in_many_words() {
    for (first, last) in [("line", "lastLine"), ("fromLine", "toLine"), ("beginline", "endline")] {
        let item = |from: usize, to: usize| {
            format!(r#"{{"file":"src/a.py","{first}":{from},"{last}":{to},"message":"m{from}"}}"#)
        };
        check_about(&format!("[{},{}]", item(1, 5), item(6, 9)), &["src/a.py:1: m1"]);
    }
    for (first, last) in [("line", "end_line"), ("lineStart", "lineEnd"), ("line_from", "line_to")]
    {
        let item = |from: usize, to: usize| {
            format!(r#"<error {first}="{from}" {last}="{to}" message="m{from}"/>"#)
        };
        check_about(
            &format!("<r><file name=\"src/a.py\">{}{}</file></r>", item(1, 5), item(6, 9)),
            &["src/a.py:1: m1"],
        );
    }
}

#[test]
fn the_line_that_an_object_names_itself_is_its_place() {
    for more in [r#""id":"./src/a.py[1:1]""#, r#""source":"src/a.py:7""#, r#""see":"src/a.py:7:3""#]
    {
        let object = format!(r#"[{{"file":"src/a.py","line":2,"message":"two",{more}}}]"#);
        let rule = if more.starts_with("\"id\"") { " [./src/a.py[1:1]]" } else { "" };
        check_about(&object, &[&format!("src/a.py:2: two{rule}")]);
    }
}

#[test]
fn rows_below_the_file_are_told_in_a_form_that_nobody_knows() {
    for row in ["  :2 two", "  2. two", "  (2) two", "  - two: 2"] {
        let told = format!("src/a.py\n{row}");
        check_about(&format!("src/b.py:7:1: old\n\n{told}\n"), &[&told]);
    }
}

#[test]
fn a_frame_goes_on_where_its_numbers_grow() {
    let frame = "  × x\n    ╭─[src/a.py:7:5]\n  7 │ a\n    ·  ╰── here\n 12 │ b\n    ·  ╰── there\n    ╰────";
    let (_folder, target) = target();
    let touched = Lines::changed("1\n".repeat(11).as_str(), &format!("{}b\n", "1\n".repeat(11)));
    let told = about(all(frame, "", &target), &touched.into(), &target, Some(&"\n".repeat(99)));
    assert_eq!(texts(&told), [frame]);
}

#[test]
fn what_a_document_says_of_a_failure_is_told_beside_old_findings() {
    let old = r#""results":[{"path":"src/a.py","line":7,"message":"old"}]"#;
    let failure = r#""errors":[{"level":"error","message":"no rules"}]"#;
    check_about(&format!("{{{old},{failure}}}"), &["error: no rules"]);
    check_about(&format!("{{{old},{}}}", failure.replace("\"error\"", "\"info\"")), &[]);
}

#[test]
fn a_row_without_a_path_is_told_beside_a_place_with_one() {
    let old = "src/a.py:7:1: old";
    for row in [
        "ERROR: AAA not in autoload on line 2",
        "  2:5  error  AAA bad",
        "Line 2: AAA bad",
        "2:AAA",
        "LINE 2: select AAA",
    ] {
        check_about(&format!("{old}\n\n{row}\n"), &[row]);
        check_about(&format!("{row}\n\n{old}\n"), &[row]);
    }
    for line in
        ["12:02:03 INFO x", "2 | source", "line 2 of src/b.py", "make: *** [Makefile:2: x] Error 1"]
    {
        check_about(&format!("{old}\n\n{line}\n"), &[]);
    }
}

#[test]
fn who_says_that_another_program_failed_is_not_told() {
    let old = "src/a.py:7:1: old";
    for line in [
        "ERROR Linting failed",
        "Error: Task failed",
        "error: build failed",
        "Error: exit 1",
        "error: Recipe `lint` failed on line 2 with exit code 1",
        "Error: Command failed: lint\n    at makeError (node:internal/errors:2:1)",
    ] {
        check_about(&format!("{old}\n{line}\n"), &[]);
    }
}

#[test]
fn what_is_counted_is_no_line() {
    let old = "src/a.py:7:1: old";
    for line in [
        "Linting src/a.py took 2 ms",
        "src/a.py   30   2    60%",
        "src/a.py | 2 +-",
        "$ lint --jobs 2 src/a.py",
        "checked src/a.py (2 lines)",
    ] {
        check_about(&format!("{old}\n{line}\n"), &[]);
    }
}

#[test]
fn a_row_below_a_place_with_a_path_is_told_alone() {
    let far = "src/a.py:9:1: far";
    for row in ["Line 2: near", "line 2: near", "L2: near"] {
        check_about(&format!("{far}\n{row}\n"), &[row]);
        check_about(&format!("{row}\n{far}\n"), &[row]);
    }
    let (row, message) = ("Msg 207, Level 16, Line 2", "Invalid column name near.");
    check_about(&format!("{row}\n{message}\n{far}\n"), &[row, message]);
}

#[test]
fn what_says_something_behind_a_place_is_a_finding_of_its_own() {
    for word in ["in", "on", "at", "from"] {
        let (near, far) = (format!("{word} src/a.py:2: near"), format!("{word} src/a.py:9: far"));
        check_about(&format!("{far}\n{near}\n{word} src/b.py:2: other\n"), &[&near]);
    }
}
