//! What a person is asked about once more before a question is answered without them.
//!
//! A short net, for questions that nobody has registered, and only here, where a person sits: when
//! a question is asked, none of its words is read.

/// How words begin that often stand for what cannot be taken back.
const STEMS: [&str; 24] = [
    "cancel", "charg", "delet", "deploy", "destroy", "disabl", "drop", "eras", "force", "merge",
    "overwrit", "pay", "publish", "purge", "push", "releas", "remov", "reset", "revoke", "rotat",
    "send", "terminat", "transfer", "wipe",
];

/// The first word in these texts that begins so.
pub(super) fn found<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let is_one = |word: &String| STEMS.iter().any(|stem| word.starts_with(stem));
    texts.into_iter().find_map(|text| {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.map(str::to_lowercase).find(is_one)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_by_its_beginning() {
        assert_eq!(found(["Which?", "Force-push it"]).as_deref(), Some("force"));
        assert_eq!(found(["Shall I go on deleting?"]).as_deref(), Some("deleting"));
        assert_eq!(found(["Which store for the cache?", "SQLite", "undeleted"]), None);
    }
}
