//! Habits of Rust files.

use super::Finding;

const MAX_LINES: usize = 400;

/// The `main.rs` of a hook registers handlers and does nothing else.
const MAX_LINES_OF_A_MAIN: usize = 20;

/// Code that is not to be, and what is to be instead.
const BANNED: [(&str, &str); 4] = [
    ("#[allow(", "use #[expect(lint, reason = \"...\")] on the smallest item"),
    ("#![allow(", "use #[expect(lint, reason = \"...\")] on the smallest item"),
    ("#[ignore", "a test runs or is deleted"),
    ("todo!(", "write it, or an issue"),
];

/// The lint that only one crate may lift, and that crate.
const UNSAFE: (&str, &str) = ("unsafe_code", "crates/process-start/");

/// What breaks a habit in one file.
///
/// What lies below `tests` at the top belongs to the projects that cases lay out.
pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if path.starts_with("tests/") {
        return findings;
    }
    let lines = text.lines().count();
    if lines > MAX_LINES {
        let message = format!("{lines} lines, and {MAX_LINES} are enough: split by subject");
        findings.push(Finding::new(path, 0, message));
    }
    if path.ends_with("-hook/src/main.rs") && lines > MAX_LINES_OF_A_MAIN {
        let message = format!("{lines} lines, and a hook's main has {MAX_LINES_OF_A_MAIN}");
        findings.push(Finding::new(path, 0, message));
    }
    if !opens_with_docs(text) {
        let message = "a module opens with a sentence on what it is for (`//!`)";
        findings.push(Finding::new(path, 1, message));
    }
    for (number, line) in (1..).zip(text.lines()) {
        let code = code(line);
        if code.contains(UNSAFE.0) && !path.starts_with(UNSAFE.1) {
            findings.push(Finding::new(path, number, format!("only {} may be unsafe", UNSAFE.1)));
        }
        for (banned, instead) in BANNED {
            if code.contains(banned) {
                findings.push(Finding::new(path, number, format!("`{banned}`: {instead}")));
            }
        }
    }
    findings
}

/// The part of a line before the first string or comment, which hold words
/// about code.
fn code(line: &str) -> &str {
    let line = line.split_once("//").map_or(line, |(code, _)| code);
    line.split_once('"').map_or(line, |(code, _)| code)
}

/// Whether module docs come first; attributes of the module may precede them.
fn opens_with_docs(text: &str) -> bool {
    let mut inside_attribute = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if inside_attribute || line.starts_with("#![") {
            inside_attribute = !line.ends_with(']');
        } else {
            return line.starts_with("//!");
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_text(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<_> = check(path, text).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn one_crate_alone_is_unsafe() {
        let text = "//! Doc.\n\n#[expect(unsafe_code, reason = \"it is quick\")]\n";
        check_text("crates/process-start/src/lib.rs", text, &[]);
        let found = "crates/a/src/lib.rs:3: only crates/process-start/ may be unsafe";
        check_text("crates/a/src/lib.rs", text, &[found]);
    }

    #[test]
    fn a_module_opens_with_docs() {
        check_text("a.rs", "//! What it is for.\n", &[]);
        check_text("a.rs", "\n#![cfg(test)]\n//! What it is for.\n", &[]);
        check_text("a.rs", "#![expect(\n    x,\n    reason = \"r\"\n)]\n//! For.\n", &[]);
        let expected = "a.rs:1: a module opens with a sentence on what it is for (`//!`)";
        check_text("a.rs", "use std::fs;\n//! Late.\n", &[expected]);
        check_text("a.rs", "/// Of an item.\nfn f() {}\n", &[expected]);
        check_text("a.rs", "", &[expected]);
    }

    #[test]
    fn some_code_is_not_to_be() {
        check_text(
            "a.rs",
            "//! D.\n#[allow(dead_code)]\nfn f(#[allow(unused)] x: u8) { todo!() }\n#[ignore]\n",
            &[
                "a.rs:2: `#[allow(`: use #[expect(lint, reason = \"...\")] on the smallest item",
                "a.rs:3: `#[allow(`: use #[expect(lint, reason = \"...\")] on the smallest item",
                "a.rs:3: `todo!(`: write it, or an issue",
                "a.rs:4: `#[ignore`: a test runs or is deleted",
            ],
        );
        check_text("a.rs", "//! No `todo!()` here.\nlet x = \"#[allow(\"; // todo!()\n", &[]);
    }

    #[test]
    fn files_are_short() {
        let text = |lines: usize| format!("//! D.\n{}", "x\n".repeat(lines - 1));
        check_text("a.rs", &text(400), &[]);
        let long = "a.rs: 401 lines, and 400 are enough: split by subject";
        check_text("a.rs", &text(401), &[long]);
        check_text("crates/a-hook/src/main.rs", &text(20), &[]);
        let main = "crates/a-hook/src/main.rs: 21 lines, and a hook's main has 20";
        check_text("crates/a-hook/src/main.rs", &text(21), &[main]);
        check_text("xtask/src/main.rs", &text(21), &[]);
    }
}
