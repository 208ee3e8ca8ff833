//! Findings on lines that the edit did not touch, and that are its doing; and those beside them that are not.

use super::{about, all, target, texts};
use crate::decide::touched::Touched;

/// Whether a finding in the file `src/a.py` is told after an edit.
fn is_told(before: &str, after: &str, said: &str) -> bool {
    let (_folder, target) = target();
    let touched = Touched::changed(before, after);
    let told = texts(&about(all(said, "", &target), &touched, &target, Some(after)));
    assert!(told.is_empty() || told == [said], "{told:?}");
    !told.is_empty()
}

#[track_caller]
fn check(before: &str, after: &str, said: &str) {
    assert!(is_told(before, after, said), "{said}");
}

#[track_caller]
fn check_old(before: &str, after: &str, said: &str) {
    assert!(!is_told(before, after, said), "{said}");
}

#[test]
fn imports_out_of_order_are_told_where_their_list_begins() {
    let said = "src/a.py:1:1: I001 Import block is un-sorted or un-formatted";
    let before = "import abc\nimport os\nimport re\n\n\nprint(abc, os)\n";
    check(before, &before.replace("import re\n", "import re\nimport ast\n"), said);
    check_old(before, &before.replace("print(abc, os)", "print(abc)"), said);
    check_old(before, &before.replace("import re", "import re  # x"), said);
}

#[test]
fn blank_lines_are_told_behind_what_was_put_in_or_taken_out() {
    let before = "a = 1\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n";
    let put = before.replace("\n\ndef c", "\n\nx = 1\ndef c");
    check(before, &put, "src/a.py:9:1: E302 expected 2 blank lines, found 0");
    let gone = before.replace("def b():\n    pass\n", "");
    check(before, &gone, "src/a.py:6:1: E303 too many blank lines (4)");
    let other = before.replace("a = 1", "a = 2");
    check_old(before, &other, "src/a.py:8:1: E302 expected 2 blank lines, found 1");
}

#[test]
fn what_is_said_of_a_block_stands_at_its_head() {
    let before = "def f(x):\n    y = 1\n    if x:\n        return y\n    z = 2\n    return 3\n\n\ndef g():\n    return 1\n";
    let branched = before.replace("    z = 2\n", "    z = 2\n    if y:\n        z = 3\n");
    let complex = "src/a.py:1:5: C901 `f` is too complex (11 > 10)";
    check(before, &branched, complex);
    check_old(before, &before.replace("z = 2", "z = 4"), complex);
    check_old(before, &branched, "src/a.py:11:5: C901 `g` is too complex (11 > 10)");
    let mute = before.replace("return 3", "print(3)");
    check(
        before,
        &mute,
        "src/a.py:1:1: R1710: Either all return statements in a function should return",
    );
    check(before, &mute, "src/a.py:1: error: Missing return statement  [return]");
    check_old(before, &branched, "src/a.py:1: error: Missing return statement  [return]");
    let longer = before.replace("    z = 2\n", "    z = 2\n    z += 1\n");
    check(before, &longer, "src/a.py:1:1: PLR0915 Too many statements (51 > 50)");
    let returning = before.replace("    z = 2\n", "    if z: return 2\n");
    check(before, &returning, "src/a.py:1:1: PLR0911 Too many return statements (7 > 6)");
}

#[test]
fn what_stands_twice_is_told_at_the_lower_place() {
    let said = "src/a.py:4:1: [error] duplication of key \"d\" in mapping (key-duplicates)";
    check("a: 1\nb: 2\nd: 4\n", "a: 1\nd: 5\nb: 2\nd: 4\n", said);
    check_old("a: 1\nb: 2\nd: 4\nd: 3\n", "a: 2\nb: 2\nd: 4\nd: 3\n", said);
    let said = "src/a.py:5 MD024/no-duplicate-heading Multiple headings with the same content [Context: \"## C\"]";
    check("# A\n\nx\n\n## C\n", "# A\n## C\nx\n\n## C\n", said);
}

#[test]
fn what_is_behind_an_end_is_not_reached() {
    let before = "def f(a):\n    b = a\n    return b\n";
    let after = "def f(a):\n    return a\n    b = a\n    return b\n";
    check(before, after, "src/a.py:3:4: W0101: Unreachable code (unreachable)");
    let renamed = "def f(b):\n    b = a\n    return b\n";
    check_old(before, renamed, "src/a.py:3:4: W0101: Unreachable code (unreachable)");
    let (before, after) = ("import os\nimport sys\n", "import os\nx = 1\nimport sys\n");
    check(before, after, "src/a.py:3:1: E402 Module level import not at top of file");
}

#[test]
fn who_uses_what_is_declared_otherwise_is_told() {
    let before = "def f(a):\n    return a\n\n\nf(1)\n";
    let after = "def f(a, b):\n    return a\n\n\nf(1)\n";
    let missing =
        "src/a.py:5: error: Missing positional argument \"b\" in call to \"f\"  [call-arg]";
    check(before, after, missing);
    check(before, after, "src/a.py(5,1): error TS2554: Expected 2 arguments, but got 1.");
    check_old(before, &after.replace("a, b", "a").replace("return a", "return 1"), missing);
    let before = "x: int = 1\ny = 2\n\n\ndef f() -> int:\n    return x\n";
    let wrong = "src/a.py:6: error: Incompatible return value type (got \"str\", expected \"int\")";
    check(before, &before.replace("x: int = 1", "x: str = \"1\""), wrong);
    check_old(before, &before.replace("x: int = 1", "x: int = 2"), wrong);
    let before = "class A {\n  int x = 1;\n\n  void f() {\n    x = 2;\n  }\n}\n";
    let last = "src/a.py:5: error: cannot assign a value to final variable x";
    check(before, &before.replace("int x", "final int x"), last);
    let before = "class B:\n    def f(self): ...\n\n\nclass C(B):\n    pass\n\n\nC()\n";
    let abstracted = before.replace("    def f", "    @abstractmethod\n    def f");
    check(
        before,
        &abstracted,
        "src/a.py:10: error: Cannot instantiate abstract class \"C\" with abstract attribute \"f\"",
    );
}

#[test]
fn what_only_new_lines_have_is_told_wherever_it_is_missed() {
    let before = "interface User {\n  id: number;\n}\nconst a = 1;\nconst u: User = { id: a };\n";
    let after = before.replace("number;\n", "number;\n  email: string;\n");
    let said = "src/a.py(6,7): error TS2741: Property 'email' is missing in type '{ id: number; }'";
    check(before, &after, said);
    let known = before.replace("const a", "email;\nconst a");
    check_old(&known, &known.replace("const a = 1", "const b = 1"), said);
}

#[test]
fn a_name_that_is_still_used_is_told_where_nothing_declares_it() {
    let before = "def f(user):\n    name = user.name\n    x = 1\n    return name\n";
    let after = before.replace("    name =", "    label =");
    check(before, &after, "src/a.py:4:12: F821 Undefined name `name`");
    check_old(before, &after, "src/a.py:4:12: E501 `name` is short");
    let gone = "def f():\n    name = user.name\n    x = 1\n    return name\n";
    check(before, gone, "src/a.py:4:12: F821 Undefined name `user`");
    let before = "# A\n\n## Intro part\n\nsee [x](#intro-part)\n";
    let said = "src/a.py:5:5 error MD051/link-fragments Link fragments should be valid [Context: \"[x](#intro-part)\"]";
    check(before, &before.replace("## Intro part", "## Start"), said);
    let trace = "Traceback (most recent call last):\n  File \"src/a.py\", line 4, in f\n    return os\nNameError: name 'os' is not defined";
    check("import os\n\n\nprint(os)\n", "import re\n\n\nprint(os)\n", trace);
}

#[test]
fn a_rule_behind_a_finding_makes_it_no_record() {
    let (before, after) = ("def f(a):\n    b = a\n", "def f(a):\n    return a\n    b = a\n");
    let (_folder, target) = target();
    let touched = Touched::changed(before, after);
    let said = "src/a.py:3:4: W0101: Unreachable code (unreachable)";
    let output =
        format!("{}\n{said}\n\n{}\nYour code has been rated\n", "*** Module a", "-".repeat(40));
    let told = texts(&about(all(&output, "", &target), &touched, &target, Some(after)));
    assert_eq!(told, [said]);
}
