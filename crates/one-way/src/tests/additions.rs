//! What a project adds to the lists.

use crate::{Additions, Words};

use super::found;

fn additions(list: &str, entries: &[&str]) -> Additions {
    let entries: Vec<_> = entries.iter().map(|&entry| entry.to_owned()).collect();
    let mut additions = Additions::default();
    match list {
        "verbs" => additions.verbs = entries,
        "nouns" => additions.nouns = entries,
        "phrases" => additions.phrases = entries,
        "benign" => additions.benign = entries,
        _ => panic!("no list {list}"),
    }
    additions
}

#[track_caller]
fn check_added(list: &str, entries: &[&str], text: &str, expected: Option<&str>) {
    let words = Words::with(&additions(list, entries));
    assert_eq!(found(&words, &[text]).as_deref(), expected, "{list} {entries:?}: {text}");
}

#[test]
fn a_project_adds_its_own() {
    check_added("verbs", &["Yeet"], "yeeting the bucket", Some("yeet ... bucket"));
    check_added("nouns", &["Ledger entry"], "reset ledger entries", Some("reset ... ledger entry"));
    check_added("phrases", &["fire-missiles"], "fired missiles", Some("fire missiles"));
    check_added("phrases", &["yoloPush"], "yolo push", Some("yolo push"));
    check_added("phrases", &["GitHub"], "on github", Some("github"));
    check_added("phrases", &["löschen", "удалить", "删除"], "bitte Löschen", Some("loschen"));
    check_added("phrases", &["удалить"], "Удалить таблицу?", Some("удалить"));
    check_added("phrases", &["删除"], "请删除表", Some("删 除"));
    check_added("phrases", &["", " -- "], "anything else", None);
    check_added("benign", &["production system"], "the production system", None);
    check_added("benign", &["release tag"], "Name the release tag", None);
    check_added("benign", &["drop the beat"], "Drop the beat?", None);
    check_added("benign", &["drop the beat"], "Drop the beat table?", Some("drop"));
    check_added("benign", &["drop the beat"], "Drop the beat, drop the table", Some("drop"));
}

#[test]
fn a_benign_phrase_says_more_than_what_it_takes_out() {
    check_added("benign", &["delete"], "Delete it?", Some("delete"));
    check_added("benign", &["DELETES", "deleted"], "deleted", Some("delete"));
    check_added("benign", &["force-push"], "Force push?", Some("force push"));
    check_added("benign", &["remove"], "remove the branch", Some("remove ... branch"));
    check_added("benign", &["de**lete**"], "delete", Some("delete"));
    check_added("benign", &["删除"], "删除?", Some("删 除"));
    check_added("benign", &["branch"], "remove the branch", None);
    check_added("benign", &["delete marker"], "a delete marker", None);
    check_added("benign", &["reset it hard"], "reset it hard", None);
    check_added("benign", &["删除键"], "删除键?", None);
}

#[test]
fn additions_are_strict() {
    let some = additions("nouns", &["ledger"]);
    let bytes = serde_json::to_vec(&some).unwrap();
    assert_eq!(serde_json::from_slice::<Additions>(&bytes).unwrap(), some);
    assert_eq!(serde_json::from_str::<Additions>("{}").unwrap(), Additions::default());
    assert!(serde_json::from_str::<Additions>(r#"{"verb": []}"#).is_err());
}
