//! Tests that link all of a crate are linked once: one integration-test binary a crate. And what
//! the tests read is not more files than a person wants to clone.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Finding, debts};

/// The files below `tests/`.
const MAX_FILES: usize = 2_500;

/// What there is too much of. `metadata` is what cargo knows of the workspace.
pub(super) fn check(files: &BTreeSet<String>, metadata: &Value) -> Vec<Finding> {
    let mut findings = several(metadata);
    findings.extend(too_many(files, debts::TEST_FILES));
    findings
}

/// The crates with more test binaries than one.
fn several(metadata: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    let packages = metadata.get("packages").and_then(Value::as_array);
    for package in packages.into_iter().flatten() {
        let name = package.get("name").and_then(Value::as_str).unwrap_or_default();
        let suites = suites(package);
        match (debts::SUITES.contains(&name), suites.len()) {
            (true, 0 | 1) => findings.push(debts::is_paid(&format!("the test binaries of {name}"))),
            (true, _) | (false, 0 | 1) => {}
            (false, count) => {
                let names = suites.join(", ");
                let message = format!("{count} test binaries, and one is enough: {names}");
                findings.push(Finding::new(&format!("crates/{name}/tests"), 0, message));
            }
        }
    }
    findings
}

/// Says that there are too many files below `tests/`, where `more` than enough are put up with.
fn too_many(files: &BTreeSet<String>, more: usize) -> Option<Finding> {
    let count = files.iter().filter(|path| path.starts_with("tests/")).count();
    if count > MAX_FILES + more {
        let message = format!("{count} files, and {MAX_FILES} are enough: a case is one file");
        return Some(Finding::new("tests", 0, message));
    }
    (count <= MAX_FILES && more > 0).then(|| debts::is_paid("the files below tests"))
}

/// The integration-test binaries of a package.
fn suites(package: &Value) -> Vec<&str> {
    let targets = package.get("targets").and_then(Value::as_array);
    let is_suite = |target: &&Value| {
        let kinds = target.get("kind").and_then(Value::as_array);
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "test"))
    };
    let names = targets.into_iter().flatten().filter(is_suite);
    names.filter_map(|target| target.get("name")?.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, suites: &[&str]) -> Value {
        let suite = |name: &&str| json!({"kind": ["test"], "name": name});
        let targets: Vec<Value> =
            suites.iter().map(suite).chain([json!({"kind": ["lib"], "name": "x"})]).collect();
        json!({"name": name, "targets": targets})
    }

    #[test]
    fn a_crate_has_one_test_binary() {
        let metadata = json!({"packages": [package("a", &[]), package("b", &["x"]), package("c", &["x", "y"])]});
        let found = several(&metadata);
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["crates/c/tests: 2 test binaries, and one is enough: x, y"]);
    }

    #[test]
    fn the_files_of_tests_are_counted() {
        let files = |count| (0..count).map(|n| format!("tests/{n}.case")).collect();
        assert_eq!(too_many(&files(MAX_FILES), 0), None);
        assert!(too_many(&files(MAX_FILES + 1), 0).is_some());
        assert_eq!(too_many(&files(MAX_FILES + 1), 5), None);
        assert!(too_many(&files(MAX_FILES + 6), 5).is_some());
        assert!(too_many(&files(MAX_FILES), 5).is_some(), "nothing to put up with");
    }
}
