//! Options that destroy: `--delete-keys`, `--force-reset`, `-eraseconf`, `--replicas=0`.

use shell_syntax::Word;

use super::{is_destroying, words};

/// Parts of the name of an option that destroys.
const DESTROYING: [&str; 14] = [
    "remove",
    "delete",
    "destroy",
    "purge",
    "wipe",
    "erase",
    "upload",
    "drop",
    "prune",
    "reset",
    "revoke",
    "zap",
    "nuke",
    "uninstall",
];

/// Parts with which such an option says something else: `--no-delete`, `--deletion-protection`.
const SPARING: [&str; 30] = [
    "orphans",
    "no",
    "not",
    "skip",
    "keep",
    "without",
    "protection",
    "protect",
    "retention",
    "policy",
    "auto",
    "on",
    "after",
    "before",
    "if",
    "allow",
    "enable",
    "disable",
    "days",
    "timeout",
    "marker",
    "markers",
    "exclude",
    "cache",
    "author",
    "mocks",
    "modules",
    "console",
    "empty",
    "style",
];

/// Parts of the name of an option that says how many there are of something.
const COUNTING: [&str; 5] = ["replicas", "desired", "nodes", "instances", "capacity"];

/// Whether an option among the words of a call destroys.
pub(super) fn destroy(args: &[Word]) -> bool {
    let next = args.iter().skip(1).map(Some).chain([None]);
    args.iter().zip(next).take_while(|(word, _)| word.text != "--").any(|(word, next)| {
        let Some(name) = word.text.strip_prefix('-') else {
            return false;
        };
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, value),
            None => (name, next.map(|next| next.text.as_str()).unwrap_or_default()),
        };
        match name.strip_prefix('-') {
            Some(name) => is_long(name, &word.text) || counts(name) && value == "0",
            None => is_word(name),
        }
    })
}

fn is_long(name: &str, text: &str) -> bool {
    let mut parts = name.split(['-', '_']);
    // A branch that was merged has its commits elsewhere.
    let is_kept = text.ends_with("=false") || name == "delete-branch";
    !is_kept
        && parts.clone().any(|part| DESTROYING.contains(&part))
        && !parts.any(|part| SPARING.contains(&part))
}

/// Whether the name behind one dash is a word, and not letters.
fn is_word(name: &str) -> bool {
    let parts = words(name);
    let first = parts.first().map(String::as_str).unwrap_or_default();
    let is_known = DESTROYING.contains(&first) || is_destroying(first);
    name.len() > 4 && is_known && !parts.iter().any(|part| SPARING.contains(&part.as_str()))
}

fn counts(name: &str) -> bool {
    name.split(['-', '_']).any(|part| COUNTING.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_may_destroy() {
        let check = |text: &str, expected: bool| {
            let args: Vec<Word> = text.split(' ').map(Word::plain).collect();
            assert_eq!(destroy(&args), expected, "{text}");
        };
        for text in [
            "x --force-delete",
            "x --delete-keys=a",
            "x --force-reset",
            "-eraseconf",
            "-deletedb x",
            "-wipeAll",
            "scale --replicas=0 x",
            "service --desired-count 0",
        ] {
            check(text, true);
        }
        for text in [
            "x --no-delete",
            "x --delete=false",
            "x --reset-author",
            "x --purge-cache",
            "-rm x",
            "-del x",
            "x --replicas=3",
            "x --nodes 0.5",
            "x -- --delete",
        ] {
            check(text, false);
        }
    }
}
