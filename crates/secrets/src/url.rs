//! Passwords in URLs: RFC 3986, section 3.2.1.

use hook_protocol::beginning;

use crate::placeholder::is_literal;
use crate::randomness::is_very_random;
use crate::scan::Scan;

pub(crate) const PREFIXES: [&str; 1] = ["://"];

/// How long what stands before the host may be, in bytes.
const MAX_USER: usize = 1 << 10;

/// What stands where a password will.
const PLACEHOLDERS: [&str; 6] = ["pass", "passwd", "password", "pw", "pwd", "secret"];

pub(crate) fn find(scan: &mut Scan<'_>, at: usize) {
    let has_scheme = || {
        let before = scan.text.as_bytes().get(..at).and_then(<[u8]>::last);
        before.is_some_and(u8::is_ascii_alphanumeric)
    };
    let start = at + "://".len();
    let Some(rest) = scan.text.get(start..).filter(|_| !scan.is_known(at) && has_scheme()) else {
        return;
    };
    if !scan.text.get(at..).is_some_and(|rest| rest.starts_with("://")) {
        return;
    }
    let near = beginning(rest, MAX_USER);
    let ends = |c: char| c.is_whitespace() || "\"'`<>\\".contains(c);
    let url = near.split(ends).next().unwrap_or_default();
    crate::count_steps(url.len());
    let Some(user) = user_information(url) else { return };
    let Some((name, password)) = user.split_once(':') else {
        if is_very_random(user) {
            scan.add(start..start + user.len());
        }
        return;
    };
    if is_very_random(name) {
        scan.add(start..start + name.len());
    }
    if is_literal(password) && !PLACEHOLDERS.contains(&password) {
        scan.add(start + name.len() + 1..start + user.len());
    }
}

/// What stands before the last `@` of the authority. A password may have a slash that nobody
/// escaped: then what stands before it is no host with a port.
fn user_information(url: &str) -> Option<&str> {
    let (authority, _) = url.split_once(['/', '?', '#']).unwrap_or((url, ""));
    if let Some((user, _)) = authority.rsplit_once('@') {
        return Some(user);
    }
    let (_, port) = authority.split_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let (user, host) = url.rsplit_once('@')?;
    let is_host = host.starts_with(|first: char| first.is_ascii_alphanumeric());
    (!is_port && is_host).then_some(user)
}
