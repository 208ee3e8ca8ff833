//! What is read out of the output of programs.

mod below;
mod beside;
mod broken;
mod documents;
mod effects;
mod forms;
mod further;
mod records;
mod spans;
mod together;
mod whole;

use project_paths::ProjectRoot;

use super::*;
use crate::decide::lines::Lines;

/// The file `src/a.py` of a project that has other files.
fn target() -> (tempfile::TempDir, Target) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for name in ["src/a.py", "src/b.py", "lib/a.py", ".lintrc.json", "pyproject.toml"] {
        std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        hook_state::replace(&root.join(name), b"x").unwrap();
    }
    let project = ProjectRoot::at(&root);
    let target = Target::find(&project, None, "src/a.py").unwrap();
    (folder, target)
}

#[track_caller]
fn check_all(output: &str, expected: &[&str]) {
    assert_eq!(texts(&all(output, "", &target().1)), expected, "{output}");
}

fn texts(findings: &Findings) -> Vec<String> {
    findings.all.iter().map(|it| it.text.clone()).collect()
}

/// The findings about lines 2 and 3.
#[track_caller]
fn check_about(output: &str, expected: &[&str]) {
    let (_folder, target) = target();
    let root = target.root().to_str().unwrap();
    let lines = Lines::changed("1\n4\n", "1\n2\n3\n4\n");
    let found = all(&output.replace("/p/", &format!("{root}/")), "", &target);
    let found = texts(&about(found, &lines.into(), &target, Some(&"\n".repeat(99))));
    let found: Vec<_> = found.iter().map(|it| it.replace(root, "/p")).collect();
    assert_eq!(found, expected, "{output}");
}

#[test]
fn indented_lines_belong_to_the_place_above() {
    check_all("", &[]);
    check_all(" \n\n", &[]);
    check_all(
        "src/a.py:1:2: one\n  | x\n  | ^\nsrc/a.py:3: two\nFound 2 errors.\n",
        &["src/a.py:1:2: one\n  | x\n  | ^", "src/a.py:3: two", "Found 2 errors."],
    );
    check_all("no place\n  here\n", &["no place", "  here"]);
}

#[test]
fn stdout_comes_before_stderr() {
    assert_eq!(texts(&all("out\n", "err\n", &target().1)), ["out", "err"]);
}

#[test]
fn colours_and_what_a_terminal_obeys_are_gone() {
    check_all("\u{1b}[1m\u{1b}[31msrc/a.py:1:\u{1b}[0m bad\r\n", &["src/a.py:1: bad"]);
    check_all("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\ \u{202e}x\n", &["link \u{fffd}x"]);
    check_all(&"x".repeat(600), &[&format!("{}...", "x".repeat(497))]);
}

#[test]
fn touched_lines_are_kept_however_the_file_is_spelled() {
    for path in ["src/a.py", "./src/a.py", "/p/src/a.py", "a.py", "src/../src/a.py"] {
        let line = |n: usize| format!("{path}:{n}:1: E{n}");
        let output: Vec<String> = (1..=4).map(line).collect();
        check_about(&output.join("\n"), &[&line(2), &line(3)]);
    }
}

#[test]
fn other_lines_and_files_are_dropped() {
    check_about("src/a.py:1: x\nsrc/b.py:2: x\nFound 2 errors.\n", &[]);
    check_about(
        "src/a.py:2: x\n  more\nsrc/a.py:4: y\n  of y\nFound 2\n",
        &["src/a.py:2: x\n  more"],
    );
    check_about("src/a.py:99999999999999999999999: x\n", &["src/a.py:99999999999999999999999: x"]);
}

#[test]
fn what_names_no_place_is_kept_whole() {
    check_about("something is wrong\n  here\n", &["something is wrong", "  here"]);
    check_about("12:30:45 failed\n", &["12:30:45 failed"]);
    let of_go = "2026/11/22 12:30:45 could not read the configuration";
    check_about(of_go, &[of_go]);
}

/// Outputs with a finding `two` on line 2, which was touched, and `seven` on line 7; and what
/// is told of the first.
#[test]
fn places_are_known_in_the_forms_that_tools_print() {
    check_about(
        "src/a.py(2,5): error T1: two\nsrc/a.py(7,5): error T1: seven\n",
        &["src/a.py(2,5): error T1: two"],
    );
    check_about("src/a.py(2): two\nsrc/a.py(7): seven\n", &["src/a.py(2): two"]);
    check_about("src/a.py:2 R1 two\nsrc/a.py:7 R1 seven\n", &["src/a.py:2 R1 two"]);
    check_about("lint:src/a.py:2 two\nlint:src/a.py:7 seven\n", &["lint:src/a.py:2 two"]);
    check_about("lua: a.py:2: two\nlua: a.py:7: seven\n", &["lua: a.py:2: two"]);
    check_about(
        "[ERROR] /p/src/a.py:2:1: two\n[ERROR] /p/src/a.py:7:1: seven\n",
        &["[ERROR] /p/src/a.py:2:1: two"],
    );
    check_about(
        "src/a.py: line 2, col 5, two\nsrc/a.py: line 7, col 5, seven\n",
        &["src/a.py: line 2, col 5, two"],
    );
    check_about(
        "\"src/a.py\", line 2: two\n\"src/a.py\", line 7: seven\n",
        &["\"src/a.py\", line 2: two"],
    );
    check_about(
        "two in src/a.py on line 2\nseven in src/a.py on line 7\n",
        &["two in src/a.py on line 2"],
    );
    check_about(
        "two at src/a.py line 2.\nseven at src/a.py line 7.\n",
        &["two at src/a.py line 2."],
    );
    check_about(
        "::error file=src/a.py,line=2::two\n::error file=src/a.py,line=7::seven\n",
        &["::error file=src/a.py,line=2::two"],
    );
    check_about("src/a.py[2, 5]: two\nsrc/a.py[7, 5]: seven\n", &["src/a.py[2, 5]: two"]);
    check_about("src/a.py:f:2: two\nsrc/a.py:g:7: seven\n", &["src/a.py:f:2: two"]);
    check_about("two at src/a.py (2:5)!\nseven at src/a.py (7:5)!\n", &["two at src/a.py (2:5)!"]);
    check_about("src/a.py   2   two\nsrc/a.py   7   seven\n", &["src/a.py   2   two"]);
    check_about("src/a.py +2:5: two\nsrc/a.py +7:5: seven\n", &["src/a.py +2:5: two"]);
    check_about(
        "Checking a.py\n    src/a.py:2:1: two\n    src/a.py:7:1: seven\n",
        &["    src/a.py:2:1: two"],
    );
}

#[test]
fn a_headline_and_the_place_below_it_are_one_finding() {
    check_about(
        "error[E1]: two\n --> src/a.py:2:5\n  |\n2 | x\n  | ^\n\nerror[E1]: seven\n --> src/a.py:7:5\n\n\
         error: aborting due to 2 previous errors\n",
        &["error[E1]: two\n --> src/a.py:2:5\n  |\n2 | x\n  | ^"],
    );
    check_about(
        "X [ERROR] two\n\n    src/a.py:2:6:\n      2 | x\n\nX [ERROR] seven\n\n    src/a.py:7:6:\n",
        &["X [ERROR] two\n    src/a.py:2:6:\n      2 | x"],
    );
    check_about("E1 two\nsrc/a.py:2:6\n\nE1 seven\nsrc/a.py:7:6\n", &["E1 two\nsrc/a.py:2:6"]);
    check_about(
        "/p/src/a.py:2:6\nError: two\nx\n\n/p/src/a.py:7:6\nError: seven\n",
        &["/p/src/a.py:2:6\nError: two\nx"],
    );
}

#[test]
fn the_message_may_stand_far_from_its_place() {
    let below =
        |line| format!("src/a.py:{line}:1:\n\n    {line} | x\n      | 1\nError: no ({line})\n");
    check_about(&(below(2) + &below(7)), &["src/a.py:2:1:\n    2 | x\n      | 1\nError: no (2)"]);
    let above =
        |line| format!("Error: no ({line})\n  |\n{line} | x\n  |\n  src/a.py {line}:1  here\n");
    check_about(&format!("{}\n{}", above(2), above(7)), &[above(2).trim_end()]);
    let test = |line| format!("--- FAIL: test {line}\n    a.py:{line}: no\n");
    check_about(&(test(2) + &test(7)), &[test(2).trim_end()]);
    check_about("== a.py ==\nC:  2:  8: two\nC:  7:  8: seven\n", &["C:  2:  8: two"]);
    let headed = "Error:\nsrc/a.py:2:1: two\n  x\nError:\nsrc/a.py:7:1: seven\n";
    check_about(headed, &["Error:\nsrc/a.py:2:1: two\n  x"]);
    let listed = "Unused:\n  one   src/a.py:2\n  two   src/a.py:7\n";
    check_about(listed, &["Unused:\n  one   src/a.py:2"]);
    check_about("src/a.py:7: seven\nError occurred in the file above.\n", &[]);
}

#[test]
fn the_frames_of_a_traceback_are_one_finding() {
    let python = |line| {
        format!(
            "Traceback (most recent call last):\n  File \"/p/src/a.py\", line {line}, in f\n    x()\n  \
             File \"/usr/lib/b.py\", line 2, in x\n    raise\nValueError: seven"
        )
    };
    check_about(&python(2), &[&python(2)]);
    check_about(&python(7), &[]);
    let script = |line| {
        format!(
            "  1) two\n\n     Error: 1 !== 2\n     at x (src/a.py:{line}:5)\n     at run (node:internal/x:9:9)"
        )
    };
    let told = script(2).replace("\n\n", "\n");
    check_about(&format!("2 failing\n\n{}\n\n{}\n", script(2), script(7)), &[&told]);
}

#[test]
fn rows_below_a_path_are_its_own() {
    check_about(
        "/p/src/a.py\n  2:5  error  two\n  7:5  error  seven\n\n/p/src/b.py\n  2:5  error  b\n",
        &["  2:5  error  two"],
    );
    check_about(
        "FILE: /p/src/a.py\n-----\n 2 | ERROR | two\n 7 | ERROR | seven\n",
        &[" 2 | ERROR | two"],
    );
    check_about(
        "== [src/a.py] FAIL\nL:   2 | P:   5 | two\nL:   7 | P:   5 | seven\n",
        &["L:   2 | P:   5 | two"],
    );
    check_about(
        "<file name=\"src/a.py\">\n<error line=\"2\"/>\n<error line=\"7\"/>\n</file>\n",
        &["src/a.py:2: error"],
    );
    check_about("line 2 column 1 - two\nline 7 column 1 - seven\n", &["line 2 column 1 - two"]);
    check_about("src/a.py\n    L2:5 two\n    L7:5 seven\n", &["    L2:5 two"]);
    check_about("src/a.py\n  Line: 2\n    two\n  Line: 7\n    seven\n", &["  Line: 2\n    two"]);
    check_about("2: E1 two\n7: E1 seven\n", &["2: E1 two"]);
    check_about("src/a.py:7: seven\n\n1: x\n2: y\n", &[]);
}

#[test]
fn json_is_told_in_words() {
    let rows = "[{\"filePath\": \"/p/src/a.py\", \"messages\": [
        {\"ruleId\": \"r1\", \"message\": \"two\", \"line\": 2, \"endLine\": 7},
        {\"ruleId\": \"r1\", \"message\": \"seven\", \"line\": 7}], \"source\": \"x\\ny\"},
        {\"filePath\": \"/p/src/b.py\", \"messages\": [{\"message\": \"b\", \"line\": 2}]}]";
    check_about(rows, &["src/a.py:2: two [r1]"]);
    let each = "{\"file\": \"src/a.py\", \"line\": 2, \"message\": \"two\"}\n\
                {\"file\": \"src/a.py\", \"line\": 7, \"message\": \"seven\"}\nError: no\n";
    check_about(each, &["src/a.py:2: two", "Error: no"]);
    let sarif = |line| {
        format!(
            "{{\"ruleId\": \"R\", \"message\": {{\"text\": \"of {line}\"}}, \"locations\": [{{\"physicalLocation\": \
             {{\"artifactLocation\": {{\"uri\": \"file:///p/src/a.py\"}}, \"region\": {{\"startLine\": {line}}}}}}}]}}"
        )
    };
    let runs = format!("{{\"runs\": [{{\"results\": [{}, {}]}}]}}", sarif(2), sarif(7));
    check_about(&runs, &["src/a.py:2: of 2 [R]"]);
    // As language servers count.
    let range = "[{\"file\": \"a.py\", \"message\": \"two\", \"range\": {\"start\": {\"line\": 1, \"character\": 0}}}]";
    check_about(range, &["src/a.py:2: two"]);
    let own = "[{\"message\": \"two\", \"location\": {\"path\": \"src/a.py\", \"line\": 2, \"character\": 0}}]";
    check_about(own, &["src/a.py:2: two"]);
    check_about(
        "{\"by path\": {\"src/a.py\": [{\"line\": 2, \"msg\": \"two\"}]}}",
        &["src/a.py:2: two"],
    );
    check_about("{\"posn\": \"/p/src/a.py:2:5\", \"message\": \"two\"}", &["src/a.py:2: two"]);
    check_about(
        "{\"path\": \"a.py\", \"line_num\": 2}",
        &["a.py:2: {\"line_num\":2,\"path\":\"a.py\"}"],
    );
    check_all("{\"a\": 1}\n", &["{\"a\": 1}"]);
}

#[test]
fn a_finding_without_a_place_is_told_beside_others() {
    check_about(
        "src/a.py:7: seven\nerror: the configuration is broken\n",
        &["error: the configuration is broken"],
    );
    check_about("src/a.py:7: seven\n\nFound 1 error.\nx 1 problem (1 error, 0 warnings)\n", &[]);
    check_about(
        "src/a.py:0: error: of the whole file\nsrc/a.py:7: seven\n",
        &["src/a.py:0: error: of the whole file"],
    );
}

#[test]
fn what_calls_something_or_tells_the_time_names_no_place() {
    for line in ["self.equal(2, 3)", "at 12:30 o'clock", "1.5:2 is a ratio", "see http://x.y:2/z"] {
        check_about(line, &[line]);
    }
}

#[test]
fn a_part_of_a_diff_is_about_the_lines_that_it_takes_away() {
    let diff = "--- src/a.py\t2026-11-22\n+++ src/a.py\t2026-11-22\n@@ -1,4 +1,4 @@\n one\n-two\n+Two\n\n x\n\
                @@ -6,2 +6,3 @@\n x\n+added\n seven\nwould reformat src/a.py\n";
    check_about(diff, &["@@ -1,4 +1,4 @@\n one\n-two\n+Two\n x"]);
    check_about(
        "Diff in /p/src/a.py:1:\n x\n-two\n+Two\nDiff in /p/src/a.py:6:\n x\n-seven\n",
        &["Diff in /p/src/a.py:1:\n x\n-two\n+Two"],
    );
    check_about("--- src/b.py\n+++ src/b.py\n@@ -2 +2 @@\n-two\n+Two\n", &[]);
}

#[test]
fn lists_are_taken_apart() {
    check_about(
        "errors:\n- message: two\n  file: src/a.py\n  line: 2\n- message: seven\n  file: src/a.py\n  line: 7\n",
        &["- message: two\n  file: src/a.py\n  line: 2"],
    );
    let tap = |line| format!("not ok {line} x\n  Error: no\n      at x (src/a.py:{line}:5)\n");
    check_about(&format!("{}{}", tap(2), tap(7)), &[tap(2).trim_end()]);
}

/// Whatever stands beside what: each line is told once, in its order.
#[test]
fn no_line_is_lost_or_told_twice() {
    let lines = [
        "src/a.py:2: two",
        "src/a.py",
        "  2:5 error x",
        "error: no",
        " --> src/a.py:3:1",
        "  | x",
        "x",
        "- a",
        "not ok 1",
        "Traceback:",
        "  File \"src/a.py\", line 2",
        "    at x (src/b.py:2:3)",
        "@@ -1,2 +1,2 @@",
        "-x",
        "+y",
        " x",
        "+++ src/a.py",
        "",
        "",
        "____ t ____",
        "=====",
        "2 errors",
        "<error line=\"2\"/>",
        "{",
        "src/b.py:1: b",
        "src/a.py:2:1",
        "    src/a.py:7:1:",
    ];
    let (_folder, target) = target();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2_000 {
        let count = random.usize(0..14);
        let printed: Vec<&str> = (0..count).map(|_| lines[random.usize(0..lines.len())]).collect();
        let told = texts(&all(&printed.join("\n"), "", &target)).join("\n");
        let told: Vec<&str> = told.lines().collect();
        let printed: Vec<&str> = printed.into_iter().filter(|line| !line.is_empty()).collect();
        assert_eq!(told, printed);
    }
}

#[test]
fn a_program_that_broke_is_told_whole() {
    let python = "Traceback (most recent call last):\n  File \"/usr/lib/flake8/main.py\", line 9, in main\n    \
                  run()\nModuleNotFoundError: No module named 'pyflakes'\n";
    let rust = "thread 'main' panicked at src/main.rs:10:5:\nno such rule\n";
    let node =
        "Error: Cannot find module 'eslint-plugin-x'\nRequire stack:\n- /p/eslint.config.js:3:1\n";
    for output in [python, rust, node] {
        let (_folder, target) = target();
        let lines = Lines::changed("1\n4\n", "1\n2\n3\n4\n");
        let found = about(all(output, "", &target), &lines.into(), &target, Some(&"\n".repeat(99)));
        let told = texts(&found).join("\n");
        let missing = output.lines().find(|line| !told.contains(line.trim()));
        assert_eq!(missing, None, "{told}");
    }
}

#[test]
fn a_line_that_no_file_has_is_no_reason_to_break() {
    let most = u64::MAX;
    check_about(
        &format!("[{{\"path\":\"src/a.py\",\"message\":\"x\",\"line\":{most},\"character\":1}}]"),
        &[],
    );
    check_about(&format!("--- src/a.py\n+++ src/a.py\n@@ -{most},3 +1 @@\n x\n-y\n+z\n"), &[]);
}
