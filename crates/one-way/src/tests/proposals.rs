//! What a question proposes to do: a verb of any kind, unless it is one of those who write programs.

use super::built_in;
use crate::{Additions, Words};

#[track_caller]
fn check(question: &str, labels: &[&str], expected: Option<&str>) {
    let found = built_in().find_proposal(question, labels).map(|finding| finding.to_string());
    assert_eq!(found.as_deref(), expected, "{question}");
}

const YES: [&str; 2] = ["Yes", "No"];

#[test]
fn a_verb_in_the_place_of_an_act_is_one() {
    check("Shall I open the valve?", &YES, Some("an order to open"));
    check("Do you want me to frobnicate it?", &YES, Some("an order to frobnicate"));
    check("The tank is full. Is it ok to vent?", &YES, Some("an order to vent"));
    check("Thaw sample 14?", &["Thaw", "Keep frozen"], Some("an order to thaw"));
    check("Swap 2 ETH?", &YES, Some("an order to swap"));
    check("Elevate to root?", &["sudo", "Ask"], Some("an order to elevate"));
    check("Everything is prepared. Shall I?", &YES, Some("an order to go on"));
    check("Re-encode in place?", &["In place", "New files"], Some("an order to re"));
    check("Add the page and frobnicate it?", &YES, Some("an order to frobnicate"));
    check("Sync or async?", &["Sync", "Async"], None);
    check("Strict mode?", &YES, None);
    check("Question 2 of all", &["One", "Two"], None);
    check("Step 2 first?", &YES, None);
    check("Is password=tr0ub4dor in use?", &YES, None);
    check("Do the tests cover it?", &YES, None);
}

#[test]
fn what_is_done_to_code_is_no_such_act() {
    check("Shall I open the menu on hover?", &YES, None);
    check("Swap the order of the arguments?", &["Swap", "Keep"], None);
    check("Rename `load` to `read`?", &["Rename", "Keep"], None);
    check("Should I move parse_line?", &YES, None);
    check("Increase the size of the font?", &YES, None);
    check("Increase the size of the cluster?", &YES, Some("an order to increase"));
    check("Increase the font size on the live site?", &YES, Some("an order to increase"));
    check("Change the owner of the files?", &YES, Some("an order to change"));
    check("Should I convert my file?", &YES, Some("an order to convert"));
    check("Should we encrypt tokens at rest?", &YES, None);
    check("Lock the scroll in the form?", &YES, None);
}

#[test]
fn what_is_benign_is_no_act() {
    let benign = vec!["frobnicate the valve".to_owned()];
    let words = Words::with(&Additions { benign, ..Additions::default() });
    assert_eq!(words.find_proposal("Should I frobnicate the valve?", &YES), None);
    assert!(words.find_proposal("Should I frobnicate the tank?", &YES).is_some());
    assert!(words.find_proposal("Frobnicate the valve and the tank?", &YES).is_some());
}

#[test]
fn some_verbs_do_nothing_but_where_others_are_named() {
    check("Should I explain the valve?", &YES, None);
    check("Should I add the valve?", &YES, Some("an order to add"));
    check("Should I add dark mode?", &YES, None);
    check("Should I add the checkout page?", &YES, None);
    check("Continue with step 4 (switch customers over)?", &YES, Some("an order to continue"));
    check("Shall I run the unit tests?", &["Run", "Skip"], None);
    check("Shall I run the report?", &["Run", "Skip"], Some("an order to run"));
    check("Write off the debt?", &YES, Some("an order to write"));
}

#[test]
fn an_option_is_an_act_where_it_is_asked_what_to_do() {
    check("What next?", &["Tell the customer", "Wait"], Some("an order to tell"));
    check("What should I do?", &["Fill in the form and hand it in"], Some("an order to hand"));
    check("What should I do?", &["Fix the types", "Add a cast"], None);
    check("What should the button do?", &["Tell the customer"], None);
}

#[test]
fn what_happens_to_somebody_is_an_act() {
    let happens = Some("an order to accept what happens then");
    check("Is it fine if nobody can log in?", &YES, happens);
    check("Is it fine if the build takes longer?", &YES, None);
    check("Is it fine if I rename the test?", &YES, None);
    check("Should visitors be locked out?", &YES, Some("an order to locked"));
    check("Should dates be stored in UTC?", &YES, None);
}

#[test]
fn acts_in_other_languages_are_asked() {
    let act = Some("an act in another language");
    check("Soll ich die Karte sperren?", &["Sperren", "Lassen"], act);
    check("\u{bf}Tiro los datos antiguos?", &["Tirar", "Guardar"], act);
    check("メールを送りますか？", &["送る", "待つ"], act);
    check("Soll ich Tests schreiben?", &["Tests", "Keine"], None);
    check("Welche Bibliothek soll ich nehmen?", &["axios", "fetch"], None);
    check("テストを追加しますか？", &["追加する", "待つ"], None);
}

/// `Remove the unused parameter?` says it, and the option `Remove` no more than that.
#[test]
fn what_changes_a_part_of_a_text_is_known() {
    let words = built_in();
    assert!(words.proposes_craft("Remove the parameter?", &["Remove", "Keep"]));
    assert!(words.proposes_craft("Should I move the constant?", &["Move", "Keep"]));
    assert!(!words.proposes_craft("Share the document?", &["Share", "Keep"]));
    assert!(!words.proposes_craft("Remove the customer?", &["Remove", "Keep"]));
    assert!(!words.proposes_craft("Remove it?", &["Remove", "Keep"]));
}
