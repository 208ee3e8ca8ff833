//! Clients of services are told what to do by a verb: `shop orders purge`, `shop orders list`. A line of the
//! table says by `verbs=` of a client that this holds for it, and where its verb stands.

use std::collections::HashMap;
use std::sync::LazyLock;

use shell_syntax::Word;

use crate::glob::is_among;

/// What a verb says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// It only looks.
    Looks,
    /// It acts on this machine.
    Stays,
    /// It runs or installs something: here where it stands first, and elsewhere behind a noun.
    Runs,
    /// It changes something.
    Changes,
    /// It takes away what cannot be had back.
    Destroys,
}

/// Among so many words a verb stands.
const MAX_WORDS: usize = 6;

/// The verbs that are known.
static VERBS: LazyLock<HashMap<&str, Verb>> = LazyLock::new(|| {
    let lines = include_str!("verbs.txt").lines();
    let lines = lines.filter_map(|line| {
        let (kind, verbs) = line.split_once(' ')?;
        let kind = match kind {
            "looks" => Verb::Looks,
            "stays" => Verb::Stays,
            "runs" => Verb::Runs,
            "changes" => Verb::Changes,
            "destroys" => Verb::Destroys,
            _ => return None,
        };
        Some(verbs.split(',').map(move |verb| (verb, kind)))
    });
    lines.flatten().collect()
});

/// Options with which a client only looks, or speaks to no other machine.
const SPARING: &str =
    " --help --version --local --offline --emulator --emulators --what-if --print --list ";

/// What a verb says, by the first of its parts that is known: `terminate-instances`, `db:wipe`, `DeleteQueue`.
pub(crate) fn verb(word: &str) -> Option<Verb> {
    let parts = word.split(['-', '_', ':', '.', '/']).filter(|part| !part.is_empty());
    parts.map(without_noun).find_map(|part| {
        let known = VERBS.get(&*part).copied();
        known.filter(|verb| *verb != Verb::Runs || part == word)
    })
}

/// `delete` of `DeleteQueue` and of `deleteQueue`.
fn without_noun(part: &str) -> String {
    let noun = part.char_indices().skip(1).find(|(_, next)| next.is_ascii_uppercase());
    let end = noun.map_or(part.len(), |(at, _)| at);
    part.get(..end).unwrap_or(part).to_ascii_lowercase()
}

/// What the verb of a call says, whose operands stand at `places`. `said` tells where the verb stands: it is the
/// `second` operand, the `last` before the options, or the first that is one.
pub(crate) fn verb_of(args: &[Word], places: &[usize], said: &str) -> Option<Verb> {
    let start = *places.first()?;
    let together = places.iter().enumerate().take_while(|(at, place)| **place == start + at);
    let words = together.filter_map(|(_, place)| args.get(*place)).map(|word| word.text.as_str());
    let mut words = words.take_while(|word| is_name(word)).take(MAX_WORDS);
    if said.contains("second") {
        return verb(words.nth(1)?);
    }
    if said.contains("last") {
        return verb(words.last()?);
    }
    let verb = |(at, word): (usize, &str)| match verb(word)? {
        Verb::Runs if at == 0 => Some(Verb::Stays),
        Verb::Runs => Some(Verb::Changes),
        verb => Some(verb),
    };
    words.enumerate().find_map(verb)
}

/// Whether a word may be that of a command.
fn is_name(word: &str) -> bool {
    let is_part = |next: char| next.is_ascii_alphanumeric() || "-_:.".contains(next);
    !word.is_empty() && word.chars().all(is_part)
}

/// Whether an option or an address of a call says that it only looks, or speaks to this machine.
pub(crate) fn is_spared(args: &[Word]) -> bool {
    let mut own = args.iter().take_while(|word| word.text != "--");
    own.any(|word| is_among(SPARING, &word.text) || names_this_machine(&word.text))
        || names_a_local_cluster(args)
        || is_rehearsal(args)
}

/// Whether a word is, or an option says, the address of this machine.
fn names_this_machine(text: &str) -> bool {
    let value = text.split_once('=').filter(|_| text.starts_with('-')).map_or(text, |(_, it)| it);
    let host = value.split_once("://").map_or(value, |(_, rest)| rest);
    let host = host.split(['/', ':']).next().unwrap_or_default();
    matches!(host, "localhost" | "127.0.0.1" | "host.docker.internal")
}

/// Whether a call says that it is about a cluster that runs on this machine.
pub(crate) fn names_a_local_cluster(args: &[Word]) -> bool {
    const CLUSTERS: [&str; 6] =
        ["minikube", "kind-", "k3d-", "docker-desktop", "orbstack", "rancher-desktop"];
    args.windows(2).any(|pair| match pair {
        [option, value] => {
            matches!(option.text.as_str(), "--context" | "--kube-context")
                && CLUSTERS.iter().any(|start| value.text.starts_with(start))
        }
        _ => false,
    })
}

/// Whether a call only says what it would do: an option says so, and nothing else the contrary.
pub(crate) fn is_rehearsal(args: &[Word]) -> bool {
    let mut says = false;
    for (at, word) in args.iter().enumerate().take_while(|(_, word)| word.text != "--") {
        let name = word.text.strip_prefix("--").unwrap_or_default();
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        let next = args.get(at + 1).map_or("", |next| next.text.as_str());
        match name {
            "no-dry-run" | "no-dryrun" => return false,
            "dry-run" | "dryrun" => {
                let is_one = matches!(value, "" | "client" | "server" | "true");
                if !is_one || matches!(next, "false" | "none" | "0" | "no") {
                    return false;
                }
                says = true;
            }
            _ => {}
        }
    }
    says
}

/// Whether an item of a condition is about a rehearsal.
pub(crate) fn is_about_a_rehearsal(item: &str) -> bool {
    item.starts_with("--dry")
}

/// Whether a word asks a program what it is.
pub(crate) fn is_question(word: &Word) -> bool {
    let known = ["--version", "--help", "-V", "-version", "-help"];
    word.literal && known.contains(&word.text.as_str())
}

/// `program --help`, `program sub --help`, `program sub -h` and `program --version`, and nothing else.
pub(crate) fn only_asks(args: &[Word]) -> bool {
    let Some((last, before)) = args.split_last() else { return false };
    let asks_for_help = last.literal && matches!(last.text.as_str(), "--help" | "-h");
    before.len() <= 3
        && (before.is_empty() && is_question(last)
            || asks_for_help && before.iter().all(is_subcommand))
}

/// Whether a word may be that of a command, and of none that hands on what stands behind it.
fn is_subcommand(word: &Word) -> bool {
    const RUNNING: &str = " run exec x dlx task start test dev script shell ";
    let is_name = |next: char| next.is_ascii_alphanumeric() || next == '-';
    word.literal
        && word.text.starts_with(|next: char| next.is_ascii_lowercase())
        && word.text.chars().all(is_name)
        && !is_among(RUNNING, &word.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<Word> {
        text.split(' ').map(Word::plain).collect()
    }

    #[test]
    fn a_verb_tells_what_a_client_does() {
        let check = |text: &str, said: &str, expected: Option<Verb>| {
            let words = args(text);
            let is_operand = |at: &usize| !words[*at].text.starts_with('-');
            let places: Vec<usize> = (0..words.len()).filter(is_operand).collect();
            assert_eq!(verb_of(&words, &places, said), expected, "{text}");
        };
        check("orders purge", "", Some(Verb::Destroys));
        check("orders create list", "", Some(Verb::Changes));
        check("orders list --filter deleted", "", Some(Verb::Looks));
        check("ec2 terminate-instances", "second", Some(Verb::Destroys));
        check("connect list-users", "second", Some(Verb::Looks));
        check("policy definition version delete", "last", Some(Verb::Destroys));
        check("ecs DeleteInstance", "", Some(Verb::Destroys));
        check("build -t create", "", Some(Verb::Stays));
        check("ships dock", "", None);
        check("a/delete.txt", "", None);
    }

    #[test]
    fn a_call_may_say_that_it_does_nothing_elsewhere() {
        for text in ["put a --dry-run", "--server=http://127.0.0.1 put", "--context kind-a apply"] {
            assert!(is_spared(&args(text)), "{text}");
        }
        for text in ["put a -- --dry-run", "apply --dry-run=none", "--dry-run --no-dry-run"] {
            assert!(!is_spared(&args(text)), "{text}");
        }
        for text in ["--version", "sub --help", "sub -h"] {
            assert!(only_asks(&args(text)), "{text}");
        }
        for text in ["run a --help", "sub -V", "a.txt --help"] {
            assert!(!only_asks(&args(text)), "{text}");
        }
    }
}
