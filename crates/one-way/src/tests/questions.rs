//! Whole questions: those that have to be asked, and those of every day.

use crate::{Offer, Question, Words};

use super::built_in;

/// One question a line, with its labels, its descriptions (`- ` before them) and its header (`^ `)
/// behind `¦`. The answer is the recommended option, or the first. Without any, its labels are Yes and No. With `! ` before it, it is
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

/// What is not about code, and what is; of those put aside nobody looked at one before the rules
/// were done.
const ELSEWHERE: &str = include_str!("elsewhere.txt");
const ELSEWHERE_HELD: &str = include_str!("elsewhere-held.txt");
const OF_CODE: &str = include_str!("of-code.txt");
const OF_CODE_HELD: &str = include_str!("of-code-held.txt");

fn is_asked(words: &Words, line: &str) -> bool {
    let mut texts = line.split(" ¦ ");
    let said = [texts.next().unwrap_or_default()];
    let mut offers: Vec<Offer<'_>> = Vec::new();
    let mut descriptions = Vec::new();
    let mut header = None;
    for text in texts {
        match text.split_at_checked(2) {
            Some(("- ", description)) => descriptions.push(description),
            Some(("^ ", above)) => header = Some(above),
            _ => offers.push(Offer { label: text, ..Offer::default() }),
        }
    }
    if offers.is_empty() {
        offers.extend(["Yes", "No"].map(|label| Offer { label, ..Offer::default() }));
    }
    for (offer, description) in offers.iter_mut().zip(descriptions) {
        offer.description = Some(description);
    }
    let recommended = offers.iter().position(|it| it.label.ends_with("(Recommended)"));
    let answer = Some(recommended.unwrap_or_default());
    let is_two_way = false;
    words.judge(&Question { said: &said, header, offers: &offers, answer, is_two_way }).is_some()
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
    assert!(asked * 10 < all, "{asked} of {all}");
    let (missed, all) = check_all(PROPOSED_HELD, true);
    assert!(missed * 7 < all, "{missed} of {all}");
    let (asked, all) = check_all(AT_WORK_HELD, false);
    assert!(asked * 10 < all, "{asked} of {all}");
}

#[test]
fn what_is_not_about_code_is_asked() {
    // To ask all in which no word is known would ask each third harmless question.
    for acts in [ELSEWHERE, ELSEWHERE_HELD] {
        let (missed, all) = check_all(acts, true);
        assert!(missed * 3 < all, "{missed} of {all}");
    }
    for harmless in [OF_CODE, OF_CODE_HELD] {
        let (asked, all) = check_all(harmless, false);
        assert!(asked * 8 < all, "{asked} of {all}");
    }
}
