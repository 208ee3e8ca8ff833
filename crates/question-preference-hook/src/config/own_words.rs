//! What a project itself calls one-way: the words of `one_way` in its registry, as they stand.

use serde::{Deserialize, Serialize};

use crate::gather::labels::folded;

/// The words of a project for what cannot be taken back.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OwnWords {
    /// What is done and, with one of the nouns, cannot be taken back.
    verbs: Vec<String>,
    /// What it is done to.
    nouns: Vec<String>,
    /// What cannot be taken back by itself.
    phrases: Vec<String>,
    /// What says nothing, although a word of it would.
    benign: Vec<String>,
}

impl OwnWords {
    /// Which of these words stand in the texts of a question.
    pub(crate) fn find<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Option<String> {
        if self.phrases.is_empty() && self.verbs.is_empty() {
            return None;
        }
        let mut text = folded(&texts.into_iter().collect::<Vec<_>>().join(" \u{b6} "));
        for benign in &self.benign {
            text = without(&text, &folded(benign));
        }
        let first = |words: &[String]| words.iter().find(|word| stands_in(&text, word)).cloned();
        first(&self.phrases).or_else(|| {
            let (verb, noun) = (first(&self.verbs)?, first(&self.nouns)?);
            Some(format!("{verb} ... {noun}"))
        })
    }
}

fn stands_in(text: &str, words: &str) -> bool {
    place(text, &folded(words)).is_some()
}

fn without(text: &str, words: &str) -> String {
    let mut text = text.to_owned();
    while let Some(at) = place(&text, words) {
        text.replace_range(at..at + words.len(), "\u{b6}");
    }
    text
}

/// Where the words stand as whole words. Scripts that put no blank between words have no whole
/// ones.
fn place(text: &str, words: &str) -> Option<usize> {
    let is_whole = |edge: Option<char>, beside: Option<char>| {
        !edge.is_some_and(|edge| edge.is_ascii_alphanumeric())
            || !beside.is_some_and(char::is_alphanumeric)
    };
    let mut found = text.match_indices(words).map(|(at, _)| at);
    found.find(|at| {
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let after = text.get(at + words.len()..).and_then(|text| text.chars().next());
        let is_something = !words.is_empty();
        is_something
            && is_whole(words.chars().next(), before)
            && is_whole(words.chars().next_back(), after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_project_are_found_as_they_stand() {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let own = OwnWords {
            verbs: words(&["reindex"]),
            nouns: words(&["ledger"]),
            phrases: words(&["close the books", "publish", "删除"]),
            benign: words(&["publish the draft"]),
        };
        for (texts, expected) in [
            (&["Shall I CLOSE  the\nbooks?"] as &[&str], Some("close the books")),
            (&["Which?", "Reindex it", "the ledger"], Some("reindex ... ledger")),
            (&["Publish?"], Some("publish")),
            (&["Publish the draft, then publish?"], Some("publish")),
            (&["要删除数据库吗"], Some("删除")),
            (&["Publish the draft?"], None),
            (&["Publisher?"], None),
            (&["Reindex it?"], None),
            (&["close the", "books"], None),
        ] {
            assert_eq!(own.find(texts.iter().copied()).as_deref(), expected, "{texts:?}");
        }
        assert_eq!(OwnWords::default().find(["publish"]), None);
    }
}
