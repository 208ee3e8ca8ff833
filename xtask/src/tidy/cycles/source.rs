//! The modules that a source file declares, and the paths in it.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The way to a module from the root of its crate.
pub(super) type Way = Vec<String>;

/// A path, and the name under which `use` brings it in; empty elsewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) parts: Way,
    pub(super) name: String,
}

/// What a file names, without what is for tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// The modules in files of their own.
    pub(super) modules: Vec<String>,
    pub(super) paths: Vec<Path>,
}

impl Source {
    /// Nothing if the text is not Rust, which the compiler says better.
    pub(super) fn read(text: &str) -> Self {
        let mut source = Self::default();
        source.walk(TokenStream::from_str(text).unwrap_or_default(), &[], false);
        source
    }

    /// Reads tokens; in a tree of `use` they continue the path `stem`.
    fn walk(&mut self, stream: TokenStream, stem: &[String], mut in_use: bool) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            at += 1;
            match tree {
                TokenTree::Punct(mark) if mark.as_char() == ';' => in_use = false,
                TokenTree::Punct(mark) if mark.as_char() == '#' && is_for_tests(trees.get(at)) => {
                    at = behind_item(&trees, at + 1);
                }
                TokenTree::Ident(word) if word == "use" => in_use = true,
                TokenTree::Ident(word) if word == "mod" => self.module(&trees, at),
                TokenTree::Ident(word) => {
                    let parts = [stem, &[word.to_string()]].concat();
                    at = self.path(&trees, at, parts, in_use);
                }
                TokenTree::Group(group) => self.walk(group.stream(), &[], in_use),
                _ => {}
            }
        }
    }

    fn module(&mut self, trees: &[TokenTree], at: usize) {
        if let (Some(TokenTree::Ident(name)), Some(TokenTree::Punct(_))) =
            (trees.get(at), trees.get(at + 1))
        {
            self.modules.push(name.to_string());
        }
    }

    /// Reads on behind the first part of a path, and returns the place behind it.
    fn path(&mut self, trees: &[TokenTree], mut at: usize, mut parts: Way, in_use: bool) -> usize {
        while is_colons(trees, at) {
            match trees.get(at + 2) {
                Some(TokenTree::Ident(word)) => parts.push(word.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    self.walk(group.stream(), &parts, true);
                    return at + 3;
                }
                _ => break,
            }
            at += 3;
        }
        let mut name = String::new();
        if in_use {
            // `a::{self}` is called `a`.
            let last = parts.iter().rev().find(|part| *part != "self");
            name = last.cloned().unwrap_or_default();
            if let (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(alias))) =
                (trees.get(at), trees.get(at + 1))
                && word == "as"
            {
                name = alias.to_string();
                at += 2;
            }
        }
        if parts.len() > 1 {
            self.paths.push(Path { parts, name });
        }
        at
    }
}

fn is_colons(trees: &[TokenTree], at: usize) -> bool {
    let is_colon =
        |at: usize| matches!(trees.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    is_colon(at) && is_colon(at + 1)
}

fn is_for_tests(attribute: Option<&TokenTree>) -> bool {
    attribute.is_some_and(|it| it.to_string().replace(' ', "") == "[cfg(test)]")
}

/// The place behind the item that begins at `at`.
fn behind_item(trees: &[TokenTree], at: usize) -> usize {
    let is_end = |tree: &TokenTree| match tree {
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let length = trees.iter().skip(at).take_while(|tree| !is_end(tree)).count();
    at + length + 1
}
