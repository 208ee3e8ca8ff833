//! Reading takes a number of steps in proportion to the text.

use super::Reader;

/// How many steps a byte may take in what these tests read.
const MAX_FOR_A_BYTE: usize = 4;

const PARTS: &[&str] = &[
    "a",
    " ",
    ";",
    "&",
    "|",
    "\n",
    "(",
    ")",
    "((",
    "))",
    "{ ",
    "; }",
    "\"",
    "'",
    "`",
    "\\",
    "\\\n",
    "$(",
    "$((",
    "${x:-",
    "\"${x:-",
    "}",
    "$[",
    "]",
    "a[",
    "a=(",
    "<(",
    "<<E\n",
    "\nE\n",
    "<<'E'\n",
    "case x in ",
    "a) ",
    ";; ",
    "esac ",
    "if ",
    "then ",
    "fi ",
    "for i in ",
    "do ",
    "done ",
    "[[ ",
    " ]]",
    "=~ ",
    "! ",
    "time ",
    "coproc ",
    "f() ",
    "@(",
    "#",
    "$'",
    "é",
    "2>",
    "{a}>",
    ">&-",
    "<<<",
];

fn steps(text: &str) -> usize {
    let mut reader = Reader::new(text, 0);
    let before = reader.bounds.steps;
    // Whether it is understood makes no difference.
    let _ = reader.text();
    before - reader.bounds.steps
}

#[track_caller]
fn check(text: &str) {
    let (steps, length) = (steps(text), text.len());
    let shown: String = text.chars().take(60).collect();
    assert!(steps <= MAX_FOR_A_BYTE * length + 16, "{steps} steps for {length} bytes: {shown}");
}

#[test]
fn what_repeats_takes_steps_in_proportion() {
    for first in PARTS {
        for second in PARTS {
            check(&format!("{first}{second}").repeat(200));
            check(&format!("{}{}", first.repeat(200), second.repeat(200)));
            check(&format!("{}a{}", format!("{first}{second}").repeat(8), second.repeat(100)));
        }
    }
}

#[test]
fn what_is_read_more_than_once_is_bounded() {
    let failing = |depth: usize| {
        let (open, close) = ("((x $( ".repeat(depth), " ) ) )".repeat(depth));
        format!("{open}{}{close}", "a ".repeat(2_000))
    };
    let (one, eight) = (steps(&failing(1)), steps(&failing(8)));
    assert!(one * 2 < eight && eight < one * 9, "{one} and {eight}");
    let documents = |depth: usize| {
        let (open, close) = ("cat <<E\n$(".repeat(depth), ")\nE\n".repeat(depth));
        format!("{open}{}{close}", "a ".repeat(2_000))
    };
    assert!(steps(&documents(1)) < 16 * 4_000);
}
