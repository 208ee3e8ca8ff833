//! What somebody asks to do to what belongs to a person, and what is only a name.

use super::{built_in, check};

#[track_caller]
fn check_order(text: &str, expected: Option<&str>) {
    let found = built_in().find_order(text).map(|finding| finding.to_string());
    assert_eq!(found.as_deref(), expected, "{text}");
}

#[test]
fn an_act_that_is_asked_for_counts_with_whatever_it_is_done_to() {
    check_order("Should I reset my changes?", Some("an order to reset"));
    check_order("Undo your changes?", Some("an order to undo"));
    check_order("Do you want me to ban the account?", Some("an order to ban"));
    check_order("Is it ok to transfer the funds?", Some("an order to transfer"));
    check_order("Shall we renew the plan for a year?", Some("an order to renew"));
    check_order("Should undo restore the selection as well?", None);
    check_order("Should the queue expire the sessions?", None);
    check_order("Reset the counter in the loop", None);
    check_order("Transfer the funds now?", Some("an order to transfer"));
}

#[test]
fn consent_is_asked() {
    check(&["Do you allow this?"], Some("do you allow"));
    check(&["Do I have your permission?"], Some("have your permission"));
    check(&["May we collect crash data?"], Some("may we"));
    check(&["May I use your camera?"], Some("may i use your"));
}

#[test]
fn what_is_part_of_a_name_is_not_done() {
    check(&["Should the test cover the delete path?"], None);
    check(&["Should I extract the send logic into a helper?"], None);
    check(&["Should I split the publish workflow in two?"], None);
    check(&["Should I run the delete command?"], Some("delete"));
    check(&["Which rows should I delete, and in which path?"], Some("delete"));
}

#[test]
fn what_is_to_be_confirmed_says_what() {
    let check = |question: &str, labels: &[&str], expected: Option<&str>| {
        let found = built_in().find_confirmation(question, labels.iter().copied());
        assert_eq!(found.map(|it| it.to_string()).as_deref(), expected, "{question}");
    };
    check("Confirm?", &["Confirm", "Cancel"], Some("an order to confirm"));
    check("Go on?", &["Yes", "No"], Some("an order to go on"));
    check("Should I flush it?", &["Yes, go ahead", "No"], Some("an order to flush"));
    check("Should I flush it?", &["In a batch", "At once"], None);
    check("Strict mode?", &["Yes", "No"], None);
    check("Should the parser flush it?", &["Yes", "No"], None);
}
