//! Lines that are one finding: a message and its places, which may be several.

use super::{all, check_about, target, texts};

/// A message, with the line that it is about; the other is told of another line.
#[track_caller]
fn check_of_two(form: fn(&str, usize) -> String) {
    let (near, far) = (form("near", 3), form("far", 9));
    for output in [format!("{near}{far}"), format!("{far}{near}")] {
        check_about(&output, &[near.trim_end()]);
    }
}

#[test]
fn a_message_stands_above_its_place() {
    // erb_lint, rollup, bashate, a list below a rule, a frame.
    check_of_two(|say, line| format!("{say}\nIn file: src/a.py:{line}\n\n"));
    check_of_two(|say, line| format!("(!) {say} thing\nsrc/a.py ({line}:7)\n{line}: x\n   ^\n"));
    check_of_two(|say, line| format!("[E] E1: {say}: 'x'\n - src/a.py : L{line}\n"));
    check_of_two(|say, line| format!("RULE: {say}\n  - src/a.py:{line}\n  - src/b.py:40\n"));
    check_of_two(|say, line| format!("{say} thing\n  at src/a.py:{line}\n"));
}

#[test]
fn what_another_place_has_to_do_with_it_is_told_with_it() {
    // As `go vet` and `tsc` print it: the one that was touched is named below the other.
    let go = "src/a.py:30:6: f redeclared in this block\n\tsrc/a.py:3:6: other declaration of f";
    check_about(&format!("{go}\nsrc/a.py:40:1: x\n"), &[go]);
    let tsc =
        "src/a.py:30:16 - error TS2322: no\n\n30 x\n   ~\n\n  src/a.py:3:15\n    3 y\n      ~";
    let told = tsc.replace("\n\n", "\n");
    check_about(&format!("{tsc}\n\nsrc/a.py:40:1 - error TS1: x\n"), &[&told]);
    let copies = "Found a 5 line duplication in:\nStarting at line 30 of /p/src/b.py\nStarting at line 3 of /p/src/a.py";
    check_about(&format!("{copies}\n\n=====\n"), &[copies]);
    // A place in the source that is shown is none.
    check_about(
        "src/a.py:9:1: x\n    log(\"src/a.py:3: y\")\n    ^\n",
        &["    log(\"src/a.py:3: y\")\n    ^"],
    );
}

#[test]
fn a_label_of_rust_is_about_its_line() {
    let moved = |first: usize, last: usize| {
        format!(
            "error[E0382]: borrow of moved value: `s`\n --> src/a.py:{last}:20\n  |\n{first} |     drop(s);\n  |          - \
             value moved here\n...\n{last} |     use(s);\n  |         ^ value borrowed here after move"
        )
    };
    check_about(&moved(3, 40), &[&moved(3, 40)]);
    check_about(&moved(39, 40), &[]);
    // A line that is only shown.
    let shown = "E1 far\n --> src/a.py:9:1\n  |\n3 | x\n9 | y\n  | ^";
    check_about(shown, &[]);
}

#[test]
fn copies_are_named_by_their_modules() {
    let copy = |module: &str| {
        format!(
            "src/b.py:1:0: R0801: Similar lines in 2 files\n=={module}:[2:7]\n==src.b:[1:6]\n    x (duplicate-code)"
        )
    };
    for module in ["a", "src.a"] {
        check_about(&copy(module), &[&copy(module)]);
    }
    check_about(&copy("c.a"), &[]);
}

#[test]
fn several_lines_are_named() {
    for line in [
        "src/a.py: lines 30, 3: x",
        "src/a.py:1:1..4:3: x",
        "src/a.py#1-4: x",
        "x At a.py:[lines 1-4]",
    ] {
        check_about(&format!("{line}\nsrc/a.py:9: y\n"), &[line]);
    }
    let reek = "src/a.py -- 2 warnings:\n  [30, 3]:Copy: x\n  [9, 30]:Copy: y\n";
    check_about(reek, &["  [30, 3]:Copy: x"]);
}

#[test]
fn more_forms_of_a_place() {
    for (near, far) in [
        ("src/a.py|3 col 3 error| x", "src/a.py|9 col 3 error| y"),
        ("| src/a.py | 3 | x |", "| src/a.py | 9 | y |"),
        ("src/a.py: ligne 3 : x", "src/a.py: ligne 9 : y"),
        ("src/a.py, Zeile 3, Spalte 3: x", "src/a.py, Zeile 9, Spalte 3: y"),
        ("src/a.py: línea 3: x", "src/a.py: línea 9: y"),
        ("src/a.py 第3行: x", "src/a.py 第9行: y"),
        ("x dans src/a.py à la ligne 3", "y dans src/a.py à la ligne 9"),
        ("ligne 3, colonne 3 : x", "ligne 9, colonne 3 : y"),
        ("x (src/a.py#3) is bad", "y (src/a.py#9) is bad"),
    ] {
        check_about(&format!("{near}\n{far}\n"), &[near]);
    }
}

#[test]
fn the_message_of_a_traceback_is_below_its_frames() {
    let python = "Traceback (most recent call last):\n  File \"src/a.py\", line 3, in f\n    x()\nValueError: x";
    let (_folder, target) = target();
    assert_eq!(texts(&all(python, "", &target)), [python]);
}

#[test]
fn what_stands_above_an_empty_line_is_no_headline_of_a_place_alone() {
    let found = "src/a.py:2:6\nError: two";
    check_about(&format!("some words before\n\n{found}\n"), &[found]);
}
