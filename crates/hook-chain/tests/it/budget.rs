//! How much of what hooks tell the agent is told.

use hook_chain::{MAX_CONTEXT, Shares};

use crate::stage::{Stage, told};

/// `budget:` of the settings, the hooks, of which each tells its name's letter so many times,
/// and how many of each letter are told.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [(char, usize)]);

#[track_caller]
fn check(rows: &[Row]) {
    for (sentence, budget, lines, expected) in rows {
        let stage = Stage::new(lines);
        let stage = match *budget {
            "" => stage,
            budget => stage.in_settings(&format!("version: 1\nbudget: {budget}\n")),
        };
        let concluded = stage.call();
        let context = concluded.outcome.answer.context.unwrap_or_default();
        assert!(context.encode_utf16().count() <= MAX_CONTEXT, "{sentence}");
        for (letter, number) in *expected {
            let letters = |run: &str| run.chars().all(|c| c == *letter);
            let runs = context.split(['\n', ' ']).filter(|run| letters(run));
            let found = runs.map(str::len).max().unwrap_or_default();
            // The words about a cut have a number in them, with a digit more or less.
            let is_near = if number % 10 == 0 && *number < 200 {
                found == *number
            } else {
                found.abs_diff(*number) <= 80
            };
            assert!(is_near, "{sentence}: {letter} {found} and not {number}");
        }
    }
}

const SHARES: &[Row] = &[
    ("one may have all", "", &["context/low X: big 9500", "guard b:"], &[('X', 9_500)]),
    (
        "a low class may have nearly all",
        "",
        &["context/low X: big 9000", "context/critical Y: big 190"],
        &[('X', 9_000), ('Y', 190)],
    ),
    (
        "each class has its share",
        "",
        &[
            "context/critical X: big 9000",
            "context/high Y: big 9000",
            "context V: big 9000",
            "context/low W: big 9000",
        ],
        &[('X', 3_000), ('Y', 4_500), ('V', 1_500), ('W', 500)],
    ),
    (
        "what a class leaves flows down",
        "",
        &["context/critical X: big 100", "context/high Y: big 9000", "context V: big 9000"],
        &[('X', 100), ('Y', 7_400 + 496), ('V', 1_500)],
    ),
    (
        "what is left at the end flows up",
        "",
        &["context/critical X: big 9000", "context/low W: big 1000"],
        &[('X', 3_000 + 5_498), ('W', 1_000)],
    ),
    (
        "within a class the first comes first",
        "",
        &["context X: big 6000", "context Y: big 6000"],
        &[('X', 6_000), ('Y', 3_498)],
    ),
    (
        "what is told whole is not cut",
        "",
        &["context/critical X: big 6000", "context/low Y !whole: big 6000"],
        &[('X', 3_498), ('Y', 6_000)],
    ),
    (
        "two that are told whole come in order",
        "",
        &["context X !whole: big 6000", "context Y !whole: big 6000"],
        &[('X', 6_000), ('Y', 3_498)],
    ),
    (
        "a project sets other shares",
        "{critical: 500, high: 500, normal: 500, low: 8000}",
        &["context/critical X: big 9000", "context/low W: big 9000"],
        &[('X', 500), ('W', 9_000)],
    ),
    (
        "a share that is not set is what it was",
        "{critical: 100}",
        &[
            "context/critical X: big 9000",
            "context/high Y: big 9000",
            "context V: big 9000",
            "context/low W: big 9000",
        ],
        &[('Y', 4_500), ('V', 1_500), ('W', 500)],
    ),
];

#[test]
fn shares_bind_only_where_not_everything_fits() {
    check(SHARES);
}

/// What `text` ends with.
#[track_caller]
fn check_end(lines: &[&'static str], ends: &[&str]) {
    let told = told(&Stage::new(lines).call());
    for end in ends {
        assert!(told.contains(end), "{}", told.replace("XXXXXXXXXX", ""));
    }
}

#[test]
fn a_cut_says_what_is_missing_and_where_it_is() {
    check_end(
        &["context/high X: big 9000", "context Y !shown: big 9000"],
        &["more characters were left out; `x show` shows them.]"],
    );
    check_end(
        &["context/high X: big 9000", "context Y: big 9000"],
        &["more characters were left out.]"],
    );
}

#[test]
fn a_denial_takes_no_room_from_what_is_told() {
    let concluded = Stage::new(&["guard/critical X: big 9500; long-deny 9500", "guard b:"]).call();
    let answer = concluded.outcome.answer;
    assert_eq!(answer.context.map(|context| context.len()), Some(9_500));
    assert_eq!(answer.decision, hook_protocol::Decision::Deny("n".repeat(9_500)));
}

#[test]
fn the_shares_are_all_that_there_is() {
    assert_eq!(Shares::default().sum(), MAX_CONTEXT);
    let most = Shares { critical: usize::MAX, high: 1, normal: 1, low: 1 };
    assert_eq!(most.sum(), usize::MAX);
}
