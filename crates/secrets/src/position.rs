//! Passwords that a program or a line of a configuration takes as one of its words:
//! `net user ann v`, `snmp-server community v`.

use std::ops::Range;

use hook_protocol::beginning;

use crate::assign::is_strong;
use crate::cursor::{Cursor, to_blank};
use crate::generated::is_generated;
use crate::lists::ByLetter;
use crate::plain::is_argument;
use crate::value::is_quoted_literal;
use crate::which;

/// What begins a command, and which word behind it is the password. Three letters of what is
/// looked for have to be rare. Those that begin with the same letter stand beside each other.
const COMMANDS: [(&str, usize); 33] = [
    ("bundle config set --global ", 1),
    ("bundle config set --local ", 1),
    ("bundle config set ", 1),
    ("bundle config ", 1),
    ("b-oauth.github.com ", 0),
    ("oser config http-basic.", 2),
    ("otpw --plaintext ", 0),
    ("htpasswd -b -c ", 2),
    ("htpasswd -b ", 2),
    ("htpasswd -bc ", 2),
    ("htpasswd -cb ", 2),
    ("htpasswd -nb ", 1),
    ("htpasswd -nbb ", 1),
    ("htpasswd -nbm ", 1),
    ("isql ", 2),
    ("kserv identify ", 0),
    ("mc alias set ", 3),
    ("net use ", 2),
    ("net user ", 1),
    ("snmp-server community ", 0),
    ("pdp ", 0),
    ("poetry config http-basic.", 2),
    ("pypi-token.pypi ", 0),
    ("qlplus ", 0),
    ("rabbitmqctl add_user ", 1),
    ("rabbitmqctl change_password ", 1),
    ("rwcommunity ", 0),
    (CURL, 0),
    ("unseal ", 0),
    ("vault login ", 0),
    ("wpa_passphrase ", 1),
    ("ats auth ", 0),
    ("dd-mask::", 0),
];

pub(crate) const BEGINNINGS: [&str; COMMANDS.len()] = beginnings();
static BY_LETTER: ByLetter = ByLetter::of(&BEGINNINGS);

/// The end of `curl` and its options. Of the short ones, which may stand together, the last takes a
/// user and a password.
const CURL: &str = "rl -";

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
    let names = BY_LETTER.at(text, at);
    let said = names.get(which(text, at, names)?)?;
    let (name, place) = COMMANDS.iter().find(|(name, _)| name == said)?;
    if *name == CURL {
        let is_curl = text.get(..at)?.ends_with("cu");
        return is_curl.then(|| bundled(text, at + CURL.len() - 1)).flatten();
    }
    // `expdp`, `impdp`, `sqlplus` and `composer` are cut.
    let is_cut = matches!(
        *name,
        "kserv identify "
            | "otpw --plaintext "
            | "ats auth "
            | "dd-mask::"
            | "pdp "
            | "qlplus "
            | "oser config http-basic."
            | "b-oauth.github.com "
    );
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
        bundle if bundle.starts_with("bundle config") || bundle == "ats auth" => {
            Some(word.split_once(':')?)
        }
        _ => None,
    };
    let (user, password) = pair.unwrap_or(("", word));
    let skipped = if pair.is_some() { user.len() + 1 } else { 0 };
    let is_itself = is_argument(password)
        || is_strong(password)
        || password.starts_with("s.") && password.len() > 20;
    let is_variable = password.strip_prefix('$').is_some_and(|name| {
        name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
            || name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    });
    let is_placeholder = is_variable || password.starts_with(['-', '*', '/', '.']);
    let start = from + skipped;
    let end = start + password.len();
    let is_cut = from + word.len() > at + name.len() + MAX_COMMAND - 4;
    (is_itself && !is_placeholder && text.get(start..)?.starts_with(password))
        .then(|| start..if is_cut { to_blank(text, end) } else { end })
}

/// `curl -sSu ann:v`.
fn bundled(text: &str, start: usize) -> Option<Range<usize>> {
    let near = beginning(text.get(start..)?, MAX_COMMAND).split(['\n', '|', ';']).next()?;
    crate::count_steps(near.len());
    let is_bundle = |word: &str| {
        let letters = word.strip_prefix('-').and_then(|it| it.strip_suffix('u'));
        letters.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphabetic()))
    };
    let (from, _) = words(near).skip_while(|(_, word)| !is_bundle(word)).nth(1)?;
    let value = Cursor::new(text, start + from).value()?;
    let (user, password) = value.text.split_once(':')?;
    let is_itself = is_quoted_literal(password) || is_generated(password);
    let place = value.range.start + user.len() + 1;
    (password.len() > 3 && is_itself).then(|| place..value.whole(text).end)
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
