//! The forms in which a listed word is written.
//!
//! Regular English forms only: what is irregular (sent, overwrote, indices) is in the
//! list itself. The rules err towards accepting a misspelling (`droped`), never
//! towards another word (`sender`, `payload`, `dropdown`).

/// How far a word of a text may be from the word of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forms {
    /// Delete, deletes, deleted, deleting.
    Verb,
    /// Key, keys.
    Noun,
    /// Whatever begins like it: of other languages the endings are not known.
    Stem,
    /// As it is written.
    None,
}

impl Forms {
    /// Whether `word` is `base` in one of these forms. A form has the first two
    /// letters of its base, which the look-up of entries relies on.
    pub(crate) fn accept(self, base: &str, word: &str) -> bool {
        match self {
            Self::Stem => return word.starts_with(base),
            Self::None => return word == base,
            Self::Verb | Self::Noun => {}
        }
        // Most candidates differ here, and this is cheap.
        let kept = base.len().saturating_sub(1);
        if word.as_bytes().get(..kept) != base.as_bytes().get(..kept) {
            return false;
        }
        let Some(ending) = word.strip_prefix(base) else {
            return accepts_changed_end(self, base, word);
        };
        match ending {
            "" => true,
            "s" => !hisses(base),
            "es" => hisses(base) || base.ends_with('o'),
            "d" => self == Self::Verb && base.ends_with('e'),
            "ed" | "ing" => self == Self::Verb && !base.ends_with('e'),
            _ => self == Self::Verb && doubles(base, ending),
        }
    }
}

/// Wipe and wiping; deny, denies and denied; history and histories.
fn accepts_changed_end(forms: Forms, base: &str, word: &str) -> bool {
    let changes = |(stem, last): (&str, char)| {
        let ending = word.strip_prefix(stem)?;
        Some(match (last, ending) {
            ('e', "ing") => forms == Forms::Verb && stem.len() > 1,
            ('y', "ies") => stem.len() > 1 && !stem.ends_with(is_vowel),
            ('y', "ied") => forms == Forms::Verb && stem.len() > 1 && !stem.ends_with(is_vowel),
            _ => false,
        })
    };
    split_last(base).and_then(changes).unwrap_or(false)
}

/// Drop, dropped, dropping. Stress decides in English; here a vowel before the
/// last letter is enough.
fn doubles(base: &str, ending: &str) -> bool {
    split_last(base).is_some_and(|(stem, last)| {
        stem.ends_with(is_vowel) && matches!(ending.strip_prefix(last), Some("ed" | "ing"))
    })
}

fn hisses(base: &str) -> bool {
    base.ends_with(['s', 'x', 'z']) || base.ends_with("ch") || base.ends_with("sh")
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

fn split_last(base: &str) -> Option<(&str, char)> {
    let mut letters = base.chars();
    let last = letters.next_back()?;
    Some((letters.as_str(), last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(forms: Forms, base: &str, accepted: &[&str], others: &[&str]) {
        for word in accepted {
            assert!(forms.accept(base, word), "{word} is a form of {base}");
        }
        for word in others {
            assert!(!forms.accept(base, word), "{word} is no form of {base}");
        }
    }

    #[test]
    fn verbs_match_in_their_forms() {
        let check = |base, accepted: &[_], others: &[_]| check(Forms::Verb, base, accepted, others);
        check("delete", &["delete", "deletes", "deleted", "deleting"], &["deletion", "deleter"]);
        check("drop", &["drop", "drops", "dropped", "dropping"], &["dropdown", "droplet", "dro"]);
        check("wipe", &["wiped", "wiping", "wipes"], &["wip", "wiper", "wipeing", "wipeed"]);
        check("publish", &["publishes", "published", "publishing"], &["publisher", "publishs"]);
        check("deploy", &["deploys", "deployed", "deploying"], &["deployment", "deploies"]);
        check("deny", &["denies", "denied", "denying", "denys"], &["denial", "den"]);
        check("send", &["sends", "sending"], &["sender", "sendable", "sent", "sendding"]);
        check("pay", &["pays", "paying"], &["payload", "payer", "paid", "repay"]);
        check("release", &["releases", "released", "releasing"], &["lease", "releaser"]);
        check("reset", &["resets", "resetting", "reseting"], &["preset", "resettle"]);
        check("cancel", &["canceled", "cancelled", "cancelling"], &["cancellation"]);
        check("go", &["goes", "going"], &["good", "gong"]);
        check("rm", &["rm", "rms"], &["rmm", "r", "rmming"]);
    }

    #[test]
    fn stems_match_what_begins_like_them() {
        let check = |base, accepted: &[_], others: &[_]| check(Forms::Stem, base, accepted, others);
        check("losch", &["losch", "loschen", "loscht"], &["los", "geloscht"]);
        check("удали", &["удалить", "удалите"], &["удаленный"]);
    }

    #[test]
    fn a_form_may_be_the_only_one() {
        check(Forms::None, "push", &["push"], &["pushes", "pushed", "pus"]);
    }

    #[test]
    fn nouns_match_in_singular_and_plural() {
        let check = |base, accepted: &[_], others: &[_]| check(Forms::Noun, base, accepted, others);
        check("key", &["key", "keys"], &["keyed", "keying", "monkey", "keies"]);
        check("branch", &["branch", "branches"], &["branched", "branching", "branchs"]);
        check("history", &["history", "histories"], &["historied", "historic"]);
        check("database", &["database", "databases"], &["databased", "databasing"]);
        check("repo", &["repos", "repoes"], &["report"]);
        check("alias", &["aliases"], &["aliass"]);
    }
}
