//! Clients whose verb stands in one place, whatever the words before it are called: it is the second
//! word of `aws ec2 create-vpc`, and the last before the options of `az policy definition version delete`.

use shell_syntax::Word;

use super::services::stays;
use super::{is_name, is_rehearsal, is_writing};
use crate::glob::is_among;

/// Verbs that ask, also as the first of several words with dashes between them.
const ASKING: &str = " list ls show get describe check query search validate exists wait lookup count find \
    preview estimate compare calculate view inspect head is what info status stats usage history \
    version tail read select help logs troubleshoot discover evaluate ";

/// First parts behind which the verb stands: `batch-get-item`, `admin-list-devices`.
const LEADING: [&str; 4] = ["batch", "admin", "transact", "bulk"];

/// Words that begin as one that asks, and act.
const ACTING: [&str; 3] = ["check-in", "check-out", "checkin"];

/// Words that stay here where other clients say them, and act on a service as such a verb.
const REACHING: &str = " connect disconnect link use select switch plan bundle package convert transform clone \
    pull verify compose sql psql env local simulate ";

/// The place of the verb, where a line says by `verbs=second` or `verbs=last` which word it is.
pub(crate) fn place_of(args: &[Word], places: &[usize], said: &str) -> Option<usize> {
    let is_last = said.contains("last");
    if !is_last && !said.contains("second") {
        return None;
    }
    let start = *places.first()?;
    let together = places.iter().enumerate().take_while(|(at, place)| **place == start + at);
    let is_named = |place: &usize| args.get(*place).is_some_and(|word| is_name(&word.text));
    let mut leading = together.map(|(_, place)| *place).take_while(is_named);
    if is_last { leading.last() } else { leading.nth(1) }
}

/// Whether a call whose verb is the first of these words only looks.
pub(crate) fn only_looks(args: &[Word]) -> bool {
    let Some(verb) = args.first() else { return false };
    let hides = args.iter().any(|word| is_writing(word) || !word.literal && word.splits);
    !hides && (is_rehearsal(args) || asks(&verb.text))
}

/// Whether such a call acts on the service.
pub(crate) fn reaches(verb: &str) -> bool {
    let first = verb.split(['-', '_']).next().unwrap_or(verb);
    !asks(verb) && (is_acting(verb) || !stays(verb) || is_among(REACHING, first))
}

fn asks(verb: &str) -> bool {
    let mut parts = verb.split(['-', '_']);
    let mut first = parts.next().unwrap_or_default();
    if LEADING.contains(&first) {
        first = parts.next().unwrap_or_default();
    }
    is_among(ASKING, first) && !is_acting(verb)
}

fn is_acting(verb: &str) -> bool {
    ACTING.iter().any(|it| verb.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Word> {
        text.split(' ').map(Word::plain).collect()
    }

    fn verb(text: &str, said: &str) -> Option<String> {
        let args = words(text);
        let places: Vec<usize> =
            (0..args.len()).filter(|at| !args[*at].text.starts_with('-')).collect();
        place_of(&args, &places, said).map(|place| args[place].text.clone())
    }

    #[test]
    fn the_verb_stands_in_one_place() {
        assert_eq!(verb("a version delete -n x", "last").as_deref(), Some("delete"));
        assert_eq!(verb("a b list c/d", "last").as_deref(), Some("list"));
        assert_eq!(verb("-q connect list-users out", "second").as_deref(), Some("list-users"));
        assert_eq!(verb("a", "second"), None);
        assert_eq!(verb("a b", "looks"), None);
    }

    #[test]
    fn it_alone_tells() {
        for text in
            ["list", "get-x", "batch-get-item", "admin-list-devices", "wait", "delete --dry-run"]
        {
            assert!(only_looks(&words(text)), "{text}");
        }
        for text in ["create", "put-apps-list", "set-default-version", "get x --output-file f"] {
            assert!(!only_looks(&words(text)), "{text}");
        }
        for text in ["create", "start", "connect", "verify-email-identity", "check-in-license"] {
            assert!(reaches(text), "{text}");
        }
        for text in ["list", "download", "generate", "export", "detect-text"] {
            assert!(!reaches(text), "{text}");
        }
    }
}
