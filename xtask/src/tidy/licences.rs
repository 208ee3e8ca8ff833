//! Every crate has the licence of the workspace, and its lints.

use super::Finding;

/// Lines that the manifest of a crate must have.
const INHERITED: [(&str, &str); 2] =
    [("license.workspace = true", "licence"), ("[lints]\nworkspace = true", "lints")];

/// What the manifest of a crate does not take from the workspace.
pub(super) fn check(path: &str, manifest: &str) -> Vec<Finding> {
    let missing = INHERITED.iter().filter(|(line, _)| !manifest.contains(line));
    missing
        .map(|(line, what)| Finding::new(path, format!("the {what} is its own: write `{line}`")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_inherited() {
        let whole = "license.workspace = true\n\n[lints]\nworkspace = true\n";
        assert_eq!(check("a", whole), []);
        assert_eq!(check("a", "license = \"MIT\"\n").len(), 2);
    }
}
