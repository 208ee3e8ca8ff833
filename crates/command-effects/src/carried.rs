//! What a call that only asks another machine carries there in its words: what a command prints that
//! reads a file, or a variable that is named after a secret.

use shell_syntax::{SimpleCommand, Word};

use crate::address;
use crate::args::part;
use crate::glob::is_among;
use crate::programs::{FOREIGN, Programs, SENDS, SERVICE};
use crate::taken::{is_name_of_one, names, tells_a_file};
use crate::verbs::{is_host, names_who_is_asked};

/// Programs that keep to themselves what they are told.
const HERE: &str = " echo printf print export declare local typeset readonly test [ [[ grep egrep fgrep rg \
    ag sed awk gawk jq yq tr cut expr let read sort head tail wc tee cat ls stat true false : basename \
    dirname touch mkdir cp mv rm ln set alias eval source . ";

/// Package managers and their like, which ask their registry.
const ASKING: &str = " cargo npm pnpm yarn bun gem pip pip3 uv poetry go brew helm docker podman apt dnf snap \
    flatpak composer nuget dotnet git finger whois ";

/// Schemes of addresses in which a password stands where it belongs: in front of the host or as a parameter.
const OPEN: &str =
    " http https ws wss ftp ftps sftp git ssh git+ssh git+https oci s3 gs docker grpc ";

/// Options that tell how one is let in, and headers.
const LETTING_IN: [&str; 5] = ["token", "pass", "auth", "header", "cookie"];

/// Whether the address of another machine among the words of a call holds a file, or a secret.
pub(crate) fn is_in_an_address(command: &SimpleCommand, text: &str) -> bool {
    let tells = |word: &Word| {
        let Some(told) = open_address(word) else { return false };
        let path = part(word, behind_the_user(told));
        tells_a_file(&path, text) || names(&path.text).any(is_name_of_one)
    };
    has_expansions(command) && !is_here(command) && command.args().any(tells)
}

/// Whether a call that names another machine has what a command prints that reads a file in any word.
pub(crate) fn goes_along(command: &SimpleCommand, text: &str, programs: &Programs) -> bool {
    if !has_expansions(command) || is_here(command) {
        return false;
    }
    let before = std::iter::once("").chain(command.args().map(|word| word.text.as_str()));
    let lets_in = |before: &str, word: &Word| {
        let name = if word.text.starts_with('-') { &word.text } else { before };
        matches!(name, "-H" | "-u" | "-A" | "-b")
            || name.starts_with('-') && LETTING_IN.iter().any(|part| name.contains(part))
    };
    let mut carrying = before
        .zip(command.args())
        .filter(|(before, word)| !lets_in(before, word) && tells_a_file(word, text))
        .map(|(_, word)| word)
        .peekable();
    if carrying.peek().is_none() {
        return false;
    }
    let program = command.program().unwrap_or_default();
    let is_client = || {
        is_among(ASKING, program)
            || programs.lines(program, SENDS | FOREIGN | SERVICE).next().is_some()
    };
    names_who_is_asked(command)
        || carrying.any(|word| open_address(word).is_some() || is_at_a_host(word, is_client))
        || is_client() && searches(command)
}

/// Whether a word is `host.example/PATH` or `NAME@host.example`.
fn is_at_a_host(word: &Word, is_client: impl Fn() -> bool) -> bool {
    let text = word.text.as_str();
    let start = text.split(['$', '`']).next().unwrap_or_default();
    let begins = start.split_once('/').is_some_and(|(host, _)| is_host(&part(word, host)));
    let ends = text.rsplit_once('@').is_some_and(|(_, host)| is_host(&part(word, host)));
    (begins || ends) && is_client()
}

/// Whether a client is told to look for a text.
fn searches(command: &SimpleCommand) -> bool {
    let verb = command.args().next().map(|word| word.text.as_str()).unwrap_or_default();
    matches!(verb, "search" | "find" | "view" | "info" | "index" | "query")
        || command.program() == Some("whois")
}

fn is_here(command: &SimpleCommand) -> bool {
    is_among(HERE, command.program().unwrap_or_default())
}

fn has_expansions(command: &SimpleCommand) -> bool {
    command.args().any(|word| !word.literal && word.text.contains(['$', '`']))
}

/// What stands behind the scheme of an address of another machine.
fn open_address(word: &Word) -> Option<&str> {
    let text = match word.text.strip_prefix("--") {
        Some(option) => option.split_once('=')?.1,
        None => &word.text,
    };
    let (scheme, rest) = text.split_once("://").filter(|_| !word.literal)?;
    let is_far = is_among(OPEN, scheme) && address::is_of_another_machine(&part(word, text));
    is_far.then_some(rest)
}

/// What stands behind the name and the password of an address.
fn behind_the_user(address: &str) -> &str {
    let (mut depth, mut start) = (0_usize, 0);
    for (at, next) in address.char_indices() {
        match next {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            '/' | '?' | '#' if depth == 0 => break,
            '@' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    address.get(start..).unwrap_or_default()
}
