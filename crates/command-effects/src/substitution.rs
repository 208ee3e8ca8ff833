//! What a word holds that commands print: `$(cat a)`, `$(date)`, or a variable that the line fills with that.

use shell_syntax::Word;

use crate::glob::is_among;

/// Whether a word of the line `text` holds what a command prints that may read a file, what stands on an input, or
/// a variable that the line fills with that.
pub(crate) fn takes_along(word: &Word, text: &str) -> bool {
    let told = word.text.as_str();
    let from_input = told == "$@" || told.starts_with('$') && told.contains("{}");
    let is_filled = |name: &str| {
        let starts = [format!("{name}=$("), format!("{name}=\"$("), format!("{name} in $(")];
        starts.iter().any(|start| text.contains(start)) || text.contains(&format!("read -r {name}"))
    };
    !word.literal
        && (from_input
            || told.contains("<(")
            || substitutions(told).any(|script| !only_tells(script))
            || names(told).any(is_filled))
}

/// Whether a word of the line `text` holds what a command prints that prints files, or an encoding of them:
/// `$(cat a)`, `$(base64 a)`.
pub(crate) fn tells_a_file(word: &Word, text: &str) -> bool {
    const PRINTING: &str =
        " cat tac head tail base64 base32 xxd od hexdump gzip tar openssl printenv env ";
    let prints = |script: &str| {
        let programs = script.split(['|', ';', '&']).filter_map(|it| it.split_whitespace().next());
        let is_version = script.to_ascii_lowercase().contains("version");
        !is_version
            && (script.starts_with('<') || programs.into_iter().any(|it| is_among(PRINTING, it)))
    };
    let is_filled = |name: &str| {
        let value = text.split_once(&format!("{name}=")).map_or("", |(_, rest)| rest);
        substitutions(value.split([';', '\n']).next().unwrap_or_default()).any(prints)
    };
    !word.literal && (substitutions(&word.text).any(prints) || names(&word.text).any(is_filled))
}

/// The scripts whose output stands in a text.
fn substitutions(text: &str) -> impl Iterator<Item = &str> {
    let opened = text.split("$(").skip(1).filter(|script| !script.starts_with('('));
    let opened = opened.map(|script| script.split_once(')').map_or(script, |(inner, _)| inner));
    opened.chain(text.split('`').skip(1).step_by(2))
}

/// Whether a script runs nothing but programs that tell of the machine, the time or the repository.
fn only_tells(script: &str) -> bool {
    const TELLING: &str =
        " uname date arch nproc id whoami hostname pwd tr basename dirname mktemp uuidgen seq ";
    let mut words = script.split_ascii_whitespace();
    let program = words.next().unwrap_or_default();
    let is_asked = matches!(words.next(), Some("rev-parse" | "describe" | "branch"));
    !script.contains(['<', ';', '&', '$', '`'])
        && (is_among(TELLING, program) || program == "git" && is_asked)
}

/// The variables in a text.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('$').skip(1).filter_map(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let end = rest.find(|next: char| next != '_' && !next.is_ascii_alphanumeric());
        rest.get(..end.unwrap_or(rest.len())).filter(|name| !name.is_empty())
    })
}

/// Whether a variable is named after a secret: `API_TOKEN`, `dbPassword`.
pub(crate) fn is_name_of_one(name: &str) -> bool {
    const PARTS: [&str; 11] = [
        "TOKEN",
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "APIKEY",
        "API_KEY",
        "CREDENTIAL",
        "PRIVATE_KEY",
        "ACCESS_KEY",
        "DATABASE_URL",
    ];
    let name = name.to_ascii_uppercase();
    PARTS.iter().any(|part| name.contains(part))
}
