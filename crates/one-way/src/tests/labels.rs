//! Options that are what is done, under questions that only ask for a choice.

use super::built_in;
use super::topic::{check_asked, judged};

#[test]
fn the_option_that_would_be_the_answer_is_an_order_under_any_question() {
    for question in [
        "Which?",
        "The tests pass. What is best for the module?",
        "How should the function be handled?",
    ] {
        for label in [
            "Transfer the repo",
            "Torch the staging data",
            "Give Bob access",
            "Hand Mia the keys of the house",
            "Rent 40 machines",
            "Unlock the doors",
            "Yes, waive the fee",
            "Remove the container with its data",
            "Rename the image with its data",
        ] {
            check_asked(question, &[label, "Leave it"], true);
        }
        for label in [
            "Split the module",
            "Return a default",
            "Option A",
            "2 to 5 files",
            "Fix it",
            "Give Up",
            "Use React",
            "Remind me later",
            "Move the comment",
        ] {
            check_asked(question, &[label, "Leave it"], false);
        }
    }
    // Only what would be the answer is an order where the question says what it is about.
    let question = "How should the function be handled?";
    check_asked(question, &["Leave it", "Rent 40 machines"], false);
    for question in ["Tabs oder Leerzeichen?", "Async o sync?"] {
        check_asked(question, &["Tabs", "Async"], false);
    }
}

#[test]
fn what_a_part_of_a_program_does_is_no_order() {
    for (question, label) in [
        ("What should the handler do with an expired session?", "Redirect the reader to the start"),
        ("What should the retry do after the third failure?", "Give up"),
        ("How should the parser treat a tab?", "Swallow the tab"),
        ("What should the game do when the player dies?", "Respawn the player"),
        ("How should the essay be structured?", "Tell the story first"),
        ("Which title fits the essay?", "Leaving the City"),
    ] {
        check_asked(question, &[label, "Nothing"], false);
    }
    let question = "What should the handler do with an expired session?";
    check_asked(question, &["Mail the customer", "Nothing"], true);
}

#[test]
fn a_header_may_be_an_order() {
    for header in ["Tell the press", "Lock them out", "Let the customers have it"] {
        assert!(judged(&built_in(), Some(header), "Which font?", &["Serif", "Sans"]).is_some());
    }
    for header in ["Split the class", "Confirm all", "Pick a name"] {
        assert_eq!(judged(&built_in(), Some(header), "Which font?", &["Serif", "Sans"]), None);
    }
}
