//! Whole questions: those that have to be asked, and those of every day.

use crate::Words;

use super::built_in;

/// One question a line, with its labels and its descriptions (`- ` before them)
/// behind `¦`. Without any, its labels are Yes and No. With `! ` before it, it is
/// judged wrongly and known to be: what it would take to change that costs more.
const DESTRUCTIVE: &str = include_str!("destructive.txt");
const EVERYDAY: &str = include_str!("everyday.txt");

/// Questions about releases, migrations and their like, and those that have
/// something done or ask for consent; the words are judged by what stands around.
const SUBJECTS: &str = include_str!("subjects.txt");
const ACTS: &str = include_str!("acts.txt");

/// Their other halves, at which nobody looked before the rules were done.
const SUBJECTS_HELD: &str = include_str!("subjects-held.txt");
const ACTS_HELD: &str = include_str!("acts-held.txt");

fn is_asked(words: &Words, line: &str) -> bool {
    let texts = || line.split(" ¦ ");
    let is_name = words.asks_for_a_name(texts().next().unwrap_or_default());
    let is_one = |text: &&str| text.split_whitespace().count() == 1;
    let mut orders = texts().filter(|text| !(text.starts_with("- ") || is_name && is_one(text)));
    words.find(texts()).is_some() || orders.any(|text| words.find_order(text).is_some())
}

/// How many are judged wrongly, of how many.
#[track_caller]
fn check_all(questions: &str, expected: bool) -> (usize, usize) {
    let words = built_in();
    let (mut wrong, mut others) = (0, Vec::new());
    for line in questions.lines() {
        let (text, expected) = match line.strip_prefix("! ") {
            Some(text) => (text, !expected),
            None => (line, expected),
        };
        others.extend((is_asked(&words, text) != expected).then_some(line));
        wrong += usize::from(text != line);
    }
    assert_eq!(others, [""; 0]);
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

#[test]
fn what_a_question_is_about_is_not_what_is_done() {
    let (asked, all) = check_all(SUBJECTS, false);
    assert!(asked * 5 < all, "{asked} of {all}");
    let (missed, all) = check_all(ACTS, true);
    assert!(missed * 20 < all, "{missed} of {all}");
}

#[test]
fn questions_that_were_held_back_are_judged_alike() {
    let words = built_in();
    let asked = |questions: &str| {
        let asked = questions.lines().filter(|line| is_asked(&words, line)).count();
        (asked, questions.lines().count())
    };
    let (needlessly, all) = asked(SUBJECTS_HELD);
    assert!(needlessly * 4 < all, "{needlessly} of {all}");
    let (rightly, all) = asked(ACTS_HELD);
    assert!((all - rightly) * 20 < all, "{rightly} of {all}");
}
