//! What the words of a call tell of a program of which nothing is known, and that is only asked what
//! there is: `x list`, `x app status a`, `x --list-devices`.

use shell_syntax::Word;

use super::lists::{
    ASKING, CONTEXT, FETCHED, FORMATS, LOOKING_ENDS, LOOKING_FIRST, LOOKING_NOUNS, RUNNING,
    SEARCHING, STIRRING, SURELY_LOOKING,
};
use super::{Verb, acts, kinds, verb, words};
use crate::glob::is_among;

/// Among so many words a verb is looked for.
const MAX_BEFORE: usize = 4;

/// Whether a program of which nothing is known is only asked what there is. Only verbs count that no
/// program is known to change something by.
pub(crate) fn surely_looks(args: &[Word]) -> bool {
    if !args.iter().all(|word| word.literal) || args.iter().any(|word| word.text == "--") {
        return false;
    }
    let texts: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
    let texts = behind_context(&texts);
    are_plain(texts)
        && (has_looking_verb(texts)
            || has_looking_option(texts)
            || kinds::prints_completions(texts))
}

/// What stands behind options that say whom a call is about: `--profile prod`.
fn behind_context<'t, 'w>(mut texts: &'t [&'w str]) -> &'t [&'w str] {
    while let [first, rest @ ..] = texts {
        let Some(name) = first.strip_prefix("--") else { break };
        let (name, is_joined) =
            name.split_once('=').map_or((name, false), |(name, _)| (name, true));
        texts = match rest {
            [value, rest @ ..] if !is_joined && CONTEXT.contains(&name) => {
                if value.starts_with('-') {
                    break;
                }
                rest
            }
            rest if is_joined && CONTEXT.contains(&name) || is_flag(name) => rest,
            _ => break,
        };
    }
    texts
}

/// Whether an option in front of a verb only says how something is told, and has no value.
fn is_flag(name: &str) -> bool {
    matches!(name, "json" | "silent" | "quiet" | "verbose" | "debug" | "no-color" | "plain")
}

/// Whether one of the first words looks, none before it acts, and none behind it.
fn has_looking_verb(texts: &[&str]) -> bool {
    let leading: Vec<&str> =
        texts.iter().copied().take_while(|text| !text.starts_with('-')).collect();
    let Some((at, kind)) = leading.iter().enumerate().find_map(|(at, word)| {
        let fetches = *word == "get" && leading.iter().any(|word| FETCHED.contains(word));
        Some((at, looking(&leading, at).filter(|_| !fetches)?))
    }) else {
        return false;
    };
    let is_noun = |word: &str| {
        let is_part = |next: char| next.is_ascii_lowercase() || next == '-' || next == ':';
        word.chars().all(is_part)
            && !stirs(word)
            && !RUNNING.contains(&word)
            && verb(word).is_none()
    };
    let mut behind = leading.iter().skip(at + 1);
    at <= MAX_BEFORE
        && leading.iter().take(at).all(|word| is_noun(word))
        && (kind == Kind::Searches
            || behind.all(|word| !stirs(word) && matches!(verb(word), None | Some(Verb::Looks))))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Looks,
    /// What stands behind it is text.
    Searches,
}

/// How the word at a place looks, if it does.
fn looking(leading: &[&str], at: usize) -> Option<Kind> {
    let word = leading.get(at).copied()?;
    let next = leading.get(at + 1).copied();
    let is_last = next.is_none();
    let is_plain = |text: &str| {
        !text.is_empty() && text.chars().all(|next| next.is_ascii_lowercase() || next == '-')
    };
    // `version patch` makes a new one.
    let is_bare = word != "version" || is_last;
    if is_bare && SURELY_LOOKING.contains(&word) || is_last && LOOKING_NOUNS.contains(&word) {
        return Some(Kind::Looks);
    }
    if SEARCHING.contains(&word) && at < 2 {
        return Some(Kind::Searches);
    }
    if word == "get" {
        let before = at.checked_sub(1).and_then(|at| leading.get(at));
        if before.is_some_and(|before| kinds::holds(before)) {
            return Some(Kind::Searches);
        }
        if before.is_some_and(|before| is_told_of(before)) && at < 4 && leading.len() <= at + 2 {
            return next.is_none_or(is_plain_id).then_some(Kind::Looks);
        }
        // What has another name than that of a kind of things may be fetched.
        let is_kind = |next: &&str| is_plain(next) && next.len() > 3 && next.ends_with('s');
        return next.filter(|next| is_kind(next) && !stirs(next)).map(|_| Kind::Looks);
    }
    let parts: Vec<&str> = word.split(['-', ':', '_']).collect();
    let (first, last) = (parts.first().copied()?, parts.last().copied()?);
    let is_compound = parts.len() > 1 && parts.iter().all(|part| is_plain(part) && !stirs(part));
    let looks = LOOKING_FIRST.contains(&first) || LOOKING_ENDS.contains(&last);
    (is_compound && looks).then_some(Kind::Looks)
}

/// Whether `get` behind a word tells of one of its kind, as clients of services do, and brings no file.
fn is_told_of(kind: &str) -> bool {
    const BROUGHT: &str = " files objects artifacts images sources backups snapshots dumps archives exports \
        releases volumes keys secrets credentials models datasets templates dependencies assets \
        kubeconfigs attachments blobs packages modules plugins deps fonts themes charts boxes ";
    kind.len() > 4 && kind.ends_with('s') && !is_among(BROUGHT, kind)
}

/// Whether a word may be what a service calls one thing.
fn is_plain_id(word: &str) -> bool {
    word.chars().all(|next| next.is_ascii_alphanumeric() || next == '-' || next == '_')
}

/// Whether the first word is an option by which a program says what there is: `--list-devices`.
fn has_looking_option(texts: &[&str]) -> bool {
    let texts = match texts {
        [noun, "--list"] if is_plain_id(noun) && !is_stirring(noun) => &["--list"],
        _ => texts,
    };
    let Some(first) = texts.first() else { return false };
    if matches!(texts, ["-h" | "-?"]) {
        return true;
    }
    let Some(name) = first.strip_prefix("--") else { return false };
    let (start, behind) = name.split_once('-').unwrap_or((name, ""));
    let is_name = |next: char| next.is_ascii_lowercase() || next == '-';
    let mut others = texts.iter().skip(1);
    let asks = match start {
        // `--status-interval` says how often, `--show-progress` how something else is told.
        _ if behind.is_empty() => !others.clone().any(|text| text.contains(['.', '/'])),
        "list" | "help" | "license" | "licenses" => true,
        "show" => behind.starts_with("config") || behind == "version" || texts.len() == 1,
        _ => false,
    };
    asks && ASKING.contains(&start) && name.chars().all(is_name) && !others.any(|text| stirs(text))
}

/// Parts of the names of options that write a file or run a program, beside those of verbs.
const WRITING_PARTS: [&str; 11] = [
    "dump",
    "dest",
    "destination",
    "report",
    "cpuprofile",
    "memprofile",
    "trace",
    "askpass",
    "helper",
    "tool",
    "ext",
];

/// Whether no option may have it write, run or load something, as far as its name tells.
fn are_plain(texts: &[&str]) -> bool {
    const LETTERS: &str = "abghjklmnpqrtuvzAGHLMNPQTUVZ0123456789";
    let is_format = |text: Option<&&str>| text.is_some_and(|text| FORMATS.contains(text));
    // `@file` holds more words.
    if texts.iter().any(|text| text.starts_with('@') && text.contains('/')) {
        return false;
    }
    texts.iter().enumerate().all(|(at, text)| {
        let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            return true;
        };
        if let Some(name) = letters.strip_prefix('-') {
            let name = name.split('=').next().unwrap_or_default();
            let writes = |part: &String| stirs(part) || WRITING_PARTS.contains(&part.as_str());
            return name.starts_with("no-") || !words(name).iter().any(writes);
        }
        letters.chars().all(|next| LETTERS.contains(next))
            || matches!(letters, "o" | "f") && is_format(texts.get(at + 1))
            || letters.strip_prefix('o').is_some_and(|rest| FORMATS.contains(&rest))
    })
}

/// Whether a name says that what it names changes or runs something: `deploy`, `run-tests`.
pub(crate) fn is_stirring(name: &str) -> bool {
    let stirring = |part: &String| stirs(part) || RUNNING.contains(&part.as_str());
    words(name).iter().any(stirring) || verb(name).is_some_and(|verb| verb != Verb::Looks)
}

/// Whether a word may be the verb of a call that changes or runs something.
fn stirs(word: &str) -> bool {
    STIRRING.contains(&word) || acts(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(text: &str) -> bool {
        let words: Vec<Word> = text.split(' ').map(Word::plain).collect();
        surely_looks(&words)
    }

    #[test]
    fn few_verbs_surely_look() {
        for text in [
            "list",
            "app status",
            "a b show x",
            "version --json",
            "orders list -a",
            "ls src",
            "help push",
            "search delete",
            "packages search x/y",
            "get nodes",
            "get nodes a.b -o yaml",
            "--profile prod orders list",
            "--region=eu orders list",
            "list-devices",
            "vol-list default",
            "apps:info",
            "db:status x",
            "logs web -n 100",
            "doctor",
            "log",
            "--list",
            "--list-devices --json",
            "--show-config x",
            "-h",
            "stats",
            "services ls",
            "completion zsh",
            "app completions bash",
            "config get a.b",
            "env get delete",
            "--silent list_queues name",
            "a b c d list",
            "calendar events get x1",
            "forms forms get form-Id --json",
            "schema --list",
            "--url http://h list tasks",
        ] {
            assert!(looks(text), "{text}");
        }
    }

    #[test]
    fn what_acts_does_not_look() {
        for text in [
            "a b c d e list",
            "a files get x",
            "version patch",
            "events get a/b",
            "deploy status",
            "create list",
            "run list",
            "build list",
            "list delete x",
            "status reset",
            "status clear",
            "list -o x",
            "list -o",
            "A list",
            "--config list",
            "--profile -x list",
            "a/b list",
            "get",
            "get a",
            "get http://h/x",
            "get a/b",
            "get v1.2",
            "pub get",
            "get deps",
            "log message",
            "list --fix",
            "list --set-x",
            "list -- rm",
            "list-and-delete",
            "list:purge",
            "clear-list",
            "--list --delete",
            "--list-x run",
            "-h x",
            "-v",
            "models",
            "optimize images",
            "--status-interval 5 --directory d",
            "--show-progress a",
            "--list a.txt",
            "completion",
            "completion zsh x",
            "completion install",
            "file get a",
            "config get x -o out",
            "list --dump x",
            "list --cpuprofile x",
            "diff --ext-diff x",
            "list @src/args",
            "run get x",
            "--silence list_queues",
        ] {
            assert!(!looks(text), "{text}");
        }
    }
}
