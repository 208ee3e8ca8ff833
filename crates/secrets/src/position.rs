//! Passwords that a program or a line of a configuration takes as one of its words:
//! `net user ann v`, `snmp-server community v`.

use std::ops::Range;

use hook_protocol::beginning;

use crate::plain::is_argument;
use crate::which;

/// What begins a command, and which word behind it is the password. Three letters of what is
/// looked for have to be rare.
const COMMANDS: [(&str, usize); 12] = [
    ("bundle config ", 1),
    ("htpasswd -b ", 2),
    ("htpasswd -bc ", 2),
    ("htpasswd -cb ", 2),
    ("isql ", 2),
    ("net use ", 2),
    ("net user ", 1),
    ("snmp-server community ", 0),
    ("pdp ", 0),
    ("qlplus ", 0),
    ("vault login ", 0),
    ("wpa_passphrase ", 1),
];

pub(crate) const BEGINNINGS: [&str; COMMANDS.len()] = beginnings();

/// How much of a command is looked at, in bytes.
const MAX_COMMAND: usize = 160;

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn beginnings() -> [&'static str; COMMANDS.len()] {
    let mut names = [""; COMMANDS.len()];
    let mut place = 0;
    while place < COMMANDS.len() {
        names[place] = COMMANDS[place].0;
        place += 1;
    }
    names
}

/// The password of the command that begins here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let (name, place) = COMMANDS.get(which(text, at, &BEGINNINGS)?)?;
    // `expdp`, `impdp` and `sqlplus` are cut.
    let is_cut = matches!(*name, "pdp " | "qlplus ");
    let is_within = text.get(..at)?.ends_with(|last: char| last.is_alphanumeric() || last == '-');
    (is_cut || !is_within).then_some(())?;
    let start = at + name.len();
    let near = beginning(text.get(start..)?, MAX_COMMAND).split(['\n', '|', ';']).next()?;
    crate::count_steps(near.len());
    let (from, word) = words(near).nth(*place)?;
    let from = start + from;
    let word = word.trim_matches(['"', '\'', '`']);
    // `ann/v@host`, `ann:v`.
    let pair = match name.trim_end() {
        "qlplus" | "pdp" => Some(word.split('@').next()?.split_once('/')?),
        "bundle config" => Some(word.split_once(':')?),
        _ => None,
    };
    let (user, password) = pair.unwrap_or(("", word));
    let skipped = if pair.is_some() { user.len() + 1 } else { 0 };
    let is_itself = is_argument(password) || password.starts_with("s.") && password.len() > 20;
    let is_placeholder = password.starts_with(['-', '*', '/', '.']);
    let start = from + skipped;
    (is_itself && !is_placeholder && text.get(start..)?.starts_with(password))
        .then(|| start..start + password.len())
}

/// The words of a text, each with where it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let words = text.split([' ', '\t']).map(move |word| {
        at += word.len() + 1;
        (at - word.len() - 1, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}
