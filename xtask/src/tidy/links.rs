//! Links of the documents to files of the repository.

use super::Finding;

/// The links whose target does not exist. `exists` is asked for a target
/// relative to the folder of the document.
pub(super) fn check(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let dead = targets(line).into_iter().filter(|target| !exists(target));
            findings.extend(
                dead.map(|target| Finding::new(path, number, format!("`{target}` does not exist"))),
            );
        }
    }
    findings
}

/// The files that a line links to, without what other sites and other places
/// of the same document are.
fn targets(line: &str) -> Vec<String> {
    // Every other part is between back quotes, and no link.
    let prose: String = line.split('`').step_by(2).collect();
    prose
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ']).next())
        .map(|target| target.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty() && !target.contains(':'))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_text(text: &str, expected: &[&str]) {
        let found = check("docs/a.md", text, |target| target == "b.md" || target == "../");
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_link_leads_somewhere() {
        check_text("see [b](b.md), [b too](b.md#part \"title\") and [up](../)", &[]);
        check_text("[`b`](b.md) ![picture](b.md)", &[]);
        check_text("a\n[c](c.md)", &["docs/a.md:2: `c.md` does not exist"]);
        check_text("[`c`](c.md#x)", &["docs/a.md:1: `c.md` does not exist"]);
    }

    #[test]
    fn other_sites_and_examples_are_not_followed() {
        check_text("[x](https://example.org/c.md) [y](#part) [z](mailto:a@example.org)", &[]);
        check_text("`[c](c.md)`", &[]);
        check_text("```\n[c](c.md)\n```\n", &[]);
    }
}
