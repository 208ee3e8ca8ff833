//! Why a hook stays silent, as its tool `explain` tells it of the same event.
//!
//! A case names the lines that are the reason. They must stand in the output in
//! this order, with any others between them, and the width of columns is nothing.

/// The rows of a table that say what comes of an event, and why.
const REASONS: [&str; 12] = [
    "changes",
    "done",
    "log",
    "outcome",
    "primitive",
    "read",
    "recorded",
    "rescue",
    "rule",
    "silent",
    "told",
    "verdict",
];

/// The lines that a case should expect of an output: those that `expected` names
/// where the output has them all, else those that are the reason, else all.
pub(crate) fn reason(expected: Option<&str>, output: &str) -> String {
    let lines: Vec<String> = output.lines().map(plain).filter(|line| !line.is_empty()).collect();
    if let Some(expected) = expected.filter(|expected| holds(expected, &lines)) {
        return expected.to_owned();
    }
    let is_reason =
        |line: &&String| line.split(' ').next().is_some_and(|name| REASONS.contains(&name));
    let mut told: Vec<&str> = lines.iter().filter(is_reason).map(String::as_str).collect();
    if told.is_empty() {
        told = lines.iter().map(String::as_str).collect();
    }
    told.iter().map(|line| [line, "\n"].concat()).collect()
}

fn holds(expected: &str, lines: &[String]) -> bool {
    let mut lines = lines.iter();
    let mut expected = expected.lines().map(plain).peekable();
    expected.peek().is_some() && expected.all(|expected| lines.any(|line| *line == expected))
}

fn plain(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_expects_the_reason_and_no_more() {
        let table = "event     Stop\n  verdict   ask: it is\noutcome   silent: x\n\ntext\n";
        let reasons = "verdict ask: it is\noutcome silent: x\n";
        let cases = [
            (None, table, reasons),
            (Some("outcome silent: y\n"), table, reasons),
            (Some(""), table, reasons),
            (Some("outcome silent: x\nevent Stop\n"), table, reasons),
            (Some("event Stop\noutcome  silent: x\n"), table, "event Stop\noutcome  silent: x\n"),
            (None, "There is no\nconfiguration.\n", "There is no\nconfiguration.\n"),
            (None, "", ""),
        ];
        for (expected, output, reason_of_it) in cases {
            assert_eq!(reason(expected, output), reason_of_it, "{expected:?}");
        }
    }
}
