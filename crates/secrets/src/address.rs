//! Passwords in addresses: RFC 3986, section 3.2.1.

use std::ops::Range;

use hook_protocol::beginning;

use crate::cursor::{is_one_of, table};
use crate::value::{is_literal, is_very_random};

pub(crate) const BEGINNINGS: [&str; 1] = [":/"];

/// What ends an address in any text.
static ENDS: [bool; 256] = table(b"\"'`<>\\ \t\n\r\x0b\x0c");

/// What stands where a password will.
const PLACEHOLDERS: [&str; 6] = ["pass", "passwd", "password", "pw", "pwd", "secret"];

/// How long what stands before the host may be.
const MAX_USER: usize = 1 << 10;

/// The secrets before the host, where `://` stands.
pub(crate) fn at(text: &str, at: usize, found: &mut Vec<Range<usize>>) {
    let before = text.get(..at).unwrap_or_default();
    if before.ends_with(|last: char| last.is_ascii_alphanumeric())
        && let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix("://"))
    {
        let start = at + "://".len();
        let near = beginning(rest, MAX_USER);
        let end = near.bytes().position(|byte| is_one_of(&ENDS, byte)).unwrap_or(near.len());
        crate::count_steps(end);
        let Some(user) = near.get(..end).and_then(before_host) else {
            return;
        };
        match user.split_once(':') {
            Some((name, password)) => {
                let place = start + name.len() + 1;
                found.extend(is_very_random(name).then(|| start..start + name.len()));
                let is_itself = is_literal(password) && !PLACEHOLDERS.contains(&password);
                found.extend(is_itself.then(|| place..place + password.len()));
            }
            None => found.extend(is_very_random(user).then(|| start..start + user.len())),
        }
    }
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
