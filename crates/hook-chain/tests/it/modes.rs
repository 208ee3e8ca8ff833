//! `.tacklebox/tacklebox.yaml`: how much a hook counts.

use crate::stage::{Stage, errors, fates, told};

/// The project's file and the person's, the hooks, who was called, and what the host is told.
type Row =
    (&'static str, &'static str, &'static str, &'static [&'static str], &'static str, &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, project, own, lines, trace, expected) in rows {
        let stage = on_stage(project, own, lines);
        let concluded = stage.call();
        assert_eq!(told(&concluded), *expected, "{sentence}");
        assert_eq!(stage.trace(), *trace, "{sentence}");
    }
}

fn on_stage(project: &str, own: &str, lines: &[&'static str]) -> Stage {
    let stage = Stage::new(lines);
    let stage = if project.is_empty() { stage } else { stage.in_settings(project) };
    if own.is_empty() { stage } else { stage.in_own_settings(own) }
}

const TWO: &[&str] = &["guard a: deny no; context hello", "guard b: deny never"];
const BOTH: &str = "a ls none, b ls none";

const MODES: &[Row] = &[
    ("all count", "", "", TWO, BOTH, "deny [a] no / [b] never | context hello"),
    (
        "enforce is what holds anyway",
        "hooks: {a: {mode: enforce}}",
        "",
        TWO,
        BOTH,
        "deny [a] no / [b] never | context hello",
    ),
    (
        "warn tells what it would deny, and what it tells",
        "hooks: {a: {mode: warn}}",
        "",
        TWO,
        BOTH,
        "deny never | context Warning: a would have stopped this, and is in mode warn: no / \
             hello",
    ),
    ("shadow counts for nothing", "hooks: {a: {mode: shadow}}", "", TWO, BOTH, "deny never"),
    ("off is not asked", "hooks: {a: {mode: off}}", "", TWO, "b ls none", "deny never"),
    (
        "a project that would switch the protection off has a broken file",
        "hooks: {a: {mode: off}}\nprotect: false",
        "",
        TWO,
        BOTH,
        "deny [a] no / [b] never | context hello",
    ),
    (
        "a person may",
        "protect: true",
        "hooks: {a: {mode: off}}\nprotect: false",
        TWO,
        "b ls none",
        "deny never",
    ),
    ("all may be off", "hooks: {a: {mode: off}, b: {mode: off}}", "", TWO, "", ""),
    (
        "a question is a warning too",
        "hooks: {a: {mode: warn}}",
        "",
        &["guard a: ask really", "guard b:"],
        BOTH,
        "context Warning: a would have stopped this, and is in mode warn: really",
    ),
    (
        "a grant is none",
        "hooks: {a: {mode: warn}}",
        "",
        &["guard a: grant fine", "guard b:"],
        BOTH,
        "allow fine",
    ),
    (
        "a failure that denies is a warning too",
        "hooks: {a: {mode: warn}}",
        "",
        &["guard a !closed: fail broken", "guard b:"],
        BOTH,
        "context Warning: a would have stopped this, and is in mode warn: a could not judge \
             this call, and this project denies what it cannot judge: broken. Mend it.",
    ),
    (
        "a warning about a changed input is told",
        "hooks: {a: {mode: warn}}",
        "",
        &["guard a: when rm deny no", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls none, a rm none",
        "context Warning: a would have stopped this, and is in mode warn: no | \
             input command=rm",
    ),
    (
        "a shadow denies no changed input",
        "hooks: {a: {mode: shadow}}",
        "",
        &["guard a: when rm deny no", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls none, a rm none",
        "input command=rm",
    ),
    (
        "a shadow changes no input",
        "hooks: {b: {mode: shadow}}",
        "",
        &["guard a:", "rewrite b !writes-command: set command=rm"],
        BOTH,
        "",
    ),
    (
        "a shadow is no writer of a field",
        "hooks: {a: {mode: shadow}}",
        "",
        &[
            "rewrite a !writes-command: set command=pwd",
            "rewrite b !writes-command: set command=rm",
        ],
        BOTH,
        "input command=rm",
    ),
    (
        "a shadow that records is not called: it would keep something",
        "hooks: {a: {mode: shadow}}",
        "",
        &["record a:", "guard b:"],
        "b ls none",
        "",
    ),
    (
        "a hook that is not named counts",
        "hooks: {other: {mode: off}}",
        "",
        &["guard a: deny no", "guard b:"],
        BOTH,
        "deny no",
    ),
    ("an empty file is a file", "# nothing\n", "", &["guard a: deny no"], "a ls none", "deny no"),
    (
        "one alone has modes as well",
        "hooks: {a: {mode: warn}}",
        "",
        &["guard a: deny no"],
        "a ls none",
        "context Warning: a would have stopped this, and is in mode warn: no",
    ),
    (
        "one alone may be a shadow",
        "hooks: {a: {mode: shadow}}",
        "",
        &["guard a: deny no"],
        "a ls none",
        "",
    ),
    ("one alone may be off", "hooks: {a: {mode: off}}", "", &["guard a: deny no"], "", ""),
];

#[test]
fn a_mode_says_how_much_a_hook_counts() {
    check(MODES);
}

#[test]
fn of_the_project_and_the_person_the_stricter_one_holds() {
    const ONE: &[&str] = &["guard a: deny no", "guard b:"];
    const BOTH: &str = "a ls none, b ls none";
    let off = "hooks: {a: {mode: off}}";
    let shadow = "hooks: {a: {mode: shadow}}";
    let enforce = "hooks: {a: {mode: enforce}}";
    check(&[
        ("the person pins it against the project", off, enforce, ONE, BOTH, "deny no"),
        ("the project pins it against the person", enforce, off, ONE, BOTH, "deny no"),
        ("of two weak ones the stricter one holds", off, shadow, ONE, BOTH, ""),
        ("the same the other way round", shadow, off, ONE, BOTH, ""),
        ("the person alone", "", off, ONE, "b ls none", ""),
        ("the project alone", off, "", ONE, "b ls none", ""),
        (
            "a person who names another hook pins nothing",
            off,
            "hooks: {b: {mode: enforce}}",
            ONE,
            "b ls none",
            "",
        ),
    ]);
}

/// What stands in the project's file, and what is wrong with it.
#[track_caller]
fn check_broken(text: &str, wrong: &str) {
    let lines = ["guard a: deny no", "guard b: deny never"];
    let own = "hooks: {a: {mode: off}}";
    let stage = on_stage(text, own, &lines);
    let concluded = stage.call();
    assert_eq!(told(&concluded), "deny [a] no / [b] never", "all count: {text}");
    let errors = errors(&concluded);
    assert!(errors.starts_with("tacklebox: could not read "), "{errors}");
    assert!(errors.contains(wrong), "{errors}");
    let logged = stage.kept("hook-errors.jsonl");
    assert_eq!(logged.len(), 1, "{logged:?}");
    assert!(logged[0]["error"].as_str().unwrap().contains(wrong), "{logged:?}");
}

#[test]
fn a_broken_file_names_its_place_and_all_hooks_count() {
    check_broken("hooks: {a: {mode: of}}\n", "tacklebox.yaml:1:");
    check_broken("version: 1\nhooks:\n  a: {mod: off}\n", "tacklebox.yaml:3:");
    check_broken("hooks: {a: {mode: off}, a: {mode: warn}}\n", "tacklebox.yaml:1:");
    check_broken("hook: {}\n", "tacklebox.yaml:1:");
    check_broken("version: 2\n", "tacklebox.yaml:1:");
    check_broken("hooks: {a: off}\n", "tacklebox.yaml:1:");
    check_broken("on_conflict: perhaps\n", "tacklebox.yaml:1:");
    check_broken("account: some\n", "tacklebox.yaml:1:");
    check_broken("hooks: [\n", "tacklebox.yaml:");
    check_broken("version: 1\nbudget: {critical: 9000, high: 4500}\n", "tacklebox.yaml:2:");
    check_broken("budget: {critical: 18446744073709551615}\n", "tacklebox.yaml:1:");
    check_broken("budget: {critical: -1}\n", "tacklebox.yaml:1:");
}

#[test]
fn a_person_s_broken_file_is_one_too() {
    let stage = on_stage("hooks: {a: {mode: off}}", "hooks: 5", &["guard a: deny no"]);
    let concluded = stage.call();
    assert_eq!(told(&concluded), "deny no");
    assert!(errors(&concluded).contains("config/tacklebox.yaml:1:"), "{}", errors(&concluded));
}

#[test]
fn what_a_shadow_would_have_said_is_in_the_account() {
    let stage = on_stage("hooks: {a: {mode: shadow}}", "", &["guard a: deny no", "guard b:"]);
    stage.call();
    let kept = stage.kept("calls.jsonl");
    assert_eq!(kept.iter().map(fates).collect::<Vec<_>>(), ["a deny shadow"]);
    assert_eq!(kept[0]["hooks"][0]["shadow"], true);
    assert_eq!(kept[0]["verdict"], "none");
}

#[test]
fn what_was_warned_of_is_in_the_account() {
    let stage = on_stage("hooks: {a: {mode: warn}}", "", &["guard a: deny no", "guard b:"]);
    assert_eq!(stage.call().verdict.to_string(), "warn");
    let kept = stage.kept("calls.jsonl");
    assert_eq!(kept.iter().map(fates).collect::<Vec<_>>(), ["a warn won"]);
    assert_eq!(kept[0]["verdict"], "warn");
}
