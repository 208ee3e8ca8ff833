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
    check(&["May the agent install packages by itself?"], Some("may the agent"));
    check(&["Is it alright if I read your chat messages?"], Some("read your ... message"));
    check(&["Should I sync your contacts to the cloud?"], Some("sync your"));
    check(&["Can I turn telemetry back on?"], Some("turn telemetry"));
    check(&["Accept the data processing agreement?"], Some("accept ... agreement"));
    check(&["Should the README explain how to uninstall?"], None);
    check(&["Should I explain how to uninstall it, and uninstall it?"], Some("uninstall"));
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
fn what_asks_for_the_look_or_the_name_of_a_thing_does_nothing() {
    check(&["How should deleted items be shown in the list?", "Hidden"], None);
    check(&["How should the command be named?", "publish", "release"], None);
    check(&["Which status should a refunded order have?", "closed"], None);
    check(&["Which of the two names is clearer?", "drain", "purge"], None);
    check(&["Which HTTP verb for cancelling an order?", "POST", "DELETE"], None);
    check(&["Which index type for the list of revoked tokens?", "Hash"], None);
    // What is chosen may be what something is done to.
    check(&["Which index should be deleted?"], Some("delete"));
    check(&["Which package should be published?"], Some("publish"));
    check(&["Which template to purge?"], Some("purge"));
    check(&["Which order to refund?"], Some("refund"));
    // What is not one word is an act, and so is what somebody is asked to do.
    check(&["How should the command be named?", "Publish the package now"], Some("publish"));
    check(&["How should I delete the items that are shown?"], Some("delete"));
    check(&["How should the data be shown and be deleted?"], Some("delete"));
    check(&["Which environment should be wiped?"], Some("wipe"));
    check(&["Rename the variable `purge`?"], None);
}

#[test]
fn a_question_of_design_that_has_something_done_is_none() {
    let found = |question: &str| built_in().find([question, "one", "two"]).is_some();
    for act in [
        "Which package should the script delete in production?",
        "Which log should the cleanup wipe?",
        "Should I start the purge process?",
        "Kick off the delete workflow for tenant 17?",
        "Continue with the delete stage?",
        "Turn on the purge policy for mail older than a year?",
    ] {
        assert!(found(act), "{act}");
    }
    for subject in [
        "Which icon should the delete button have?",
        "Which index should the deletion log use?",
        "Which label should the purge command show?",
        "Which status should a refunded order have?",
        "Which layout should the delete dialog have?",
        "Which icon for the delete flow?",
    ] {
        assert!(!found(subject), "{subject}");
    }
}

#[test]
fn what_costs_money_is_asked() {
    let found = |texts: [&str; 3]| built_in().find(texts).map(|it| it.to_string());
    let money = Some("an amount of money".to_owned());
    assert_eq!(found(["How many nodes should I bring up?", "8", "$32 an hour"]), money);
    assert_eq!(found(["Which model should the run use?", "Opus (~$400)", "Haiku"]), money);
    assert_eq!(found(["How should prices be shown?", "$1,200.00", "1200 $"]), None);
    assert_eq!(found(["Which pattern?", "replace by $1", "keep $2"]), None);
}

#[test]
fn what_is_to_be_confirmed_says_what() {
    let check = |question: &str, labels: &[&str], expected: Option<&str>| {
        let found = built_in().find_confirmation(question, labels, None);
        assert_eq!(found.map(|it| it.to_string()).as_deref(), expected, "{question}");
    };
    check("Confirm?", &["Confirm", "Cancel"], Some("an order to confirm"));
    check("Go on?", &["Yes", "No"], Some("an order to go on"));
    check("Should I flush it?", &["Yes, go ahead", "No"], Some("an order to flush"));
    check("Should I flush it?", &["In a batch", "At once"], None);
    check(
        "Does this plan look right?",
        &["Yes, do it", "No"],
        Some("an order to does this plan look right"),
    );
    check("Carry on?", &["Carry on", "Stop"], Some("an order to carry on"));
    check(
        "Karte belasten?",
        &["Ja (Recommended)", "Nein"],
        Some("a yes or no in another language"),
    );
    check(
        "\u{8981}\u{4e0a}\u{7ebf}\u{5417}\u{ff1f}",
        &["\u{662f}", "\u{5426}"],
        Some("a yes or no in another language"),
    );
    check("Strict mode?", &["Yes", "No"], None);
    check("Should the parser flush it?", &["Yes", "No"], None);
}

#[test]
fn who_asks_may_explain_before() {
    check_order("The draft is ready. Shall I activate it?", Some("an order to activate"));
    check_order("Two slots are free, or should I book the later one?", Some("an order to book"));
    check_order("It takes 16 GB. Remove it and fetch it again?", Some("an order to remove"));
    check_order("The counter overflows. Should the reader reset it?", None);
    check_order("Option 2: reset the counter", None);
    check_order("Which of the caches, flush or drain?", None);
    let goes_on = Some("an order to go on with what happens then");
    check_order("All saved layouts will be reset. Continue?", goes_on);
    check_order("12 resources are going to be replaced. Sounds good?", goes_on);
    check_order("Everyone on the list gets it at once. Good to go?", goes_on);
    check_order("The 12 tests pass. Continue?", None);
    check_order("The layout will be a grid. Continue?", None);
    check_order("This will reset all layouts. Continue?", Some("an order to reset"));
    check_order("This will reset all layouts. Which color?", None);
}

#[test]
fn an_objection_is_not_passed_over() {
    check_order("The checks fail. Go on with the copy anyway?", Some("an order to go on anyway"));
    check_order("Copy it anyway", None);
    check(&["Are you sure you want to go?"], Some("are you sure"));
}

#[test]
fn what_is_gone_on_with_is_an_act() {
    check(&["Proceed with the transfer?"], Some("proceed ... transfer"));
    check(&["Shall I go ahead with this booking?"], Some("ahead ... booking"));
    check(&["How should we proceed? Transfer objects are large"], None);
    check(&["Does the upload continue with the next part?"], None);
    check_order("May I proceed to phase 2?", None);
}

#[test]
fn what_is_written_may_be_changed() {
    let found = |question: &str| built_in().find_confirmation(question, &["Yes", "No"], None);
    assert!(found("Should I remove the third idea?").is_some());
    assert_eq!(found("Should I remove the third idea from the document?"), None);
}

/// What an agent sends may be long, and a question is read once.
#[test]
fn a_long_question_takes_no_longer_for_its_parts() {
    let words = built_in();
    for part in
        ["and ", "it and it, ", "yes, ", "or should i ", "Continue? ", "and test ", "and add it, "]
    {
        let question = part.repeat(20_000) + "wipe it?";
        assert!(words.find([question.as_str()]).is_some(), "{part}");
        let harmless = question.replace("wipe", "paint");
        assert!(words.find_order(&harmless).is_none(), "{part}");
        words.find_proposal(&harmless, &["Yes", "No"]);
    }
}

/// Neither the question nor the option says what it is.
#[test]
fn an_option_may_be_the_act() {
    check(&["Which role should Anna get?", "Owner", "Viewer"], Some("a right that is granted"));
    check(&["Who may see the bucket?", "Everyone", "Our account"], Some("who may see it"));
    check(&["Which visibility for the repository?", "Public", "Private"], Some("who may see it"));
    check(&["How many snapshots should I retain?", "1", "30"], Some("what is not kept"));
    check(&["Where should I upload?", "Public bucket", "Local"], Some("where others read it"));
    check(&["Where should it be posted?", "#general", "To me"], Some("where others read it"));
    check(&["Who should get the newsletter?", "All 12,000", "Me"], Some("who gets it"));
    // The same words about code.
    check(&["Which visibility should the method have?", "Public", "Private"], None);
    check(&["Which role should the button have?", "Owner", "Viewer"], None);
    check(&["Which user roles?", "admin, user", "admin, editor"], None);
    check(&["Which role is meant?", "The reader", "The writer"], None);
    check(&["How many versions should the undo list keep?", "10", "100"], None);
    check(&["Where should it be stored?", "A file", "SQLite"], None);
    check(&["Should I keep both versions?", "Yes", "No"], None);
}

#[test]
fn agents_that_may_do_more_are_asked_about() {
    for text in [
        "Which permission mode? bypassPermissions",
        "YOLO",
        "Turn on auto-accept?",
        "Run it as root?",
        "Should hooks be disabled for now?",
        "Can I read ~/.ssh/id_rsa?",
        "Is it ok to look into your .env file?",
        "Use sk_live",
        "Turn the firewall off for the test?",
        "Commit straight to main?",
        "Use ours: their work is gone",
    ] {
        assert!(built_in().find([text]).is_some(), "{text}");
    }
}
