//! One glob syntax for paths and for other text.

use std::fmt;
use std::sync::OnceLock;

use crate::glob::{self, Glob, Slash};
use crate::location::RelPath;

/// A glob, case-sensitive, with `*`, `?`, `**`, `[a-z]`, `{a,b}` and `\` as escape.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    /// The glob for paths, compiled when it is needed first; `None` if it is invalid.
    compiled: OnceLock<Option<Glob>>,
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

/// Whether `glob` matches the whole of `text`; `*` and `?` match `/` too. An invalid glob matches
/// nothing.
pub fn text_matches(glob: &str, text: &str) -> bool {
    glob::stars(glob, text).unwrap_or_else(|| {
        text.starts_with(literal_prefix(glob))
            && Glob::parse(glob).is_ok_and(|glob| glob.matches(text, Slash::Ordinary))
    })
}

impl Pattern {
    /// A pattern from a configuration.
    ///
    /// # Errors
    /// If it is not a glob.
    pub fn new(text: &str) -> Result<Pattern, PatternError> {
        let refused = |reason| PatternError { pattern: text.to_owned(), reason };
        Glob::parse(text).map_err(refused)?;
        Ok(Pattern::trusted(text.to_owned()))
    }

    /// A pattern that [`Pattern::new`] accepted before it was stored. An invalid one matches
    /// nothing.
    pub fn trusted(text: String) -> Pattern {
        Pattern { text, compiled: OnceLock::new() }
    }

    /// The pattern as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the whole of `text` matches; `*` and `?` match `/` too.
    pub fn matches_text(&self, text: &str) -> bool {
        text_matches(&self.text, text)
    }

    /// Whether `path` matches; only `/` and `**` match `/`.
    ///
    /// A leading `./` or `/` means the project's root. A pattern that ends in `/` or `/**` stands
    /// for a directory: for its own path, because moving a directory changes everything in it, and
    /// for everything below.
    pub fn matches_path(&self, path: &RelPath) -> bool {
        self.fits(path, |glob, path| {
            glob.matches(path, Slash::Separator) || glob.matches_folder_of(path)
        })
    }

    /// Like [`Pattern::matches_path`], but a directory's pattern does not match the directory
    /// itself.
    pub(crate) fn matches_below(&self, path: &RelPath) -> bool {
        self.fits(path, Glob::matches_folder_of)
    }

    /// Whether `path` matches, or `fits_directory` where this is the pattern of a directory.
    fn fits(&self, path: &RelPath, fits_directory: impl Fn(&Glob, &str) -> bool) -> bool {
        let ((glob, below), path) = (self.path_glob(), path.as_str());
        if !path.starts_with(literal_prefix(glob)) {
            return false;
        }
        let compiled = || self.compiled.get_or_init(|| Glob::parse(glob).ok()).as_ref();
        match below {
            Below::Included if glob.is_empty() => true,
            Below::Included => compiled().is_some_and(|it| fits_directory(it, path)),
            Below::Excluded => compiled().is_some_and(|it| it.matches(path, Slash::Separator)),
        }
    }

    /// Whether something below `dir` may match, judged by the literal beginning of the pattern.
    pub(crate) fn may_match_below(&self, dir: &RelPath) -> bool {
        let (glob, _) = self.path_glob();
        let prefix = literal_prefix(glob);
        let dir = format!("{dir}/");
        dir == "./" || prefix.starts_with(&dir) || glob != prefix && dir.starts_with(prefix)
    }

    /// The only name in `dir` that can contain a match; `None` if any can.
    pub(crate) fn only_name_in(&self, dir: &RelPath) -> Option<&str> {
        let (glob, _) = self.path_glob();
        let prefix = literal_prefix(glob);
        let below = prefix.strip_prefix(dir.as_str())?.strip_prefix('/')?;
        let (name, is_whole) =
            below.split_once('/').map_or((below, glob == prefix), |(name, _)| (name, true));
        is_whole.then_some(name)
    }

    /// The glob for paths relative to the project, and whether it stands for a directory.
    fn path_glob(&self) -> (&str, Below) {
        let mut glob = self.text.as_str();
        while let Some(rest) = glob.strip_prefix("./").or_else(|| glob.strip_prefix('/')) {
            glob = rest;
        }
        match glob.strip_suffix("/**").or_else(|| glob.strip_suffix('/')) {
            Some("**") => ("**", Below::Excluded),
            Some(dir) => (dir.trim_end_matches('/'), Below::Included),
            None if glob.is_empty() && !self.text.is_empty() => (glob, Below::Included),
            None => (glob, Below::Excluded),
        }
    }
}

#[derive(Clone, Copy)]
enum Below {
    Included,
    Excluded,
}

/// What everything that a glob matches begins with.
fn literal_prefix(glob: &str) -> &str {
    let end = glob.find(['*', '?', '[', '{', '}', '\\']).unwrap_or(glob.len());
    glob.get(..end).unwrap_or_default()
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
}
