//! What the words of a call tell of a program that the table knows, where nothing that it says is about
//! such a call: `mise oci push a`. There is more that is no verb than in a client of which nothing is known:
//! what a test is called, what is built, a package that is taken out again.

use shell_syntax::Word;

use super::{Verb, is_name, is_rehearsal, nouns, sends, verb, words};
use crate::glob::is_among;

/// A verb stands among so many first words.
const MAX_PLACE: usize = 3;

/// Words behind which a name stands.
const NAMING: &str = " run test build bench check exec start serve watch x dlx tool add install i help \
    doc docs lint format fmt compile collect which where use shell global local startapp startproject generate scaffold new ";

/// Words that end or undo what only runs or holds here.
const MILD: &str = " kill unset leave disable deactivate reset unsubscribe flush discard ";

/// Words that take out again what a tool of developers put in, and that others destroy by.
const TAKING_OUT: &str = " remove rm uninstall unlink prune empty del drop trash forget expire removeall \
    retire autoremove auto plugin untag delete ";

/// Whether such a call hands something on or destroys it, whatever it is about.
pub(crate) fn openly_acts(args: &[Word], is_tool: bool) -> bool {
    if is_rehearsal(args) {
        return false;
    }
    let named = sends::named(args);
    let end = named.iter().position(|word| is_among(NAMING, word)).unwrap_or(named.len());
    let named = named.get(..end.min(MAX_PLACE)).unwrap_or_default();
    // `POST` is a method, and what is called so is asked of the line.
    let is_verb = |word: &str| is_name(word) && word.starts_with(|next: char| next.is_lowercase());
    let end = named.iter().position(|word| !is_verb(word)).unwrap_or(named.len());
    let mut first = named.iter().take(end);
    let acting = first.find_map(|word| verb(word).map(|found| (*word, found)));
    let of_a_cache = || named.iter().any(|word| word.contains("cache"));
    let destroys = acting.is_some_and(|(word, found)| {
        let parts = || words(word);
        let is_first = |list| parts().first().is_some_and(|part| is_among(list, part));
        found == Verb::Destroys
            && !is_first(MILD)
            && !(of_a_cache() || is_tool && is_first(TAKING_OUT))
    });
    let hands_on = acting.is_some_and(|(word, _)| matches!(word, "upload" | "publish"));
    let sends = || end > 0 && named.first() != Some(&"pub") && sends::are_sending(named);
    let by_noun = || (0..end).any(|at| nouns::destroys(named, at));
    destroys || hands_on || sends() || !is_tool && by_noun()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_in_front_tells_what_no_line_is_about() {
        let check = |text: &str, is_tool: bool, expected: bool| {
            let args: Vec<Word> = text.split(' ').map(Word::plain).collect();
            assert_eq!(openly_acts(&args, is_tool), expected, "{text}");
        };
        for text in ["oci push a", "creds destroy x", "--dir x stash purge", "publish", "a wipe"] {
            check(text, false, true);
            check(text, true, true);
        }
        for text in [
            "test push",
            "run delete",
            "add publish",
            "a/b delete",
            "push --dry-run",
            "new push",
            "kill x",
        ] {
            check(text, false, false);
        }
        check("remove serde", false, true);
        check("remove serde", true, false);
    }
}
