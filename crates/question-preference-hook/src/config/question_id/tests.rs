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
    check("-", Some("-"));
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
    check("Ship<QID:Ship-It>it", &["ship-it"]);
    check("x <gstack-qid:b> y <qid:a>\n<qid:b>", &["b", "a", "b"]);
    check("<<qid:a>>", &["a"]);
    check("<x <qid:a>", &["a"]);
    check("a < b <qid:a> c > d", &["a"]);
    check("<qid:a<qid:b>", &["b"]);
    check(&format!("<qid:{}>", "a".repeat(64)), &[&"a".repeat(64)]);
    for text in [
        "",
        "Ship?",
        "qid:a",
        "<qid:a",
        "<qid:>",
        "<qid>",
        "<:a>",
        "< qid:a>",
        "<qid :a>",
        "<qid: a>",
        "<qid:a >",
        "<qid:a\n>",
        "<qid:a b>",
        "<qid:a_b>",
        "<qid:a:b>",
        "<qid:é>",
        "<qid:a\u{200b}>",
        "<\u{202e}qid:a>",
        "<xqid:a>",
        "<qidx:a>",
        "<question:a>",
        "&lt;qid:a&gt;",
        "<qid：a>",
        &format!("<qid:{}>", "a".repeat(65)),
        &"<".repeat(100_000),
    ] {
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

    let previewed = |preview| {
        let mut question = question("Ship?", &["Yes", "No"]);
        question.options.iter_mut().for_each(|option| option.preview = Some(preview));
        hashed(Some("ship"), &question)
    };
    assert_eq!(previewed(""), id);

    let mut others = vec![
        id,
        previewed("a"),
        previewed("b"),
        with(Some("Ship"), false),
        with(Some("Crate"), false),
        with(None, true),
        hashed(None, &question("Ship?", &["Yes", "No"])),
        hashed(Some(""), &question("Ship?", &["Yes", "No"])),
        hashed(Some("shi"), &question("pShip?", &["Yes", "No"])),
        hashed(Some("ship"), &question("Ship?", &["YesNo"])),
        hashed(Some("ship"), &question("Ship?", &["Yes\",\"No"])),
        hashed(Some("ship"), &question("Ship?", &["Yes", "No", ""])),
        hashed(Some("ship"), &question("Ship?", &["Yes", "No", "No"])),
        hashed(Some("ship"), &question("Ship?Yes", &["No"])),
        hashed(Some("ship"), &question("ship?", &["Yes", "No"])),
    ];
    let count = others.len();
    others.sort();
    others.dedup();
    assert_eq!(others.len(), count);
}

#[test]
fn some_ids_say_what_they_are() {
    fn check(id: &str, is_hash: bool, is_split: bool) {
        let id = QuestionId::parse(id).unwrap();
        assert_eq!((id.is_hash(), id.is_split()), (is_hash, is_split), "{id}");
    }
    check("hash-0123456789", true, false);
    check("HASH-ABCDEFABCD", true, false);
    check("hash-012345678", false, false);
    check("hash-01234567890", false, false);
    check("hash-tables-now", false, false);
    check("hash-012345678g", false, false);
    check("rehash-0123456789", false, false);
    check("ship-split-tests", false, true);
    check("a-b-Split-c", false, true);
    check("ship-split-", false, true);
    check("banana-split", false, false);
    check("split-tests", false, false);
    check("ship-splitting-tests", false, false);
    check("split", false, false);
}

#[test]
fn a_text_without_its_markers_keeps_all_else() {
    let prefixes = ["qid".to_owned()];
    for (text, expected) in [
        ("Which? <qid:deploy> now", "Which?   now"),
        ("<QID:Deploy>", " "),
        ("a < b > c <qid:no id> <other:x>", "a < b > c <qid:no id> <other:x>"),
        ("<qid:a<qid:b>>", "<qid:a >"),
        ("", ""),
    ] {
        assert_eq!(unmarked(text, &prefixes, " "), expected, "{text}");
    }
    assert_eq!(unmarked("de<qid:x>lete", &prefixes, ""), "delete");
}

#[test]
fn the_descriptions_belong_to_the_question() {
    let id = |labels: [&'static str; 2], said: [&'static str; 2]| {
        let mut question = question("How should I proceed?", &labels);
        for (option, said) in question.options.iter_mut().zip(said) {
            option.description = Some(said);
        }
        hashed(None, &question)
    };
    let both = ["skip bad rows", "stop"];
    for labels in [["Option A", "Option B"], ["Yes", "No"], ["1", "2"], ["A (Recommended)", "B"]] {
        assert_ne!(id(labels, both), id(labels, ["stop", "skip bad rows"]), "{labels:?}");
        assert_eq!(id(labels, both), id(labels, both));
    }
    assert_ne!(id(["Skip", "Stop"], both), id(["Skip", "Stop"], ["stop", "x"]));
    assert_eq!(id(["Skip", "Stop"], both), id(["Stop", "Skip"], ["stop", "skip bad rows"]));
}
