//! Nouns beside a verb that looks: groups of commands before it (`store describe`), and what it is about
//! (`tree deploy`).

use super::questions::{SURELY_LOOKING, stirs};
use super::{kinds, verb, words};
use crate::glob::is_among;

/// Verbs that are nouns too, where one that looks stands behind them.
const DEEDS: &str =
    " store lock commit patch mount change trust backup release snapshot record branch ";

/// The same where that is a verb and nothing else: `deploy list` may deploy what is called `list`.
const DEEDS_BEFORE_A_VERB: &str =
    " build deploy import export script call restore sync test run job ";

/// Verbs that are no nouns, and what stands behind them is an object.
const ONLY_VERBS: &str =
    " describe inspect show view explain lookup get ls tree cat compare validate verify ";

/// Parts of names of things that were done or are to be: `list-deploy-keys`, `describe build`.
const OBJECTS: &str = " build builds deploy deployment release test tests run runs import export sync backup \
    store lock patch script commit mount call record trust change start merge rebase checkout watch ";

/// Behind nouns that look, these are what they are about: `status deploy`.
const OF_NOUNS: &str = " deploy release build ";

/// Verbs that are the names of kinds too: `tag images` changes them.
const VERBAL: &str = " stage tag label index group package mirror snapshot flag template trace record note \
    target host branch profile bundle pin map import export plan board token print rate size build \
    release deploy upload share channel stream ";

/// What `get` may bring, in front of it or behind.
const BROUGHT: &str = " file object artifact image source backup snapshot dump archive export release volume \
    secret credential model dataset template dependency dependencies asset kubeconfig attachment blob \
    package module plugin dep font theme chart box app tool binary data repo book video media ";

/// Whether `get` may bring a file of this kind.
pub(super) fn is_brought(kind: &str) -> bool {
    let single = kind.strip_suffix('s').unwrap_or(kind);
    is_among(BROUGHT, kind) || is_among(BROUGHT, single)
}

/// Whether a word may be the kind of what `get` tells of, where its name stands behind it.
pub(super) fn may_be_gotten(kind: &str) -> bool {
    !is_brought(kind) && (kinds::is_kind(kind) || kinds::is_kind(&format!("{kind}s")))
}

/// Whether a word that is the last one, and a kind of things, has a program list them.
pub(super) fn is_lasting(word: &str) -> bool {
    word.ends_with('s') && kinds::is_kind(word)
}

/// Whether words before a kind of things are kinds themselves: `stack services`, `proxy-config routes`.
pub(super) fn are_groups(before: &[&str]) -> bool {
    before.iter().all(|word| {
        let last = word.rsplit(['-', ':']).next().unwrap_or(word);
        let is_kind = kinds::is_kind(last) || kinds::is_kind(&format!("{last}s"));
        !is_among(VERBAL, word) && (is_kind || kinds::holds(last))
    })
}

/// Whether a word that may be a verb is a noun, since the verb `found` stands behind it.
pub(super) fn is_noun_of_a_deed(word: &str, found: &str) -> bool {
    let parts = words(word);
    let first = parts.first().map(String::as_str).unwrap_or_default();
    let last = parts.last().map(String::as_str).unwrap_or_default();
    let is_deed = |part: &str| is_among(DEEDS, part) || is_among(DEEDS_BEFORE_A_VERB, part);
    if parts.len() > 1 && word.contains('-') {
        // `deploy-key list`
        return is_deed(first) && !stirs(last) && verb(last).is_none();
    }
    is_among(DEEDS, word)
        || is_among(DEEDS_BEFORE_A_VERB, word)
            && matches!(found, "describe" | "inspect" | "show" | "view")
}

/// Whether a word that may be a verb is what the verb `found` is about.
pub(super) fn is_object(found: &str, word: &str) -> bool {
    let last = found.rsplit(':').next().unwrap_or(found);
    let is_verb = found.contains(':') || is_among(ONLY_VERBS, last);
    let nouns = if is_verb { OBJECTS } else { OF_NOUNS };
    (is_verb || SURELY_LOOKING.contains(&last)) && is_among(nouns, word)
}

/// Whether a part of a name that begins with a verb which looks is what it is about.
pub(super) fn is_part_of_an_object(part: &str) -> bool {
    is_among(OBJECTS, part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_may_be_a_noun() {
        for (word, found) in
            [("store", "describe"), ("deploy-key", "list"), ("deploy", "show"), ("lock", "list")]
        {
            assert!(is_noun_of_a_deed(word, found), "{word} {found}");
        }
        for (word, found) in
            [("create", "list"), ("deploy", "status"), ("run", "list"), ("delete-key", "list")]
        {
            assert!(!is_noun_of_a_deed(word, found), "{word} {found}");
        }
        for (found, word) in
            [("tree", "deploy"), ("environment:logs", "deploy"), ("describe", "build")]
        {
            assert!(is_object(found, word), "{found} {word}");
        }
        for (found, word) in [("list", "delete"), ("history", "import"), ("show", "clear")] {
            assert!(!is_object(found, word), "{found} {word}");
        }
    }

    #[test]
    fn kinds_stand_in_groups() {
        assert!(are_groups(&["proxy-config"]) && are_groups(&["stack"]) && are_groups(&[]));
        assert!(!are_groups(&["optimize"]) && !are_groups(&["tag"]));
        assert!(is_brought("files") && is_brought("plugin") && !is_brought("room"));
    }
}
