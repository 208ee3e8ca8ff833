//! The names that a line declares or assigns, in whatever language: roughly, by its signs and by the words
//! that most languages share.

/// What stands before the name of something that has a body.
const KINDS: [&str; 14] = [
    "class",
    "def",
    "enum",
    "fn",
    "fun",
    "func",
    "function",
    "interface",
    "namespace",
    "record",
    "struct",
    "sub",
    "trait",
    "type",
];

/// What stands before parentheses and declares nothing.
const CONTROL: [&str; 30] = [
    "and", "assert", "await", "case", "catch", "default", "defer", "del", "do", "elif", "else",
    "for", "foreach", "go", "if", "in", "match", "new", "not", "or", "print", "raise", "return",
    "switch", "throw", "try", "unless", "until", "while", "yield",
];

/// A name, and what the line says of it: of a variable all before its value, of a function its head.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Declared<'a> {
    pub(crate) name: &'a str,
    pub(crate) head: &'a str,
}

/// The names that a line declares.
pub(crate) fn declared(line: &str) -> Vec<Declared<'_>> {
    let line = without_comment(line).trim();
    if let Some(names) = imported(line) {
        return names.into_iter().map(|name| Declared { name, head: "" }).collect();
    }
    if let Some(found) = looped(line) {
        return found;
    }
    let value = value_at(line);
    let left = line.get(..value.unwrap_or(line.len())).unwrap_or(line).trim();
    if let Some(found) = function(left, line) {
        return found;
    }
    if let Some(name) = behind_kind(left) {
        return vec![Declared { name, head: left }];
    }
    let ends = line.ends_with([';', ',', '{']) || line.contains(':');
    if value.is_none() && !(ends && is_field(left)) {
        return Vec::new();
    }
    let bare = outside(left, &[':']).next().unwrap_or(left).trim();
    let parts = bare.trim_matches(['{', '}', '[', ']', '(', ')', ' ']);
    let is_many = left.contains(['{', '[']) && value.is_some() || bare.contains(',');
    if !is_many {
        let name = last_name(bare);
        return name.into_iter().map(|name| Declared { name, head: left }).collect();
    }
    let within = left.find(['{', '[']).and_then(|at| left.get(at + 1..)).unwrap_or(parts);
    let within = within.split(['}', ']']).next().unwrap_or(within);
    let parts = within.split(',').filter_map(|part| part.rsplit(':').next()?.split('=').next());
    let names = parts.filter_map(last_name);
    names.map(|name| Declared { name, head: "" }).collect()
}

/// A line without what a person says in it.
pub(crate) fn without_comment(line: &str) -> &str {
    let text = line.trim_start();
    if ["* ", "/*", "-- ", "//", "<!--"].iter().any(|mark| text.starts_with(mark)) || text == "*" {
        return "";
    }
    let (mut is_quoted, mut is_apart) = (false, true);
    for (at, it) in line.char_indices() {
        let rest = line.get(at..).unwrap_or_default();
        if is_apart && !is_quoted && ["# ", "// ", "/* "].iter().any(|it| rest.starts_with(it)) {
            return line.get(..at).unwrap_or(line);
        }
        is_quoted ^= matches!(it, '"' | '\'' | '`');
        is_apart = it.is_whitespace();
    }
    line
}

/// The names that an import binds; `None` where it is none.
fn imported(line: &str) -> Option<Vec<&str>> {
    let rest = line.strip_prefix("from ").and_then(|rest| rest.split_once(" import "));
    if let Some((_, names)) = rest {
        let names = names.trim_matches(['(', ')', ' ']);
        return Some(names.split(',').filter_map(bound).filter_map(first_name).collect());
    }
    if let Some(rest) = line.strip_prefix("use ") {
        let names = rest.trim_end_matches(';').trim_end_matches('}');
        let names = names.rsplit_once('{').map_or(names, |(_, names)| names);
        return Some(names.split(',').filter_map(bound).filter_map(last_name).collect());
    }
    let rest = line.strip_prefix("import ")?;
    if let Some((names, _)) = rest.split_once(" from ") {
        let names = names.trim_start_matches("type ").split([',', '{', '}']);
        return Some(names.filter_map(bound).filter_map(last_name).collect());
    }
    let of_module = |part| {
        let named = bound(part)?;
        if line.ends_with(';') || part.contains(" as ") {
            last_name(named)
        } else {
            first_name(named)
        }
    };
    Some(rest.split(',').filter_map(of_module).collect())
}

/// What a part of an import is called.
fn bound(part: &str) -> Option<&str> {
    part.rsplit(" as ").next().map(str::trim)
}

/// The names of `for x in y`, `with y as x`, `except E as x`, `catch (x)`.
fn looped(line: &str) -> Option<Vec<Declared<'_>>> {
    let start = line.strip_prefix("for ").or_else(|| line.strip_prefix("async for "));
    let names = start.and_then(|rest| {
        [" in ", " of "].iter().find_map(|word| rest.split_once(word)).map(|(names, _)| names)
    });
    let opened = || {
        let is_opened = ["with ", "except ", "async with "].iter().any(|it| line.starts_with(it));
        line.rsplit_once(" as ").filter(|_| is_opened).map(|(_, name)| name)
    };
    let caught = || line.split_once("catch (").and_then(|(_, rest)| rest.split(')').next());
    let names = names.or_else(opened).or_else(caught)?;
    let names = names.split(',').filter_map(last_name);
    Some(names.map(|name| Declared { name, head: "" }).collect())
}

/// The name of a function with those of its parameters.
fn function<'a>(left: &'a str, line: &'a str) -> Option<Vec<Declared<'a>>> {
    let open = left.find('(')?;
    let (before, rest) = left.split_at(open);
    let before = before.split('<').next().unwrap_or(before);
    let name = last_name(before)?;
    let words: Vec<&str> = before.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let has_body = line.ends_with(['{', '}']);
    let has_kind = words.iter().any(|word| KINDS.contains(word));
    let is_control = !has_kind && (CONTROL.contains(&first) || CONTROL.contains(&name));
    let is_other = is_control || before.contains(['.', '"', '\'', ';']);
    let is_declared =
        has_kind || (words.len() > 1 || has_body) && before.trim_end().ends_with(name);
    let inside = rest.strip_prefix('(')?;
    let end = closing(inside).unwrap_or(inside.len());
    let is_typed =
        || line.ends_with(';') && inside.get(end..).is_some_and(|it| it.starts_with("):"));
    ((is_declared || is_typed()) && !is_other).then_some(())?;
    let parameters = outside(inside.get(..end)?, &[',']);
    let of = |part: &'a str| {
        let part = part.trim();
        let bare = part.split(['=', ':']).next()?;
        Some(Declared { name: last_name(bare)?, head: part })
    };
    let tail = inside.get(end..)?;
    let body = tail.find(" {").or_else(|| tail.rfind(':')).unwrap_or(tail.len());
    let head = left.get(..open + 1 + end + body)?;
    let own = Declared { name, head };
    Some(std::iter::once(own).chain(parameters.filter_map(of)).collect())
}

/// The name behind `class`, `struct` and their like.
fn behind_kind(left: &str) -> Option<&str> {
    let mut words = left.split_whitespace();
    let is_kind = words.by_ref().take(5).any(|word| KINDS.contains(&word));
    words.next().filter(|_| is_kind).and_then(first_name)
}

/// Whether a text without a value is that of a field: `id: number`, `int x`, `"key": 1`, `A`.
fn is_field(left: &str) -> bool {
    let named =
        outside(left, &[':']).next().unwrap_or(left).trim_matches(['"', '\'', ' ', ',', ';', '{']);
    let first = named.split_whitespace().next().unwrap_or_default();
    let is_word =
        |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | ' ' | '<' | '>' | '?' | '$');
    !CONTROL.contains(&first)
        && named.starts_with(|it: char| it.is_alphabetic() || matches!(it, '_' | '-' | '$'))
        && named.split_whitespace().count() < 5
        && named.chars().all(is_word)
}

/// Where the value of an assignment begins, outside of parentheses: at its sign.
fn value_at(line: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = ' ';
    let mut all = line.char_indices().peekable();
    while let Some((at, it)) = all.next() {
        match it {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => {
                let next = all.peek().map(|(_, it)| *it);
                let is_other = matches!(next, Some('=' | '>' | '~'));
                if is_other || matches!(last, '=' | '!' | '<' | '>' | '~') {
                    return None;
                }
                let start = usize::from("+-*/%|&^:?".contains(last));
                return at.checked_sub(start);
            }
            _ => {}
        }
        last = it;
    }
    None
}

/// Where the parenthesis is closed that stands before a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    for (at, it) in text.char_indices() {
        match it {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The parts of a text between signs that stand in no parentheses.
fn outside<'a>(text: &'a str, signs: &'a [char]) -> impl Iterator<Item = &'a str> {
    let mut depth = 0_usize;
    text.split(move |it: char| {
        match it {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && signs.contains(&it)
    })
}

fn is_part(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

fn is_name(word: &&str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

fn last_name(text: &str) -> Option<&str> {
    text.rsplit(|it| !is_part(it)).find(|word| !word.is_empty()).filter(is_name)
}

fn first_name(text: &str) -> Option<&str> {
    text.split(|it| !is_part(it)).find(|word| !word.is_empty()).filter(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let found: Vec<&str> = declared(line).into_iter().map(|it| it.name).collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn names_are_known_by_the_signs_that_languages_share() {
        check("name = user.name  # the name", &["name"]);
        check("    name, z = user", &["name", "z"]);
        check("x: int = 1", &["x"]);
        check("let mut s = 1;", &["s"]);
        check("const { value: val, rest } = props;", &["val", "rest"]);
        check("final int x = 1;", &["x"]);
        check("count += 1", &["count"]);
        check("int x;", &["x"]);
        check("id: number;", &["id"]);
        check("C,", &["C"]);
        check("\"c\": 0,", &["c"]);
        check("d: 5", &["d"]);
        check("--main-color: red;", &["color"]);
        check("for name, x in pairs:", &["name", "x"]);
        check("with open(path) as name:", &["name"]);
    }

    #[test]
    fn functions_are_declared_with_their_parameters() {
        check("def f(self, x: int = 1) -> int:", &["f", "self", "x"]);
        check("void g() throws Exception { }", &["g"]);
        check("fn g(s: &String) {}", &["g", "s"]);
        check("def go(self):", &["go", "self"]);
        check("b() {}", &["b"]);
        check("b(): void;", &["b"]);
        check("sub run { 1 }", &["run"]);
        check("export class A implements I {", &["A"]);
        check("public abstract class A {", &["A"]);
    }

    #[test]
    fn imports_bind_what_stands_behind_as() {
        check("import json", &["json"]);
        check("import os.path", &["os"]);
        check("import json as j", &["j"]);
        check("from m import a, b as c", &["a", "c"]);
        check("import { foo, a as b } from \"./foo\";", &["foo", "b"]);
        check("import x from \"y\";", &["x"]);
        check("import java.util.List;", &["List"]);
        check("use std::fmt::{Debug, Display as D};", &["Debug", "D"]);
    }

    #[test]
    fn what_is_only_used_is_not_declared() {
        check("# name = 1", &[]);
        check("print(name)", &[]);
        check("foo(bar=1);", &[]);
        check("return x", &[]);
        check("if x == 1:", &[]);
        check("if (x === 1) {", &[]);
        check("o.run();", &[]);
        check("a >= b", &[]);
    }
}
