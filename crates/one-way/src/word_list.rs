//! The rules that `words.txt` keeps: sorted, as a text is read, nothing in vain.

use crate::entry::{self, Entry, List, Table};
use crate::text::{Reading, Text};
use crate::{Additions, Finding, Words};

fn built_in() -> Words {
    Words::with(&Additions::default())
}

type Line = (List, &'static str);

static NOTHING: Table = Table::empty();

/// The built-in words without one of them.
fn without(line: Line) -> Words {
    let lines = entry::built_in().map(|entry| (entry.list, entry.text.to_owned()));
    let added = lines.filter(|(list, text)| (*list, text.as_str()) != line).collect();
    Words { built_in: &NOTHING, added }
}

fn of(list: List) -> Vec<&'static str> {
    entry::built_in().filter(|entry| entry.list == list).map(|entry| entry.text).collect()
}

#[test]
fn sections_are_sorted_and_without_duplicates() {
    for (list, _) in List::ALL {
        let entries = of(list);
        assert!(!entries.is_empty(), "{list:?}");
        for (entry, next) in entries.iter().zip(entries.iter().skip(1)) {
            assert!(entry < next, "{entry} before {next}");
        }
    }
}

#[test]
fn sections_stand_once() {
    let headings: Vec<_> = entry::headings().collect();
    assert_eq!(headings, List::ALL.map(|section| section.1));
}

#[test]
fn entries_are_written_as_a_text_is_read() {
    for entry in entry::built_in() {
        let words = entry.text.replace(" ... ", " ");
        assert_eq!(Text::read(&words, Reading::Joined).to_entry(), words);
        assert_eq!(Text::read(&words, Reading::Parted).to_entry(), words);
    }
}

/// Lists the entries for which this does not hold, given the words without them.
#[track_caller]
fn check_all(list: List, holds: impl Fn(&str, &Words) -> bool) {
    let mut entries = of(list);
    entries.retain(|entry| {
        let text = entry.replace(entry::GAP, "other");
        !holds(&text, &without((list, entry)))
    });
    assert!(entries.is_empty(), "{list:?}: {entries:#?}");
}

#[test]
fn every_verb_and_noun_is_needed() {
    let words = built_in();
    let is_needed = |texts: [&str; 2], others: &Words| {
        words.find(texts).is_some() && others.find(texts).is_none()
    };
    check_all(List::Verbs, |verb, others| is_needed([verb, "password"], others));
    check_all(List::Nouns, |noun, others| is_needed([noun, "alter"], others));
}

/// A phrase may consist of a verb and a noun: it then says more than the pair.
#[test]
fn every_phrase_is_needed() {
    let words = built_in();
    for list in [List::Phrases, List::Stems] {
        check_all(list, |phrase, others| {
            let other = others.find([phrase]);
            words.find([phrase]).is_some() && !matches!(other, Some(Finding::Phrase(_)))
        });
    }
}

#[test]
fn every_deed_and_thing_is_needed() {
    let words = built_in();
    let is_needed =
        |text: &str, others: &Words| words.find([text]).is_some() && others.find([text]).is_none();
    for list in [List::Deeds, List::DeedsOrThings] {
        check_all(list, |deed, others| is_needed(&format!("shall I {deed} anything"), others));
    }
    check_all(List::Things, |thing, others| is_needed(&format!("start the {thing}"), others));
    check_all(List::Proceedings, |act, others| {
        is_needed(&format!("proceed with the {act}"), others)
    });
    check_all(List::Starts, |start, others| {
        is_needed(&format!("should I {start} the migration"), others)
    });
}

#[test]
fn every_order_is_needed() {
    let words = built_in();
    for list in [List::Orders, List::WholeOrders] {
        check_all(list, |order, others| {
            words.find_order(order).is_some()
                && others.find([order]).is_none()
                && others.find_order(order).is_none()
        });
    }
}

#[test]
fn every_act_that_is_asked_for_is_needed() {
    let words = built_in();
    check_all(List::Asked, |asked, others| {
        let text = format!("should I {asked} your thing");
        let is_found = |words: &Words| words.find([&*text]).or(words.find_order(&text)).is_some();
        is_found(&words) && !is_found(others)
    });
}

#[test]
fn every_act_is_needed() {
    let words = built_in();
    check_all(List::Acts, |act, others| {
        let text = format!("{act} the delete button");
        words.find([text.as_str()]).is_some() && others.find([text.as_str()]).is_none()
    });
}

#[test]
fn every_benign_phrase_is_needed_and_enough() {
    let words = built_in();
    check_all(List::Benign, |benign, _| benign.contains(' '));
    check_all(List::Benign, |benign, others| speaks(others, benign) && !speaks(&words, benign));
}

/// Whether a word of any other list is in the text.
fn speaks(words: &Words, text: &str) -> bool {
    if words.find_order(text).is_some() {
        return true;
    }
    let mut text = Text::read(text, Reading::Parted);
    words.take_out_benign(&mut text);
    let counts = |at: usize, entry: Entry<'_>| match entry.list {
        List::Deeds | List::DeedsOrThings | List::Things | List::Proceedings => {
            words.deed(&text, at, entry).is_some()
        }
        _ => true,
    };
    (0..text.len()).any(|at| words.matches(&text, at).any(|entry| counts(at, entry)))
}

#[test]
fn no_word_is_verb_and_noun() {
    let nouns = of(List::Nouns);
    let mut verbs = of(List::Verbs);
    verbs.retain(|verb| nouns.contains(verb));
    assert!(verbs.is_empty(), "{verbs:?}");
}
