//! What the options of a call tell of a program of which nothing is known: whom it is about, what it
//! asks for, and that none has it write, run or load something.

use shell_syntax::Word;

use super::groups::is_brought;
use super::questions::{ASKING, CONTEXT, FORMATS, RUNNING, is_plain_id, is_stirring, stirs};
use super::{Verb, is_rehearsal, verb, words};
use crate::glob::is_among;

/// What stands behind options that say whom a call is about: `--profile prod`.
pub(super) fn behind_context<'t, 'w>(mut texts: &'t [&'w str]) -> &'t [&'w str] {
    while let [first, rest @ ..] = texts {
        let Some(name) = first.strip_prefix("--") else { break };
        let (name, is_joined) =
            name.split_once('=').map_or((name, false), |(name, _)| (name, true));
        texts = match rest {
            [value, rest @ ..] if !is_joined && CONTEXT.contains(&name) => {
                if value.starts_with('-') || name == "profile" && is_measured(value) {
                    break;
                }
                rest
            }
            _ if first.strip_prefix("--profile=").is_some_and(is_measured) => break,
            rest if is_joined && CONTEXT.contains(&name) || is_flag(name) => rest,
            _ => break,
        };
    }
    texts
}

/// Whether an option of which no line says anything has the next word as its value, and says by it whom a call
/// is about: `x --profile prod list`.
pub(crate) fn tells_whom(option: &Word, value: &Word) -> bool {
    /// Of these none is the name of an option without a value elsewhere.
    const NAMES: &str = " profile region namespace project org organization team account env environment context tenant \
        token api-key endpoint workspace log-level loglevel zone subscription host config cwd ";
    let Some(name) = option.text.strip_prefix("--") else { return false };
    let is_value = option.literal && !value.text.starts_with('-');
    is_value && is_among(NAMES, name) && !(name == "profile" && is_measured(&value.text))
}

/// Whether a profile is one of the program as it runs, which is written to a file: `kubectl --profile cpu`.
pub(crate) fn is_measured(profile: &str) -> bool {
    is_among(" cpu heap mem memory goroutine threadcreate block mutex trace allocs ", profile)
}

/// Whether an option in front of a verb only says how something is told, and has no value.
fn is_flag(name: &str) -> bool {
    matches!(name, "json" | "silent" | "quiet" | "verbose" | "debug" | "no-color" | "plain")
}

/// Whether the first word is an option by which a program says what there is: `--list-devices`.
pub(super) fn has_looking_option(texts: &[&str]) -> bool {
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
    let are_options = || others.clone().all(|text| text.starts_with('-'));
    let asks = match start {
        // `--status-interval` says how often, `--show-progress` how something else is told.
        _ if behind.is_empty() => !others.clone().any(|text| text.contains(['.', '/'])),
        "list" | "help" | "license" | "licenses" => true,
        "show" => behind.starts_with("config") || behind == "version" || are_options(),
        "print" | "display" | "describe" | "dump" => are_options(),
        "get" | "top" | "count" | "search" | "find" | "query" => {
            let is_value = |text: &&str| text.starts_with('-') || is_plain_id(text);
            !(start == "get" && behind.split('-').any(is_brought)) && others.clone().all(is_value)
        }
        _ => false,
    };
    asks && ASKING.contains(&start) && name.chars().all(is_name) && !others.any(|text| stirs(text))
}

/// Options with one dash that are a question where they stand alone: `ocamlc -config`.
const ALONE: &str = " config info list where usage status stats licenses license capabilities ";

/// Whether what a program is told is for another one that it runs: `java -jar a.jar --dry-run`.
pub(super) fn runs_a_program(program: &str, texts: &[&str]) -> bool {
    /// Machines and interpreters whose first operand is a program.
    const RUNNING_ONE: &str = " java javaw jshell mono wine wine64 wasmtime wasmer wasmedge kotlin kotlinc scala \
        runghc runhaskell stack-runghc qemu-x86_64 box64 appletviewer ";
    /// Ends of the names of such programs.
    const ENDS: [&str; 9] =
        [".jar", ".dll", ".exe", ".wasm", ".class", ".java", ".kts", ".hs", ".py"];
    let mut operands = texts.iter().filter(|text| !text.starts_with('-'));
    match operands.next() {
        Some(_) if is_among(RUNNING_ONE, program) => true,
        Some(first) => ENDS.iter().any(|end| first.ends_with(end)) && texts.first() == Some(first),
        None => false,
    }
}

/// Whether a call asks how a program is called, or has it say only what it would do.
pub(super) fn asks(args: &[Word], texts: &[&str]) -> bool {
    /// Options with which a program looks at what is there and changes nothing.
    const CHECKING: &str = " --check --syntax-check --check-only --validate-only --plan-only --what-if --noop \
        --no-op ";
    /// Programs that a wrapper may run, which need not know the option.
    const RUN: &str = " sh bash zsh dash fish python python3 node deno bun ruby perl php make npm npx pnpm yarn \
        cargo go docker sudo rm mv cp git tee env ";
    if !texts.iter().any(|text| text.len() > 1 && text.starts_with('-')) {
        return false;
    }
    let mut operands = texts.iter().filter(|text| !text.starts_with('-'));
    let runs = |word: &&&str| RUNNING.contains(word) || stirs_others(word) || is_among(RUN, word);
    match texts {
        [only] if only.strip_prefix('-').is_some_and(|it| is_among(ALONE, it)) => true,
        [before @ .., "--help" | "-h"] => {
            let is_name = |word: &&str| is_plain_id(word) && !word.starts_with('-');
            before.len() < 5
                && before.iter().all(is_name)
                && !before.split_last().is_some_and(|(_, first)| first.iter().any(|it| runs(&it)))
                && !before.first().is_some_and(|first| is_among(RUN, first))
        }
        _ if !texts.iter().any(|text| is_among(CHECKING, text)) && !is_rehearsal(args) => false,
        _ if operands.clone().take(2).any(|word| runs(&word)) => false,
        // Where what is rehearsed destroys, a person looks at it first.
        _ if is_rehearsal(args) => {
            !operands.any(|word| word.contains("://") || verb(word) == Some(Verb::Destroys))
        }
        _ => texts.iter().any(|text| is_among(CHECKING, text)) && are_plain(texts),
    }
}

/// Whether names and a question for the help are all that a program is told.
pub(crate) fn asks_for_help(args: &[Word]) -> bool {
    let texts: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
    let is_still = |text: &&str| is_plain_id(text) && !is_stirring(text);
    args.iter().all(|word| word.literal)
        && matches!(texts.as_slice(), [before @ .., "--help"] if before.iter().all(is_still))
        && asks(args, &texts)
}

/// Whether what stands behind such a word may be a command of its own.
pub(crate) fn runs_others(word: &str) -> bool {
    RUNNING.contains(&word) || stirs_others(word)
}

/// Whether what stands behind a word may be a command of its own.
fn stirs_others(word: &str) -> bool {
    matches!(
        word,
        "run" | "exec" | "execute" | "script" | "do" | "call" | "task" | "eval" | "watch"
    )
}

/// Whether a program is named after looking, and nothing that it is told acts: `x-validator a.json`.
pub(super) fn is_named_after_looking(program: &str, texts: &[&str]) -> bool {
    /// The last part of such a name.
    const ENDS: &str = " validator validate inspector inspect viewer view linter lint checker stat stats info \
        version lookup status list ls diff ";
    const JOINED: [&str; 5] = ["info", "lint", "stat", "validator", "inspector"];
    /// What linters and checkers do beside looking.
    const MENDING: &str = " fmt format reformat rewrite autocorrect correct autofix autoformat inplace generate sync \
        tidy update ";
    let last = program.rsplit(['-', '_', '.']).next().unwrap_or(program);
    let is_flag = |text: &&str| text.starts_with("--");
    let is_one = last.len() < program.len() && is_among(ENDS, last)
        || JOINED.iter().any(|end| program.len() > end.len() + 1 && program.ends_with(end));
    let prints_settings =
        !texts.is_empty() && program.ends_with("-config") && texts.iter().all(is_flag);
    let is_bare = texts.is_empty() && matches!(last, "view" | "viewer");
    // A file may be called after anything, and a report has a format.
    let mends = |(at, text): (usize, &&str)| {
        let name = text.trim_start_matches('-');
        let next = texts.get(at + 1).copied().unwrap_or_default();
        let is_reported = name == "format" && FORMATS.contains(&next) || name.contains('=');
        let is_part = |part: &String| stirs(part) || is_among(MENDING, part);
        stirs(text)
            || is_plain_id(text) && !is_reported && words(name).iter().any(is_part)
            || matches!(*text, "-a" | "-A")
    };
    !is_bare && (is_one || prints_settings) && !texts.iter().enumerate().any(mends)
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
pub(super) fn are_plain(texts: &[&str]) -> bool {
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
