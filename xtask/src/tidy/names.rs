//! Names of constants: bounds are called as everybody calls them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, debts};

/// Words with which a bound does not begin, and with what instead.
const INSTEAD: [(&str, &str); 9] = [
    ("MOST", "MAX"),
    ("LONGEST", "MAX"),
    ("LARGEST", "MAX"),
    ("BIGGEST", "MAX"),
    ("FEWEST", "MIN"),
    ("LEAST", "MIN"),
    ("SHORTEST", "MIN"),
    ("SMALLEST", "MIN"),
    ("USUAL", "DEFAULT"),
];

/// The constants of all crates that are called otherwise.
pub(super) fn check(files: &BTreeSet<String>, read: impl Fn(&str) -> String) -> Vec<Finding> {
    let mut findings = BTreeMap::<&str, Vec<Finding>>::new();
    for path in files {
        let (Some(krate), Some("rs")) = (krate(path), path.rsplit('.').next()) else {
            continue;
        };
        findings.entry(krate).or_default().extend(in_file(path, &read(path)));
    }
    let mut left = Vec::new();
    for (krate, found) in findings {
        match (debts::CONSTANTS.contains(&krate), found.is_empty()) {
            (true, true) => left.push(debts::is_paid(&format!("the constants of {krate}"))),
            (true, false) => {}
            (false, _) => left.extend(found),
        }
    }
    left
}

/// The crate that a file of ours belongs to.
fn krate(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    match parts.next() {
        Some("crates") => parts.next(),
        Some("xtask") => Some("xtask"),
        _ => None,
    }
}

fn in_file(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(name) = constant(line) else { continue };
        let (first, rest) = name.split_once('_').unwrap_or((name, "..."));
        if let Some((_, instead)) = INSTEAD.iter().find(|(word, _)| *word == first) {
            let message = format!("`{name}` is called `{instead}_{rest}`");
            findings.push(Finding::new(path, number, message));
        }
    }
    findings
}

/// The name of the constant that a line declares.
fn constant(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = code.strip_prefix("pub").map_or(code, |code| {
        let code = code.trim_start();
        code.split_once(") ").filter(|_| code.starts_with('(')).map_or(code, |(_, code)| code)
    });
    let code = code.strip_prefix("const ").or_else(|| code.strip_prefix("static "))?;
    code.split_once(':').map(|(name, _)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_line(line: &str, expected: Option<&str>) {
        let found: Vec<_> = in_file("a.rs", line).iter().map(ToString::to_string).collect();
        let expected: Vec<_> = expected.map(|it| format!("a.rs:1: {it}")).into_iter().collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn a_bound_is_max_or_min() {
        check_line("const MAX_LINES: usize = 4;", None);
        check_line("const TIME: u64 = MOST_TIME;", None);
        check_line("// const MOST: usize = 4;", None);
        check_line("const MOSTLY: u8 = 1;", None);
        check_line("    const MOST: usize = 4;", Some("`MOST` is called `MAX_...`"));
        check_line("pub const LONGEST_A_B: u8 = 1;", Some("`LONGEST_A_B` is called `MAX_A_B`"));
        check_line("pub(crate) static LEAST_A: u8 = 1;", Some("`LEAST_A` is called `MIN_A`"));
        check_line("pub(in a::b) const USUAL_A: u8 = 1;", Some("`USUAL_A` is called `DEFAULT_A`"));
    }

    #[test]
    fn a_file_belongs_to_a_crate_of_ours_or_to_none() {
        assert_eq!(krate("crates/a/src/b.rs"), Some("a"));
        assert_eq!(krate("xtask/src/b.rs"), Some("xtask"));
        assert_eq!(krate("tests/golden/a/before/project/src/b.rs"), None);
    }
}
