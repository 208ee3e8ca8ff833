//! What says more than a finding on one line: that the file cannot be read as a whole, or that the
//! program could not do its work. Neither may be silent because of where its place is.

use std::path::Path;

use crate::decide::findings::place::number;
use crate::decide::findings::{At, Finding, shape};
use crate::decide::touched::Touched;
use crate::gather::target::{Target, divides};

/// So much of what a failed program said is told, in findings.
const MAX_TOLD: usize = 3;

/// In characters: where the message is.
const MAX_MESSAGE: usize = 240;

/// What parsers say of a text that they cannot read, in lower case.
const UNREADABLE: [&str; 30] = [
    "syntax error",
    "syntaxerror",
    "syntax-error",
    "invalid syntax",
    "invalid-syntax",
    "tokenerror",
    "parsing failed",
    "parsing error",
    "parse error",
    "parse exception",
    "failed to parse",
    "could not parse",
    "cannot parse",
    "end of input",
    "end-of-input",
    "end of file",
    "end-of-file",
    "end of string",
    "unexpected end",
    "unexpected eof",
    "never closed",
    "not closed",
    "unclosed",
    "unmatched",
    "unterminated",
    "unfinished",
    "unbalanced",
    "indentationerror",
    "sc1073",
    "missing terminating",
];

/// How the name of a configuration ends.
const SETTINGS: [&str; 11] =
    ["cfg", "conf", "config", "ini", "json", "lock", "mod", "properties", "toml", "yaml", "yml"];

/// What is said of the last line, and keeps nobody from reading it.
const READABLE: [&str; 4] = [
    "newline at end of file",
    "newline at the end of file",
    "newline required at end of file",
    "no newline",
];

/// Whether a finding says that the file cannot be read: then nothing else in it was looked at, and
/// its line is where the parser gave up.
pub(super) fn is_unreadable(text: &str) -> bool {
    let text: String = text.chars().take(MAX_MESSAGE).collect::<String>().to_lowercase();
    if READABLE.iter().any(|words| text.contains(words)) {
        return false;
    }
    UNREADABLE.iter().any(|words| text.contains(words)) || expects_a_sign(&text)
}

/// `expected ')'`, `';' expected`: no name of a type.
fn expects_a_sign(text: &str) -> bool {
    let is_sign = |sign: &str| {
        let mut sign = sign.trim_start_matches(['\'', '"', '`', '\u{2018}', '\u{201c}']).chars();
        let is_one = sign.next().is_some_and(|it| "(){}[];,:".contains(it));
        // `()` and `[u8; 4]` are types.
        is_one && sign.next().is_none_or(|it| !it.is_alphanumeric() && !"()[]{}".contains(it))
    };
    let behind = text.match_indices("expected ").any(|(at, words)| {
        let behind = text.get(at + words.len()..).unwrap_or_default();
        is_sign(behind.strip_prefix("token ").unwrap_or(behind))
    });
    let before = text.match_indices(" expected").any(|(at, _)| {
        let sign = text.get(..at).and_then(|it| it.rsplit(' ').next()).unwrap_or_default();
        sign.starts_with(['\'', '"', '`']) && is_sign(sign)
    });
    let is_bare = ["expected expression", "expected declaration", "expected statement"];
    behind || before || is_bare.iter().any(|words| text.contains(words))
}

/// Of what a program said that failed, and of which nothing is about the touched lines: what has to
/// be told all the same.
pub(super) fn told_all_the_same(
    found: &[Finding],
    touched: &Touched,
    target: &Target,
) -> Vec<Finding> {
    let is_here = |it: &&Finding| matches!(it.at, At::Here(_));
    if let Some(unreadable) = found.iter().filter(is_here).find(|it| is_unreadable(&it.text)) {
        return vec![unreadable.clone()];
    }
    // Lines of a notebook may be counted in a cell, in all of them, or in its text.
    if target.path.extension().is_some_and(|it| it == "ipynb") {
        return found.to_vec();
    }
    // A place in a form that nobody knows may be this file's.
    let is_known = found.iter().any(|it| is_here(&it));
    let is_unknown = |it: &&Finding| {
        let is_apart = matches!(it.at, At::Elsewhere | At::Nowhere);
        is_apart && !names_other(&it.text, target) && names_touched(&it.text, is_known, touched)
    };
    let unknown: Vec<Finding> = found.iter().filter(is_unknown).cloned().collect();
    if !unknown.is_empty() {
        return unknown;
    }
    let is_explained = found.iter().any(|it| match it.at {
        At::Here(_) | At::Whole => true,
        At::Nowhere => shape::is_sum(&it.text) || names_source(&it.text, target),
        At::Elsewhere => names_source(&it.text, target),
    });
    if is_explained { Vec::new() } else { found.iter().take(MAX_TOLD).cloned().collect() }
}

/// Whether a finding names a source of the project that is not this one.
fn names_other(text: &str, target: &Target) -> bool {
    let mut others = paths(text).filter(|path| !target.is_named(path));
    others.any(|path| names_source(path, target))
}

/// Whether a line of a text has the number of a touched line where a place would have it: `x:12`,
/// `line 12`, `(12,7)`; and `12:7`, which may be source, where no other place is known.
fn names_touched(text: &str, is_known: bool, touched: &Touched) -> bool {
    let is_place = |line: &str, at: usize| {
        let (before, rest) = line.split_at(at);
        let Some((found, behind)) = number(rest) else { return false };
        let mut signs = before.chars().rev();
        let (last, second) = (signs.next(), signs.next());
        let is_named = second.is_some_and(|it| it.is_alphabetic() || "\"')]".contains(it));
        let is_first = last.is_none_or(char::is_whitespace)
            && !is_known
            && behind.starts_with([':', '|', '│']);
        let is_enclosed =
            matches!(last, Some('(' | '[')) && behind.starts_with([',', ':', ')', ']']);
        let word = before.trim_end_matches([' ', '=', '#', '"', ':']).to_lowercase();
        let is_word = ["line", "lines", "ln", "row"].iter().any(|it| word.ends_with(it));
        let is_word = is_word && word.len() < before.len();
        let is_place = matches!(last, Some(':' | '=' | 'L')) && is_named;
        (is_place || is_first || is_enclosed || is_word) && touched.has_any(&(found..=found))
    };
    let starts = |line: &str| {
        let is_digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        (0..line.len())
            .any(|at| is_digit(at) && !(at > 0 && is_digit(at - 1)) && is_place(line, at))
    };
    text.lines().filter(|line| !shape::is_sum(line)).any(starts)
}

/// Whether a finding has its fault in a source of the project.
pub(super) fn has_fault(finding: &Finding, target: &Target) -> bool {
    finding.at == At::Elsewhere && names_source(&finding.text, target)
}

/// Whether a finding names another source of the project: there is its fault, then.
fn names_source(text: &str, target: &Target) -> bool {
    paths(text).any(|path| target.root().join(path).is_file() && !is_settings(path, target))
}

/// Whether lines name a file of settings of the project: numbers in them are places there.
pub(super) fn names_settings(lines: &[String], target: &Target) -> bool {
    let mut all = lines.iter().flat_map(|line| paths(line));
    all.any(|path| {
        let is_other = is_settings(path, target) && !target.is_named(path);
        is_other && target.root().join(path).is_file()
    })
}

fn paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(divides).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.len() > 3 && word.contains('.'))
}

/// Whether a path is one of a configuration rather than of what is edited.
fn is_settings(path: &str, target: &Target) -> bool {
    let path = Path::new(path);
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let ending = |path: &Path| path.extension().and_then(|it| it.to_str()).map(str::to_lowercase);
    let is_like_this = ending(path).is_some() && ending(path) == ending(&target.path);
    let has_ending = ending(path).is_some_and(|it| SETTINGS.contains(&it.as_str()));
    !is_like_this && (name.starts_with('.') || has_ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parsers_say_is_known() {
        for text in [
            "a.py:3:1: E999 SyntaxError: '(' was never closed",
            "a.c:20:1: error: expected declaration or statement at end of input",
            "a.c:20:1: error: expected ‘;’ before ‘}’ token",
            "A.java:20: error: reached end of file while parsing",
            "A.java:20: error: ';' expected",
            "a.go:9:1: expected '}', found 'EOF'",
            "a.lua:9:1: (E011) expected '}' (to close '{' on line 3) near <eof>",
            "a.rb:27: syntax error, unexpected end-of-input, expecting `end'",
            "jq: parse error: Unfinished JSON term at line 9, column 0",
        ] {
            assert!(is_unreadable(text), "{text}");
        }
        for text in [
            "a.rs:3:5: error[E0308]: expected `i32`, found `&str`",
            "a.rs:3:5: error[E0308]: expected `()`, found `&str`",
            "a.rs:3:5: error[E0308]: expected `[u8; 4]`, found `&str`",
            "a.py:9:2: W292 no newline at end of file",
            "  9:2  error  Newline required at end of file but not found  eol-last",
            "a.ts(3,5): error TS2322: Type 'string' is not assignable; expected 'number'",
            "a.test.js:3:5 AssertionError: expected 'a' to equal 'b'",
            "a.py:3:1: F821 undefined name 'os'",
            "a.py:3: error: Argument 1 has incompatible type \"int\"; expected \"str\"",
        ] {
            assert!(!is_unreadable(text), "{text}");
        }
    }
}
