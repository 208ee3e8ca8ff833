//! Tests that link all of a crate are linked once: one integration-test binary a crate, and few in
//! all. A test that no harness runs is none. And what the tests read is not more files than a person
//! wants to clone.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Finding, debts};

/// The files below `tests/`.
const MAX_FILES: usize = 2_500;

/// The integration-test binaries of the workspace beside those of the hooks, which bring one each:
/// a new hook is not one too many.
const MAX_SUITES: usize = 19;

/// What there is too much of, and what nobody runs. `metadata` is what cargo knows of the workspace.
pub(super) fn check(
    files: &BTreeSet<String>,
    metadata: &Value,
    read: impl Fn(&str) -> String,
) -> Vec<Finding> {
    let mut findings = several(metadata);
    findings.extend(too_many_suites(metadata));
    findings.extend(too_many(files, debts::TEST_FILES));
    findings.extend(not_run(files, read));
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

/// Says that the workspace links too many test binaries beside those of its hooks.
fn too_many_suites(metadata: &Value) -> Option<Finding> {
    let packages = metadata.get("packages").and_then(Value::as_array);
    let is_hook = |package: &&Value| {
        package.get("name").and_then(Value::as_str).is_some_and(|name| name.ends_with("-hook"))
    };
    let others = packages.into_iter().flatten().filter(|package| !is_hook(package));
    let count: usize = others.map(|package| suites(package).len()).sum();
    let message = format!(
        "{count} integration-test binaries beside those of the hooks, and {MAX_SUITES} are enough"
    );
    (count > MAX_SUITES).then(|| Finding::new("crates", 0, message))
}

/// Test functions in a binary whose own `main` runs what it lists: the attribute takes them out.
fn not_run(files: &BTreeSet<String>, read: impl Fn(&str) -> String) -> Vec<Finding> {
    let mut findings = Vec::new();
    for manifest in files.iter().filter(|path| path.ends_with("/Cargo.toml")) {
        let package = manifest.trim_end_matches("Cargo.toml");
        for name in without_harness(&read(manifest)) {
            let folder = format!("{package}tests/{name}/");
            let file = format!("{package}tests/{name}.rs");
            for path in files.iter().filter(|path| path.starts_with(&folder) || **path == file) {
                let text = read(path);
                let lines = (1..).zip(text.lines());
                let tests = lines.filter(|(_, line)| line.trim_start().starts_with("#[test]"));
                let message = "`#[test]` is not run here: list the function in `main`";
                findings.extend(tests.map(|(line, _)| Finding::new(path, line, message)));
            }
        }
    }
    findings
}

/// The names of the test binaries that a manifest makes without the compiler's harness.
fn without_harness(manifest: &str) -> Vec<&str> {
    let tables = manifest.split("\n[").filter_map(|table| table.strip_prefix("[test]]\n"));
    let bare = tables.filter(|table| table.lines().any(|line| line.trim() == "harness = false"));
    let names =
        bare.flat_map(|table| table.lines().filter_map(|line| line.strip_prefix("name = ")));
    names.map(|name| name.trim().trim_matches('"')).collect()
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
    fn the_test_binaries_of_the_workspace_are_counted() {
        let packages = |count: usize| -> Vec<Value> {
            let others = (0..count).map(|at| package(&at.to_string(), &["it"]));
            let hooks = (0..9).map(|at| package(&format!("{at}-hook"), &["it"]));
            others.chain(hooks).collect()
        };
        let metadata = |count| json!({ "packages": packages(count) });
        assert_eq!(too_many_suites(&metadata(MAX_SUITES)), None);
        assert!(too_many_suites(&metadata(MAX_SUITES + 1)).is_some());
    }

    #[test]
    fn a_test_function_is_run() {
        let manifest = |harness: &str| {
            format!("[package]\nname = \"a\"\n\n[[test]]\nname = \"it\"\n{harness}\n[lib]\n")
        };
        let names = ["crates/a/Cargo.toml", "crates/a/src/x.rs", "crates/a/tests/it/x.rs"];
        let files = BTreeSet::from(names.map(str::to_owned));
        let found = |harness: &str| {
            let read = |path: &str| {
                let source = "fn f() {}\n    #[test]\nfn g() {} // #[test]\n".to_owned();
                if path.ends_with("toml") { manifest(harness) } else { source }
            };
            not_run(&files, read).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let expected =
            "crates/a/tests/it/x.rs:2: `#[test]` is not run here: list the function in `main`";
        assert_eq!(found("harness = false"), [expected]);
        assert_eq!(found(""), [""; 0]);
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
