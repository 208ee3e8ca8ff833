//! What a host is told of hooks that hang, in each phase.

use crate::stage::{Stage, errors, fates, told};

/// The settings, the hooks, what the host is told, the errors, and the account.
struct Case {
    sentence: &'static str,
    settings: &'static str,
    lines: &'static [&'static str],
    told: &'static str,
    errors: &'static str,
    account: &'static str,
}

const LATE: &str = "a could not judge this call, and this project denies what it cannot judge: no \
                    answer within 2 seconds. Mend it.";

const CASES: &[Case] = &[
    Case {
        sentence: "an open guard that hangs makes no denial of a closed one that has none",
        settings: "",
        lines: &["guard a: hang", "guard b !closed:", "guard c !closed:"],
        told: "",
        errors: "a: no answer within 2 seconds",
        account: "a not_run not_run",
    },
    Case {
        sentence: "what a guard behind it denies is denied",
        settings: "",
        lines: &["guard a: hang", "guard b: deny no", "guard c: rule 2; deny never"],
        told: "deny [b] no / [c] never",
        errors: "a: no answer within 2 seconds",
        account: "a not_run not_run, b deny won, c deny won",
    },
    Case {
        sentence: "a closed guard that hangs denies, beside those that were asked in time and late",
        settings: "",
        lines: &["guard/high d: deny at once", "guard a !closed: hang", "guard b: deny no"],
        told: "deny [d] at once / [a] LATE / [b] no",
        errors: "a: no answer within 2 seconds",
        account: "d deny won, a deny not_run, b deny won",
    },
    Case {
        sentence: "guards that hang late share the time that is left",
        settings: "",
        lines: &[
            "guard/high d: hang",
            "guard a !closed: hang",
            "guard b: hang",
            "guard c: hang",
            "guard e: hang",
            "guard f: ask really",
        ],
        told: "deny LATE",
        errors: "d: no answer within 2 seconds | a: no answer within 2 seconds | b: no answer \
                 within 2 seconds | c: no answer within 2 seconds | e: no answer within 2 seconds",
        account: "d not_run not_run, a deny not_run, b not_run not_run, c not_run not_run, \
                  e not_run not_run, f ask below",
    },
    Case {
        sentence: "a guard that panics late is an open one that failed",
        settings: "",
        lines: &["guard a: hang", "guard b: panic broken", "guard c: ask really"],
        told: "ask really",
        errors: "a: no answer within 2 seconds | b: internal error: broken",
        account: "a not_run not_run, b error -, c ask won",
    },
    Case {
        sentence: "a rewriter that hangs takes the change before it along, and its grant",
        settings: "",
        lines: &[
            "guard d: context hello",
            "rewrite a !writes-command: set command=pwd; grant fine",
            "rewrite b !writes-timeout: hang",
            "context c: context you",
            "record e:",
        ],
        told: "context hello",
        errors: "b: no answer within 2 seconds",
        account: "d context won, a not_run not_run, b not_run not_run, c not_run not_run, \
                  e not_run not_run",
    },
    Case {
        sentence: "a rewriter's denial holds, whoever hangs behind it",
        settings: "",
        lines: &["rewrite a: deny the answer is 4", "context b: context you", "record c: hang"],
        told: "deny the answer is 4",
        errors: "c: no answer within 2 seconds",
        account: "a deny won, c not_run not_run",
    },
    Case {
        sentence: "an open guard that hangs over a changed input has it go as it was sent",
        settings: "",
        lines: &[
            "guard a: when pwd hang",
            "rewrite b !writes-command: set command=pwd; grant fine",
        ],
        told: "",
        errors: "a: no answer within 2 seconds",
        account: "a not_run not_run, b not_run not_run",
    },
    Case {
        sentence: "a closed one denies it",
        settings: "",
        lines: &[
            "guard a !closed: when pwd hang",
            "rewrite b !writes-command: set command=pwd; grant fine",
        ],
        told: "deny LATE (This is about the input as it was rewritten by b.)",
        errors: "a: no answer within 2 seconds",
        account: "a deny not_run, b not_run not_run",
    },
    Case {
        sentence: "one that hangs while it tells something leaves what is decided",
        settings: "",
        lines: &[
            "guard d: ask really",
            "rewrite e !writes-command: set command=pwd",
            "context a: context hello",
            "context b !closed: hang",
            "context c: context you",
            "record f:",
        ],
        told: "ask really | context hello | input command=pwd",
        errors: "b: no answer within 2 seconds",
        account: "d ask won, e answer won, a context won, b not_run not_run, c not_run not_run, \
                  f not_run not_run",
    },
    Case {
        sentence: "one that hangs while it records leaves all that was said",
        settings: "",
        lines: &["guard d: grant fine", "context a: context hello", "record b !closed: hang"],
        told: "allow fine | context hello",
        errors: "b: no answer within 2 seconds",
        account: "d answer won, a context won, b not_run not_run",
    },
    Case {
        sentence: "a shadow that hangs denies nothing",
        settings: "hooks: {a: {mode: shadow}}",
        lines: &["guard a !closed: hang", "guard b: ask really"],
        told: "ask really",
        errors: "a: no answer within 2 seconds",
        account: "a deny not_run, b ask won",
    },
    Case {
        sentence: "one in mode warn warns",
        settings: "hooks: {a: {mode: warn}}",
        lines: &["guard a !closed: hang", "guard b:"],
        told: "context Warning: a would have stopped this, and is in mode warn: LATE",
        errors: "a: no answer within 2 seconds",
        account: "a not_run not_run",
    },
];

#[test]
fn a_hook_that_hangs_is_spoken_for() {
    for case in CASES {
        let stage = match case.settings {
            "" => Stage::new(case.lines),
            settings => Stage::new(case.lines).in_settings(settings),
        };
        let concluded = stage.call_overdue();
        assert_eq!(told(&concluded), case.told.replace("LATE", LATE), "{}", case.sentence);
        assert_eq!(errors(&concluded), case.errors, "{}", case.sentence);
        let kept: Vec<String> = stage.kept("calls.jsonl").iter().map(fates).collect();
        assert_eq!(kept, [case.account], "{}", case.sentence);
        let logged = stage.kept("hook-errors.jsonl");
        assert_eq!(logged.len(), case.errors.split(" | ").count(), "{}", case.sentence);
    }
}
