//! Who is asked, when, and what it sees.

use crate::stage::{Stage, told};

/// The hooks, the trace that they leave (`name command verdict`), and what the host is told.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, lines, trace, expected) in rows {
        let stage = Stage::new(lines);
        let concluded = stage.call();
        assert_eq!(stage.trace(), *trace, "{sentence}");
        assert_eq!(told(&concluded), *expected, "{sentence}");
        let mut backwards = lines.to_vec();
        backwards.reverse();
        let stage = Stage::new(&backwards);
        let concluded = stage.call();
        assert_eq!(stage.trace(), *trace, "{sentence}, named backwards");
        assert_eq!(told(&concluded), *expected, "{sentence}, named backwards");
    }
}

#[test]
fn phases_decide_and_then_classes_and_then_names() {
    check(&[
        (
            "phases come in their order",
            &["record a:", "context b:", "rewrite c:", "guard d:"],
            "d ls none, c ls none, b ls none, a ls none",
            "",
        ),
        (
            "a class orders within a phase",
            &["guard/low a:", "guard/normal b:", "guard/high c:", "guard/critical d:"],
            "d ls none, c ls none, b ls none, a ls none",
            "",
        ),
        (
            "a class does not reach over a phase",
            &["context/critical a:", "guard/low b:"],
            "b ls none, a ls none",
            "",
        ),
        (
            "the name breaks ties",
            &["guard c:", "guard a:", "guard b:"],
            "a ls none, b ls none, c ls none",
            "",
        ),
        ("a class comes before a name", &["guard a:", "guard/high z:"], "z ls none, a ls none", ""),
        ("who is named twice is asked once", &["guard a:", "guard a:"], "a ls none", ""),
        (
            "a hook that is for other tools is not asked",
            &["guard a !edits: deny no", "guard b:"],
            "b ls none",
            "",
        ),
        (
            "reasons stand in the order of classes",
            &["guard a: deny one", "guard/critical z: deny two"],
            "z ls none, a ls none",
            "deny [z] two / [a] one",
        ),
    ]);
}

#[test]
fn guards_never_stop_each_other() {
    check(&[
        (
            "all are asked after a denial",
            &["guard a: deny no", "guard b: deny never"],
            "a ls none, b ls none",
            "deny [a] no / [b] never",
        ),
        (
            "a guard does not see what another said",
            &["guard a: ask really", "guard b:"],
            "a ls none, b ls none",
            "ask really",
        ),
        (
            "all are asked after a failure",
            &["guard a: fail broken", "guard b: deny never"],
            "a ls none, b ls none",
            "deny never",
        ),
    ]);
}

#[test]
fn rewriters_see_what_those_before_them_made_and_nothing_after_a_denial() {
    check(&[
        (
            "each sees the input of the one before",
            &[
                "rewrite a !writes-command: set command=pwd",
                "rewrite b !writes-timeout: set timeout=9",
            ],
            "a ls none, b pwd answer",
            "input command=pwd,timeout=9",
        ),
        (
            "a denied call is not rewritten",
            &["guard a: deny no", "rewrite b !writes-command: set command=pwd"],
            "a ls none",
            "deny no",
        ),
        (
            "nor after another rewriter has denied it",
            &["rewrite a: deny no", "rewrite b !writes-command: set command=pwd"],
            "a ls none",
            "deny no",
        ),
        (
            "a call that the person is asked about is rewritten, and the rewriter knows",
            &["guard a: ask really", "rewrite b !writes-command: set command=pwd"],
            "a ls none, b ls ask, a pwd none",
            "ask really | input command=pwd",
        ),
    ]);
}

const JUDGED_AGAIN: &[Row] = &[
    (
        "all guards do, once, after the last rewriter",
        &[
            "guard a:",
            "guard b:",
            "rewrite c !writes-command: set command=pwd",
            "rewrite d !writes-timeout: set timeout=9",
        ],
        "a ls none, b ls none, c ls none, d pwd answer, a pwd none, b pwd none",
        "input command=pwd,timeout=9",
    ),
    ("not where nobody changed anything", &["guard a:", "rewrite b:"], "a ls none, b ls none", ""),
    (
        "nor where the input came back as it was",
        &["guard a:", "rewrite b !writes-command: same", "context c:"],
        "a ls none, b ls none, c ls none",
        "",
    ),
    (
        "nor where the change was refused",
        &["guard a:", "rewrite b: set command=pwd"],
        "a ls none, b ls none",
        "message b: could not rewrite the input: `command` of Bash is not in the `writes` of its \
         manifest",
    ),
    (
        "a denial names the rewriter",
        &["guard a: when rm deny no", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls none, a rm none",
        "deny no (This is about the input as it was rewritten by b.)",
    ),
    (
        "a denial names all rewriters",
        &[
            "guard a: when rm deny no",
            "rewrite b !writes-command: set command=rm",
            "rewrite c !writes-timeout: set timeout=9",
        ],
        "a ls none, b ls none, c rm answer, a rm none",
        "deny no (This is about the input as it was rewritten by b, c.)",
    ),
    (
        "to ask the person names it too",
        &["guard a: when rm ask really", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls none, a rm none",
        "ask really (This is about the input as it was rewritten by b.) | input command=rm",
    ),
    (
        "what was denied stays denied",
        &["guard a: when ls deny no", "rewrite b !writes-command: set command=pwd"],
        "a ls none",
        "deny no",
    ),
    (
        "what was asked stays asked",
        &["guard a: when ls ask really", "rewrite b !writes-command: set command=pwd"],
        "a ls none, b ls ask, a pwd none",
        "ask really | input command=pwd",
    ),
    (
        "what was granted is granted no more",
        &["guard a: when ls grant fine", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls answer, a rm none",
        "input command=rm",
    ),
    (
        "what was granted and is granted again stays granted",
        &["guard a: grant fine", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls answer, a rm none",
        "allow fine | input command=rm",
    ),
    (
        "what was granted may be denied",
        &[
            "guard a: when ls grant fine; when rm deny no",
            "rewrite b !writes-command: set command=rm",
        ],
        "a ls none, b ls answer, a rm none",
        "deny no (This is about the input as it was rewritten by b.)",
    ),
    (
        "what a guard tells of it is told beside what it told before",
        &["guard a: context one; when rm context two", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls context, a rm none",
        "context one /  / two | input command=rm",
    ),
    (
        "what it tells of both is told once",
        &["guard a: context one; message hi", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls context, a rm none",
        "context one | message hi | input command=rm",
    ),
    (
        "a closed guard that cannot judge it denies it",
        &["guard a !closed: when rm fail broken", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls none, a rm none",
        "deny a could not judge this call, and this project denies what it cannot judge: \
             broken. Mend it. (This is about the input as it was rewritten by b.)",
    ),
    (
        "an open one lets it pass",
        &["guard a: when rm fail broken", "rewrite b !writes-command: set command=rm"],
        "a ls none, b ls none, a rm none",
        "input command=rm",
    ),
];

#[test]
fn guards_judge_a_changed_input_once_more() {
    check(JUDGED_AGAIN);
}

const SEEN: &[Row] = &[
    (
        "who tells something sees the final input",
        &["rewrite a !writes-command: set command=pwd", "context b: saw"],
        "a ls none, b pwd answer",
        "context b saw pwd answer | input command=pwd",
    ),
    (
        "who records does too",
        &["rewrite a !writes-command: set command=pwd", "record b:"],
        "a ls none, b pwd answer",
        "input command=pwd",
    ),
    (
        "nobody tells anything after a denial, and who records is called",
        &["guard a: deny no", "context b: context hello", "record c:"],
        "a ls none, c ls deny",
        "deny no",
    ),
    (
        "what was rewritten and then denied is recorded as it was sent",
        &["guard a: when rm deny no", "rewrite b !writes-command: set command=rm", "record c:"],
        "a ls none, b ls none, a rm none, c ls deny",
        "deny no (This is about the input as it was rewritten by b.)",
    ),
    (
        "an answer that gave way to a question is seen as it was sent",
        &[
            "guard a: ask really",
            "rewrite b !writes-command: set command=pwd; grant fine",
            "context c: saw",
            "record d:",
        ],
        "a ls none, b ls ask, a pwd none, c ls ask, d ls ask",
        "ask really | context c saw ls ask",
    ),
    (
        "who records sees that the agent was told something",
        &["context a: context hello", "record b:"],
        "a ls none, b ls context",
        "context hello",
    ),
    (
        "who records sees that the person is asked",
        &["guard a: ask really", "record b:"],
        "a ls none, b ls ask",
        "ask really",
    ),
    (
        "who records sees that the call was granted",
        &["guard a: grant fine", "record b:"],
        "a ls none, b ls answer",
        "allow fine",
    ),
    (
        "who tells something and fails closed denies, and that is recorded",
        &["context a !closed: fail broken", "record b:"],
        "a ls none, b ls deny",
        "deny a could not judge this call, and this project denies what it cannot judge: \
             broken. Mend it.",
    ),
    (
        "who records decides nothing",
        &["guard a:", "record b: deny no; context hello"],
        "a ls none, b ls none",
        "context hello",
    ),
    (
        "nor does it when it fails closed",
        &["guard a:", "record b !closed: fail broken"],
        "a ls none, b ls none",
        "",
    ),
    (
        "nor does it change the input",
        &["guard a:", "record b !writes-command: set command=rm"],
        "a ls none, b ls none",
        "",
    ),
    (
        "records are called one after the other, whatever happens",
        &["record a: fail broken", "record b: panic broken", "record c:"],
        "a ls none, b ls none, c ls none",
        "",
    ),
];

#[test]
fn context_and_record_see_what_goes_to_the_tool() {
    check(SEEN);
}
