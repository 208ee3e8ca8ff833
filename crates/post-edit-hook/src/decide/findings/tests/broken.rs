//! What is told although it is about no line that was touched.

use project_paths::ProjectRoot;

use crate::decide::notebook::Cells;
use crate::decide::touched::Touched;

use super::{Lines, Target, about, all, check_about, target, texts};

#[test]
fn a_file_that_cannot_be_read_is_told_wherever_the_parser_gave_up() {
    let unclosed = "src/a.py:1:1: E999 SyntaxError: '(' was never closed";
    check_about(&format!("{unclosed}\nsrc/a.py:40:1: W391 blank line\n"), &[unclosed]);
    let at_end = "src/a.py:40:1: error: expected declaration or statement at end of input";
    check_about(at_end, &[at_end]);
    for said in [
        "src/a.py:40:12: unexpected indent",
        "src/a.py(40,5): error TS1128: Declaration or statement expected.",
        "error: unexpected closing delimiter: `}`\n --> src/a.py:40:1",
        "src/a.py:40: *** missing separator.  Stop.",
    ] {
        check_about(said, &[said]);
    }
    check_about("error[E0308]: mismatched types\n --> src/a.py:40:1\n", &[]);
    // Something else is told: that is not what keeps the file from being read.
    check_about(&format!("{unclosed}\nsrc/a.py:2:1: F1 two\n"), &["src/a.py:2:1: F1 two"]);
    check_about("src/a.py:40: error: expected `int`, found `str`\n", &[]);
}

#[test]
fn a_program_that_cannot_run_is_told() {
    let broken = "[error] Invalid configuration for file \"/p/.lintrc.json\":\n[error] bad at line 1, column 10";
    let lines: Vec<_> = broken.lines().collect();
    check_about(broken, &lines);
    let toml = "pyproject.toml:3:1: no such key";
    check_about(toml, &[toml]);
    let crash = "/usr/lib/lint/main.rb:31:in `run': undefined method (NoMethodError)";
    check_about(crash, &[crash]);
    // Another source of the project has the fault.
    check_about("src/b.py:3:1: E1 three\n", &[]);
}

#[test]
fn a_path_from_another_folder_is_this_file_where_the_project_has_no_other() {
    for path in ["/app/src/a.py", "/srv/x/src/a.py", "../p/src/a.py", "C:\\p\\src\\a.py"] {
        let line = |number: usize| format!("{path}:{number}:1: E{number}");
        check_about(&format!("{}\n{}\n", line(2), line(7)), &[&line(2)]);
    }
    check_about("lib/a.py:2:1: E2\n", &[]);
    let (_folder, target) = target();
    for other in ["lib/a.py", "b/a.py", "src/aa.py", "/app/lib/a.py", "rc/a.py"] {
        assert!(!target.is_named(other), "{other}");
    }
}

#[test]
fn a_name_alone_is_the_file_of_that_name_in_the_root() {
    let (_folder, target) = target();
    assert!(target.is_named("a.py"));
    hook_state::replace(&target.root().join("a.py"), b"x").unwrap();
    assert!(!target.is_named("a.py") && target.is_named("./src/a.py"));
}

#[test]
fn what_a_person_has_suppressed_is_none() {
    check_about(
        r#"[{"filePath":"/p/src/a.py","messages":[{"line":7,"message":"seven"}],
            "suppressedMessages":[{"line":2,"message":"two","suppressions":[{"kind":"directive"}]}]}]"#,
        &[],
    );
    let result = |status: &str| {
        format!(
            r#"{{"runs":[{{"results":[{{"message":{{"text":"two"}},"suppressions":[{{"status":"{status}"}}],"locations":
            [{{"physicalLocation":{{"artifactLocation":{{"uri":"src/a.py"}},"region":{{"startLine":2}}}}}}]}}]}}]}}"#
        )
    };
    check_about(&result("rejected"), &["src/a.py:2: two"]);
}

#[test]
fn of_several_spans_the_primary_one_is_the_place() {
    let spans = |first: usize, primary: usize| {
        format!(
            r#"{{"message":"moved","spans":[{{"file_name":"src/a.py","line_start":{first},"is_primary":false}},
            {{"file_name":"src/a.py","line_start":{primary},"is_primary":true}}]}}"#
        )
    };
    check_about(&spans(7, 2), &["src/a.py:2: moved"]);
    // What is not the place itself explains it.
    check_about(&spans(2, 7), &["src/a.py:7: moved"]);
    check_about(&spans(9, 7), &[]);
}

/// What is told of the findings in `output` where line 2 of a file was touched.
fn told_of(name: &str, output: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    hook_state::replace(&folder.path().join(name), b"x").unwrap();
    let target = Target::find(&ProjectRoot::at(folder.path()), None, name).unwrap();
    let touched = Lines::changed("1\n3\n", "1\n2\n3\n").into();
    texts(&about(all(output, "", &target), &touched, &target, Some(&"\n".repeat(99))))
}

#[test]
fn a_path_may_be_escaped_as_addresses_are() {
    let path = "my%20\u{e4} (x).py".replace('\u{e4}', "%C3%A4");
    let output = format!(
        r#"[{{"uri":"{path}","line":2,"message":"two"}},{{"uri":"{path}","line":7,"message":"seven"}}]"#
    );
    let name = "my \u{e4} (x).py";
    assert_eq!(told_of(name, &output), [format!("{name}:2: two")]);
    assert_eq!(
        told_of("100%.py", r#"{"uri":"100%.py","line":2,"message":"two"}"#),
        ["100%.py:2: two"]
    );
}

#[test]
fn of_a_notebook_all_is_told_where_nothing_is_about_the_touched_lines() {
    let output = r#"[{"filename":"a.ipynb","line":4,"message":"four"}]"#;
    assert_eq!(told_of("a.ipynb", output), ["a.ipynb:4: four"]);
    assert_eq!(told_of("a.py", &output.replace("ipynb", "py")), [""; 0]);
}

#[test]
fn the_end_of_an_element_is_not_sought_without_end() {
    let (_folder, target) = target();
    let report = "<r><e file='src/a.py' line='2' message='two'/></r>\n";
    let is_read = |before: usize| {
        let output = format!("{}{report}", "<a>\n".repeat(before));
        texts(&all(&output, "", &target)).contains(&"src/a.py:2: two".to_owned())
    };
    assert!(is_read(150) && !is_read(300));
}

#[test]
fn a_notebook_is_told_by_its_cells() {
    let notebook = |last: &str| {
        format!(
            r#"{{"nbformat": 4, "cells": [{{"cell_type": "markdown", "source": "t"}}, {{"cell_type": "code",
            "source": "x\nundefined_a"}}, {{"cell_type": "code", "source": "y\n{last}"}}]}}"#
        )
    };
    let folder = tempfile::tempdir().unwrap();
    hook_state::replace(&folder.path().join("n.ipynb"), b"x").unwrap();
    let target = Target::find(&ProjectRoot::at(folder.path()), None, "n.ipynb").unwrap();
    let cells = Cells::changed(&notebook("z"), &notebook("undefined_b"));
    let touched = Touched::default().in_cells(cells);
    // As ruff and nbQA print them.
    let json = |cell: u8, name: &str| {
        format!(
            r#"{{"cell": {cell}, "code": "F821", "filename": "n.ipynb", "location": {{"row": 2}}, "message": "{name}"}}"#
        )
    };
    let json = format!("[{}, {}]", json(2, "undefined_a"), json(3, "undefined_b"));
    for output in [
        "n.ipynb:cell 2:2:1: F821 `undefined_a`\nn.ipynb:cell 3:2:1: F821 `undefined_b`\n",
        "n.ipynb:\n  cell 2:2:1 F821 `undefined_a`\n  cell 3:2:1 F821 `undefined_b`\n",
        "F821 undefined_a\n --> n.ipynb:cell 2:2:1\n  |\n\nF821 undefined_b\n --> n.ipynb:cell 3:2:1\n  |\n",
        "n.ipynb:cell_1:2:1: F821 'undefined_a'\nn.ipynb:cell_2:2:1: F821 'undefined_b'\n",
        &json,
    ] {
        let told =
            texts(&about(all(output, "", &target), &touched, &target, Some(&"\n".repeat(99))))
                .join("\n");
        assert!(told.contains("undefined_b") && !told.contains("undefined_a"), "{output}\n{told}");
    }
}
