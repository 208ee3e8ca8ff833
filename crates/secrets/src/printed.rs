//! What a command has printed below itself: `$ pass show mail` and the password on the next line.

use std::ops::Range;

use hook_protocol::beginning;

use crate::assign::is_strong;
use crate::cursor::to_blank;
use crate::generated::is_generated;
use crate::name::{Kind, kind};
use crate::value::is_very_random;
use crate::which;

/// What prints what it is asked for, behind a prompt.
pub(crate) const BEGINNINGS: [&str; 16] = [
    "$ aws secretsmanager get-secret-value",
    "$ az keyvault secret show",
    "$ bw get password",
    "$ cat ",
    "$ echo ",
    "$ gcloud secrets versions access",
    "$ grep ",
    "$ jq ",
    "$ kubectl ",
    "$ op read ",
    "$ pass show ",
    "$ printenv ",
    "$ pwgen ",
    "$ security find-",
    "$ vault ",
    "$ yq ",
];

/// In bytes.
const MAX_COMMAND: usize = 240;
const MAX_VALUE: usize = 160;

/// The secret that the command here has printed.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let name = BEGINNINGS.get(which(text, at, &BEGINNINGS)?)?;
    let near = beginning(text.get(at..)?, MAX_COMMAND);
    crate::count_steps(near.len());
    let command = near.split_once('\n')?.0;
    let start = at + command.len() + 1;
    let line = beginning(text.get(start..)?, MAX_VALUE).split('\n').next()?;
    crate::count_steps(line.len());
    let value = line.trim_end_matches([' ', '\r']);
    let is_itself = is_generated(value)
        || is_strong(value) && !value.contains(['=', ':', '/', '(', ')', '<', '"', ',']);
    let is_secret = !value.contains(char::is_whitespace) && (is_itself || is_very_random(value));
    let is_cut = value.len() > MAX_VALUE - 4;
    let end = || start + value.len();
    (is_secret && prints_a_secret(name, command))
        .then(|| start..if is_cut { to_blank(text, end()) } else { end() })
}

fn prints_a_secret(name: &str, command: &str) -> bool {
    let asked = command.get(name.len()..).unwrap_or_default();
    let names_one = || {
        let is_end = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-');
        let words = asked.split(is_end).filter(|word| word.len() < MAX_VALUE);
        words.into_iter().any(|word| matches!(kind(word), Some(Kind::Password | Kind::Secret)))
    };
    match name.trim_end() {
        "$ cat" | "$ jq" | "$ yq" | "$ printenv" => names_one(),
        "$ echo" => asked.starts_with(['$', '"']) && names_one(),
        "$ grep" => asked.contains("| cut ") && names_one(),
        "$ kubectl" => asked.contains("jsonpath") && names_one(),
        "$ vault" => asked.contains("-field"),
        _ => true,
    }
}
