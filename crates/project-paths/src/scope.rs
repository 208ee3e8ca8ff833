//! A part of a project, defined by globs that include and exclude.

use crate::location::RelPath;
use crate::pattern::{Pattern, PatternError};

/// Globs that include, and globs after a `!` that exclude. Excluding wins, in any order.
///
/// The globs are those of [`Pattern`] with literal separators: `src/**` is
/// everything below `src`, at any depth, hidden files among it, and not `src`
/// itself; `src/*` is what lies directly in it. The root of the project is in
/// no scope.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    included: Vec<Pattern>,
    excluded: Vec<Pattern>,
}

impl Scope {
    /// The scope of `patterns`.
    ///
    /// # Errors
    /// The first pattern that is empty or not a glob, with its index.
    pub fn new<'a>(
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Result<Scope, (usize, PatternError)> {
        let mut scope = Scope::default();
        for (at, pattern) in patterns.into_iter().enumerate() {
            let refused = |mut err: PatternError| {
                pattern.clone_into(&mut err.pattern);
                (at, err)
            };
            let glob = pattern.strip_prefix('!').unwrap_or(pattern);
            if glob.is_empty() {
                let reason = "it is empty".to_owned();
                return Err(refused(PatternError { pattern: String::new(), reason }));
            }
            Pattern::new(glob).map_err(refused)?;
            scope.push(pattern);
        }
        Ok(scope)
    }

    /// The scope of patterns that passed [`Scope::new`] before they were stored.
    /// One that turns out invalid matches nothing.
    pub fn trusted<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Scope {
        let mut scope = Scope::default();
        patterns.into_iter().for_each(|pattern| scope.push(pattern));
        scope
    }

    /// Whether no pattern includes anything: there is none, or each begins with `!`.
    pub fn is_empty(&self) -> bool {
        self.included.is_empty()
    }

    /// Whether `path` is in the scope. A directory whose content is excluded is excluded too, because
    /// moving it changes everything in it.
    pub fn includes(&self, path: &RelPath) -> bool {
        path.as_str() != "."
            && self.included.iter().any(|pattern| pattern.matches_below(path))
            && !self.excludes(path)
    }

    /// Whether `dir` is in the scope with everything that may be below it, for commands that move or
    /// remove a directory.
    pub fn includes_tree(&self, dir: &RelPath) -> bool {
        self.includes(dir) && self.includes_below(dir)
    }

    /// Whether everything that may be below `dir`, at any depth, is in the scope, for commands that change
    /// the files of a directory. A glob such as `!**/x` may exclude something below any directory.
    pub fn includes_below(&self, dir: &RelPath) -> bool {
        self.includes_named_below(dir, |_| true)
    }

    /// The same for only those entries of `dir` whose names fit, with everything below them.
    pub fn includes_named_below(&self, dir: &RelPath, is_named: impl Fn(&str) -> bool) -> bool {
        let may_be_meant = |pattern: &Pattern| {
            pattern.may_match_below(dir) && pattern.only_name_in(dir).is_none_or(&is_named)
        };
        let below = ["\u{1}", "\u{1}/\u{1}"].map(|names| RelPath::new(&format!("{dir}/{names}")));
        below.iter().flatten().all(|path| self.includes(path))
            && !self.excluded.iter().any(may_be_meant)
    }

    /// Whether a pattern with `!` matches `path`.
    fn excludes(&self, path: &RelPath) -> bool {
        self.excluded.iter().any(|pattern| pattern.matches_path(path))
    }

    fn push(&mut self, pattern: &str) {
        let (list, glob) = match pattern.strip_prefix('!') {
            Some(glob) => (&mut self.excluded, glob),
            None => (&mut self.included, pattern),
        };
        list.push(Pattern::trusted(glob.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RelPath {
        RelPath::new(text).expect("relative path")
    }

    #[track_caller]
    fn check(patterns: &[&str], yes: &[&str], no: &[&str]) {
        let scope = Scope::new(patterns.iter().copied()).expect("valid patterns");
        for text in yes {
            assert!(scope.includes(&path(text)), "{patterns:?} leaves {text} out");
        }
        for text in no {
            assert!(!scope.includes(&path(text)), "{patterns:?} includes {text}");
        }
    }

    #[test]
    fn a_scope_is_what_its_globs_match() {
        check(&["src/**"], &["src/a", "src/a/b.ts", "src/.env", "src/.a/.b"], &["src", "srcs/a"]);
        check(&["src/*"], &["src/a", "src/.env"], &["src/a/b.ts", "src"]);
        check(&["src/"], &["src/a", "src/a/b"], &["src"]);
        check(&["src/a.ts"], &["src/a.ts"], &["src/axts", "src/a.ts/b", "a.ts", "src/A.ts"]);
        check(&["./src/**", "/docs/*.md"], &["src/a", "docs/a.md"], &["docs/a/b.md"]);
        check(&["**/gen/"], &["gen/a", "a/gen/b", "gen/gen"], &["gen", "a/gen", "general/a"]);
        check(&["{src,lib}/**"], &["src/a", "lib/a/b"], &["src", "lib", "docs/a"]);
        check(&["**"], &["a", "a/b", ".env"], &["."]);
        check(&["/"], &["a", "a/b"], &["."]);
        check(&[r"app/\[id\]/page.tsx"], &["app/[id]/page.tsx"], &["app/i/page.tsx"]);
    }

    #[test]
    fn what_is_excluded_stays_so_in_any_order() {
        let no = ["src/gen/a", "src/gen", "lib/a"];
        check(&["src/**", "!src/gen/**"], &["src/a", "src/generate"], &no);
        check(&["!src/gen/**", "src/**"], &["src/a"], &no);
        check(&["src/gen/a", "!src/gen/**", "src/gen/**"], &[], &no);
        check(&["src/**", "!**/*.lock"], &["src/a"], &["src/a.lock", "src/b/c.lock"]);
    }

    #[test]
    fn what_includes_nothing_is_empty() {
        check(&[], &[], &["a", "."]);
        check(&["!src/**"], &[], &["src/a", "lib/a", "."]);
        assert!(Scope::trusted(["!a"]).is_empty() && Scope::trusted([]).is_empty());
        assert!(!Scope::trusted(["!a", "b"]).is_empty());
    }

    #[test]
    fn a_tree_is_in_scope_with_all_that_may_be_below() {
        let check = |patterns: &[&str], dir: &str, expected: bool| {
            let scope = Scope::trusted(patterns.iter().copied());
            assert_eq!(scope.includes_tree(&path(dir)), expected, "{patterns:?} {dir}");
        };
        check(&["src/**"], "src/a", true);
        check(&["src/**"], "src", false);
        check(&["src/*"], "src/a", false);
        check(&["src/**", "!src/a/b/**"], "src/a", false);
        check(&["src/**", "!src/a/b.ts"], "src/a", false);
        check(&["src/**", "!src/ab"], "src/a", true);
        check(&["src/**", "!**/*.lock"], "src/a", false);
        check(&["src/**", "!lib/**"], "src/a", true);
    }

    #[test]
    fn what_is_below_a_directory_may_be_in_scope_without_it() {
        let check = |patterns: &[&str], dir: &str, expected: bool| {
            let scope = Scope::trusted(patterns.iter().copied());
            assert_eq!(scope.includes_below(&path(dir)), expected, "{patterns:?} {dir}");
        };
        check(&["src/**"], "src", true);
        check(&["src/*"], "src", false);
        check(&["src/**", "!src/gen/**"], "src", false);
        check(&["src/**", "!lib/**"], "src", true);
        check(&["src/**"], ".", false);
        check(&["**"], ".", true);
        check(&["**", "!a"], ".", false);
    }

    #[test]
    fn what_is_kept_out_under_a_name_is_not_among_others() {
        let check = |patterns: &[&str], start: &str, expected: bool| {
            let scope = Scope::trusted(patterns.iter().copied());
            let found = scope.includes_named_below(&path("src"), |name| name.starts_with(start));
            assert_eq!(found, expected, "{patterns:?} {start}");
        };
        check(&["src/**", "!src/gen/**"], "g", false);
        check(&["src/**", "!src/gen/**"], "a", true);
        check(&["src/**", "!src/gen/a/b.ts"], "g", false);
        check(&["src/**", "!src/gen/a/b.ts"], "a", true);
        check(&["src/**", "!src/gen*"], "a", false);
        check(&["src/**", "!**/*.lock"], "a", false);
        check(&["src/**", "!src/**"], "a", false);
        check(&["lib/**"], "a", false);
    }

    #[test]
    fn what_is_no_glob_is_refused_with_its_place() {
        for (patterns, at, text) in [
            (["src/**", "!src/[a"], 1, "invalid pattern `!src/[a`: "),
            (["{a", "b"], 0, "invalid pattern `{a`: "),
            (["a", "!"], 1, "invalid pattern `!`: it is empty"),
            (["", "b"], 0, "invalid pattern ``: it is empty"),
        ] {
            let (found, err) = Scope::new(patterns).expect_err("no glob");
            assert_eq!(found, at);
            assert!(err.to_string().starts_with(text), "{err}");
        }
    }
}
