//! The rules that `words.txt` keeps: sorted, as a text is read, nothing in vain.

use super::*;

type Line = (List, &'static str);

/// The built-in words without one of them.
fn without(line: Line) -> Words {
    let mut words = Words::empty();
    for (list, text) in lines().filter(|other| *other != line) {
        words.add(list, Cow::Borrowed(text));
    }
    words
}

fn of(list: List) -> Vec<&'static str> {
    lines().filter(|line| line.0 == list).map(|line| line.1).collect()
}

#[test]
fn sections_are_sorted_and_without_duplicates() {
    for list in [List::Verbs, List::Nouns, List::Phrases, List::Benign] {
        let entries = of(list);
        assert!(entries.len() > 20, "{list:?}");
        for (entry, next) in entries.iter().zip(entries.iter().skip(1)) {
            assert!(entry < next, "{entry} before {next}");
        }
    }
}

#[test]
fn sections_stand_once() {
    let headings: Vec<_> = BUILT_IN.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(headings, ["[verbs]", "[nouns]", "[phrases]", "[benign]"]);
}

#[test]
fn entries_are_written_as_a_text_is_read() {
    for (_, entry) in lines() {
        assert_eq!(Text::read(entry, Case::Ignored).to_entry(), entry);
        assert_eq!(Text::read(entry, Case::Splits).to_entry(), entry);
    }
}

/// Lists the entries for which this does not hold, given the words without them.
#[track_caller]
fn check_all(list: List, holds: impl Fn(&str, &Words) -> bool) {
    let mut entries = of(list);
    entries.retain(|entry| !holds(entry, &without((list, entry))));
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
    check_all(List::Phrases, |phrase, others| {
        let other = others.find([phrase]);
        words.find([phrase]).is_some() && !matches!(other, Some(Finding::Phrase(_)))
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
    let mut text = Text::read(text, Case::Splits);
    words.take_out_benign(&mut text);
    (0..text.len()).any(|at| words.matches(&text, at).next().is_some())
}

#[test]
fn no_word_is_verb_and_noun() {
    let nouns = of(List::Nouns);
    let mut verbs = of(List::Verbs);
    verbs.retain(|verb| nouns.contains(verb));
    assert!(verbs.is_empty(), "{verbs:?}");
}
