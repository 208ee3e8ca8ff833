//! Passwords in addresses: RFC 3986, section 3.2.1.

use std::ops::Range;

use hook_protocol::beginning;

use crate::generated::is_generated;
use crate::signs::{is_one_of, table};
use crate::value::{is_literal, is_very_random};

pub(crate) const BEGINNINGS: [&str; 6] = [":/", "@tcp(", "@unix(", ":thin:", ":5432:", ":*:"];

/// What ends an address in any text.
static ENDS: [bool; 256] = table(b"\"'`<>\\ \t\n\r\x0b\x0c");

/// What stands where a password will.
const PLACEHOLDERS: [&str; 6] = ["pass", "passwd", "password", "pw", "pwd", "secret"];

/// How long a user and a password may be, in bytes.
const MAX_PAIR: usize = 100;

/// How long what stands before the host may be.
const MAX_USER: usize = 1 << 10;

/// The secrets before the host, where `://` stands.
pub(crate) fn at(text: &str, at: usize, found: &mut Vec<Range<usize>>) {
    let before = text.get(..at).unwrap_or_default();
    found.extend(of_driver(text, at).or_else(|| of_pgpass(text, at)));
    if before.ends_with(|last: char| last.is_ascii_alphanumeric())
        && let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix("://"))
    {
        let start = at + "://".len();
        let near = beginning(rest, MAX_USER);
        let end = near.bytes().position(|byte| is_one_of(&ENDS, byte)).unwrap_or(near.len());
        crate::count_steps(end);
        let Some(user) = near.get(..end).and_then(before_host) else {
            if end > MAX_USER - 4 {
                found.extend(long_password(text, start, near));
            }
            return;
        };
        match user.split_once(':') {
            Some((name, password)) => {
                let place = start + name.len() + 1;
                found.extend(is_very_random(name).then(|| start..start + name.len()));
                let is_itself = (is_literal(password) || is_generated(password))
                    && !PLACEHOLDERS.contains(&password);
                found.extend(is_itself.then(|| place..place + password.len()));
            }
            None => found.extend(is_very_random(user).then(|| start..start + user.len())),
        }
    }
}

/// `ann:v@host` with a password so long that what is near has no end: no port is.
fn long_password(text: &str, start: usize, near: &str) -> Option<Range<usize>> {
    let (name, password) = near.split_once(':')?;
    let is_user = !name.contains(['/', '?', '#', '[']);
    let is_port =
        password.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['/', '?', '#']);
    (is_user && !is_port && is_very_random(password)).then_some(())?;
    let start = start + name.len() + 1;
    let rest = text.get(start..)?.as_bytes();
    let length = rest.iter().take_while(|it| **it != b'@' && !is_one_of(&ENDS, **it)).count();
    crate::count_steps(length);
    // What nothing is behind may have been cut off.
    let is_before_host = rest.get(length).is_none_or(|byte| *byte == b'@');
    is_before_host.then(|| start..start + length)
}

/// `ann:v@tcp(host)` of Go, and `thin:ann/v@host` of Oracle.
fn of_driver(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    if rest.starts_with("@tcp(") || rest.starts_with("@unix(") {
        let near = hook_protocol::ending(text.get(..at)?, MAX_PAIR);
        let word = near.rsplit(|c: char| c.is_whitespace() || "\"'`=".contains(c)).next()?;
        let (_, password) = word.split_once(':')?;
        return is_literal(password).then(|| at - password.len()..at);
    }
    let start = at + ":thin:".len();
    let near = beginning(rest.strip_prefix(":thin:")?, MAX_PAIR);
    let (user, behind) = near.split_once('/')?;
    let password = behind.split('@').next().filter(|it| it.len() < behind.len())?;
    let start = start + user.len() + 1;
    (!user.is_empty() && is_literal(password)).then(|| start..start + password.len())
}

/// `host:5432:base:ann:v`, a line of `.pgpass`.
fn of_pgpass(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let behind = rest.strip_prefix(":5432:").or_else(|| rest.strip_prefix(":*:"))?;
    let line = beginning(behind, MAX_USER).split('\n').next()?;
    let mut fields = line.splitn(3, ':');
    let (base, user, password) = (fields.next()?, fields.next()?, fields.next()?.trim_end());
    let is_name = |text: &str| !text.is_empty() && !text.contains([' ', '"', '/', ',']);
    // A colon within a password has a backslash before it.
    let is_one = !password.replace("\\:", "").contains(':');
    let is_line =
        is_name(base) && is_name(user) && is_literal(password) && is_name(password) && is_one;
    let start = text.len() - behind.len() + base.len() + user.len() + 2;
    is_line.then(|| start..start + password.len())
}

/// What stands before the `@`: the last one of the authority. A password may hold a
/// slash that nobody escaped; then what stands before that is no host with a port.
fn before_host(address: &str) -> Option<&str> {
    let (authority, _) = address.split_once(['/', '?', '#']).unwrap_or((address, ""));
    if let Some((user, _)) = authority.rsplit_once('@') {
        return Some(user);
    }
    let (_, port) = authority.split_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let (user, host) = address.rsplit_once('@')?;
    let is_host = host.starts_with(|first: char| first.is_ascii_alphanumeric());
    (!is_port && is_host).then_some(user)
}
