//! Perl: quotes that are none to a reader of other languages, and code that a text names.
//!
//! perlop, "Quote and Quote-like Operators"; perlvar; perlfunc.

use std::iter::Peekable;
use std::str::Chars;

use crate::variables::is_name;

/// What calls, edits or runs by a name that no list of functions has.
const SIGNS: [&str; 32] = [
    "$\"",
    "$'",
    "$`",
    "@\"",
    "$^I",
    "${^",
    "INPLACE_EDIT",
    "&$",
    "&{",
    "${\"",
    "${chr",
    "->can(",
    "->$",
    ")->(",
    "readpipe",
    "CORE::",
    "use re",
    "/ee",
    "qx",
    "re=eval",
    // Modules whose functions write files, or run what they are told.
    "IO::File",
    "IO::Compress",
    "IPC::",
    "Storable",
    "DBM_File",
    "DB_File",
    "Tie::File",
    "Archive::",
    "Compress::Zlib",
    "ExtUtils::",
    "File::Temp",
    "CPAN",
];

/// The operators that quote, with the number of their parts.
const QUOTING: [(&str, usize); 8] =
    [("q", 1), ("qq", 1), ("qw", 1), ("qr", 1), ("m", 1), ("s", 2), ("y", 2), ("tr", 2)];

/// The sign by which a program does what its names do not tell, if there is one.
pub(super) fn hides(code: &str) -> Option<&'static str> {
    let feeds = ["\">", "'>", "(>", "{>", "|\"", "|'"];
    if code.contains("->(") && ["::\"", "::'"].iter().any(|sign| code.contains(sign)) {
        return Some("->(");
    }
    if code.contains("ARGV") && feeds.iter().any(|sign| code.contains(sign)) {
        return Some("@ARGV");
    }
    SIGNS.into_iter().find(|sign| code.contains(sign))
}

/// A program without what its operators quote. What these are is told by what stands around them, and
/// may be wrong: so a program is read as it stands, too.
pub(super) fn without_quotes(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code.chars().peekable();
    while let Some(next) = rest.next() {
        if next == '/' && may_match(&kept) {
            part(&mut rest, '/');
            kept.push(' ');
            continue;
        }
        kept.push(next);
        if !is_name(next) {
            continue;
        }
        while let Some(next) = rest.next_if(|next| is_name(*next)) {
            kept.push(next);
        }
        let start = kept.rfind(|it: char| !is_name(it)).map_or(0, |at| at + 1);
        let (before, word) = kept.split_at_checked(start).unwrap_or_default();
        let is_variable = before.ends_with(['$', '@', '%', '&', '>', '{']);
        let parts = QUOTING.iter().find(|(name, _)| *name == word && !is_variable);
        if let Some((_, parts)) = parts {
            quoted(&mut rest, *parts);
        }
    }
    kept
}

/// Whether a slash behind this begins a pattern.
fn may_match(before: &str) -> bool {
    let before = before.trim_end();
    let words = ["and", "or", "not", "if", "unless", "split", "grep", "while", "until", "return"];
    before.is_empty()
        || before.ends_with(['(', '~', ';', '{', ',', '!', '&', '|', '=', '\n'])
        || words.iter().any(|word| before.ends_with(word))
}

/// Passes the parts of a quoting operator behind its name.
fn quoted(rest: &mut Peekable<Chars<'_>>, parts: usize) {
    let mut ahead = rest.clone();
    while ahead.next_if(char::is_ascii_whitespace).is_some() {}
    let Some(begin) = ahead.next() else { return };
    let is_arrow = begin == '=' && ahead.peek() == Some(&'>');
    if is_name(begin) || matches!(begin, ',' | ';' | ')') || is_arrow {
        return;
    }
    *rest = ahead;
    let end = closing(begin);
    part(rest, end);
    for _ in 1..parts {
        if end == begin {
            part(rest, end);
        } else {
            while rest.next_if(char::is_ascii_whitespace).is_some() {}
            let next = rest.next().map_or(end, closing);
            part(rest, next);
        }
    }
}

fn closing(begin: char) -> char {
    match begin {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}

/// Passes a part and the sign at its end.
fn part(rest: &mut Peekable<Chars<'_>>, end: char) {
    let begin = match end {
        ')' => '(',
        ']' => '[',
        '}' => '{',
        '>' => '<',
        _ => '\0',
    };
    let mut open = 1_usize;
    while let Some(next) = rest.next() {
        match next {
            '\\' => drop(rest.next()),
            next if next == begin => open += 1,
            next if next == end => {
                open -= 1;
                if open == 0 {
                    return;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_operators_quote_is_left_out() {
        let check = |code: &str, expected: &str| assert_eq!(without_quotes(code), expected);
        check("y/\"//; mkdir \"a\"; y/\"//", "y; mkdir \"a\"; y");
        check("print q#\"#; mkdir \"a\"", "print q; mkdir \"a\"");
        check("s{\"}{'}g; x", "sg; x");
        check("if (/\"/) { mkdir \"a\" }", "if ( ) { mkdir \"a\" }");
        check("$y / 2; $s{a} / 2", "$y / 2; $s{a} / 2");
        check("(y => 1, s => \"a\")", "(y => 1, s => \"a\")");
    }

    #[test]
    fn what_runs_by_another_name_is_seen() {
        for code in ["$^I=\"\"", "readpipe \"a\"", "@ARGV=(\">a\"); <>", "&$f(1)", "s/a/b/ee"] {
            assert!(hides(code).is_some(), "{code}");
        }
        assert_eq!(hides("print if /a$/ && $F[1] > 2"), None);
    }
}
