//! Known linters: how each is asked for findings that can be read. The table is in `linters.txt`.

use std::path::Path;

use crate::policy::Step;

const TABLE: &str = include_str!("linters.txt");

/// A linter of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Linter {
    /// The words by which it is known in a step, such as `ruff check`.
    pub(super) words: Vec<&'static str>,
    format: &'static str,
    command: &'static str,
    files: &'static str,
    found_by: Vec<&'static str>,
    pattern: Option<&'static str>,
}

/// All of them.
pub(super) fn all() -> impl Iterator<Item = Linter> {
    let rows = TABLE.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.filter_map(|row| {
        // A pattern may have the sign that stands between columns.
        let mut columns = row.splitn(7, " | ").map(str::trim);
        let words = columns.next()?.split(' ').collect();
        let (format, command, files) = (columns.next()?, columns.next()?, columns.next()?);
        let found_by = columns.next()?.split_whitespace().collect();
        let _source = columns.next()?;
        Some(Linter { words, format, command, files, found_by, pattern: columns.next() })
    })
}

/// The one that a step runs, with whatever starts it: `npx`, `uv run`, `python -m`.
pub(super) fn of(step: &Step) -> Option<Linter> {
    let name = |word: &str| {
        let name = Path::new(word).file_name().and_then(|it| it.to_str());
        name.unwrap_or(word).to_owned()
    };
    let words: Vec<String> = step.run.iter().map(|word| name(word)).collect();
    // What stands further behind is an argument, as in `shellcheck --format gcc`.
    let at = |linter: &Linter| words.windows(linter.words.len()).position(|it| it == linter.words);
    all().filter_map(|linter| Some((at(&linter)?, linter))).min_by_key(|(at, _)| *at).map(|it| it.1)
}

/// The words of a command of the table.
pub(super) fn words(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}

/// Words as they stand between the brackets of a list in YAML.
pub(super) fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./=".contains(it);
    let word = |word: &str| {
        let is_number = word.chars().all(|it| it.is_ascii_digit());
        match word {
            "true" | "false" => format!("\"{word}\""),
            _ if word.chars().all(is_plain) && !is_number => word.to_owned(),
            _ => format!("\"{word}\""),
        }
    };
    words.map(word).collect::<Vec<_>>().join(", ")
}

impl Linter {
    /// Whether a project uses it: `has` says so of a place where it may be named.
    pub(super) fn is_used(&self, has: impl Fn(&str) -> bool) -> bool {
        self.found_by.iter().any(|place| has(place))
    }

    /// The keys of a step that say how it is read.
    pub(super) fn keys(&self) -> String {
        match self.pattern {
            Some(pattern) => format!("pattern: '{pattern}'"),
            None => format!("format: {}", self.format),
        }
    }

    /// The same as a name and a value.
    pub(super) fn key(&self) -> (&'static str, &'static str) {
        self.pattern.map_or(("format", self.format), |pattern| ("pattern", pattern))
    }

    /// The command, its words apart by blanks.
    pub(super) fn command(&self) -> &'static str {
        self.command
    }

    /// The command as it stands in `run`.
    pub(super) fn run(&self) -> String {
        list(self.command.split(' '))
    }

    /// The files that it is for.
    pub(super) fn files(&self) -> &'static str {
        self.files
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Format;

    #[test]
    fn each_row_is_a_step_that_can_be_read() {
        let mut count = 0;
        for linter in all() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("post-edit.yaml");
            let (files, run, keys) = (linter.files(), linter.run(), linter.keys());
            let yaml =
                format!("steps: [{{ files: '{files}', kind: check, run: [{run}], {keys} }}]");
            hook_state::replace(&file, yaml.as_bytes()).unwrap();
            let policy: crate::policy::Policy =
                hook_config::read(&file).unwrap().parse().unwrap_or_else(|err| panic!("{err}"));
            let step = &policy.steps[0];
            assert_ne!(step.format(), Format::Text, "{yaml}");
            assert_eq!(of(step).as_ref(), Some(&linter), "{yaml}");
            count += 1;
        }
        let rows = TABLE.lines().filter(|row| row.contains(" | https://")).count();
        assert!(count >= 40 && count == rows, "{count} of {rows}");
    }

    #[test]
    fn a_linter_is_known_however_it_is_started() {
        let known = |run: &str| {
            let mut step = Step::running("x", "project");
            step.run = run.split(' ').map(str::to_owned).collect();
            of(&step).map(|it| it.words.join(" "))
        };
        for (run, name) in [
            ("node_modules/.bin/eslint {file}", "eslint"),
            ("npx eslint {file}", "eslint"),
            ("python3 -m mypy {file}", "mypy"),
            ("uv run ruff check {file}", "ruff check"),
            ("markdownlint-cli2 {file}", "markdownlint-cli2"),
        ] {
            assert_eq!(known(run).as_deref(), Some(name), "{run}");
        }
        for run in ["ruff format {file}", "sh lint.sh", "go build"] {
            assert_eq!(known(run), None, "{run}");
        }
    }
}
