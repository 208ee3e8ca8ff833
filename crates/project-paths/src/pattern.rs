//! One glob syntax, that of `globset`, for paths and for other text.
//!
//! Compiling a glob costs more than everything else a hook does on a call, so a pattern is
//! compiled only where it is none of the plain kind, and cheaper comparisons could not rule it
//! out.

use std::cell::OnceCell;
use std::fmt;
use std::sync::OnceLock;

use globset::{GlobBuilder, GlobMatcher};

use crate::location::RelPath;
use crate::wildcard::{path_is_below, path_is_within, path_matches, text_matches};

const META: [char; 6] = ['*', '?', '[', '{', '}', '\\'];

/// A glob, case-sensitive, with `*`, `?`, `**`, `[a-z]`, `{a,b}` and `\` as escape.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    for_text: OnceLock<Option<GlobMatcher>>,
    for_path: OnceLock<Option<GlobMatcher>>,
    for_below: OnceLock<Option<GlobMatcher>>,
}

/// A pattern that is not a glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// The pattern as it was written.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid pattern `{}`: {}", self.pattern, self.reason)
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// A pattern from a configuration; fails if it does not compile.
    pub fn new(text: &str) -> Result<Pattern, PatternError> {
        if has_meta(text) {
            compile(text, Separator::Ordinary).map_err(|err| PatternError {
                pattern: text.to_owned(),
                reason: err.kind().to_string(),
            })?;
        }
        Ok(Pattern::trusted(text.to_owned()))
    }

    /// A pattern that passed [`Pattern::new`] before it was stored. One that
    /// turns out invalid matches nothing.
    pub fn trusted(text: String) -> Pattern {
        let (for_text, for_path, for_below) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Pattern { text, for_text, for_path, for_below }
    }

    /// The pattern as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the whole of `text` matches; `*` and `?` match `/` too.
    pub fn matches_text(&self, text: &str) -> bool {
        let glob = self.text.as_str();
        told(glob, text).unwrap_or_else(|| {
            is_match(text, &self.for_text, || compile(glob, Separator::Ordinary))
        })
    }

    /// Whether `path` matches; only `/` and `**` match `/`.
    ///
    /// A leading `./` or `/` means the project's root. With a trailing `/` or
    /// `/**` the pattern stands for a directory: everything below, and its own
    /// path too, for whoever moves a directory touches all that is in it.
    pub fn matches_path(&self, path: &RelPath) -> bool {
        let path = path.as_str();
        let (glob, below) = self.path_glob();
        match (has_meta(glob), below) {
            (false, Below::Excluded) => path == glob,
            (false, Below::Included) => is_within(path, glob),
            (true, Below::Excluded) => {
                could_match(glob, path)
                    && path_matches(glob, path).unwrap_or_else(|| {
                        is_match(path, &self.for_path, || compile(glob, Separator::Literal))
                    })
            }
            (true, Below::Included) => {
                let glob_and_below = || compile(&format!("{glob}{{,/**}}"), Separator::Literal);
                path.starts_with(literal_prefix(glob))
                    && path_is_within(glob, path)
                        .unwrap_or_else(|| is_match(path, &self.for_path, glob_and_below))
            }
        }
    }

    /// Whether `path` matches as [`Pattern::matches_path`] says, save that a
    /// directory's pattern means what is below it and not its own path.
    pub(crate) fn matches_below(&self, path: &RelPath) -> bool {
        let (glob, below) = self.path_glob();
        let path_text = path.as_str();
        match (below, has_meta(glob)) {
            (Below::Excluded, _) => self.matches_path(path),
            (Below::Included, false) => path_text != glob && is_within(path_text, glob),
            (Below::Included, true) => {
                let below = || compile(&format!("{glob}/**"), Separator::Literal);
                path_text.starts_with(literal_prefix(glob))
                    && path_is_below(glob, path_text)
                        .unwrap_or_else(|| is_match(path_text, &self.for_below, below))
            }
        }
    }

    /// Whether something below `dir` may match, by the literal beginning of the
    /// pattern.
    pub(crate) fn may_match_below(&self, dir: &RelPath) -> bool {
        let (glob, _) = self.path_glob();
        let prefix = literal_prefix(glob);
        let dir = format!("{dir}/");
        dir == "./" || prefix.starts_with(&dir) || glob != prefix && dir.starts_with(prefix)
    }

    /// The name in `dir` below which all that matches lies; `None` where it may be any.
    pub(crate) fn only_name_in(&self, dir: &RelPath) -> Option<&str> {
        let (glob, _) = self.path_glob();
        let prefix = literal_prefix(glob);
        let below = prefix.strip_prefix(dir.as_str())?.strip_prefix('/')?;
        let (name, is_whole) =
            below.split_once('/').map_or((below, glob == prefix), |(name, _)| (name, true));
        is_whole.then_some(name)
    }

    /// The glob as it is compared with project-relative paths.
    fn path_glob(&self) -> (&str, Below) {
        let mut glob = self.text.as_str();
        while let Some(rest) = glob.strip_prefix("./").or_else(|| glob.strip_prefix('/')) {
            glob = rest;
        }
        match glob.strip_suffix("/**").or_else(|| glob.strip_suffix('/')) {
            Some(dir) => (dir.trim_end_matches('/'), Below::Included),
            None if glob.is_empty() && !self.text.is_empty() => (glob, Below::Included),
            None => (glob, Below::Excluded),
        }
    }
}

/// A borrowed glob over text that passed [`Pattern::new`] before it was stored: nothing of it is
/// kept until it has to be compiled.
#[derive(Debug)]
pub struct TextGlob<'a> {
    glob: &'a str,
    compiled: OnceCell<Pattern>,
}

impl<'a> TextGlob<'a> {
    /// That of a text.
    pub fn trusted(glob: &'a str) -> Self {
        Self { glob, compiled: OnceCell::new() }
    }

    /// The same as [`Pattern::matches_text`].
    pub fn matches(&self, text: &str) -> bool {
        let pattern = || Pattern::trusted(self.glob.to_owned());
        told(self.glob, text)
            .unwrap_or_else(|| self.compiled.get_or_init(pattern).matches_text(text))
    }
}

#[derive(Clone, Copy)]
enum Below {
    Included,
    Excluded,
}

#[derive(Clone, Copy, PartialEq)]
enum Separator {
    /// Only `/` and `**` match a `/`.
    Literal,
    /// A `/` is a character like others.
    Ordinary,
}

fn is_within(path: &str, dir: &str) -> bool {
    let rest = path.strip_prefix(dir);
    dir.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a glob matches all of a text, where that can be told without compiling it.
fn told(glob: &str, text: &str) -> Option<bool> {
    if !has_meta(glob) {
        return Some(glob == text);
    }
    if could_match(glob, text) { text_matches(glob, text) } else { Some(false) }
}

fn has_meta(glob: &str) -> bool {
    glob.bytes().any(is_meta)
}

fn is_meta(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'{' | b'}' | b'\\')
}

/// What can be said without compiling: the text around the meta characters has
/// to be there.
fn could_match(glob: &str, text: &str) -> bool {
    text.starts_with(literal_prefix(glob))
        && match last_alternatives(glob) {
            Some(mut endings) => endings.any(|ending| text.ends_with(ending)),
            None => text.ends_with(literal_suffix(glob)),
        }
}

/// The texts of a group that a glob ends with, as `{ts,tsx}`, if they are literal.
fn last_alternatives(glob: &str) -> Option<impl Iterator<Item = &str>> {
    let (before, group) = glob.strip_suffix('}')?.rsplit_once('{')?;
    let is_literal = !before.ends_with('\\') && !group.contains(META) && !group.contains(']');
    // As in `literal_suffix`.
    is_literal.then(|| group.split(',').map(|text| text.strip_prefix('/').unwrap_or(text)))
}

fn literal_prefix(glob: &str) -> &str {
    let end = glob.bytes().position(is_meta).unwrap_or(glob.len());
    glob.get(..end).unwrap_or_default()
}

fn literal_suffix(glob: &str) -> &str {
    // After a class its `]`, after a brace its `}` ends the variable part. The
    // character behind an escape is literal. `**/` may match nothing at all.
    let last = glob.rsplit(|c| META.contains(&c) || c == ']').next();
    let suffix = last.unwrap_or_default();
    suffix.strip_prefix('/').unwrap_or(suffix)
}

fn is_match(
    text: &str,
    compiled: &OnceLock<Option<GlobMatcher>>,
    compile: impl FnOnce() -> Result<GlobMatcher, globset::Error>,
) -> bool {
    let matcher = compiled.get_or_init(|| compile().ok());
    matcher.as_ref().is_some_and(|matcher| matcher.is_match(text))
}

fn compile(glob: &str, separator: Separator) -> Result<GlobMatcher, globset::Error> {
    GlobBuilder::new(glob)
        .literal_separator(separator == Separator::Literal)
        .backslash_escape(true)
        .empty_alternates(true)
        .build()
        .map(|glob| glob.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::Pattern;
    use crate::location::RelPath;

    #[track_caller]
    fn check_text(pattern: &str, yes: &[&str], no: &[&str]) {
        let pattern = Pattern::new(pattern).expect("valid pattern");
        for text in yes {
            assert!(pattern.matches_text(text), "{} does not match {text}", pattern.text());
        }
        for text in no {
            assert!(!pattern.matches_text(text), "{} matches {text}", pattern.text());
        }
    }

    #[test]
    fn text() {
        check_text("critique", &["critique"], &["critiques", "Critique", ""]);
        check_text("critique*", &["critique", "critique-spec", "critique/a"], &["a-critique"]);
        check_text("*DELETE*", &["DELETE", "d \"DELETE FROM t\"", "a\nDELETE\nb"], &["delete"]);
        check_text("mcp__*__search*", &["mcp__a__search", "mcp__a_b__search_all"], &["mcp__a"]);
        check_text("a?c", &["abc", "a/c"], &["ac", "abbc"]);
        check_text("[ab]x", &["ax", "bx"], &["cx", "abx"]);
        check_text("{a,b}c", &["ac", "bc"], &["c", "a,b"]);
        check_text("a{,b}", &["a", "ab"], &["b"]);
        check_text("*.{ts,tsx}", &["a.ts", "a.tsx", ".ts"], &["a.js", "a.t", "ts"]);
        check_text("{a,{b,c}}", &["a", "b", "c"], &["d", ""]);
        check_text(r"x\{a,b\}", &["x{a,b}"], &["xa"]);
        check_text(r"a\*b", &["a*b"], &["axb", r"a\*b"]);
        check_text(r"*\]x", &["a]x"], &["ax"]);
        check_text("[]]x", &["]x"], &["x"]);
        check_text("**/foo", &["foo", "a/foo", "a/b/foo"], &["afoo"]);
        check_text("*", &["", "a", "a/b"], &[]);
        check_text("", &[""], &["a"]);
        check_text("a]", &["a]"], &["a"]);
        check_text("ü*", &["über"], &["uber"]);
        check_text("aba*ab", &["abaab", "aba/ab"], &["abab", "aba"]);
    }

    #[track_caller]
    fn check_path(pattern: &str, yes: &[&str], no: &[&str]) {
        let pattern = Pattern::new(pattern).expect("valid pattern");
        let path = |text: &str| RelPath::new(text).expect("relative path");
        for text in yes {
            assert!(pattern.matches_path(&path(text)), "{} does not match {text}", pattern.text());
        }
        for text in no {
            assert!(!pattern.matches_path(&path(text)), "{} matches {text}", pattern.text());
        }
    }

    #[test]
    fn path() {
        check_path("src/**", &["src", "src/a", "src/a/b.ts"], &["lib/a", "a/src/b", "srcs"]);
        check_path("src/*", &["src/a"], &["src/a/b.ts", "src"]);
        check_path("src/**/*.ts", &["src/a.ts", "src/a/b/c.ts"], &["src/a.js", "a.ts"]);
        check_path("**/*.rs", &["a.rs", "a/b.rs"], &["a.rs/b"]);
        check_path("**/foo", &["foo", "a/foo"], &["afoo"]);
        check_path("**", &[".", "a", "a/b"], &[]);
        check_path("*", &["a", "."], &["a/b"]);
        check_path("*.md", &["a.md"], &["docs/a.md"]);
        check_path("{src,lib}/**", &["src/a", "lib/a/b"], &["docs/a"]);
        check_path("src{/a,/b}", &["src/a", "src/b"], &["src", "src/c", "src/x/a"]);
        check_path("src/**/{a,b}", &["src/a", "src/x/b"], &["src", "src/c", "src/x"]);
        check_path("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/xb"]);
        check_path("Src/*", &["Src/a"], &["src/a"]);
        check_path("", &[], &[".", "a"]);
    }

    #[test]
    fn a_pattern_is_relative_to_the_project() {
        check_path("/src/*", &["src/a"], &["a/src/b"]);
        check_path("./src/*", &["src/a"], &["a/src/b"]);
        check_path("./README.md", &["README.md"], &["docs/README.md"]);
        check_path("/", &[".", "a", "a/b"], &[]);
        check_path("./", &[".", "a", "a/b"], &[]);
        check_path(".", &["."], &["a"]);
        check_path(".github/*", &[".github/a"], &["github/a"]);
    }

    #[test]
    fn a_trailing_slash_means_the_directory_with_all_below() {
        check_path("docs/specs", &["docs/specs"], &["docs/specs/a", "docs/specs-old"]);
        check_path("docs/specs/", &["docs/specs", "docs/specs/a/b"], &["docs/specs-old", "docs"]);
        check_path("docs/*/", &["docs/a", "docs/a/b/c"], &["docs", "x/docs/a"]);
        check_path("docs/{a,b}/", &["docs/a", "docs/b/c"], &["docs/c"]);
        check_path("**/gen/", &["gen", "gen/a", "x/gen/y/z"], &["x/general", "a"]);
        check_path("**/", &["a", "a/b"], &[]);
    }

    #[test]
    fn an_invalid_pattern_is_refused_or_matches_nothing() {
        for text in ["src/[a", "{a", "a}", "[z-a]", "a\\"] {
            let err = Pattern::new(text).expect_err(text);
            assert!(err.to_string().starts_with(&format!("invalid pattern `{text}`: ")), "{err}");
            let trusted = Pattern::trusted(text.to_owned());
            assert!(!trusted.matches_text(text));
            assert!(!trusted.matches_text("src/a"));
        }
    }

    #[test]
    fn nothing_is_compiled_that_is_plain_or_where_literals_decide() {
        let path = |text| RelPath::new(text).expect("relative path");
        let pattern = Pattern::trusted("src/**/*.[tj]s".to_owned());
        assert!(!pattern.matches_path(&path("lib/a.ts")));
        assert!(!pattern.matches_path(&path("src/a.rt")));
        assert!(pattern.for_path.get().is_none());
        assert!(pattern.matches_path(&path("src/a.ts")));
        assert!(pattern.for_path.get().is_some());
        let pattern = Pattern::trusted("src/**/*.ts".to_owned());
        assert!(pattern.matches_path(&path("src/a/b.ts")));
        assert!(pattern.for_path.get().is_none());
        let pattern = Pattern::trusted("**/*.{js,ts}".to_owned());
        assert!(!pattern.matches_path(&path("src/a.rs")));
        assert!(pattern.for_path.get().is_none());
    }
}
