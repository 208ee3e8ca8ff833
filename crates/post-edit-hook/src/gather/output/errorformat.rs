//! Lines with a place at their beginning: `path:line:col: message`, as GCC prints them, and
//! `path(line,col): message`, as `MSBuild` does. The column may be missing, and so may the colon
//! behind the place where a blank follows.
//!
//! Source: "Formatting Error Messages" of the GNU Coding Standards; "`MSBuild` and
//! Visual Studio format for diagnostic messages" of Microsoft.

use super::RawFinding;

/// The findings in an output, each with the lines below it that are indented. `is_path` says
/// whether a text is the path of a file: a time of day looks like a place.
pub(super) fn findings(output: &str, is_path: impl Fn(&str) -> bool) -> Vec<RawFinding> {
    let mut found: Vec<RawFinding> = Vec::new();
    let mut is_open = false;
    for line in output.lines() {
        if let Some(finding) = finding(line, &is_path) {
            found.push(finding);
            is_open = true;
        } else if let Some(last) = found.last_mut() {
            is_open &= line.starts_with([' ', '\t']);
            if is_open {
                last.text.push('\n');
                last.text.push_str(line);
            }
        }
    }
    found
}

fn finding(line: &str, is_path: impl Fn(&str) -> bool) -> Option<RawFinding> {
    let text = line.trim_start();
    let signs = text.match_indices([':', '(']);
    let (path, (line, column, rest)) = signs.into_iter().find_map(|(at, sign)| {
        let (path, rest) = text.split_at_checked(at)?;
        let rest = rest.get(1..)?;
        let place = if sign == ":" { gnu(rest) } else { microsoft(rest) }?;
        is_path(path.trim_end()).then_some((path.trim_end(), place))
    })?;
    let message = rest.trim_start_matches([':', ' ', '\t', '-']).trim_end();
    let is_apart = rest.starts_with([':', ' ', '\t']);
    (is_apart && !message.is_empty()).then(|| RawFinding {
        path: Some(path.to_owned()),
        line: Some(line),
        column,
        rule: None,
        message: message.to_owned(),
        text: text.trim_end().to_owned(),
    })
}

/// `3:7` or `3`, and what follows.
fn gnu(text: &str) -> Option<(usize, Option<usize>, &str)> {
    let (line, rest) = number(text)?;
    match rest.strip_prefix(':').and_then(number) {
        Some((column, rest)) => Some((line, Some(column), rest)),
        None => Some((line, None, rest)),
    }
}

/// `3,7)` or `3)`, and what follows.
fn microsoft(text: &str) -> Option<(usize, Option<usize>, &str)> {
    let (line, rest) = number(text)?;
    let (column, rest) = match rest.strip_prefix(',').and_then(number) {
        Some((column, rest)) => (Some(column), rest),
        None => (None, rest),
    };
    Some((line, column, rest.strip_prefix(')')?))
}

fn number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|it: char| it.is_ascii_digit());
    Some((text.strip_suffix(rest)?.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places and messages in an output.
    #[track_caller]
    fn check(output: &str, expected: &[&str]) {
        let is_path = |path: &str| {
            ["a.c", "a b.c", "f(1).c", "Dockerfile"].iter().any(|it| path.ends_with(it))
        };
        let found: Vec<String> = findings(output, is_path)
            .into_iter()
            .map(|it| {
                let column = it.column.map_or_else(String::new, |it| format!(",{it}"));
                format!("{}|{}{column}|{}", it.path.unwrap(), it.line.unwrap(), it.message)
            })
            .collect();
        assert_eq!(found, expected, "{output}");
    }

    #[test]
    fn places_stand_before_messages() {
        check("a.c:3:7: error: x", &["a.c|3,7|error: x"]);
        check("a.c:3: x", &["a.c|3|x"]);
        check("  /p/a b.c:3:1: x: y", &["/p/a b.c|3,1|x: y"]);
        check("Dockerfile:3 DL3003 warning: x", &["Dockerfile|3|DL3003 warning: x"]);
        check("a.c(3,7): error X1: x", &["a.c|3,7|error X1: x"]);
        check("a.c (3): x", &["a.c|3|x"]);
        check("C:\\p\\a.c:3:7: x", &["C:\\p\\a.c|3,7|x"]);
        check("src/f(1).c:3:7 - x", &["src/f(1).c|3,7|x"]);
    }

    #[test]
    fn other_lines_are_no_findings() {
        for line in ["12:30:01 INFO x", "a.c:3:7", "a.c: x", "2 errors", "", "a.c:3:7x", "b.d:3: x"]
        {
            check(line, &[]);
        }
    }

    #[test]
    fn what_is_indented_below_belongs_to_a_finding() {
        let output =
            "a.c: In function 'f':\na.c:2:3: error: x\n    2 |   y\n      |   ^\n1 error\n  z\n";
        let found = findings(output, |path| path == "a.c");
        let [only] = &found[..] else { panic!("{found:?}") };
        assert_eq!(only.text, "a.c:2:3: error: x\n    2 |   y\n      |   ^");
        assert_eq!(only.message, "error: x");
    }
}
