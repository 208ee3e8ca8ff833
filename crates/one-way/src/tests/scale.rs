//! A word of code beside an act makes no other question of it.

use super::topic::check_asked;

#[test]
fn what_is_told_beside_a_question_does_not_tip_the_scale() {
    for told in ["The tests are green and the parser is done.", "Which function name and type?"] {
        for (question, label) in
            [("Who gets the offer?", "Candidate 2"), ("Which reviewers are needed?", "0")]
        {
            check_asked(&format!("{told} {question}"), &[label, "Other"], true);
            check_asked(
                &format!("{question} It is in the README and the module. "),
                &[label],
                true,
            );
        }
    }
    let question = "The customer sees a wrong total. Which function should round it?";
    check_asked(question, &["sum", "format"], false);
}

#[test]
fn data_is_let_go_whatever_code_is_named_beside_it() {
    for question in [
        "Keep the snapshots of the function?",
        "Do we need the backups once the code is in?",
        "Should the recordings stay for the docs?",
        "The parser is done. Should the old rows survive?",
        "Are the volumes worth keeping?",
    ] {
        check_asked(question, &["No", "Yes"], true);
    }
    for question in [
        "Should the function keep its name?",
        "Should the copy button stay in the toolbar?",
        "Should the logger keep messages in a ring buffer?",
        "The class models the pump. Should I wait before I rename the class?",
    ] {
        check_asked(question, &["No", "Yes"], false);
    }
}

#[test]
fn a_guard_stays_one_beside_a_word_of_code() {
    for (question, label) in [
        ("Sandbox for the page tests?", "None"),
        ("Which permissions should the test agent have?", "All"),
        ("Branch protection for the docs page?", "Off"),
        ("Isolation of the runner?", "None"),
        ("Policy?", "Permissive"),
        ("Allowed tools?", "* (recommended)"),
        ("Which preference should `cache` have?", "never-ask"),
        ("Which scope should the intent have?", "Everything"),
    ] {
        check_asked(question, &[label, "Ask"], true);
    }
    for question in ["Which icon for the sandbox tab?", "Which hooks should the component use?"] {
        check_asked(question, &["None", "Red"], false);
    }
}

#[test]
fn a_right_stays_one_beside_a_word_of_code() {
    check_asked("Which access should Ben get for the panel?", &["Full", "Read"], true);
    check_asked("Which rights on the class folder of the school?", &["Everything", "Read"], true);
    check_asked("Which role class should the button have?", &["Full", "None"], false);
}

#[test]
fn a_file_that_an_act_is_told_by_is_not_what_it_is_done_to() {
    for question in [
        "Shall I halt the machines of hosts.yaml?",
        "Should I expel the students in list.md?",
        "Shall I expel them as plan.md says?",
        "Shall I ditch the drives of `nas`?",
        "Halt the turbine in the test?",
        "Shall I give him 10 mg for the test?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
    for question in [
        "Should I move `parse` to its own file?",
        "Shall I swap getUser in list.ts?",
        "Submit the form in the demo?",
        "Should the cache TTL (time-to-live) be an hour?",
    ] {
        check_asked(question, &["Yes", "No"], false);
    }
}
