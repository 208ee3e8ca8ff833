//! Whole questions, with the option that would be the answer first.

use super::built_in;
use crate::{Additions, Offer, Question, Words};

pub(super) fn judged(
    words: &Words,
    header: Option<&str>,
    question: &str,
    labels: &[&str],
) -> Option<String> {
    let offers: Vec<Offer<'_>> = labels
        .iter()
        .map(|label| {
            let (label, description) = label.split_once(" -- ").unwrap_or((label, ""));
            Offer { label, description: Some(description), preview: None }
        })
        .collect();
    let (said, answer, is_two_way) = ([question], Some(0), false);
    let question = Question { said: &said, header, offers: &offers, answer, is_two_way };
    words.judge(&question).map(|it| it.to_string())
}

#[track_caller]
fn check(question: &str, labels: &[&str], expected: Option<&str>) {
    assert_eq!(judged(&built_in(), None, question, labels).as_deref(), expected, "{question}");
}

#[track_caller]
pub(super) fn check_asked(question: &str, labels: &[&str], expected: bool) {
    let found = judged(&built_in(), None, question, labels);
    assert_eq!(found.is_some(), expected, "{question} {labels:?}: {found:?}");
}

const ELSEWHERE: Option<&str> = Some("more of what lies outside than of code or text");

#[test]
fn what_is_not_about_code_is_asked() {
    check("Keep the volumes?", &["No", "Yes"], Some("a no that lets something go"));
    check("Who gets the offer?", &["Candidate 2", "Candidate 3"], ELSEWHERE);
    check("Is the right address known?", &["Yes", "No"], None);
    check("Maintenance on Sunday?", &["Now", "Sunday"], None);
    check("A script wants your contacts.", &["Allow", "Block"], Some("a consent to what is told"));
    check("Strict mode?", &["No", "Yes"], None);
    check("Should nulls come first in the sort?", &["Yes", "No"], None);
    check("Which algorithm?", &["Dijkstra", "A*"], None);
    check("Should I describe each step?", &["Yes", "No"], None);
    check("The function is too long.", &["Split it", "Leave it"], None);
    // What says nothing is judged by what is said of it.
    check("Which?", &["A", "B"], None);
    check("Which one fits?", &["A -- mails every subscriber", "B"], Some("an order to mail"));
}

#[test]
fn whoever_says_that_there_is_a_way_back_is_not_doubted() {
    let (said, offers) = (["Who gets the offer?"], [Offer { label: "Ann", ..Offer::default() }]);
    let asked = |is_two_way| {
        let question =
            Question { said: &said, header: None, offers: &offers, answer: Some(0), is_two_way };
        built_in().judge(&question).is_some()
    };
    assert!(asked(false) && !asked(true));
    let benign = vec!["gets the offer".to_owned()];
    let words = Words::with(&Additions { benign, ..Additions::default() });
    assert_eq!(judged(&words, None, said[0], &["Ann", "Ben"]), None);
}

#[test]
fn a_third_option_changes_no_confirmation() {
    for labels in [
        ["Yes", "No", "Tell me more"],
        ["Continue", "Skip", "Other"],
        ["Y", "N", "?"],
        ["Of course", "No", "Later"],
        ["\u{1f44d}", "\u{1f44e}", "Later"],
        ["Yes, go on with it all", "No", "Wait"],
    ] {
        for question in ["Carry on?", "Please confirm.", "Even so?", "?", "Everything OK?"] {
            check_asked(question, &labels, true);
        }
    }
}

#[test]
fn an_order_before_a_marker_is_one() {
    check("Halt the valve. ", &["Yes", "No"], Some("an order to halt"));
    for question in
        ["What's next?", "So, what now?", "What can I do?", "Pick one.", "Node 3 is sick."]
    {
        check_asked(question, &["Halt the server", "Wait"], true);
    }
}

#[test]
fn acts_are_asked_for_in_many_ways() {
    for question in [
        "Do you want the boiler switched off?",
        "Why not halt the server?",
        "Should the agent halt the server?",
        "Should we evacuate?",
        "Really flush the tank?",
        "When should I thaw the samples in the code?",
        "Is it a good idea to halt the server of the tests?",
        "Should the paragraph be posted?",
        "How should I open the floodgate of the app?",
        "Should I stop the script?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
    for question in [
        "Do you want the imports sorted?",
        "Why not use a generator?",
        "Should the agent write the tests first?",
        "Should we split the module?",
        "Should I move the script?",
    ] {
        check_asked(question, &["Yes", "No"], false);
    }
}

#[test]
fn guards_of_the_person_are_not_loosened() {
    let guard = Some("a guard of the person");
    check("Permission mode?", &["Bypass", "Ask"], guard);
    check("How should tool calls be approved in code?", &["Automatically", "One by one"], guard);
    check("Approval for shell commands?", &["Never ask again", "Each"], guard);
    check("Which sandbox for docker?", &["None", "Docker"], guard);
    check("Which icon for the sandbox tab?", &["None", "A box"], None);
    let refused = Some("what a guard refused");
    check("The hook denied the write. Which file?", &["Another", "None"], refused);
    check("Should the hook log what it denied in the test?", &["Yes", "No"], None);
    let person = Some("what a person has to answer");
    check("Which layout? A human must answer this.", &["Wide", "Narrow"], person);
    check(
        "Which layout?",
        &["None of these", "Narrow"],
        Some("an answer that leaves it to the person"),
    );
}

#[test]
fn a_description_or_the_header_may_be_the_act() {
    let asked = |description: &str| {
        let label = format!("Grid -- {description}");
        judged(&built_in(), None, "Which layout?", &[&label, "Flex"]).is_some()
    };
    for act in [
        "stops the database",
        "disables the guard",
        "mails every subscriber",
        "your house is painted",
        "switch off the alarm",
        "needs sudo",
        "irreversible",
        "$49 per month",
    ] {
        assert!(asked(act), "{act}");
    }
    for harmless in [
        "lines the cards up",
        "reads the file line by line",
        "makes the caller decide",
        "needs a terminal",
        "logic is lost when the page closes",
    ] {
        assert!(!asked(harmless), "{harmless}");
    }
    let headed = |header| judged(&built_in(), Some(header), "Which one?", &["tab 1", "tab 2"]);
    assert!(headed("Erase").is_some() && headed("Kill").is_some());
    assert_eq!(headed("Format"), None);
}

#[test]
fn what_is_written_for_a_program_is_read_by_a_person() {
    check(
        "Which layout?",
        &["&#100;elete users", "Grid"],
        Some("letters of several scripts in one word"),
    );
    check(
        "Which layout?",
        &["\u{202e}wen", "Grid"],
        Some("letters of several scripts in one word"),
    );
}

#[test]
fn names_of_code_are_spoken_of() {
    for question in [
        "Should deleteUser be async?",
        "Which return type for purge()?",
        "Should the docs mention force-push?",
        "How verbose should the deploy log be?",
        "How should revoked keys be listed in the table?",
        "Which synonym for 'erase' sounds better in code?",
    ] {
        check_asked(question, &["one", "two"], false);
    }
    for question in [
        "Should I call deleteUser now?",
        "Should purge() be called?",
        "deleteUser?",
        "Which users should deleteUser remove in production?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
    // What is numbered is no name that somebody writes a program with.
    check_asked("Should I halt `cluster-1`?", &["Yes", "No"], true);
    check_asked("Thaw sample_14?", &["Thaw", "Wait"], true);
}

#[test]
fn money_is_asked_for_in_many_words() {
    for label in [
        "Pro (49 per month)",
        "49/mo",
        "Plus -- 0.1 BTC",
        "49 z\u{142}",
        "12 per seat",
        "\u{20b9}400",
    ] {
        check_asked("Which plan for the test?", &[label, "Free"], true);
    }
    check_asked("Which format for prices in the tests?", &["$1,200.00", "1200 $"], false);
}
