//! What the words of a call tell of a program of which nothing is known, and that is only asked what
//! there is: `x list`, `x app status a`, `x --list-devices`.

use shell_syntax::Word;

use super::asked::{
    are_plain, asks, behind_context, has_looking_option, is_named_after_looking, runs_a_program,
};
use super::groups::{
    are_groups, is_brought, is_lasting, is_noun_of_a_deed, is_object, is_part_of_an_object,
    may_be_gotten,
};
use super::questions::{
    FETCHED, LOOKING_ENDS, LOOKING_FIRST, LOOKING_NOUNS, RUNNING, SEARCHING, SURELY_LOOKING,
    is_plain_id, stirs,
};
use super::{Verb, kinds, verb, words};

/// Among so many words a verb is looked for.
const MAX_BEFORE: usize = 4;

/// Whether a program of which nothing is known is only asked what there is. Only verbs count that no
/// program is known to change something by.
pub(crate) fn surely_looks(program: &str, args: &[Word]) -> bool {
    if !args.iter().all(|word| word.literal) || args.iter().any(|word| word.text == "--") {
        return false;
    }
    let texts: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
    if runs_a_program(program, &texts) {
        return false;
    }
    if asks(args, &texts) {
        return true;
    }
    let texts = behind_context(&texts);
    are_plain(texts)
        && (has_looking_verb(texts)
            || has_looking_option(texts)
            || kinds::prints_completions(texts)
            || is_named_after_looking(program, texts))
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
        let is_part = |next: char| next.is_ascii_lowercase() || "-:_".contains(next);
        word.chars().all(is_part)
            && !stirs(word)
            && !RUNNING.contains(&word)
            && verb(word).is_none()
    };
    let found = leading.get(at).copied().unwrap_or_default();
    let is_before = |word: &str| is_noun(word) || is_noun_of_a_deed(word, found);
    let mut behind = leading.iter().skip(at + 1);
    let is_behind = |word: &str| {
        !stirs(word) && matches!(verb(word), None | Some(Verb::Looks)) || is_object(found, word)
    };
    at <= MAX_BEFORE
        && leading.iter().take(at).all(|word| is_before(word))
        && (kind == Kind::Searches || behind.all(|word| is_behind(word)))
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
    let is_last = leading.len() == at + 1;
    // `version patch` makes a new one, and a query may be more than a name.
    let is_bare = match word {
        "version" => is_last,
        "query" => leading.iter().skip(at + 1).all(|word| is_plain_id(word)),
        _ => true,
    };
    if is_bare && SURELY_LOOKING.contains(&word) || is_last && LOOKING_NOUNS.contains(&word) {
        return Some(Kind::Looks);
    }
    if SEARCHING.contains(&word) && (at < 2 || word == "help") {
        return Some(Kind::Searches);
    }
    let before = leading.get(..at).unwrap_or_default();
    // `stack services`, and of one: `proxy-config routes web-1`.
    let is_named = || at > 0 && leading.len() == at + 2 && leading.iter().all(|it| is_plain_id(it));
    let is_listed =
        || (is_last || is_named()) && is_lasting(word) && !stirs(word) && are_groups(before);
    if word == "get" {
        return gets(leading, at);
    }
    (is_listed() || is_compound_look(word)).then_some(Kind::Looks)
}

/// How `get` at a place looks, if it does.
fn gets(leading: &[&str], at: usize) -> Option<Kind> {
    let next = leading.get(at + 1).copied();
    let before = at.checked_sub(1).and_then(|at| leading.get(at)).copied();
    if before.is_some_and(kinds::holds) {
        return Some(Kind::Searches);
    }
    if before.is_some_and(is_told_of) && at < 4 && leading.len() <= at + 2 {
        return next.is_none_or(is_plain_id).then_some(Kind::Looks);
    }
    let next = next.filter(|next| is_plain(next) && next.len() > 2 && !stirs(next))?;
    // What has another name than that of a kind of things may be fetched.
    let is_kind =
        next.len() > 3 && next.ends_with('s') || may_be_gotten(next) && leading.len() > at + 2;
    is_kind.then_some(Kind::Looks)
}

fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|next| next.is_ascii_lowercase() || next == '-')
}

/// Whether a word of several parts looks: `list-devices`, `apps:info`, `jira_search_by_key`.
pub(super) fn is_compound_look(word: &str) -> bool {
    let is_part = |next: char| next.is_ascii_alphanumeric() || "-:_".contains(next);
    if !has_parts(word)
        || !word.starts_with(|next: char| next.is_ascii_lowercase())
        || !word.chars().all(is_part)
    {
        return false;
    }
    let parts: Vec<String> = word.split(':').flat_map(words).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let is_still = |part: &String| !stirs(part) && !RUNNING.contains(&part.as_str());
    let is_joined = |part: &String| matches!(part.as_str(), "and" | "or" | "then" | "out" | "in");
    if parts.len() < 2 || parts.iter().any(is_joined) {
        return false;
    }
    let begins = LOOKING_FIRST.contains(&first.as_str()) && !word.contains(':');
    let begins =
        begins && parts.iter().skip(1).all(|part| is_still(part) || is_part_of_an_object(part));
    let brings = first == "get" && parts.iter().any(|part| is_brought(part));
    let ends = LOOKING_ENDS.contains(&last.as_str()) || word.contains(':') && is_report(last);
    let asks = |part: &String| matches!(part.as_str(), "get" | "list" | "search" | "read" | "find");
    let has_verb = parts.len() > 2 && word.contains('_') && parts.iter().any(asks);
    begins && !brings || (ends || has_verb) && parts.iter().all(is_still)
}

/// Whether a word may have several parts.
pub(super) fn has_parts(word: &str) -> bool {
    word.bytes().any(|byte| matches!(byte, b'-' | b':' | b'_' | b'A'..=b'Z'))
}

/// Whether a word behind a colon tells what there was: `env:log`.
fn is_report(word: &str) -> bool {
    matches!(word, "log" | "logs" | "tree" | "diff" | "versions" | "doctor")
}

/// Whether `get` behind a word tells of one of its kind, as clients of services do, and brings no file.
fn is_told_of(kind: &str) -> bool {
    let kind = kind.rsplit(':').next().unwrap_or(kind);
    kind.len() > 3 && !is_brought(kind) && !FETCHED.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(text: &str) -> bool {
        let words: Vec<Word> = text.split(' ').map(Word::plain).collect();
        surely_looks("x", &words)
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
            "tag images",
            "run models",
            "models src/a",
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
        ] {
            assert!(!looks(text), "{text}");
        }
    }

    #[test]
    fn nouns_and_options_may_look() {
        for text in [
            "models",
            "config",
            "room get r1",
            "get room r1",
            "database:get main",
            "store describe a",
            "deploy-key list",
            "proxy-config routes web-1",
            "stack services",
            "environment:logs deploy",
            "tree deploy",
            "show deploy --json",
            "validate-spec a.yaml",
            "config:validate",
            "env:log",
            "board details 12",
            "jira_search_by_jql a",
            "get_ticket A-1",
            "listUsers",
            "check a.yaml",
            "query name",
            "cat a.cast",
            "board help",
            "pkg COMMAND --help",
            "--get-room-info 12",
            "--top-models 5",
            "--show-y --json",
            "-config",
            "push --dry-run",
            "site.yml --check",
            "a.yml --syntax-check",
            "--url http://h list tasks",
        ] {
            assert!(looks(text), "{text}");
        }
        for text in [
            "query 'update t'",
            "get_file a",
            "get-plugins",
            "--get-all-files",
            "check --fix",
            "check --write a",
            "run a --check",
            "python3 a.py --check",
            "exec a --dry-run",
            "run a --help",
            "history import",
            "show clear",
            "list-and-push",
            "set-x list",
            "--show-progress a",
            "-c",
            "run get x",
            "--silence list_queues",
        ] {
            assert!(!looks(text), "{text}");
        }
    }
}
