//! Which findings belong to another one: a note to the error above it, and what says how the compiler
//! came to an error to that below.

use crate::decide::findings::{At, Finding};

/// What a line says that explains the error above it, in lower case.
const ABOVE: [&str; 9] = [
    "previous definition",
    "previous declaration",
    "previously defined",
    "previously declared",
    "first defined here",
    "originally defined",
    "original definition",
    "other declaration of",
    "required by ",
];

/// What a line says that leads to the error below it.
const BELOW: [&str; 3] = ["In file included from ", "required from ", "In instantiation of "];

/// The findings, those that belong together joined.
pub(super) fn joined(found: Vec<Finding>) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::with_capacity(found.len());
    // How many of the last ones lead to what comes.
    let mut open = 0;
    for finding in found {
        let leads = is_leading(&finding) || open > 0 && is_title(&finding);
        if leads {
            open += 1;
            all.push(finding);
        } else if open > 0 && finding.at != At::Nowhere {
            let start = all.len() - open;
            let leading = all.split_off(start);
            all.push(leading.into_iter().chain([finding]).reduce(join).unwrap_or_default());
            open = 0;
        } else if is_note(&finding) && all.last().is_some_and(|it| is_placed(&it.at)) {
            let above = all.pop().unwrap_or_default();
            all.push(join(above, finding));
        } else {
            open = 0;
            all.push(finding);
        }
    }
    all
}

fn join(above: Finding, below: Finding) -> Finding {
    let at = match (above.at, below.at) {
        (At::Here(mut lines), At::Here(more)) => {
            lines.extend(more);
            At::Here(lines)
        }
        (At::Here(lines), _) | (_, At::Here(lines)) => At::Here(lines),
        (At::Elsewhere, _) | (_, At::Elsewhere) => At::Elsewhere,
        (at, _) => at,
    };
    Finding { text: format!("{}\n{}", above.text, below.text), at }
}

fn is_placed(at: &At) -> bool {
    matches!(at, At::Here(_) | At::Elsewhere)
}

fn first_line(finding: &Finding) -> &str {
    finding.text.lines().next().unwrap_or_default()
}

fn is_leading(finding: &Finding) -> bool {
    let line = first_line(finding);
    BELOW.iter().any(|words| line.contains(words)) && !line.contains("error: ")
}

/// `x.h: In function 'f':`
fn is_title(finding: &Finding) -> bool {
    finding.at == At::Nowhere && first_line(finding).ends_with(':')
}

/// Whether a finding is a note to the one above. What ends with the name of a rule stands for itself.
fn is_note(finding: &Finding) -> bool {
    let line = first_line(finding);
    if !is_placed(&finding.at) || line.ends_with(']') || line.contains("error: ") {
        return false;
    }
    let lower = line.to_lowercase();
    let says = |words: &&str| lower.contains(*words);
    lower.contains(": note: ") || lower.contains("declared here") || ABOVE.iter().any(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[(&str, At)], expected: &[&str]) {
        let found =
            lines.iter().map(|(text, at)| Finding { text: (*text).to_owned(), at: at.clone() });
        let texts: Vec<String> = joined(found.collect()).into_iter().map(|it| it.text).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_note_belongs_to_the_error_above() {
        let here = |line: usize| At::Here(vec![line..=line]);
        let (error, note) = ("a.c:4:2: error: too few", "a.c:1:5: note: declared here");
        check(&[(error, here(4)), (note, here(1))], &[&format!("{error}\n{note}")]);
        check(&[("x", At::Nowhere), (note, here(1))], &["x", note]);
        let own = "a.sh:3:1: note: Quote this. [SC2086]";
        check(
            &[("a.sh:2:1: error: x [SC1]", here(2)), (own, here(3))],
            &["a.sh:2:1: error: x [SC1]", own],
        );
    }

    #[test]
    fn what_leads_to_an_error_belongs_to_it() {
        let here = |line: usize| At::Here(vec![line..=line]);
        let (from, title, error) =
            ("In file included from a.c:1:", "x.h: In function 'f':", "x.h:3:5: error: bad");
        let whole = format!("{from}\n{title}\n{error}");
        check(&[(from, here(1)), (title, At::Nowhere), (error, At::Elsewhere)], &[&whole]);
        check(&[(from, here(1))], &[from]);
    }
}
