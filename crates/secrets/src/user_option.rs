//! The password behind the name of a user in an option of a command: `curl -u ann:v`.

use crate::placeholder::is_literal;
use crate::randomness::is_strong;
use crate::scan::Scan;
use crate::value::Value;

pub(crate) const PREFIXES: [&str; 2] = ["-u ", "--user"];

const OPTIONS: [&str; 3] = ["-u ", "--user ", "--user="];

/// How short a password is behind the name of a user, in bytes.
const MIN_PASSWORD: usize = 4;

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    let is_apart = scan.text.get(..at).is_some_and(|before| before.ends_with([' ', '\t', '\n']));
    let Some(rest) = scan.text.get(at..).filter(|_| is_apart) else { return };
    let Some(option) = OPTIONS.iter().find(|option| rest.starts_with(**option)) else { return };
    let Some(value) = Value::at(scan.text, at + option.len()) else { return };
    let Some((user, password)) = value.text.split_once(':') else { return };
    let is_password = password.len() >= MIN_PASSWORD
        && is_literal(password)
        && (is_strong(password) || value.quote.is_some() && !password.contains(' '));
    if is_password {
        scan.add(value.start + user.len() + 1..value.whole(scan.text).end);
    } else if password.is_empty() && is_strong(user) {
        // The key of a service stands in place of the user.
        scan.add(value.start..value.start + user.len());
    }
}
