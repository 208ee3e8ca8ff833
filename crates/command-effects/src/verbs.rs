//! What the leading words of a call tell of a program of which nothing else is known: clients of
//! services are told what to do by a verb, as in `shop orders purge` and `shop orders list`.

mod addresses;
mod asked;
mod groups;
mod help;
mod kinds;
mod lists;
mod looks;
mod nouns;
mod open;
mod options;
mod outward;
mod placed;
mod production;
mod questions;
mod sends;
mod services;
mod tasks;
mod told;

pub(crate) use addresses::{hands_over, is_host, names_who_is_asked, puts_a_file, takes_in};
pub(crate) use asked::{asks_for_help, is_measured, runs_others, tells_whom};
pub(crate) use help::{asks_a_client, asks_briefly, asks_version, is_question, only_asks};
pub(crate) use looks::surely_looks;
pub(crate) use open::openly_acts;
pub(crate) use outward::acts_outward;
pub(crate) use placed::{
    only_looks as looks_by_its_verb, place_of as place_of_the_verb, reaches as acts_by_its_verb,
};
pub(crate) use production::acts_on_production;
pub(crate) use questions::is_stirring;
pub(crate) use sends::{code_acts_elsewhere, code_sends_a_file};
pub(crate) use services::{is_spared, names_a_local_cluster, reaches};
pub(crate) use tasks::{is_script_that_sends, is_task_that_sends, runs_a_sender};
pub(crate) use told::{code_destroys, destroys as is_told_to_destroy};

use shell_syntax::Word;

use crate::glob::is_among;
use lists::{
    ACTING, CHANGING, DESTROYING, DESTROYING_STEMS, LOOKING, LOOKING_STARTS, NO_DELETION, WRITING,
};
use questions::{SEARCHING, SURELY_LOOKING};

/// In so many words in front a verb is looked for that looks.
const MAX_LEADING: usize = 5;

/// In so many words one that destroys.
const MAX_OPERANDS: usize = 40;

/// What the first verb of a call says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Looks,
    Changes,
    Destroys,
}

/// Whether a call destroys something or hands it on, as far as its verb tells.
pub(crate) fn destroys(args: &[Word]) -> bool {
    if is_rehearsal(args) {
        return false;
    }
    options::destroy(args) || first_verb(args) == Some(Verb::Destroys) || sends::sends(args)
}

/// Whether a call only looks, as far as its verb tells, and no option has it write a file or run
/// a program. Its operands stand at `places`; what follows an option may be its value.
pub(crate) fn only_looks(args: &[Word], places: &[usize]) -> bool {
    if args.iter().any(|word| is_writing(word) || !word.literal && word.splits) {
        return false;
    }
    let start = places.first().copied().unwrap_or_default();
    let together = places.iter().enumerate().take_while(|(at, place)| **place == start + at);
    let leading = args.get(start..start + together.count()).unwrap_or_default();
    let mut named = told(leading);
    let verb = named.find_map(verb).filter(|_| !named.next().is_some_and(is_compound_destruction));
    // A client told only the name of a kind of things lists them.
    let [first, ..] = leading else { return is_rehearsal(args) };
    if leading.windows(2).take(MAX_LEADING).any(is_noun_of_a_deed) {
        return is_rehearsal(args);
    }
    let lists = leading.len() == 1 && args.len() == start + 1 && kinds::is_kind(&first.text);
    let completes =
        kinds::prints_completions(&leading_texts(leading)) && args.len() == leading.len();
    if lists || completes {
        return true;
    }
    let mut others = told(leading);
    let last = |word: &str| word.rsplit(':').next().is_some_and(|it| SURELY_LOOKING.contains(&it));
    let looks = verb.is_none() && (others.any(last) || searches(&leading_texts(leading)));
    is_rehearsal(args) || looks || verb == Some(Verb::Looks)
}

/// Whether an option may have a reader write a file or run a program, as far as its name tells.
fn is_writing(word: &Word) -> bool {
    let name = word.text.trim_start_matches('-');
    word.text.starts_with("--") && WRITING.iter().any(|start| name.starts_with(start))
}

/// The first words as far as none acts, without what a deed makes: `import-jobs list`.
fn told(leading: &[Word]) -> impl Iterator<Item = &str> {
    let pairs = leading.iter().zip(leading.iter().skip(1).map(Some).chain([None]));
    let kept = pairs.take(MAX_LEADING + 1).filter(|(word, next)| !is_fruit(&word.text, *next));
    let texts = kept.map(|(word, _)| word.text.as_str()).filter(|word| is_name(word));
    texts.take_while(|word| !acts(word))
}

/// Whether a word is what a deed makes, since a verb that looks stands behind it: `import-jobs list`.
fn is_fruit(word: &str, next: Option<&Word>) -> bool {
    const DEEDS: &str = " import ssh patch deploy restore transfer sync clone ";
    let deed = word.split('-').next().unwrap_or_default();
    deed.len() < word.len()
        && word.ends_with('s')
        && is_among(DEEDS, deed)
        && next.is_some_and(|next| verb(&next.text) == Some(Verb::Looks))
}

/// Whether the first of two words is a noun, since the second is what is done with it: `version delete`.
fn is_noun_of_a_deed(pair: &[Word]) -> bool {
    const NOUNS: [&str; 6] = ["version", "status", "info", "history", "query", "health"];
    let [noun, deed] = pair else { return false };
    let deed = deed.text.as_str();
    NOUNS.contains(&noun.text.as_str())
        && (matches!(verb(deed), Some(Verb::Changes | Verb::Destroys))
            || noun.text == "version" && acts(deed))
}

/// Whether a call searches by a text: a service may be called `search` too.
fn searches(leading: &[&str]) -> bool {
    let place = leading.iter().position(|word| SEARCHING.contains(word));
    let behind = place.and_then(|place| leading.get(place + 1..)).unwrap_or_default();
    place.is_some_and(|place| leading.iter().take(place).all(|word| is_name(word) && !acts(word)))
        && behind.len() < 2
        && !behind.iter().any(|word| is_stirring(word))
}

fn leading_texts(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// Whether a word is `delete-tsm`, behind what may be a group of commands: `inspect delete-tsm`.
fn is_compound_destruction(word: &str) -> bool {
    let parts = words(word);
    parts.len() > 1 && parts.first().is_some_and(|first| is_destroying(first))
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
            matches!(
                part,
                "delete" | "destroy" | "purge" | "wipe" | "uninstall" | "dropuser" | "dropcluster"
            )
        })
}

/// Whether a call only says what it would do: an option says so, and nothing else the contrary.
pub(crate) fn is_rehearsal(args: &[Word]) -> bool {
    let mut says = false;
    let words: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
    for (at, word) in words.iter().enumerate().take_while(|(_, word)| **word != "--") {
        let name = word.strip_prefix("--").unwrap_or_default();
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
        let next = words.get(at + 1).copied().unwrap_or_default();
        match name {
            "no-dry-run" | "no-dryrun" => return false,
            "dry-run" | "dryrun" if takes_a_value(before) => {}
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

/// Whether the word behind an option may be its value, as far as its name tells.
fn takes_a_value(option: &str) -> bool {
    const FLAGS: &str = " yes force all verbose quiet json recursive debug wait confirm interactive \
        dry cascade now permanent no non auto assume skip ";
    let name = option.strip_prefix("--").unwrap_or_default();
    let mut parts = name.split('-');
    !name.is_empty()
        && !name.contains('=')
        && !parts.any(|part| is_among(FLAGS, part) || is_destroying(part))
}

fn first_verb(args: &[Word]) -> Option<Verb> {
    let leading = args.iter().filter(|word| !word.text.starts_with('-'));
    let leading: Vec<&str> = leading.take(MAX_OPERANDS).filter_map(|it| name_of(it)).collect();
    let mut places = leading.iter().enumerate();
    places.find_map(|(at, word)| {
        let found = verb(word);
        let acts_behind = leading.get(at + 1).is_some_and(|next| is_compound_destruction(next));
        if acts_behind && matches!(*word, "inspect" | "stat" | "info" | "tools") {
            return Some(Verb::Destroys);
        }
        let is_noun = || leading.iter().skip(at + 1).any(|word| verb(word) == Some(Verb::Looks));
        let by_noun = || nouns::destroys(&leading, at) && !is_noun();
        found.or_else(|| by_noun().then_some(Verb::Destroys))
    })
}

/// The name that a word may be: itself, what stands behind the dots of `vm.destroy`, or behind the
/// service of `shop.Orders/DeleteOrder`.
fn name_of(word: &Word) -> Option<&str> {
    let text = word.text.strip_prefix('+').unwrap_or(&word.text);
    if is_name(text) {
        return Some(text);
    }
    let (before, last) = text.rsplit_once(['.', '/'])?;
    let is_service = !text.contains('/') || last.starts_with(|next: char| next.is_uppercase());
    let is_dotted = before.split(['.', '/']).all(is_name) && (before.contains('.') || is_service);
    let destroys = verb(last) == Some(Verb::Destroys);
    (is_dotted && is_service && is_name(last) && destroys).then_some(last)
}

/// Whether a word may be the name of a command.
fn is_name(word: &str) -> bool {
    let is_part = |next: char| next.is_ascii_alphanumeric() || ":_-".contains(next);
    !word.is_empty() && word.chars().all(is_part)
}

fn verb(word: &str) -> Option<Verb> {
    word.split(':').find_map(|part| {
        if LOOKING.contains(&part) {
            return Some(Verb::Looks);
        }
        if part.bytes().all(|byte| byte.is_ascii_lowercase()) {
            let changes = || CHANGING.contains(&part).then_some(Verb::Changes);
            return if is_destroying(part) { Some(Verb::Destroys) } else { changes() };
        }
        let parts = words(part);
        let mut names = parts.iter().map(String::as_str);
        let first = names.clone().next().unwrap_or_default();
        let compound = parts.len() > 1;
        let acts = if first == "batch" { parts.get(1).map_or("", String::as_str) } else { first };
        if compound && LOOKING_STARTS.contains(&acts) && !parts.iter().any(|it| it == "replace") {
            return Some(Verb::Looks);
        }
        if names.any(is_destroying) {
            return Some(Verb::Destroys);
        }
        CHANGING.contains(&acts).then_some(Verb::Changes)
    })
}

fn is_destroying(name: &str) -> bool {
    let deletes = || name.len() > 4 && !NO_DELETION.iter().any(|other| name.starts_with(other));
    DESTROYING.contains(&name)
        || DESTROYING_STEMS.iter().any(|stem| name.starts_with(stem))
        || name.starts_with("del") && deletes()
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
            "a b c d e f delete",
            "orders --force-delete 1",
            "orders purge -- --dry-run",
            "orders purge --name --dry-run",
            "orders purge --dry-run --no-dry-run",
            "orders purge --dry-run false",
            "orders purge --dry-run --dry-run=none",
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
            "orders purge --yes --dry-run --wait",
            "orders update --enable-delete-protection",
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
