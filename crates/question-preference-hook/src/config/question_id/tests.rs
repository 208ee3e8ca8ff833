//! Ids as tables.

use hook_protocol::QuestionOption;

use super::*;

fn question<'a>(text: &'a str, labels: &[&'a str]) -> Question<'a> {
    let option = |label: &&'a str| QuestionOption { label, description: None, preview: None };
    let options = labels.iter().map(option).collect();
    Question { question: text, header: None, options, multi_select: false }
}

#[test]
fn an_id_is_short_and_plain() {
    fn check(text: &str, expected: Option<&str>) {
        let id = QuestionId::parse(text);
        assert_eq!(id.as_ref().map(QuestionId::as_str), expected, "{text:?}");
    }
    check("ship-it-2", Some("ship-it-2"));
    check("Ship-IT", Some("ship-it"));
    check(&"a".repeat(64), Some(&"a".repeat(64)));
    check(&"a".repeat(65), None);
    for text in ["", " a", "a ", "a\n", "a b", "a_b", "a.b", "a/b", "é", "\u{212a}", "a\u{200f}"] {
        check(text, None);
    }
}

#[test]
fn markers_are_found_anywhere_in_their_order() {
    fn check(text: &str, expected: &[&str]) {
        let prefixes = ["qid".to_owned(), "gstack-qid".to_owned()];
        let found = marked(text, &prefixes);
        let found: Vec<_> = found.iter().map(QuestionId::as_str).collect();
        assert_eq!(found, expected, "{text:?}");
    }
    check("<qid:ship-it> Ship?", &["ship-it"]);
    check("Ship? <qid:ship-it>", &["ship-it"]);
    check("x <gstack-qid:b> y <qid:a>\n<qid:b>", &["b", "a", "b"]);
    check("<<qid:a>>", &["a"]);
    check("<qid:a<qid:b>", &["b"]);
    check(&format!("<qid:{}>", "a".repeat(64)), &[&"a".repeat(64)]);
    for text in
        ["Ship?", "<qid: a>", "<qid:a_b>", "<qid:a\u{200b}>", "<qid：a>", &"<".repeat(100_000)]
    {
        check(text, &[]);
    }
    assert_eq!(marked("<qid:a>", &[]), []);
    assert_eq!(marked("<our:qid:a>", &["our:qid".to_owned()]).len(), 1);
}

#[test]
fn a_hash_depends_on_what_is_asked_alone() {
    let id = hashed(Some("ship"), &question("Ship?", &["Yes", "No"]));
    assert_eq!(id.as_str(), "hash-8ab615a341");
    assert!(id.is_hash());
    assert_eq!(hashed(Some("ship"), &question("Ship?", &["No", "Yes"])), id);
    let with = |header, multi_select| {
        let question = question("Ship?", &["Yes", "No"]);
        hashed(Some("ship"), &Question { header, multi_select, ..question })
    };
    assert_eq!(with(Some(""), false), id);

    let others = [
        with(Some("Ship"), false),
        with(None, true),
        hashed(None, &question("Ship?", &["Yes", "No"])),
        hashed(Some("shi"), &question("pShip?", &["Yes", "No"])),
        hashed(Some("ship"), &question("Ship?", &["YesNo"])),
        hashed(Some("ship"), &question("Ship?", &["Yes", "No", "No"])),
        hashed(Some("ship"), &question("ship?", &["Yes", "No"])),
    ];
    for (at, other) in others.iter().enumerate() {
        assert!(*other != id && !others[..at].contains(other), "{at}");
    }
}
