//! Acts in the form of a noun, `Are you OK with halting it?`, and those that are told beside a question:
//! `After that I halt it.`

use crate::craft::{self, is_in};

/// Behind one of these and one of those stands what is asked for.
const BEFORE: [(&str, &str); 12] = [
    ("fine", "with"),
    ("happy", "with"),
    ("ok", "with"),
    ("okay", "with"),
    ("alright", "with"),
    ("anything", "against"),
    ("objection", "to"),
    ("objections", "to"),
    ("idea", "is"),
    ("suggestion", "is"),
    ("you", "mind"),
    ("go", "for"),
];

/// What leads to what is done next.
const THEN: &str = "afterwards and later next that then this";
/// What somebody says who tells what they will do.
const WILL: &str = "going ill will would";
/// What is told and not done.
const TOLD: &str = "am can could found had have know need see think want was will would";

/// Where in a sentence that asks an act is named as a noun, and the verb of it.
pub(crate) fn named(words: &[&str]) -> Option<(usize, String)> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    (1..words.len()).find_map(|at| {
        let is_about = at == 2 && is_in("how what", word(0)) && word(1) == "about";
        let is_led = at > 1 && BEFORE.contains(&(word(at - 2), word(at - 1)));
        (is_about || is_led).then(|| base(word(at))).flatten().map(|it| (at + 1, it))
    })
}

/// Where in a sentence that asks nothing something is told that will be done.
pub(crate) fn told(words: &[&str]) -> Option<usize> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let is_act = |at: usize| {
        let verb = word(at);
        !is_in(TOLD, verb) && !verb.ends_with("ed") && at + 1 < words.len() && !verb.is_empty()
    };
    (0..words.len().min(8)).find_map(|at| match (word(at), word(at + 1), word(at + 2)) {
        ("i", "am", "going") if is_act(at + 4) => Some(at + 4),
        ("im", "going", "to") | ("wonder", "whether", "to") | ("i", "would" | "will", "then")
            if is_act(at + 3) =>
        {
            Some(at + 3)
        }
        (then, "i", verb) if is_in(THEN, then) && !is_in(WILL, verb) && is_act(at + 2) => {
            Some(at + 2)
        }
        (then, "i", verb) if is_in(THEN, then) && is_in(WILL, verb) && is_act(at + 3) => {
            Some(at + 3)
        }
        _ => None,
    })
}

/// The verb of `halting`, in the form in which it is known.
fn base(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ing").filter(|it| it.len() > 1 && it.is_ascii())?;
    let letters = stem.as_bytes();
    let is_twice = letters.len() > 2 && letters.last() == letters.get(letters.len() - 2);
    let short = stem.get(..stem.len() - 1).filter(|_| is_twice).unwrap_or(stem);
    let forms = [stem.to_owned(), format!("{stem}e"), short.to_owned()];
    let is_known = |it: &String| craft::is_edit(it) || craft::is_outward(it);
    let known = forms.iter().find(|it| is_known(it)).cloned();
    known.or_else(|| Some(if is_twice && !short.ends_with('l') { short } else { stem }.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_of_an_act_is_found() {
        for (word, expected) in [
            ("halting", "halt"),
            ("renaming", "rename"),
            ("swapping", "swap"),
            ("telling", "tell"),
            ("running", "run"),
            ("selling", "sell"),
            ("writing", "write"),
        ] {
            assert_eq!(base(word).as_deref(), Some(expected));
        }
        assert_eq!(base("halt"), None);
    }

    #[test]
    fn what_is_told_is_found() {
        let found = |text: &str| {
            let words: Vec<&str> = text.split(' ').collect();
            told(&words).and_then(|it| words.get(it).map(|it| (*it).to_owned()))
        };
        assert_eq!(found("after that i turn it off").as_deref(), Some("turn"));
        assert_eq!(found("then i will turn it off").as_deref(), Some("turn"));
        assert_eq!(found("i am going to turn it off").as_deref(), Some("turn"));
        for text in ["i have found a bug", "then i found it", "i turn it off"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
