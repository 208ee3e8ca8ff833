//! What a program found, and which of it is new since the edit.

use std::collections::HashMap;

use crate::decide::line_map::LineMap;

/// What a program found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Findings {
    /// In the order in which they were printed.
    pub(crate) all: Vec<Finding>,
    /// Whether the program printed more than what is read.
    pub(crate) is_cut: bool,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Finding {
    /// As the agent is told, on one line or several.
    pub(crate) text: String,
    /// Where it is; `None` where the output is plain text.
    pub(crate) place: Option<Place>,
    /// The name of the rule; may be empty.
    pub(crate) rule: String,
    /// The message without the place.
    pub(crate) message: String,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) file: File,
    /// From 1; `None` for the whole file.
    pub(crate) line: Option<usize>,
}

/// The file of a place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum File {
    /// The one that was edited.
    Edited,
    /// Another, as the program names it.
    Other(String),
}

impl Finding {
    /// A line of plain text.
    pub(crate) fn of_text(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    fn line(&self) -> Option<usize> {
        self.place.as_ref()?.line
    }

    fn is_elsewhere(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.file != File::Edited)
    }

    /// Whether `old`, which was found before the edit, is this one: its line has moved here, and
    /// so have the lines that its message names. Without `lines` every line may be this one.
    fn is(&self, old: &Self, lines: Option<&LineMap>) -> bool {
        let Some(lines) = lines else { return true };
        let is_moved = match (old.line(), self.line()) {
            (Some(old), Some(new)) if !self.is_elsewhere() => lines.leads(old, new),
            (old, new) => old == new,
        };
        let mut numbers = numbers(&old.message).zip(numbers(&self.message));
        is_moved && numbers.all(|(old, new)| old == new || lines.leads(old, new))
    }
}

/// Those of the findings that were not there before the edit: no old one has the same rule and the
/// same message on the line that this line was. Without `lines`, where lines cannot be followed,
/// rule and message decide.
pub(crate) fn new_findings(
    found: Vec<Finding>,
    before: &[Finding],
    lines: Option<&LineMap>,
) -> Vec<Finding> {
    let mut known: HashMap<_, Vec<&Finding>> = HashMap::new();
    for old in before {
        known.entry(key(old)).or_default().push(old);
    }
    let mut is_new = |finding: &Finding| {
        let Some(old) = known.get_mut(&key(finding)) else { return true };
        let same = old.iter().position(|old| finding.is(old, lines));
        // Each old finding stands for one.
        same.map(|at| old.remove(at)).is_none()
    };
    found.into_iter().filter(|finding| is_new(finding)).collect()
}

/// Those of the findings that are about new lines of the file, or about no line: all that can be
/// said where nobody knows what was found before.
pub(crate) fn on_new_lines(found: Vec<Finding>, lines: Option<&LineMap>) -> Vec<Finding> {
    let is_new = |finding: &Finding| match (finding.line(), lines) {
        (Some(line), Some(lines)) => lines.is_new(line),
        _ => true,
    };
    found.into_iter().filter(|it| !it.is_elsewhere() && is_new(it)).collect()
}

/// What an old finding has in common with the one that it has become.
fn key(finding: &Finding) -> (Option<File>, String, String) {
    let file = finding.place.as_ref().map(|place| place.file.clone());
    let message = finding.message.chars().filter(|it| !it.is_ascii_digit()).collect();
    (file, finding.rule.clone(), message)
}

fn numbers(text: &str) -> impl Iterator<Item = usize> {
    let words = text.split(|it: char| !it.is_ascii_digit());
    words.filter_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of findings such as `3 undefined name`, in another file with `3@b.py`, those that are new.
    #[track_caller]
    fn check(before: (&str, &[&str]), after: (&str, &[&str]), expected: &[&str]) {
        let of = |text: &&str| {
            let (place, message) = text.split_once(' ').unwrap();
            let (line, file) = match place.split_once('@') {
                Some((line, file)) => (line, File::Other(file.to_owned())),
                None => (place, File::Edited),
            };
            let place = Some(Place { file, line: line.parse().ok() });
            let (text, message) = ((*text).to_owned(), message.to_owned());
            Finding { text, place, rule: String::new(), message }
        };
        let all = |findings: &[&str]| findings.iter().map(of).collect::<Vec<Finding>>();
        let lines = LineMap::default().edited(before.0, after.0);
        let found = new_findings(all(after.1), &all(before.1), Some(&lines));
        let found: Vec<&str> = found.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(found, expected, "{after:?}");
    }

    #[test]
    fn what_was_there_before_is_not_new() {
        let old = ("a\nb\nc\n", &["1 x", "3 y", "- z"][..]);
        check(old, ("a\nB\nc\n", &["1 x", "3 y", "- z"]), &[]);
        check(old, ("a\nb\nnew\nc\n", &["1 x", "4 y", "- z"]), &[]);
        check(old, ("a\nB\nc\n", &["1 other", "3 y"]), &["1 other"]);
        check(old, ("a\nb\nnew\nc\n", &["3 y", "4 y"]), &["3 y"]);
    }

    #[test]
    fn what_is_on_a_line_of_the_edit_is_new() {
        check(("a\nb\nc\n", &["2 x"]), ("a\nB\nc\n", &["2 x"]), &["2 x"]);
    }

    #[test]
    fn an_edit_may_cause_a_finding_elsewhere() {
        let old = ("import os\nprint(os)\n", &["- z"][..]);
        let found = &["1 unused", "- z", "4@b.py bad"];
        check(old, ("import os\nprint(1)\n", found), &["1 unused", "4@b.py bad"]);
        let found = &["4@b.py bad", "4@c.py bad"];
        check(("a\n", &["4@b.py bad"]), ("A\n", found), &["4@c.py bad"]);
    }

    #[test]
    fn each_old_finding_stands_for_one() {
        check(("a\nb\n", &["1 x"]), ("a\nB\n", &["1 x", "1 x"]), &["1 x"]);
    }

    #[test]
    fn a_line_that_a_message_names_moves_too() {
        let old = ("a\nb\nc\n", &["3 redefinition of line 1"][..]);
        check(old, ("new\na\nb\nc\n", &["4 redefinition of line 2"]), &[]);
        let other = &["4 redefinition of line 3"];
        check(old, ("new\na\nb\nc\n", other), other);
        check(("a\nb\n", &["1 11 > 10"]), ("a\nB\n", &["1 12 > 10"]), &["1 12 > 10"]);
    }

    #[test]
    fn where_lines_cannot_be_followed_rule_and_message_decide() {
        let of = |line, message: &str| Finding {
            text: format!("{line} {message}"),
            place: Some(Place { file: File::Edited, line: Some(line) }),
            rule: String::new(),
            message: message.to_owned(),
        };
        let (found, before) = (vec![of(9, "x"), of(1, "y"), of(2, "y")], [of(1, "x"), of(1, "y")]);
        assert_eq!(new_findings(found, &before, None), [of(2, "y")]);
    }

    #[test]
    fn without_an_earlier_run_new_lines_count() {
        let of = |line| Finding {
            place: Some(Place { file: File::Edited, line }),
            ..Finding::of_text("x".to_owned())
        };
        let lines = LineMap::default().edited("a\n", "a\nb\n");
        let found = on_new_lines(vec![of(Some(1)), of(Some(2)), of(None)], Some(&lines));
        assert_eq!(found, [of(Some(2)), of(None)]);
    }
}
