//! Whole questions: those that have to be asked, and those of every day.

use crate::{Words, is_one_word};

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

/// Acts that a question proposes in whatever words, and questions of those who write programs; of
/// those put aside nobody looked at one before the rules were done.
const PROPOSED: &str = include_str!("proposed.txt");
const PROPOSED_HELD: &str = include_str!("proposed-held.txt");
const AT_WORK: &str = include_str!("at-work.txt");
const AT_WORK_HELD: &str = include_str!("at-work-held.txt");

fn is_asked(words: &Words, line: &str) -> bool {
    let texts = || line.split(" ¦ ");
    let question = texts().next().unwrap_or_default();
    let labels: Vec<&str> = texts().skip(1).filter(|text| !text.starts_with("- ")).collect();
    let is_craft = words.proposes_craft(question, &labels);
    let is_name = is_craft || words.asks_for_a_name(question);
    let told = labels.iter().filter(|label| !(is_name && is_one_word(label))).copied();
    let is_ordered = || [question].into_iter().chain(told).any(|it| words.find_order(it).is_some());
    let proposed = || words.find_proposal(question, &labels);
    let confirmed = || words.find_confirmation(question, labels.iter().copied());
    let is_confirmed = || !is_craft && !labels.is_empty() && confirmed().is_some();
    words.find(texts()).or_else(proposed).is_some() || is_ordered() || is_confirmed()
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

#[test]
fn acts_that_no_list_names_are_asked() {
    let (missed, all) = check_all(PROPOSED, true);
    assert!(missed * 50 < all, "{missed} of {all}");
    let (asked, all) = check_all(AT_WORK, false);
    assert!(asked * 20 < all, "{asked} of {all}");
    let (missed, all) = check_all(PROPOSED_HELD, true);
    assert!(missed * 7 < all, "{missed} of {all}");
    let (asked, all) = check_all(AT_WORK_HELD, false);
    assert!(asked * 20 < all, "{asked} of {all}");
}
