//! Every bound, from both sides.

use shell_syntax::SimpleCommand;

use crate::notation::commands;

/// The reasons of all bounds.
const BOUNDS: &[&str] = &[
    "commands are nested too deeply",
    "compound commands are nested too deeply",
    "more than 2,000 commands",
    "scripts are nested too deeply",
    "substitutions are nested too deeply",
    "too much text in nested commands",
];

/// The ways to nest, and how deep each is read.
const NESTS: &[(&str, &str, usize)] = &[
    ("( ", " )", 50),
    ("{ ", "; }", 50),
    ("if a; then ", "; fi", 50),
    ("if ", "; then b; fi", 50),
    ("while a; do ", "; done", 50),
    ("for i in a; do ", "; done", 50),
    ("for ((;;)) { ", "; }", 50),
    ("case a in b) ", "; esac", 50),
    ("case a in b) ", ";; esac", 50),
    ("case a in (b) (", ") esac", 25),
    ("f() { ", "; }", 50),
    ("function f { ", "; }", 50),
    ("coproc f { ", "; }", 50),
    ("$(", ")", 16),
    ("\"$(", ")\"", 16),
    ("<(", ")", 16),
    ("b=($(", "))", 8),
    ("${x:-", "}", 16),
    ("\"${x:-", "}\"", 16),
    ("${x:-$(", ")}", 8),
    ("$((", "))", 16),
    ("$((\"", "\"))", 16),
    ("$(( $(", ") ))", 8),
    ("$[", "]", 16),
    ("x $(case a in b) ", ";; esac)", 16),
    ("[[ $(", ") ]]", 16),
    ("eval ", "", 16),
    ("with ", "", 99),
];

fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}a{}", open.repeat(depth), close.repeat(depth))
}

/// As deep as a text may be long.
fn deepest(open: &str, close: &str) -> usize {
    64 * 1024 / (open.len() + close.len()) - 1
}

#[track_caller]
fn check_bounded(text: &str) {
    let shown: String = text.chars().take(80).collect();
    match commands(text) {
        Ok(found) => panic!("{shown}\n{} commands", found.len()),
        Err(err) => assert!(BOUNDS.contains(&err.reason.as_str()), "{shown}\n{}", err.reason),
    }
}

#[test]
fn nesting_is_read_to_its_bound() {
    for (open, close, depth) in NESTS {
        let text = nested(open, close, *depth);
        let found = commands(&text).unwrap_or_else(|err| panic!("{text}\n{err}"));
        let written = format!("{}a", open.trim_start_matches('"').trim_end_matches('"'));
        let is_inner = |command: &SimpleCommand| {
            let word = &command.words[0].text;
            word == "a" || word.replace('"', "").contains(&written)
        };
        assert!(found.iter().any(is_inner), "{text}\n{found:?}");
        check_bounded(&nested(open, close, depth + 1));
        check_bounded(&nested(open, close, deepest(open, close)));
    }
}

/// What nests without that anything is read within another, at any depth; how many commands
/// there are at the end.
const CHAINS: &[(&str, &str, &str, usize)] = &[
    ("", "! ", "a", 1),
    ("", "time ", "a", 1),
    ("", "a\n# b\n\\\n                         \n", "a", 1_928),
    ("[[ ", "! ", "a ]]", 0),
    ("[[ ", "a && ", "a ]]", 0),
    ("[[ ( ", "! ( a ) || ", "b ) ]]", 0),
    ("", "$x ", "a", 2),
    ("", "A=b ", "a", 1),
    ("", ">b ", "a", 1),
    ("a=( ", "b ", ")", 0),
    ("a ", "\\(", "", 1),
    ("a ", "\"b\"", "", 1),
    ("((", "(1)+", "1))", 0),
    ("case a in ", "b|", "c) a;; esac", 1),
    ("case a in ", "b);;", "c) a;; esac", 1),
    ("if a; then b", "; elif a=; then b=", "; fi", 2),
    ("cat <<E\n", "$b\n", "E\n", 1),
];

#[test]
fn length_is_no_nesting() {
    for (before, part, after, count) in CHAINS {
        let length = 64 * 1024 - before.len() - after.len();
        let text = format!("{before}{}{after}", part.repeat(length / part.len()));
        let found = commands(&text).unwrap_or_else(|err| panic!("{before}{part}\n{err}"));
        assert_eq!(found.len(), *count, "{before}{part}");
    }
}

/// Brackets of all kinds, opened and not closed.
#[test]
fn what_is_not_closed_is_refused() {
    for (open, close, _) in NESTS.iter().filter(|nest| !nest.1.is_empty()) {
        for depth in [1, 16, deepest(open, close)] {
            assert!(commands(&open.repeat(depth)).is_err(), "{open}");
            let text = format!("{}a{}", open.repeat(depth), close.repeat(depth - 1));
            assert!(commands(&text).is_err(), "{open}");
        }
    }
}

/// Compound commands and substitutions, both at their limit.
#[test]
fn nests_in_nests_are_bounded() {
    for (open, close, _) in NESTS {
        let (open, close) = (open.repeat(8), close.repeat(8));
        let (level, end) = (format!("{open} x $( "), format!("){close}"));
        check_bounded(&format!("{}a{}", level.repeat(15), end.repeat(15)));
    }
    let (open, close) = ("{ ".repeat(49), "; }".repeat(49));
    check_bounded(&format!("{open}x $({open}x $({open}a{close}){close}){close}"));
}

/// What looks like arithmetic to its end, and is not: the levels in it are read once more.
#[test]
fn double_parentheses_are_bounded() {
    let text = |depth: usize| format!("{}a{}", "((x $( ".repeat(depth), " ) ) )".repeat(depth));
    for depth in [1, 5, 8] {
        let text = text(depth).replace('a', &"a ".repeat(1_000));
        assert_eq!(commands(&text).map(|found| found.len()), Ok(depth + 1));
    }
    check_bounded(&text(9));
}

#[test]
fn reasonable_nesting_is_read() {
    let substitutions = format!("{}a{}", "x $(".repeat(15), ")".repeat(15));
    assert_eq!(commands(&substitutions).map(|found| found.len()), Ok(16));
    let compounds = format!("{}a{}", "if b; then ".repeat(40), "; fi".repeat(40));
    assert_eq!(commands(&compounds).map(|found| found.len()), Ok(41));
    let siblings = "if a; then (b); fi; { c; }; case d in e) f;; esac; echo if case\n".repeat(80);
    assert_eq!(commands(&siblings).map(|found| found.len()), Ok(400));
}

#[test]
fn bounds_are_named() {
    let reason = |text: &str| commands(text).map_err(|err| err.reason);
    let long = format!("a {}", "b".repeat(64 * 1024 - 2));
    assert!(reason(&long).is_ok());
    assert_eq!(reason(&(long + "b")), Err("the text is longer than 64 KiB".to_owned()));
    assert!(reason(&"a;".repeat(2_000)).is_ok());
    assert_eq!(reason(&"a;".repeat(2_001)), Err("more than 2,000 commands".to_owned()));
    let substitutions = format!("{}a{}", "$(".repeat(17), ")".repeat(17));
    assert_eq!(reason(&substitutions), Err("substitutions are nested too deeply".to_owned()));
    assert_eq!(reason(&"eval ".repeat(20)), Err("scripts are nested too deeply".to_owned()));
    let compounds = format!("{}a{}", "( ".repeat(60), " )".repeat(60));
    assert_eq!(reason(&compounds), Err("compound commands are nested too deeply".to_owned()));
}
