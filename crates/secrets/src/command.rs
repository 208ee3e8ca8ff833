//! Passwords among the arguments of programs.

mod programs;
mod table;

use std::ops::Range;

use hook_protocol::ending;

pub(crate) use programs::Programs;
use table::{OPTIONS, PasswordOption, Place, rows};

use crate::assign::is_of_strings;
use crate::cursor::{Cursor, Value};
use crate::generated::is_generated;
use crate::value::{is_literal, is_quoted_literal, is_random};
use crate::{argument, is_word, plain};

pub(crate) const BEGINNINGS: [&str; 16] = [
    "-u",
    "-p",
    "-t ",
    "-s ",
    "-a",
    "-b",
    "-c ",
    "-k",
    "-n",
    "-storepass",
    "-w",
    "-x ",
    "--",
    "/p:",
    "identified by",
    "identified with",
];

/// How far a user may be before a password, in bytes.
const MAX_BESIDE: usize = 160;

/// The password of the option that begins here.
pub(crate) fn at(text: &str, at: usize, programs: &mut Programs) -> Option<Range<usize>> {
    let first = *text.as_bytes().get(at)?;
    if first | 0x20 == b'i' && is_word(text, at, &["identified by", "identified with"]) {
        let mut cursor = Cursor::new(text, at + "identified ".len());
        // `WITH plugin BY 'v'`.
        cursor.skip(|c| c.is_ascii_alphabetic());
        cursor.skip(|c| c == ' ');
        if is_word(text, at, &["identified with"]) {
            cursor.skip(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_given = [" BY ", " AS ", " by ", " as "].iter().any(|word| cursor.eat(word));
            is_given.then_some(())?;
        }
        cursor.eat("PASSWORD ");
        let value = cursor.value()?;
        let is_text = matches!(value.quote, Some('"' | '\'')) || is_random(value.text);
        return (is_text && (is_given(&value) || is_option_like(&value)))
            .then(|| value.whole(text));
    }
    matches!(first, b'-' | b'/').then_some(())?;
    let before = text.get(..at)?;
    // What `set -x` tells, `mysql '-pv'`, and lists: `["mysql", "-pv"]`.
    let is_quoted = [" '", ", \"", ",\""].iter().any(|it| before.ends_with(it));
    (is_quoted || before.ends_with(char::is_whitespace) || before.ends_with("\\n")).then_some(())?;
    let mut rows = rows(text, at);
    let mut password = None;
    while password.is_none() && rows != 0 {
        let row = rows.trailing_zeros() as usize;
        rows &= rows - 1;
        password = OPTIONS.get(row)?.password(text, at, programs, row);
    }
    password
        .or_else(|| (!is_quoted).then(|| beside_user(text, at)).flatten())
        .or_else(|| argument::of_option(text, at))
}

/// How a user is named on a command line, and a password beside it.
const USERS: [&str; 7] = ["-u", "-U", "-l", "--user", "--username", "-username", "-user"];
const WITH_USER: [&str; 3] = ["-p ", "-P ", "-pw "];

/// The password in `-u ann -p v` of any program: nothing but options may stand between.
fn beside_user(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let option = WITH_USER.iter().find(|option| rest.starts_with(**option))?;
    let before = ending(text.get(..at)?, MAX_BESIDE);
    let command = before.rsplit(['\n', '|', ';', '&']).next()?;
    crate::count_steps(command.len());
    // There `-p` takes what touches it.
    (!command.contains("mysql") && !command.contains("mariadb")).then_some(())?;
    let words: Vec<&str> = command.split_ascii_whitespace().collect();
    let user = words.iter().rposition(|word| USERS.contains(word))?;
    let mut behind = words.into_iter().skip(user + 1);
    let is_user = behind.next().is_some_and(|user| !user.starts_with('-'));
    let mut takes_value = false;
    let is_pair = is_user
        && behind.all(|word| {
            let is_option = word.starts_with('-');
            let is_known = is_option || takes_value;
            takes_value = is_option && !word.contains('=');
            is_known
        });
    is_pair.then_some(())?;
    let mut cursor = Cursor::new(text, at + option.len());
    cursor.blank();
    let value = cursor.value()?;
    let is_number = value.text.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | ',' | '.'));
    let is_itself = match value.quote {
        Some(_) => is_quoted_literal(value.text),
        None => plain::is_argument(value.text),
    };
    (is_itself && !is_number && !value.text.contains('/')).then(|| value.whole(text))
}

impl PasswordOption {
    fn password(
        &self,
        text: &str,
        at: usize,
        programs: &mut Programs,
        row: usize,
    ) -> Option<Range<usize>> {
        let rest = text.get(at..)?;
        let option = self.options.iter().find(|option| rest.starts_with(**option))?;
        let mut cursor = Cursor::new(text, at + option.len());
        let is_apart = cursor.eat("=") || cursor.blank();
        let is_word =
            option.starts_with("--") || option.starts_with("-s") || option.starts_with("-k");
        if is_word && !is_apart || is_apart && self.place == Place::Attached {
            return None;
        }
        let is_quoted = text.get(..at).is_some_and(|before| before.ends_with(['\'', '"']));
        (!is_quoted || self.place == Place::Attached).then_some(())?;
        programs.are(text, at, row).then_some(())?;
        let mut value = cursor.value()?;
        let sign = match self.place {
            Place::Behind(sign) => sign,
            Place::Cookies => '=',
            Place::Attached | Place::Anywhere => {
                return is_given(&value).then(|| value.whole(text));
            }
        };
        // `ann:'v'`: quotes that begin in the middle.
        if value.text.ends_with(sign) && text.get(value.range.end..)?.starts_with(['"', '\'']) {
            let quoted = Cursor::new(text, value.range.end).value()?;
            return is_given(&quoted).then(|| quoted.whole(text));
        }
        let (user, password) = value.text.split_once(sign)?;
        value.range.start += user.len() + 1;
        value.text = password;
        let is_cookie = self.place == Place::Cookies;
        (is_given(&value) && (!is_cookie || is_random(password))).then(|| value.whole(text))
    }
}

/// A password in quotes that begins as options do.
fn is_option_like(value: &Value<'_>) -> bool {
    value.quote.is_some()
        && value.text.len() > 5
        && value.text.starts_with('-')
        && is_quoted_literal(value.text)
}

fn is_given(value: &Value<'_>) -> bool {
    let is_itself = value.quote.map_or(is_literal(value.text), |_| is_quoted_literal(value.text));
    let is_word = !value.text.starts_with('-') && !is_of_strings(value);
    value.text.len() > 2 && (is_itself || is_generated(value.text)) && is_word
}
