//! What says more than a finding on one line: that the file cannot be read as a whole, or that the
//! program could not do its work. Neither may be silent because of where its place is.

use std::path::Path;

use crate::decide::findings::place::number;
use crate::decide::findings::unreadable::is_unreadable;
use crate::decide::findings::{At, Finding, failure, shape};
use crate::decide::touched::Touched;
use crate::gather::target::{Target, divides};

/// So much of what a failed program said is told, in findings.
const MAX_TOLD: usize = 3;

/// How the name of a configuration ends.
const SETTINGS: [&str; 11] =
    ["cfg", "conf", "config", "ini", "json", "lock", "mod", "properties", "toml", "yaml", "yml"];

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
        let is_own = is_apart && !names_other(&it.text, target) && !failure::is_wrapper(&it.text);
        is_own && names_touched(&it.text, is_known, touched)
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
pub(super) fn names_other(text: &str, target: &Target) -> bool {
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
    text.lines().filter(|line| !shape::is_sum(line) && !shape::is_closing(line)).any(starts)
}

/// Whether a finding has its fault in a source of the project.
pub(super) fn has_fault(finding: &Finding, target: &Target) -> bool {
    finding.at == At::Elsewhere && names_source(&finding.text, target)
}

/// Whether a finding names another source of the project: there is its fault, then.
fn names_source(text: &str, target: &Target) -> bool {
    paths(text).any(|path| target.base().join(path).is_file() && !is_settings(path, target))
}

/// Whether lines name a file of settings of the project: numbers in them are places there.
pub(super) fn names_settings(lines: &[String], target: &Target) -> bool {
    let mut all = lines.iter().flat_map(|line| paths(line));
    all.any(|path| {
        let is_other = is_settings(path, target) && !target.is_named(path);
        is_other && target.base().join(path).is_file()
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
