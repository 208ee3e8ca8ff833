//! Whole questions: those that have to be asked, and those of every day.

use one_way::Words;

use crate::built_in;

/// One question a line, with its labels and its descriptions (`- ` before them)
/// behind `¦`. Without any, its labels are Yes and No. With `! ` before it, it is
/// judged wrongly and known to be: what it would take to change that costs more.
const DESTRUCTIVE: &str = include_str!("destructive.txt");
const EVERYDAY: &str = include_str!("everyday.txt");

fn is_asked(words: &Words, line: &str) -> bool {
    let texts = || line.split(" ¦ ");
    let mut orders = texts().filter(|text| !text.starts_with("- "));
    words.find(texts()).is_some() || orders.any(|text| words.find_order(text).is_some())
}

/// How many are judged wrongly, of how many.
#[track_caller]
fn check_all(questions: &str, expected: bool) -> (usize, usize) {
    let words = built_in();
    let mut wrong = 0;
    for line in questions.lines() {
        let (text, expected) = match line.strip_prefix("! ") {
            Some(text) => (text, !expected),
            None => (line, expected),
        };
        assert_eq!(is_asked(&words, text), expected, "{line}");
        wrong += usize::from(text != line);
    }
    (wrong, questions.lines().count())
}

#[test]
fn destructive_questions_are_asked() {
    let (missed, all) = check_all(DESTRUCTIVE, true);
    assert!(missed * 20 < all, "{missed} of {all}");
}

/// A person who is asked about everything answers without reading.
#[test]
fn everyday_questions_are_not_asked() {
    let (asked, all) = check_all(EVERYDAY, false);
    assert!(asked * 5 < all, "{asked} of {all}");
}
