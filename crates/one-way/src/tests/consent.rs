//! A guard that a yes passes by, a right that somebody else asks for, and consent in the commonest words.

use super::topic::check_asked;

#[test]
fn a_yes_passes_by_no_guard() {
    for question in [
        "Run the tests without the sandbox?",
        "Retry without the guard?",
        "Work around the hook?",
        "Skip the signature checks?",
        "Go on without your approval?",
        "Leave out the interlock?",
        "Should the guard be skipped?",
        "May the pre-commit hook be bypassed?",
        "Shall I make the approval optional?",
        "Should I add an exception to the deny rule for src/?",
        "Codex wants to run outside of the sandbox: cargo test",
    ] {
        check_asked(question, &["Yes", "No"], true);
        check_asked(question, &["Do it", "Stop"], true);
    }
    check_asked("Do we need the permission prompt for the docs?", &["No", "Yes"], true);
    for question in [
        "Skip the comment?",
        "Write it without the helper?",
        "Write the component without the custom hook?",
        "Leave out the guard clause of the function in the docs?",
        "Should the review page of the docs have a table?",
    ] {
        check_asked(question, &["Yes", "No"], false);
    }
}

#[test]
fn what_stands_before_a_label_hides_nothing() {
    for label in
        ["A) Bypass", "1. None", "Use none", "Set to never", "Mode: bypass", "Yes, off", "A - Off"]
    {
        check_asked("Permission mode?", &[label, "Ask"], true);
    }
    check_asked("Halt the valve?", &["A) Yes", "B) No"], true);
    check_asked("Which quotes in the code?", &["A) Double", "B) Single"], false);
}

#[test]
fn an_adverb_in_the_frame_hides_nothing() {
    for question in [
        "Do you really want me to halt the turbine?",
        "Do you still want to halt the turbine?",
        "Is it now OK to halt the turbine?",
        "Really quickly halt the turbine?",
        "Once the tests pass should I halt the turbine?",
        "Do you think I should halt the turbine?",
        "Ought I to halt the turbine?",
        "Should CI halt the turbine?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
    for question in [
        "Do you really want me to sort the imports?",
        "Once the tests pass should I split the parser?",
        "Should the threat model be a table?",
        "Which style do you think I should use?",
    ] {
        check_asked(question, &["Yes", "No"], false);
    }
}

#[test]
fn to_go_on_is_a_consent_in_whatever_words() {
    for question in [
        "Do you want to continue?",
        "Would you like to retry?",
        "Do you still want to go on?",
        "Do you want to try again with this?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
}

#[test]
fn a_right_is_asked_for_whatever_it_is_about() {
    for (question, label) in [
        ("May the script read ~/.aws/credentials for the test?", "Yes"),
        ("May the hook change its own settings?", "Yes"),
        ("May subagents edit the config?", "Allow"),
        ("Can the build script reach the internet?", "Yes"),
        ("The build script asks to sign the package with your key.", "Allow"),
        ("The plugin asks to edit settings.json and the config.", "Allow"),
    ] {
        check_asked(question, &[label, "No"], true);
    }
    for question in ["May the function return null?", "Can the parser read the list twice?"] {
        check_asked(question, &["Yes", "No"], false);
    }
}

#[test]
fn a_question_of_a_name_has_something_done_by_whoever_does_it() {
    for question in ["Which order do they delete tonight?", "Which name can Bob delete?"] {
        check_asked(question, &["The first", "The second"], true);
    }
    check_asked("Soll ich den Server abschalten? Er ist alt.", &["Abschalten", "Warten"], true);
}

#[test]
fn a_consent_behind_what_will_happen_is_one_to_that() {
    for question in [
        "This will reinstall the VPN server. Continue?",
        "That would roll the keys. Go on?",
        "Running the test will upgrade the kernel. Continue?",
        "The next step will overlay your config. Do you want to continue?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
}
