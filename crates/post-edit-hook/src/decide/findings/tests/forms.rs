//! Forms in which few programs name a place.

use super::{Lines, about, all, check_about, target, texts};

#[test]
fn forms_of_a_line() {
    for line in [
        "\"src/a.py\",3  Error[Pe020]: x",
        "tool:(W) src/a.py (3):x",
        "src/a.py (3,17):  Warning CS1: x",
        "w: /p/src/a.py: (3, 35): x",
        "c166 E241: [\"src/a.py\" 3/48] x",
        "INFO|HINT|RULE|src/a.py|3|8|32|x",
        "src/a.py: x at line 3, column 1.  (Severity: 1)",
        "error\tsrc/a.py\t3\tx",
        "<stdin>:3:6: x",
        "stdin:3 MD022 x",
    ] {
        let other = line.replacen('3', "9", 1);
        check_about(&format!("{other}\n{line}\n{other}\n"), &[line]);
    }
    check_about("L 3 (C 1): x\nL 9 (C 1): y\n", &["L 3 (C 1): x"]);
    check_about("src/a.py\t3\t7\tx\nsrc/b.py\t3\t7\ty\n", &["src/a.py\t3\t7\tx"]);
}

#[test]
fn a_list_of_facts_is_one_finding() {
    let fact = |file: &str, line: usize| {
        format!("Finding:   x\nRule:      r\nFile:      {file}\nLine:      {line}\nMark:      m")
    };
    let (own, far, other) = (fact("src/a.py", 3), fact("src/a.py", 9), fact("src/b.py", 3));
    check_about(&format!("{far}\n\n{own}\n\n{other}\n"), &[own.as_str()]);
}

#[test]
fn a_test_begins_a_finding() {
    let story = |name: &str, line: usize| {
        format!("  ● {name}\n\n    expected 1\n\n      at f (src/a.py:{line}:5)")
    };
    let output = format!("FAIL src/a.py\n{}\n\n{}\n", story("one", 9), story("two", 3));
    let two = story("two", 3).replace("\n\n", "\n");
    check_about(&output, &[two.as_str()]);
    assert_eq!(texts(&all(&output, "", &target().1)).len(), 2);
}

#[test]
fn a_message_may_stand_behind_the_source() {
    let told = |line: usize, say: &str| {
        format!("src/a.py:{line}.24-26:\n\ncall d(x)\n          1\nError: {say}")
    };
    let expected = told(3, "x").replace("\n\n", "\n");
    check_about(&format!("{}\n{}\n", told(9, "y"), told(3, "x")), &[expected.as_str()]);
}

#[test]
fn attributes_of_xml_in_either_case() {
    let row = |line: usize| format!("<Violation lineNumber='{line}'>");
    let output = format!("<Report>\n<File name='src/a.py'>\n{}\n{}\n</File>\n", row(9), row(3));
    check_about(&output, &[&format!("{}\n</File>", row(3))]);
}

#[test]
fn keys_of_json() {
    for place in [
        r#""Target": "src/a.py", "Title": "x", "StartLine": 3"#,
        r#""filename": "src/a.py", "linenumber": 3, "line": "  y", "message": "x""#,
        r#""file_name": "src/a.py", "line_from": 3, "line_to": 3, "message": "x""#,
        r#""file": "src/a.py", "line": 3, "rule_description": "x""#,
    ] {
        check_about(&format!("[{{{place}}}]"), &["src/a.py:3: x"]);
    }
}

#[test]
fn the_compiler_of_ocaml_says_what_it_found_below_the_place() {
    let told = |line: usize, say: &str| {
        format!(
            "File \"src/a.py\", line {line}, characters 1-3:\n{line} | let x\n        ^^^\nError (warning 8): not all cases.\nHere is one:\n{say}"
        )
    };
    let (near, far) = (told(3, "None"), told(9, "Some"));
    check_about(&format!("{near}\n{far}\n"), &[&near]);
    check_about(&format!("{far}\n{near}\n"), &[&near]);
}

#[test]
fn what_is_said_of_a_line_behind_the_last_is_told() {
    let (_folder, target) = target();
    let touched = Lines::changed("1\n2\n", "0\n2\n").into();
    let about =
        |output: &str| texts(&about(all(output, "", &target), &touched, &target, Some("\n\n")));
    let found = "src/a.py:3: parse error, `fi` is missing";
    assert_eq!(about(&format!("src/a.py:2: x\n{found}\nsrc/a.py:3: 2 errors\n")), [found]);
}

#[test]
fn forms_that_an_attack_found() {
    let two = |form: fn(&str, &str) -> String| {
        let (near, far) = (form("3", "x"), form("9", "y"));
        check_about(&format!("{near}{far}"), &[near.trim()]);
    };
    two(|line, say| format!("src/a.py:({line},5)-({line},9): error:\n    {say}\n"));
    two(|line, say| {
        format!("Error: {say}\n\n  on src/a.py line {line}, in x:\n  {line}: z\n\n")
            .replace("\n\n  on", "\n  on")
    });
    let box_of =
        |line: &str, say: &str| format!("╷\n│ Error: {say}\n│ \n│   on src/a.py line {line}:\n╵\n");
    check_about(&(box_of("3", "x") + &box_of("9", "y")), &["Error: x\n  on src/a.py line 3:"]);
    let rows =
        " ----- -----\n  Line   src/a.py\n ----- -----\n  3      x\n  9      y\n ----- -----\n";
    check_about(rows, &["  3      x"]);
    check_about("src/a.py -- 2 warnings:\n  [3]:x: z\n  [9]:y: z\n", &["  [3]:x: z"]);
    check_about("src/a.py -- 2 warnings:\n  [3, 5]:x: z\n  [9]:y: z\n", &["  [3, 5]:x: z"]);
    check_about(
        "Check: x\n\tFile: /src/a.py:3-4\n\nCheck: y\n\tFile: /src/a.py:9-9\n",
        &["Check: x\n\tFile: /src/a.py:3-4"],
    );
    check_about("line,column,message\n3,5,x\n9,5,y\n", &["src/a.py:3: x"]);
    let object = |line: u8| {
        format!("{{\"character\":5,\"file\":\"src/a.py\",\"line\":{line},\"reason\":\"x\"}}")
    };
    check_about(&format!("[{},{}]", object(3), object(9)), &["src/a.py:3: x"]);
}
