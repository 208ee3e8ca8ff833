//! What the words of a call tell of a client of a service: it acts on the service, unless its verb is
//! known to look or to stay on this machine.

use shell_syntax::Word;

use super::lists::{ACTING, SENDING};
use super::questions::{LOOKING_ENDS, SURELY_LOOKING};
use super::{Verb, asks_briefly, is_name, is_question, is_rehearsal, kinds, takes_a_value, verb};
use crate::glob::is_among;

/// A verb stands among so many first words.
const MAX_PLACE: usize = 6;

/// First words behind which all is about this machine, or is a command that runs here.
const CLOSING: &str = " config configure configuration auth profile profiles context contexts plugin plugins \
    extension extensions component components completion completions autocomplete run exec help ";

/// The same of what starts or installs: behind a noun it is the service that does so.
const STARTING: &str = " start install ";

/// Words that say that a call is about this machine, wherever they stand.
const HERE: &str = " local emulators emulator offline dev-server ";

/// Verbs that fetch, make, open or look at something here, if none that acts is behind them.
const STAYING: &str = " login logout signin signout logon whoami init new scaffold generate gen codegen types \
    clone pull get fetch download dl checkout export dump convert transform encode decode encrypt decrypt keygen \
    lint fmt format check verify validate test plan preview diff synth template render package bundle build \
    compile wait watch log logs tail monitor observe listen port-forward port_forward proxy shell console ssh \
    repl sql psql connect disconnect use select switch link open browse docs dashboard ui serve dev \
    debug profile trace doctor env query search scan analyze analyse audit estimate simulate print cat \
    local sandbox self-update selfupdate update-check changelog mcp lsp me url display \
    authenticate consume kubeconfig retrieve compose ";

/// Those of them that are nouns as well, behind which a verb acts on the service: `sql db failover start`.
const GROUPS: &str = " sql psql plan test build env profile proxy link switch trace local ";

/// The first of several words with dashes between them that say so.
const STAYING_STARTS: &str = " download validate check search query preview estimate simulate decode verify \
    compare detect filter generate wait use print scan ";

/// Options with which a program looks, or speaks to no other machine.
const SPARING: &str = " --local --offline --emulator --emulators --help --what-if --noop \
    --no-op --check-only --validate-only --plan-only --generate-cli-skeleton --print --dry ";

/// The same where they have no value: `helm install web shop/web --version 1.2` says which one.
const BARE: &str = " --version -version -V --list ";

/// Names of clusters that run on this machine.
const LOCAL_CLUSTERS: [&str; 8] = [
    "minikube",
    "kind-",
    "k3d-",
    "docker-desktop",
    "colima",
    "orbstack",
    "rancher-desktop",
    "microk8s",
];

/// Whether an option or an address of a call says that it only looks, or speaks to this machine.
pub(crate) fn is_spared(args: &[Word]) -> bool {
    let is_bare = |at: usize| args.get(at + 1).is_none_or(|next| next.text.starts_with('-'));
    let is_sparing = |(at, word): (usize, &Word)| {
        is_among(SPARING, &word.text)
            || if is_among(BARE, &word.text) { is_bare(at) } else { is_question(word) }
            || names_this_machine(&word.text)
    };
    args.iter().take_while(|word| word.text != "--").enumerate().any(is_sparing)
        || names_a_local_cluster(args)
        || is_rehearsal(args)
        || asks_briefly(args)
}

/// Whether a call says that it is about a cluster of this machine.
pub(crate) fn names_a_local_cluster(args: &[Word]) -> bool {
    let is_local = |name: &str| LOCAL_CLUSTERS.iter().any(|start| name.starts_with(start));
    args.windows(2).any(|pair| match pair {
        [option, value] => {
            matches!(option.text.as_str(), "--context" | "--kube-context") && is_local(&value.text)
        }
        _ => false,
    })
}

/// Whether a call of a client of a service acts on the service, as far as its words tell: its operands
/// stand at `places`.
pub(crate) fn reaches(args: &[Word], places: &[usize]) -> bool {
    let before = |place: &usize| place.checked_sub(1).and_then(|at| args.get(at));
    let is_value = |place: &usize, text: &str| {
        before(place).is_some_and(|it| {
            it.text.starts_with("--") && takes_a_value(&it.text)
                || it.text.starts_with('-') && (!is_name(text) || text.contains('-'))
        })
    };
    let operands = places.iter().filter_map(|place| Some((place, args.get(*place)?.text.as_str())));
    let operands = operands.filter(|(place, text)| !is_value(place, text));
    is_told_to_act(&operands.map(|(_, text)| text).take(MAX_PLACE).collect::<Vec<_>>())
}

fn is_told_to_act(named: &[&str]) -> bool {
    let Some(first) = named.first() else { return false };
    let is_of_this_program = |word: &str| matches!(word, "plugins" | "plugin" | "autocomplete");
    // `start` and nothing behind it starts what is here, `start web` what the service calls so.
    let starts_one = |name: &&str| *first == "start" && is_name(name) && !is_among(HERE, name);
    // Tokens, keys and users are kept on the service, also where they stand behind `auth`.
    let keeps =
        |word: &str| ["tokens", "keys", "users", "roles"].iter().any(|it| word.ends_with(it));
    if matches!(named, ["auth", kept, verb, ..] if keeps(kept) && (acts(verb) || *verb == "mint")) {
        return true;
    }
    if is_among(CLOSING, first)
        || is_among(STARTING, first) && !named.get(1).is_some_and(starts_one)
        || first.split(':').next().is_some_and(is_of_this_program)
        || named.contains(&"help")
    {
        return false;
    }
    for (at, word) in named.iter().enumerate() {
        let next = named.get(at + 1).copied().unwrap_or_default();
        if !is_name(word) {
            return true;
        }
        // `project-info add-metadata`: what seems to look is a noun.
        let is_group = word.contains('-') && is_name(next) && acts(next);
        if word.split(':').any(|part| is_among(HERE, part)) || looks(word) && !is_group {
            return false;
        }
        if stays(word) {
            let behind = named.get(at + 1..).unwrap_or_default();
            let is_group = is_among(GROUPS, word) && behind.iter().all(|word| is_name(word));
            return is_name(next) && acts(next) || is_group && behind.iter().any(|it| acts(it));
        }
        if acts(word) {
            // `upgrade status`, `trigger describe`, `import-jobs list`: it is a noun.
            let is_noun = is_name(next) && (looks(next) || next.contains('-') && stays(next));
            return !is_noun || verb(word) == Some(Verb::Changes) && !word.contains('-');
        }
    }
    // The name of a kind of things alone lists them, or tells what can be done with them. Behind
    // `bind-service` it is what something is called.
    let is_kind = |word: &&str| kinds::is_kind(word) || kinds::is_kind(&format!("{word}s"));
    let is_group = |word: &&str| is_kind(word) || !word.contains(['-', '_']);
    !named.split_last().is_some_and(|(last, before)| is_kind(last) && before.iter().all(is_group))
}

fn looks(word: &str) -> bool {
    let last = word.rsplit(':').next().unwrap_or(word);
    let end = last.rsplit(['-', '_']).next().unwrap_or(last);
    // `getblock`, `listunspent`
    let is_joined = |start: &str| last.strip_prefix(start).is_some_and(|rest| rest.len() > 3);
    SURELY_LOOKING.contains(&last)
        || verb(last) == Some(Verb::Looks)
        || is_joined("get")
        || is_joined("list") && last != "listening"
        || end.len() < last.len() && LOOKING_ENDS.contains(&end) && !begins_with_a_deed(last)
        || last.strip_prefix("admin-").is_some_and(|rest| verb(rest) == Some(Verb::Looks))
}

/// Whether the first part of a word changes what the last is called: `create-policy-version`.
fn begins_with_a_deed(word: &str) -> bool {
    const DEEDS: &str =
        " create update put set delete modify import start stop register tag untag label add ";
    let first = word.split(['-', '_']).next().unwrap_or(word);
    is_among(DEEDS, first) || ACTING.contains(&first) || SENDING.contains(&first)
}

pub(super) fn stays(word: &str) -> bool {
    let last = word.rsplit(':').next().unwrap_or(word);
    let first = last.split(['-', '_']).next().unwrap_or(last);
    is_among(STAYING, last) || first.len() < last.len() && is_among(STAYING_STARTS, first)
}

fn acts(word: &str) -> bool {
    let last = word.rsplit(':').next().unwrap_or(word);
    !stays(last)
        && !looks(last)
        && (ACTING.contains(&last)
            || SENDING.contains(&last)
            || matches!(verb(last), Some(Verb::Changes | Verb::Destroys)))
}

/// Whether a word is, or an option says, the address of this machine.
fn names_this_machine(text: &str) -> bool {
    let text = match text.split_once('=') {
        Some((name, value)) if name.starts_with('-') => value,
        _ => text,
    };
    let is_scheme = |text: &str| text.bytes().all(|next| next.is_ascii_alphanumeric());
    let address = text.split_once("://").filter(|(scheme, _)| is_scheme(scheme));
    let host = address.map_or(text, |(_, rest)| rest);
    let host = host.split(['/', ':']).next().unwrap_or_default();
    matches!(host, "localhost" | "127.0.0.1" | "host.docker.internal")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<Word> {
        text.split(' ').map(Word::plain).collect()
    }

    #[test]
    fn a_client_acts_unless_its_verb_stays_here() {
        let check = |text: &str, expected: bool| {
            let words = args(text);
            let places: Vec<usize> =
                (0..words.len()).filter(|at| !words[*at].text.starts_with('-')).collect();
            assert_eq!(reaches(&words, &places), expected, "{text}");
        };
        for text in [
            "apps create a",
            "config:set A=b",
            "instances start a",
            "build create a",
            "create list",
            "instances add-metadata a",
            "compute project-info add-metadata a",
            "-e prod sync",
            "ships dock a",
            "a.yaml",
            "scale web=3",
            "start web",
            "bind-service web database",
            "fms put-apps-list",
            "iam set-default-policy-version",
        ] {
            check(text, true);
        }
        for text in [
            "login",
            "config set a b",
            "start",
            "run create",
            "emulators:start",
            "functions new a",
            "upgrade status",
            "trigger describe a",
            "domains records-list 1",
            "-f a.yaml template",
            "--env prod pull",
            "apps",
            "start --port 1",
            "start ./web",
            "getblock a",
            "--verbose",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn a_call_may_say_that_it_stays_here() {
        for text in [
            "--endpoint-url http://localhost:1 put a",
            "--server=http://127.0.0.1 put a",
            "put a --local",
            "apply --dry-run",
            "--context kind-a apply",
            "apply --help",
            "--version",
            "put --list -o json",
        ] {
            assert!(is_spared(&args(text)), "{text}");
        }
        for text in [
            "--endpoint-url http://h.example put a",
            "put a -- --local",
            "--context prod apply",
            "put --set=A=http://localhost",
            "apply --dry-run=none",
            "install a b --version 1.2",
            "put --list a",
        ] {
            assert!(!is_spared(&args(text)), "{text}");
        }
    }
}
