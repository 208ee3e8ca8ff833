//! Findings that begin alike and have their place far below, and forms in which few programs name one.

use super::{check_about, target, texts};

/// Two findings, `near` of a touched line and `far` of another, in either order: the first alone is told.
#[track_caller]
fn check_of_two(before: &str, form: impl Fn(usize, &str, usize) -> String, behind: &str) {
    for (first, second) in [(("near", 3), ("far", 9)), (("far", 9), ("near", 3))] {
        let (one, two) = (form(1, first.0, first.1), form(2, second.0, second.1));
        let near = if first.0 == "near" { &one } else { &two };
        let told: Vec<&str> = near.lines().filter(|line| !line.trim().is_empty()).collect();
        check_about(&format!("{before}{one}{two}{behind}"), &[told.join("\n").as_str()]);
    }
}

#[test]
fn an_item_of_a_numbered_list_is_one_finding() {
    // PHPUnit, minitest, RSpec, Redocly, hspec.
    check_of_two(
        "FF   2 / 2 (100%)\n\nThere were 2 failures:\n\n",
        |at, say, line| {
            format!("{at}) T::{say}\nFailed asserting {say}.\n\n/p/src/a.py:{line}\n\n")
        },
        "FAILURES!\nTests: 2, Failures: 2.\n",
    );
    check_of_two(
        "# Running:\n\n",
        |at, say, line| {
            format!("  {at}) Failure:\nT#test [src/a.py:{line}]:\nExpected: {say}\n  Actual: 1\n\n")
        },
        "2 runs, 2 failures\n",
    );
    check_of_two(
        "Failures:\n\n",
        |at, say, line| {
            let place = format!("     # ./src/a.py:{line}:in `block in <main>'");
            format!("  {at}) T {say}\n     Failure/Error: x\n\n       got: 1\n\n{place}\n\n")
        },
        "Finished in 0.01 seconds\n\nFailed examples:\n\nrspec ./src/a.py:30 # T\n",
    );
    check_of_two(
        "",
        |at, say, line| {
            format!("[{at}] src/a.py:{line}:5 at #/x\n\n{say} is not expected.\n\n{line} |  x\n\n")
        },
        "2 failed.\n",
    );
    check_of_two(
        "",
        |at, say, line| format!("  src/a.py:{line}:7:\n  {at}) {say}\n       expected: 2\n\n"),
        "",
    );
    // Alone as well.
    check_about(
        "There was 1 failure:\n\n1) T::t\nIt is two.\n\n/p/src/a.py:2\n\nFAILURES!\nTests: 1, Failures: 1.\n",
        &["1) T::t\nIt is two.\n/p/src/a.py:2"],
    );
    // A prefix numbers nothing.
    check_about("[0] src/a.py(2,7): x\n[1] src/a.py(9,7): y\n", &["[0] src/a.py(2,7): x"]);
}

#[test]
fn what_begins_alike_is_one_finding_each() {
    // bats, .NET, dart, bun.
    check_of_two(
        "a.bats\n",
        |_, say, line| {
            format!(" ✗ {say}\n   (in test file src/a.py, line {line})\n     `x' failed\n")
        },
        "\n2 tests, 2 failures\n",
    );
    check_of_two(
        "",
        |_, say, line| {
            format!(
                "  Failed T.{say} [3 ms]\n  Error Message:\n   x\n  Stack:\n     at T() in /p/src/a.py:line {line}\n"
            )
        },
        "\nFailed!  - Failed: 2, Passed: 0\n",
    );
    check_of_two(
        "0 +0: one\n",
        |at, say, line| {
            format!(
                "0 +0 -{at}: {say} [E]\n  Expected: <2>\n  \n  x:y        expect\n  src/a.py {line}:5   main\n  \n"
            )
        },
        "0 +0 -2: Some tests failed.\n",
    );
    check_of_two(
        "src/a.py:\n",
        |_, say, line| {
            format!(
                "{line} |   x;\n       ^\nerror: no\n\nReceived: 1\n\n    at <a> (/p/src/a.py:{line}:15)\n(fail) {say}\n"
            )
        },
        "",
    );
}

#[test]
fn what_begins_alike_may_show_source() {
    // Elixir, Elm, graphql-codegen, cmocka.
    check_of_two(
        "Compiling\n",
        |_, say, line| {
            let source = format!(" {line} │     x\n    │     ^^^\n    │");
            format!("    error: no {say}\n    │\n{source}\n    └─ src/a.py:{line}:5: A.x/0\n\n")
        },
        "== Compilation failed in file\n",
    );
    check_of_two(
        "",
        |_, say, line| {
            format!(
                "-- NAMING ---------- src/a.py\n\nI cannot find `{say}`:\n\n{line}|     x\n        ^^^^\nHint: y\n\n"
            )
        },
        "",
    );
    check_of_two(
        "Validation failed with 2 errors;\n",
        |at, say, line| format!("  Error {at}: {say}\n    at /p/src/a.py:{line}:3\n"),
        "",
    );
    check_of_two(
        "[=====] Running 2 test(s).\n",
        |_, say, line| {
            format!(
                "[ RUN      ] {say}\n[  ERROR   ] --- 1 != 2\n[   LINE   ] --- src/a.py:{line}: error: x\n"
            )
        },
        "",
    );
    check_of_two("", |_, say, line| format!("{say} is bad\n\n    src/a.py:{line}\n\n"), "");
}

#[test]
fn what_was_read_right_is_read_so_still() {
    // The first words that are alike stand below the beginning.
    let issue = |say: &str, line: usize| {
        format!(">> Issue: {say}\n   Severity: High\n   Location: src/a.py:{line}:0\n")
    };
    let output = format!("{}\n{}\n", issue("near", 3), issue("far", 9));
    check_about(&output, &[issue("near", 3).trim_end()]);
    // The source that is shown below a place is none of the next finding.
    let error = |say: &str, line: usize| {
        format!("Error (1): {say}\n --> src/a.py:{line}:5:\n  |\n{line} |     x;\n")
    };
    check_about(
        &format!("{}{}", error("far", 9), error("near", 3)),
        &[error("near", 3).trim_end()],
    );
    // What breaks between two tests is told.
    let test = |say: &str| format!(" ✗ {say}\n   (in test file src/a.py, line 9)\n");
    let output = format!("{}\nError: x is not there\n\n{}", test("one"), test("two"));
    check_about(&output, &["Error: x is not there"]);
}

#[test]
fn a_touched_line_in_a_form_that_nobody_knows_is_told() {
    check_about("Suite.one:2 x\nSuite.two:9 y\n\nTests run: 2, Failures: 2\n", &["Suite.one:2 x"]);
    check_about("src/a.py:9: x\nSuite.one:2 y\n", &["Suite.one:2 y"]);
    // With the name of this file somewhere in it.
    check_about("src/a.py:9: x\ny of a.py, Suite.one:2 z\n", &["y of a.py, Suite.one:2 z"]);
    check_about("src/a.py:9: x\nsrc/b.py:2: y\n", &[]);
    check_about("src/a.py:9: x\n2: y\nFound 2 errors (2)\n", &[]);
}

#[test]
fn the_line_of_an_element_counts_beside_that_in_its_words() {
    let case = |line: usize, say: &str| {
        let words = format!("line {}, col 6, {say}", line - 1);
        format!(
            "<testcase name=\"r\" line=\"{line}\"><failure message=\"{say}\">{words}</failure></testcase>"
        )
    };
    let (near, far) = (case(2, "near"), case(9, "far"));
    let output =
        format!("<testsuites><testsuite name=\"src/a.py\">{near}{far}</testsuite></testsuites>");
    check_about(&output, &["src/a.py:1: near"]);
}

#[test]
fn rare_forms_of_a_place() {
    let forms: [fn(usize) -> String; 15] = [
        |line| format!("test: T (F) line: {line} src/a.py"),
        |line| format!("src/a.py L{line}: x{line}"),
        |line| format!("src/a.py ln {line} col 3: x{line}"),
        |line| format!("src/a.py;{line};7;error;x"),
        |line| format!("vscode://file/p/src/a.py:{line}:7 x"),
        |line| format!("src/a.py: x (line {line})"),
        |line| format!("x is bad [Ln {line}, Col 3]"),
        |line| format!("{line}:x = 1"),
        |line| format!("! Undefined.\nl.{line} \\x"),
        |line| format!("[404] https://x.com/ (at {line}:3) | Rejected"),
        |line| format!("  ({line}, 2)  S1000  x"),
        |line| format!("  {line}    the name is wrong    no-name"),
        |line| format!("E: {line}, 0: x is wrong"),
        |line| format!("ERROR: 0:{line}: 'x' : undeclared"),
        |line| format!("    Violation: Rule=X P=2 Line={line} Msg=[x]"),
    ];
    for (at, form) in forms.iter().enumerate() {
        let header = if at > 8 { "src/a.py\n" } else { "" };
        check_about(&format!("{header}{}\n{}\n", form(3), form(9)), &[form(3).as_str()]);
        check_about(&format!("{header}{}\n{}\n", form(1), form(3)), &[form(3).as_str()]);
    }
    check_about(
        r#"{"vulnerabilities":[{"name":"x","location":{"file":"src/a.py","start_line":3}},{"name":"y","location":{"file":"src/a.py","start_line":9}}]}"#,
        &["src/a.py:3: x"],
    );
    // Items of a list are no lines of a file.
    check_about("9: x\n10: y\n", &["9: x", "10: y"]);
}

#[test]
fn each_rule_of_semgrep_is_a_finding() {
    let rule = |say: &str, line: usize| {
        format!(
            "   ❯❯❱ rules.{say}\n          It is dangerous.\n           {line}┆ x({say})\n           {}┆ )\n",
            line + 1
        )
    };
    let (near, far) = (rule("near", 3), rule("far", 9));
    check_about(&format!("    src/a.py\n{far}\n{near}"), &[near.trim_end()]);
}

#[test]
fn rows_with_an_arrow_are_apart_and_so_are_places_below_a_sum() {
    let row = |line: usize| format!("  --> {line}:5\n   |\n{line} | x\n   |    ^---");
    check_about(&format!("{}\n{}\n", row(9), row(3)), &[row(3).as_str()]);
    check_about("l.9 c.7 : ERROR x\nl.3 c.7 : ERROR y\n", &["l.3 c.7 : ERROR y"]);
    let told = |line: usize| format!("  src/a.py:{line}:5\n   [Warning] x{line}");
    let output = format!("Done, 2 problems found\n{}\n\n{}\n", told(9), told(3));
    check_about(&output, &[told(3).as_str()]);
}

#[test]
fn what_begins_alike_stays_in_its_order() {
    let output =
        "start\n ✗ a\n   (in src/a.py, line 3)\n ✗ b\n   (in src/a.py, line 9)\n\nend of it\n";
    let found = texts(&super::all(output, "", &target().1));
    let expected =
        ["start", " ✗ a\n   (in src/a.py, line 3)", " ✗ b\n   (in src/a.py, line 9)", "end of it"];
    assert_eq!(found, expected);
}
