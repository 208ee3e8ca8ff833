//! What is piped into a program that reads a secret there: `echo v | docker login
//! --password-stdin`, and `chpasswd <<< "user:v"`.

use std::ops::Range;

use hook_protocol::ending;

use crate::cursor::Cursor;
use crate::value::{is_literal, is_quoted_literal};
use crate::which;

pub(crate) const BEGINNINGS: [&str; 10] = [
    "passwd --stdin",
    "--password-stdin",
    "--with-token",
    "chpasswd",
    "docker secret create",
    "gh secret set",
    "sudo -s",
    "--passphrase-fd",
    "vercel env add",
    "wrangler secret put",
];

/// How far what is piped may be before the program, in bytes.
const MAX_BEFORE: usize = 300;

/// The secret that is piped into the program whose mark begins here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let mark = BEGINNINGS.get(which(text, at, &BEGINNINGS)?)?;
    let (value, place) = before(text, at).or_else(|| behind(text, at + mark.len()))?;
    // `user:v` of chpasswd.
    let of_user =
        if *mark == "chpasswd" { value.find(':').map_or(0, |colon| colon + 1) } else { 0 };
    let start = place + of_user;
    let secret = value.get(of_user..)?;
    (secret.len() > 3).then_some(start..start + secret.len())
}

/// `echo v |`, `printf %s v |`.
fn before(text: &str, at: usize) -> Option<(&str, usize)> {
    let before = ending(text.get(..at)?, MAX_BEFORE);
    crate::count_steps(before.len());
    let line = before.rsplit('\n').next()?;
    let (source, _) = line.rsplit_once('|')?;
    let command = source.rsplit(['|', ';', '&', '(']).next()?;
    let is_echo = ["echo ", "printf "].iter().any(|program| command.contains(program));
    let said = command.trim_end();
    let quote = said.chars().next_back().filter(|last| matches!(last, '"' | '\''));
    let inside = said.strip_suffix(['"', '\'']).unwrap_or(said);
    let open = quote.map_or_else(|| inside.rfind(' '), |quote| inside.rfind(quote))?;
    let value = inside.get(open + 1..)?;
    let is_itself = if quote.is_some() { is_quoted_literal(value) } else { is_literal(value) };
    let place = at - line.len() + source.len() - command.len() + open + 1;
    (is_echo && is_itself).then_some((value, place))
}

/// `<<< "v"`.
fn behind(text: &str, at: usize) -> Option<(&str, usize)> {
    let mut cursor = Cursor::new(text, at);
    cursor.blank();
    cursor.eat("<<<").then_some(())?;
    cursor.blank();
    let value = cursor.value()?;
    is_quoted_literal(value.text).then_some((value.text, value.range.start))
}
