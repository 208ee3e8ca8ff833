//! The lines of an edit that a formatter removed, such as an unused import.

use std::collections::HashSet;

use similar::DiffTag;

use crate::decide::lines::{Lines, diff, hashes_of_words};

/// Which of `lines` of `before` are missing in `after`, which a formatter made of it; of all lines
/// where it is unknown which the edit wrote.
///
/// A line that was replaced, joined with another or moved was rewritten. It is missing only if it
/// was deleted and no other line is the same but for white space.
pub(crate) fn losses(lines: Option<&Lines>, before: &str, after: &str) -> Vec<String> {
    let (old, new) = (hashes_of_words(before), hashes_of_words(after));
    let there: HashSet<&u64> = new.iter().collect();
    let texts: Vec<&str> = before.lines().collect();
    let operations = diff(&old, &new);
    let deleted = operations.iter().filter(|it| it.tag() == DiffTag::Delete);
    let is_missing = |at: &usize| {
        let is_of_edit = lines.is_none_or(|lines| lines.has(at + 1));
        is_of_edit && old.get(*at).is_some_and(|hash| !there.contains(hash))
    };
    let missing = deleted.flat_map(|it| it.old_range()).filter(is_missing);
    let missing = missing.filter_map(|at| texts.get(at)).map(|line| line.trim().to_owned());
    missing.filter(|line| line.contains(char::is_alphanumeric)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, expected: &[&str]) {
        assert_eq!(losses(None, before, after), expected, "{before}");
    }

    #[test]
    fn only_deleted_lines_are_missing() {
        check("import json\nx = 1\n", "x = 1\n", &["import json"]);
        check("import json\nimport os\nx=1\n", "import os\nx = 1\n", &["import json"]);
        check("use a;\nuse b;\nfn f() {}\n", "fn f() {}\n", &["use a;", "use b;"]);
        check("import b\nimport a\n", "import a\nimport b\n", &[]);
        check("foo(\n  a,\n  b\n)\n", "foo(a, b)\n", &[]);
        check("from a import b\nfrom a import c\n", "from a import b, c\n", &[]);
        check("}\n\n\nx\n", "x\n", &[]);
    }

    #[test]
    fn only_the_lines_of_the_edit_are_named() {
        let before = "import json\nimport os\nx = 1\n";
        let edited = Lines::changed("import os\nx = 1\n", before);
        assert_eq!(losses(Some(&edited), before, "x = 1\n"), ["import json"]);
    }
}
