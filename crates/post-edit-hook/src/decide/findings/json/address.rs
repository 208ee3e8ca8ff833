//! Paths as documents spell them: addresses with a scheme, and with characters that are escaped.

use std::borrow::Cow;

use crate::gather::target::Target;

/// Whether a path is this file. Some count from the root of the project.
pub(super) fn is_named(path: &str, target: &Target) -> bool {
    let path = without_scheme(path);
    let path = if path.contains('%') { unescaped(path) } else { path.into() };
    target.is_named(&path) || path.strip_prefix('/').is_some_and(|path| target.is_named(path))
}

/// A path of an address: `my%20app.py`.
fn unescaped(path: &str) -> Cow<'_, str> {
    let (mut plain, mut rest) = (Vec::with_capacity(path.len()), path.as_bytes());
    while let [first, behind @ ..] = rest {
        let digits = behind.first_chunk::<2>().filter(|_| *first == b'%');
        let digits = digits.and_then(|it| std::str::from_utf8(it).ok());
        let byte = digits.and_then(|it| u8::from_str_radix(it, 16).ok());
        plain.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    String::from_utf8(plain).map_or_else(|_| path.into(), Cow::Owned)
}

/// The path in `file:///p/a.py`.
pub(super) fn without_scheme(path: &str) -> &str {
    let path = path.strip_prefix("file://").unwrap_or(path);
    path.strip_prefix("localhost").filter(|path| path.starts_with('/')).unwrap_or(path)
}
