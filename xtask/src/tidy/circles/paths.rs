//! The paths in a source text: tokens, and what is named by them.

use std::str::FromStr;

use proc_macro2::{Delimiter, LexError, Spacing, TokenStream, TokenTree};

/// A token, as far as paths are concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    /// `::`
    Colons,
    Open(char),
    Close(char),
    /// Any other character, or a literal, which is `"`.
    Mark(char),
}

/// A path, and the name that it has where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) parts: Vec<String>,
    pub(super) name: String,
}

/// The tokens of a text, without those of comments.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, LexError> {
    let mut tokens = Vec::new();
    flatten(TokenStream::from_str(text)?, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut is_second_colon = false;
    for tree in stream {
        let is_second = std::mem::take(&mut is_second_colon);
        match tree {
            TokenTree::Ident(word) => tokens.push(Token::Word(word.to_string())),
            TokenTree::Literal(_) => tokens.push(Token::Mark('"')),
            TokenTree::Punct(mark) if mark.as_char() == ':' && is_second => {
                tokens.pop();
                tokens.push(Token::Colons);
            }
            TokenTree::Punct(mark) => {
                is_second_colon = mark.as_char() == ':' && mark.spacing() == Spacing::Joint;
                tokens.push(Token::Mark(mark.as_char()));
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket | Delimiter::None => ('[', ']'),
                };
                tokens.push(Token::Open(open));
                flatten(group.stream(), tokens);
                tokens.push(Token::Close(close));
            }
        }
    }
}

/// The path that begins at `at`, or all paths of a tree, and the place behind.
pub(super) fn read(tokens: &[Token], at: usize) -> (Vec<Path>, usize) {
    let mut parts = Vec::new();
    let mut at = at;
    loop {
        match tokens.get(at) {
            Some(Token::Word(word)) => {
                parts.push(word.clone());
                at += 1;
                if tokens.get(at) != Some(&Token::Colons) {
                    return alias(tokens, at, parts);
                }
                at += 1;
            }
            Some(Token::Colons) if parts.is_empty() => at += 1,
            Some(Token::Mark('*')) => {
                parts.push("*".to_owned());
                return (vec![Path { parts, name: "*".to_owned() }], at + 1);
            }
            Some(Token::Open('{')) => return branches(tokens, at + 1, &parts),
            // What follows is no part of a path, as in `Vec::<u8>::new`.
            _ => return (path(parts), at),
        }
    }
}

fn path(parts: Vec<String>) -> Vec<Path> {
    let name = parts.last().cloned();
    name.map(|name| Path { parts, name }).into_iter().collect()
}

fn alias(tokens: &[Token], at: usize, parts: Vec<String>) -> (Vec<Path>, usize) {
    let is_as = tokens.get(at) == Some(&Token::Word("as".to_owned()));
    match tokens.get(at + 1) {
        Some(Token::Word(name)) if is_as => (vec![Path { parts, name: name.clone() }], at + 2),
        _ => (path(parts), at),
    }
}

fn branches(tokens: &[Token], mut at: usize, stem: &[String]) -> (Vec<Path>, usize) {
    let mut paths = Vec::new();
    loop {
        match tokens.get(at) {
            None => return (paths, at),
            Some(Token::Close('}')) => return (paths, at + 1),
            Some(_) => {
                let (branch, end) = read(tokens, at);
                paths.extend(branch.into_iter().map(|path| Path {
                    // `a::{self}` is called `a`.
                    name: match stem.last() {
                        Some(last) if path.name == "self" => last.clone(),
                        _ => path.name,
                    },
                    parts: stem.iter().cloned().chain(path.parts).collect(),
                }));
                at = end.max(at + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let tokens = tokens(text).unwrap();
        let (paths, end) = read(&tokens, 0);
        let shown: Vec<_> = paths
            .iter()
            .map(|path| format!("{} as {}", path.parts.join("::"), path.name))
            .collect();
        assert_eq!(shown, expected, "{text}");
        assert_eq!(end, tokens.len(), "{text}");
    }

    #[test]
    fn a_tree_is_all_of_its_paths() {
        check("a::b::c", &["a::b::c as c"]);
        check("a::b as d", &["a::b as d"]);
        check("a::*", &["a::* as *"]);
        check(
            "a::{b, c::{self, d as e}, f::*}",
            &["a::b as b", "a::c::self as c", "a::c::d as e", "a::f::* as *"],
        );
        check("{a, b}", &["a as a", "b as b"]);
        check("a :: /* b */ c // d", &["a::c as c"]);
    }
}
