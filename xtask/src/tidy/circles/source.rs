//! What one source file says of modules: those that it declares, and those that it names.

use super::paths::{Path, Token, read, tokens};

/// What a file says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// The modules in files of their own, without those for tests.
    pub(super) modules: Vec<String>,
    /// What `use` brings in.
    pub(super) uses: Vec<Path>,
    /// Paths elsewhere.
    pub(super) paths: Vec<Path>,
}

impl Source {
    /// Nothing where the text is no Rust, which the compiler says better.
    pub(super) fn read(text: &str) -> Self {
        let mut source = Self::default();
        let tokens = tokens(text).unwrap_or_default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let is_begin = at.checked_sub(1).and_then(|at| tokens.get(at)) != Some(&Token::Colons);
            at = match token {
                Token::Word(word) if word == "mod" => source.module(&tokens, at),
                Token::Word(word) if word == "use" => {
                    let (paths, end) = read(&tokens, at + 1);
                    source.uses.extend(paths);
                    end
                }
                Token::Word(_) if is_begin && tokens.get(at + 1) == Some(&Token::Colons) => {
                    let (paths, end) = read(&tokens, at);
                    source.paths.extend(paths);
                    end
                }
                _ => at + 1,
            };
        }
        source
    }

    /// Reads `mod`, and returns the place from which to go on.
    fn module(&mut self, tokens: &[Token], at: usize) -> usize {
        let before = tokens.get(..at).unwrap_or_default();
        match (tokens.get(at + 1), tokens.get(at + 2)) {
            (Some(Token::Word(name)), Some(Token::Mark(';'))) => {
                if !is_for_tests(before) {
                    self.modules.push(name.clone());
                }
                at + 3
            }
            (_, Some(Token::Open('{'))) if is_for_tests(before) => end_of_group(tokens, at + 2),
            _ => at + 1,
        }
    }
}

/// Whether the item that follows has `#[cfg(test)]` above it.
fn is_for_tests(before: &[Token]) -> bool {
    let is_end = |token: &Token| matches!(token, Token::Mark(';') | Token::Close('}'));
    let begin = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let attributes = before.get(begin..).unwrap_or_default();
    let word = |text: &str| Token::Word(text.to_owned());
    attributes
        .windows(4)
        .any(|it| it == [word("cfg"), Token::Open('('), word("test"), Token::Close(')')])
}

/// The place behind the group that opens at `at`.
fn end_of_group(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Token::Open(_) => depth += 1,
            Token::Close(_) if depth <= 1 => return at,
            Token::Close(_) => depth -= 1,
            _ => {}
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_tests_is_not_seen() {
        let source = Source::read(
            "mod a;\n#[cfg(test)]\nmod tests;\npub(crate) mod b;\n\
             #[cfg(test)]\nmod more { use crate::x; fn f() { y::z() } }\nuse c::d;",
        );
        assert_eq!(source.modules, ["a", "b"]);
        assert_eq!(source.uses.len(), 1);
        assert!(source.paths.is_empty());
    }

    #[test]
    fn words_in_comments_and_strings_are_none() {
        let source = Source::read("// use a::b;\n/// mod c;\nconst X: &str = \"use d::e\";");
        assert_eq!(source, Source::default());
        let source = Source::read("fn f<'a>(x: &'a str) -> char { match x { _ => 'x' } a::b!() }");
        assert_eq!(source.paths.len(), 1);
    }
}
