//! What `find` finds: the tests on names that its words name, for what it then changes.

use std::path::Path;

use project_paths::Pattern;
use shell_syntax::{SimpleCommand, Word};

/// The tests of a `find` that all have to hold. Those that it does not know hold for everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// The folder in which it starts, as it was said.
    start: String,
    tests: Vec<Test>,
    max_depth: Option<usize>,
    /// It passes over names that begin with a dot.
    skips_hidden: bool,
    /// It removes folders alone, which have to be empty then.
    empty_folders: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Test {
    pattern: String,
    of: Of,
    /// Whether it must not hold.
    negated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Name,
    NameInAnyCase,
    Path,
}

impl Filter {
    /// That of a `find` that starts in a folder; `None` where it has none, or joins its tests otherwise than by `and`.
    pub(crate) fn of(find: &SimpleCommand, start: &str) -> Option<Self> {
        match find.program()? {
            "find" => Self::of_find(find, start),
            "fd" | "fdfind" => Self::of_fd(find, start),
            _ => None,
        }
    }

    fn new(start: &str) -> Self {
        let (tests, max_depth) = (Vec::new(), None);
        Self {
            start: start.to_owned(),
            tests,
            max_depth,
            skips_hidden: false,
            empty_folders: false,
        }
    }

    /// `fd` looks at hidden files where it is told to alone.
    fn of_fd(fd: &SimpleCommand, start: &str) -> Option<Self> {
        let is_told = |word: &Word| {
            matches!(word.text.as_str(), "--hidden" | "--unrestricted" | "--no-ignore")
                || !word.literal
                || word.text.starts_with('-')
                    && !word.text.starts_with("--")
                    && word.text.contains(['H', 'u', 'I'])
        };
        let mut options = fd.args().take_while(|word| !matches!(word.text.as_str(), "-x" | "-X"));
        let shows = options.any(is_told);
        (!shows).then(|| Self { skips_hidden: true, ..Self::new(start) })
    }

    fn of_find(find: &SimpleCommand, start: &str) -> Option<Self> {
        let words: Vec<_> = find.args().collect();
        let mut filter = Self::new(start);
        let has = |text: &str| words.iter().any(|word| word.text == text);
        let mut prunes = false;
        let mut negated = false;
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1).filter(|word| word.literal);
            let of = match word.text.as_str() {
                // What is passed over is not found.
                "-o" | "-or" if prunes => {
                    filter.tests.clear();
                    (negated, prunes) = (false, false);
                    continue;
                }
                "-o" | "-or" | "," | "(" | "-regextype" | "-L" | "-follow" => return None,
                "-prune" => {
                    prunes = true;
                    continue;
                }
                "!" | "-not" => {
                    negated = !negated;
                    continue;
                }
                "-maxdepth" => {
                    filter.max_depth = next.and_then(|depth| depth.text.parse().ok());
                    continue;
                }
                "-name" => Of::Name,
                "-iname" => Of::NameInAnyCase,
                "-path" | "-wholename" => Of::Path,
                text if text.starts_with('-') => {
                    negated = false;
                    continue;
                }
                _ => continue,
            };
            // One whose pattern the text does not tell holds for everything.
            if let Some(pattern) = next {
                filter.tests.push(Test { pattern: pattern.text.clone(), of, negated });
            }
            negated = false;
        }
        let at = words.iter().position(|word| word.text == "-type").map_or(0, |at| at + 1);
        let folders = words.get(at).is_some_and(|word| word.text == "d");
        filter.empty_folders = folders && has("-delete");
        let tells = !filter.tests.is_empty() || filter.max_depth.is_some() || filter.empty_folders;
        tells.then_some(filter)
    }

    /// Whether it may find what lies `below` the folder in which it starts.
    pub(crate) fn admits(&self, below: &Path) -> bool {
        let depth = below.components().count();
        let name = below.file_name().unwrap_or_default().to_string_lossy();
        let path = format!("{}/{}", self.start, below.display());
        let is_hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
        !(self.empty_folders || self.skips_hidden && below.iter().any(is_hidden))
            && self.max_depth.is_none_or(|max| depth <= max)
            && self.tests.iter().all(|test| test.holds(&name, &path))
    }
}

impl Test {
    fn holds(&self, name: &str, path: &str) -> bool {
        let matches = |pattern: &str, text: &str| {
            Pattern::new(pattern).map_or(!self.negated, |pattern| pattern.matches_text(text))
        };
        let found = match self.of {
            Of::Name => matches(&self.pattern, name),
            Of::NameInAnyCase => matches(&self.pattern.to_lowercase(), &name.to_lowercase()),
            Of::Path => matches(&self.pattern, path),
        };
        found != self.negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, below: &str, expected: bool) {
        let commands = shell_syntax::commands(line, &|_| vec![]).unwrap();
        let admits = Filter::of(&commands[0], ".").is_none_or(|it| it.admits(Path::new(below)));
        assert_eq!(admits, expected, "{line} {below}");
    }

    #[test]
    fn all_tests_on_names_have_to_hold() {
        check("find . -type f", "a/b", true);
        check("find . -name '*.rs'", "a/b.rs", true);
        check("find . -name '*.rs'", ".mcp.json", false);
        check("find . -name '*.json'", ".mcp.json", true);
        check("find . -iname '*.JSON'", ".mcp.json", true);
        check("find . -name $x", ".mcp.json", true);
        check("find . -name '*.rs' -o -name '*.json'", ".mcp.json", true);
        check("find . -name '*.json' -not -path '*/.*'", ".mcp.json", false);
        check("find . ! -path './.claude/*' -name '*.json'", ".claude/settings.json", false);
        check("find . -not -name '*.json'", ".mcp.json", false);
        check("find . -not -name '*.rs'", ".mcp.json", true);
        check("find . -maxdepth 1 -type f", ".claude/settings.json", false);
        check("find . -maxdepth 1 -type f", ".mcp.json", true);
        check("find . -name '[a'", "[a", true);
        check("find . -path ./a -prune -o -name '*.ts' -exec x {} +", ".mcp.json", false);
        check("find . -path ./a -prune -o -name '*.json' -exec x {} +", ".mcp.json", true);
        check("find . -type d -empty -delete", ".tacklebox", false);
        check("find . -type f -empty -delete", ".mcp.json", true);
        check("fd -e json -x rm", ".mcp.json", false);
        check("fd -He json -x rm", ".mcp.json", true);
    }
}
