//! What the leading words of a call tell of a program of which nothing else is known: clients of
//! services are told what to do by a verb, as in `shop orders purge` and `shop orders list`.

use shell_syntax::Word;

/// In so many words in front a verb is looked for.
const MAX_LEADING: usize = 5;

/// Words that change as well, where nothing is looked for but a reader: some are nouns elsewhere.
const ACTING: [&str; 46] = [
    "start",
    "stop",
    "restart",
    "reboot",
    "resume",
    "suspend",
    "pause",
    "unpause",
    "enable",
    "publish",
    "deploy",
    "exec",
    "scale",
    "rotate",
    "renew",
    "promote",
    "rollback",
    "sync",
    "transfer",
    "grant",
    "login",
    "logout",
    "ssh",
    "detach",
    "approve",
    "reject",
    "cancel",
    "retry",
    "rebuild",
    "upgrade",
    "register",
    "join",
    "leave",
    "accept",
    "submit",
    "generate",
    "rename",
    "replace",
    "clone",
    "push",
    "pull",
    "activate",
    "authorize",
    "connect",
    "restore",
    "trigger",
];

/// What the first verb of a call says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Looks,
    Changes,
    Destroys,
}

/// Beginnings of words that destroy, in any form: `delete`, `deletefile`, `deletion`.
const DESTROYING_STEMS: [&str; 13] = [
    "delet",
    "destroy",
    "purg",
    "revok",
    "terminat",
    "uninstall",
    "truncat",
    "eras",
    "unpublish",
    "deregister",
    "undefin",
    "obliterat",
    "decommission",
];

/// Words that destroy.
const DESTROYING: [&str; 30] = [
    "del",
    "drop",
    "remove",
    "rm",
    "rmi",
    "rb",
    "rmdir",
    "forget",
    "prune",
    "reset",
    "wipe",
    "yank",
    "flush",
    "flushall",
    "flushdb",
    "nuke",
    "teardown",
    "deprovision",
    "unregister",
    "shred",
    "zap",
    "undeploy",
    "unset",
    "evict",
    "expire",
    "empty",
    "removeall",
    "dropdb",
    "deactivate",
    "disable",
];

/// The same as the first word of an option: `--delete-keys`.
const DESTROYING_OPTIONS: [&str; 5] = ["delete", "destroy", "purge", "wipe", "erase"];

/// Words that look, where they stand alone.
const LOOKING: [&str; 26] = [
    "list", "ls", "get", "show", "describe", "view", "cat", "stat", "inspect", "lookup", "read",
    "whoami", "info", "status", "tail", "head", "version", "help", "find", "print", "which",
    "explain", "dir", "lint", "browse", "lsf",
];

/// The same as the first of several words with dashes between them.
const LOOKING_STARTS: [&str; 8] =
    ["list", "describe", "get", "head", "lookup", "show", "view", "search"];

/// Words that change, behind which a name stands.
const CHANGING: [&str; 19] = [
    "create",
    "add",
    "set",
    "put",
    "update",
    "apply",
    "new",
    "init",
    "edit",
    "import",
    "install",
    "upload",
    "send",
    "write",
    "modify",
    "patch",
    "attach",
    "associate",
    "invoke",
];

/// Beginnings of options that have a reader write a file or run a program.
const WRITING: [&str; 11] = [
    "out-", "output-", "outfile", "download", "save", "exec", "edit", "to-file", "post-ren",
    "file", "log-file",
];

/// Whether a call destroys something, as far as its verb tells.
pub(crate) fn destroys(args: &[Word]) -> bool {
    if is_rehearsal(args) {
        return false;
    }
    let option = |word: &Word| {
        let name = word.text.strip_prefix("--").unwrap_or_default();
        let first = name.split(['-', '=']).next().unwrap_or_default();
        // A branch that was merged has its commits elsewhere.
        let is_kept = name.ends_with("=false") || name == "delete-branch";
        DESTROYING_OPTIONS.contains(&first) && !is_kept
    };
    args.iter().any(option) || first_verb(args) == Some(Verb::Destroys)
}

/// Whether a call only looks, as far as its verb tells, and no option has it write a file or run
/// a program. Its operands stand at `places`; what follows an option may be its value.
pub(crate) fn only_looks(args: &[Word], places: &[usize]) -> bool {
    let writes = |word: &Word| {
        let name = word.text.trim_start_matches('-');
        word.text.starts_with("--") && WRITING.iter().any(|start| name.starts_with(start))
    };
    if args.iter().any(|word| writes(word) || !word.literal && word.splits) {
        return false;
    }
    let start = places.first().copied().unwrap_or_default();
    let together = places.iter().enumerate().take_while(|(at, place)| **place == start + at);
    let leading = args.get(start..start + together.count()).unwrap_or_default();
    let verb = names(leading).take_while(|word| !acts(word)).find_map(verb);
    is_rehearsal(args) || verb == Some(Verb::Looks)
}

/// Whether the verb of a word, apart from those that destroy or look, changes something.
fn acts(word: &str) -> bool {
    let first = word.split(['-', ':', '_']).next().unwrap_or_default();
    ACTING.contains(&word)
        || first.len() < word.len() && word.contains('-') && ACTING.contains(&first)
}

/// Whether the name of a program says that it destroys: `ldapdelete`, `drop-user`.
pub(crate) fn is_named_so(program: &str) -> bool {
    let name = program.to_ascii_lowercase();
    let ends = ["delete", "destroy", "purge", "wipe", "uninstall"];
    let mut parts = name.split(['-', '_', '.']);
    ends.iter().any(|end| name.ends_with(end))
        || parts.any(|part| {
            matches!(part, "delete" | "destroy" | "purge" | "wipe" | "dropuser" | "dropcluster")
        })
}

/// Whether a call only says what it would do.
pub(crate) fn is_rehearsal(args: &[Word]) -> bool {
    args.iter().take_while(|word| word.text != "--").any(|word| {
        let name = word.text.strip_prefix("--").unwrap_or_default();
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        matches!(name, "dry-run" | "dryrun") && matches!(value, "" | "client" | "server" | "true")
    })
}

fn first_verb(args: &[Word]) -> Option<Verb> {
    let leading = args.iter().filter(|word| !word.text.starts_with('-'));
    let leading: Vec<Word> = leading.take(MAX_LEADING).cloned().collect();
    names(&leading).find_map(verb)
}

/// Those of the first words that may be names of commands.
fn names(words: &[Word]) -> impl Iterator<Item = &str> {
    let is_name =
        |word: &&str| word.chars().all(|next| next.is_ascii_alphanumeric() || ":_-".contains(next));
    words.iter().take(MAX_LEADING).map(|word| word.text.as_str()).filter(is_name)
}

fn verb(word: &str) -> Option<Verb> {
    word.split(':').find_map(|part| {
        if LOOKING.contains(&part) {
            return Some(Verb::Looks);
        }
        let parts = words(part);
        let mut names = parts.iter().map(String::as_str);
        let first = names.clone().next().unwrap_or_default();
        let compound = parts.len() > 1;
        let acts = if first == "batch" { parts.get(1).map_or("", String::as_str) } else { first };
        if compound && LOOKING_STARTS.contains(&acts) {
            return Some(Verb::Looks);
        }
        if names.any(is_destroying) {
            return Some(Verb::Destroys);
        }
        CHANGING.contains(&acts).then_some(Verb::Changes)
    })
}

fn is_destroying(name: &str) -> bool {
    DESTROYING.contains(&name) || DESTROYING_STEMS.iter().any(|stem| name.starts_with(stem))
}

/// The parts of a word between dashes, underscores and changes of case, in lower case.
fn words(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before_is_lower = false;
    for next in text.chars() {
        if matches!(next, '-' | '_') || next.is_ascii_uppercase() && before_is_lower {
            parts.push(String::new());
        }
        before_is_lower = next.is_ascii_lowercase();
        if let Some(last) = parts.last_mut().filter(|_| next.is_ascii_alphanumeric()) {
            last.push(next.to_ascii_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether a word asks a program what it is.
pub(crate) fn is_question(word: &Word) -> bool {
    let known = ["--version", "--help", "-V", "-version", "-help"];
    word.literal && known.contains(&word.text.as_str())
}

/// `program --help`, `program sub --help` and `program --version`, and nothing else.
pub(crate) fn only_asks(args: &[Word]) -> bool {
    const RUNNING: [&str; 10] =
        ["run", "exec", "x", "dlx", "task", "start", "test", "dev", "script", "shell"];
    let Some((last, before)) = args.split_last() else {
        return false;
    };
    let is_subcommand = |word: &Word| {
        let is_name = |next: char| next.is_ascii_alphanumeric() || next == '-';
        word.literal
            && word.text.starts_with(|next: char| next.is_ascii_lowercase())
            && word.text.chars().all(is_name)
            && !RUNNING.contains(&word.text.as_str())
    };
    is_question(last)
        && before.len() <= 3
        && (before.is_empty() || last.text == "--help" && before.iter().all(is_subcommand))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<Word> {
        text.split(' ').map(Word::plain).collect()
    }

    fn looks(text: &str) -> bool {
        let words = text.split(' ').enumerate();
        let places: Vec<usize> =
            words.filter(|(_, word)| !word.starts_with('-')).map(|(at, _)| at).collect();
        only_looks(&args(text), &places)
    }

    #[test]
    fn the_first_verb_counts() {
        for text in [
            "orders purge",
            "compute instances delete vm-1",
            "--profile prod ec2 terminate-instances",
            "ecs DeleteInstance --InstanceId i",
            "api:core:messages:remove --sid x",
            "kms schedule-key-deletion --key-id k",
            "delete_queue jobs",
            "--bootstrap-server b:9092 --delete --topic orders",
            "remote deletefile",
            "db:wipe",
            "tag delete r/app:old",
        ] {
            assert!(destroys(&args(text)) && !looks(text), "{text}");
        }
        for text in [
            "orders list --filter deleted",
            "ec2 describe-instances",
            "s3api list-deleted-objects",
            "issue create -t delete",
            "get pods delete",
            "orders purge --dry-run",
            "a/delete.txt",
            "run --no-delete",
            "undelete x",
        ] {
            assert!(!destroys(&args(text)), "{text}");
        }
        for text in ["orders list", "apps:info", "ec2 describe-vpcs", "x -q --dry-run=client"] {
            assert!(looks(text), "{text}");
        }
        for text in [
            "orders",
            "config set a list",
            "item get x --out-file f",
            "x --dry-run=none",
            "lambda publish-version --function-name list",
            "ec2 reboot-instances list",
            "instances start get",
            "exec x -- y --dry-run",
        ] {
            assert!(!looks(text), "{text}");
        }
    }

    #[test]
    fn a_program_may_be_named_after_what_it_does() {
        for name in ["ldapdelete", "dropuser", "pg_dropcluster", "kafka-delete-records.sh"] {
            assert!(is_named_so(name), "{name}");
        }
        for name in ["dropbox-uploader", "backdrop", "deleted", "undelete-files"] {
            assert!(!is_named_so(name), "{name}");
        }
    }
}
