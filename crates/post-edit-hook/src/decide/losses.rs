//! The lines of an edit that a formatter took away again.

use std::collections::HashSet;

use similar::DiffTag;

use crate::decide::lines::{Lines, diff};

/// In bytes: of a longer text the lines are not looked at one by one.
const MAX_TEXT: usize = 1 << 20;

/// Which lines of `before` are gone in `after`, which a formatter made of it, as far as they are
/// some of these; of all where it is not known which.
///
/// Formatters move lines, join and split them and write them in other signs, so a line is compared
/// by its words. It is gone where it was not rewritten at its place, no other line has its words,
/// and it was not merged into another either: then all of its words are there somewhere, and one
/// of them in what the formatter wrote.
pub(crate) fn losses(some: Option<&Lines>, before: &str, after: &str) -> Vec<String> {
    if before.len().max(after.len()) > MAX_TEXT {
        return Vec::new();
    }
    let (old, new) = (lines(before), lines(after));
    let of = |line: &Line<'_>| line.words.join(" ");
    let keys = |lines: &[Line<'_>]| lines.iter().map(of).collect::<Vec<String>>();
    let (old_keys, new_keys) = (keys(&old), keys(&new));
    let operations = diff(&old_keys, &new_keys);
    let operations = || operations.iter().filter(|it| it.tag() != DiffTag::Equal);
    let words_in = |range| words(new.get(range).unwrap_or_default());
    let put: HashSet<&str> = operations().flat_map(|it| words_in(it.new_range())).collect();
    let (everywhere, whole) = (words(&new), new_keys.iter().collect::<HashSet<_>>());
    let mut gone = Vec::new();
    for operation in operations() {
        let (_, removed, added) = operation.as_tag_tuple();
        let is_split = added.len() >= removed.len();
        let here = words_in(added);
        for line in old.get(removed).unwrap_or_default() {
            let has_one = |some: &HashSet<&str>| line.words.iter().any(|it| some.contains(&**it));
            let has_all = line.words.iter().all(|it| everywhere.contains(&**it));
            let is_there = is_split && has_one(&here) || has_all && has_one(&put);
            let is_one = some.is_none_or(|some| some.has(line.number));
            if is_one && !is_there && !whole.contains(&of(line)) {
                gone.push(line.text.trim().to_owned());
            }
        }
    }
    gone
}

/// A line that has words.
struct Line<'a> {
    /// From 1.
    number: usize,
    text: &'a str,
    /// In lower case.
    words: Vec<String>,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let all = text.lines().zip(1..).map(|(text, number)| {
        let words = text.split(|it: char| !it.is_alphanumeric() && it != '_');
        let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        Line { number, text, words }
    });
    all.filter(|line| !line.words.is_empty()).collect()
}

fn words<'a>(lines: &'a [Line<'_>]) -> HashSet<&'a str> {
    lines.iter().flat_map(|line| &line.words).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, expected: &[&str]) {
        assert_eq!(losses(None, before, after), expected, "{before}");
    }

    #[test]
    fn what_is_taken_away_is_gone() {
        check("import json\nx = 1\n", "x = 1\n", &["import json"]);
        check("import json\nx='1'\n", "x = \"1\"\n", &["import json"]);
        check("import json\nimport os;\n", "import os\n", &["import json"]);
        check("import json\nx = f(\n  a,\n  b)\n", "x = f(a, b)\n", &["import json"]);
        check("use a;\nuse b;\nfn f() {}\n", "fn f() {}\n", &["use a;", "use b;"]);
        check("import json\nx = 1\n", "# head\nx = 1\n", &["import json"]);
        check("a {\n  top: 1px;\n  top: 2px;\n}\n", "a {\n  top: 2px;\n}\n", &["top: 1px;"]);
        // A word of it is there for another reason.
        check("import json\nimport os\n# json\n", "import os\n# json\n", &["import json"]);
    }

    #[test]
    fn what_is_written_otherwise_is_not() {
        for (before, after) in [
            ("x=0XFF\n", "x = 0xff\n"),
            ("foo(\n  a,\n  b\n)\n", "foo(a, b)\n"),
            ("foo(a, b)\n", "foo(\n  a,\n  b\n)\n"),
            ("import b\nimport a\n", "import a\nimport b\n"),
            ("import a\nimport a\n", "import a\n"),
            ("from a import b\nfrom a import c\n", "from a import b, c\n"),
            (
                "from a import (\n    b,\n    d,\n)\nx = 1\nfrom a import c\n",
                "from a import (\n    b,\n    c,\n    d,\n)\nx = 1\n",
            ),
            ("import os, json\n", "import os\n"),
            ("}\n\n\nx\n", "x\n"),
            ("var x = .5;\n", "const x = 0.5;\n"),
            ("select\nx from t\n", "SELECT x FROM t\n"),
        ] {
            check(before, after, &[]);
        }
    }

    #[test]
    fn only_the_lines_of_the_edit_are_named() {
        let before = "import json\nimport os\nx = 1\n";
        let touched = Lines::changed("import os\nx = 1\n", before);
        assert_eq!(losses(Some(&touched), before, "x = 1\n"), ["import json"]);
    }
}
