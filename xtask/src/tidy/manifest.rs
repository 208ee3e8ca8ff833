//! Facts of the package, lints and dependencies are written once, in the root
//! manifest; the manifests of the crates point there.

use super::Finding;

/// What a crate takes from `[workspace.package]`.
const INHERITED: [&str; 6] =
    ["version", "edition", "rust-version", "license", "repository", "publish"];

/// What breaks the habit in the manifest of a crate.
pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if text.lines().any(|line| line == "[workspace]") {
        // A workspace of its own, as a fuzz target is, inherits nothing.
        return findings;
    }
    let mut section = "";
    let mut has_lints = false;
    for (number, line) in (1..).zip(text.lines()) {
        let mut found = |message: String| findings.push(Finding::new(path, number, message));
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end().trim_matches(['[', ']']);
            if let Some((_, dependency)) = section.split_once("dependencies.") {
                found(format!("`{dependency}` is written as `{dependency}.workspace = true`"));
            }
            continue;
        }
        let Some((key, value)) = entry(line) else {
            continue;
        };
        let inherits = key.ends_with(".workspace") || value.contains("workspace = true");
        has_lints |= section == "lints" && key == "workspace" && value == "true";
        if section == "package" && INHERITED.contains(&key) && !inherits {
            found(format!("`{key}` is written once: `{key}.workspace = true`"));
        }
        if section.ends_with("dependencies") && !inherits {
            found(format!("`{key}` goes into the root manifest: `{key}.workspace = true`"));
        }
    }
    if !has_lints {
        findings.push(Finding::new(path, 0, "the lints are not those of the workspace"));
    }
    findings
}

/// The key and the value of a line that has them.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim_end();
    let is_key = |char: char| char.is_ascii_alphanumeric() || "_-.".contains(char);
    (!key.is_empty() && key.chars().all(is_key)).then(|| (key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINTS: &str = "[lints]\nworkspace = true\n";

    #[track_caller]
    fn check_text(text: &str, expected: &[&str]) {
        let found = check("Cargo.toml", &format!("{LINTS}{text}"));
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn facts_are_inherited() {
        check_text("[package]\nname = \"a\"\nversion.workspace = true\n", &[]);
        check_text("[package]\nedition = { workspace = true }\n", &[]);
        check_text(
            "[package]\nversion = \"1\"\nrust-version=\"1.89\"\n",
            &[
                "Cargo.toml:4: `version` is written once: `version.workspace = true`",
                "Cargo.toml:5: `rust-version` is written once: `rust-version.workspace = true`",
            ],
        );
    }

    #[test]
    fn a_workspace_of_its_own_inherits_nothing() {
        check_text("[package]\nversion = \"1\"\n\n[workspace]\n", &[]);
    }

    #[test]
    fn dependencies_are_inherited() {
        check_text("[dependencies]\nserde.workspace = true\n", &[]);
        check_text(
            "[dependencies]\nserde = { workspace = true, features = [\n  \"a\",\n] }\n",
            &[],
        );
        check_text(
            "[dependencies]\nserde = \"1\"\n[target.'cfg(unix)'.dev-dependencies]\nb = { path = \"x\" }\n",
            &[
                "Cargo.toml:4: `serde` goes into the root manifest: `serde.workspace = true`",
                "Cargo.toml:6: `b` goes into the root manifest: `b.workspace = true`",
            ],
        );
        check_text(
            "[dependencies.serde]\nworkspace = true\n",
            &["Cargo.toml:3: `serde` is written as `serde.workspace = true`"],
        );
    }

    #[test]
    fn lints_are_inherited() {
        let found = check("Cargo.toml", "[package]\nname = \"a\"\n");
        assert_eq!(
            found,
            [Finding::new("Cargo.toml", 0, "the lints are not those of the workspace")]
        );
    }
}
