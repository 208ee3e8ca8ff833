//! Where builds, environments and tests put what they make, if git leaves it alone: that lies in every
//! scope.

use std::fs::File;
use std::io::Read as _;

use project_paths::{ProjectRoot, RelPath};
use protection::Target;

use crate::config::Outputs;

/// The folders in the root of a project that are known to be such, by the tools that make them.
const OUTPUTS: [&str; 28] = [
    "dist",
    "build",
    "target",
    "out",
    "bin",
    "obj",
    "coverage",
    "htmlcov",
    "node_modules",
    ".venv",
    "venv",
    ".tox",
    ".nox",
    ".next",
    ".nuxt",
    ".output",
    ".turbo",
    ".svelte-kit",
    ".parcel-cache",
    ".cache",
    ".gradle",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    "_build",
    "storybook-static",
    "cmake-build-debug",
];

/// So much of `.gitignore` is read, in bytes.
const MAX_IGNORED: u64 = 64 * 1024;

/// The names in which targets may lie: those that the policy names, else the known ones that `.gitignore` has.
pub(crate) fn found(project: &ProjectRoot, outputs: &Outputs, targets: &[Target]) -> Vec<String> {
    let is_meant = |name: &str| {
        let mut places = targets.iter().flat_map(|target| target.places.iter().flatten());
        places.any(|place| place.inside.as_ref().is_some_and(|path| top(path) == name))
    };
    let named: Vec<&str> = match outputs {
        Outputs::Deny => return vec![],
        Outputs::Named(names) => names.iter().map(String::as_str).collect(),
        Outputs::Allow => OUTPUTS.to_vec(),
    };
    let mut meant: Vec<&str> = named.into_iter().filter(|name| is_meant(name)).collect();
    if *outputs == Outputs::Allow && !meant.is_empty() {
        let mut text = String::new();
        let file = File::open(project.path().join(".gitignore"));
        let read = file.and_then(|file| file.take(MAX_IGNORED).read_to_string(&mut text));
        meant.retain(|name| read.is_ok() && ignores(&text, name));
    }
    meant.into_iter().map(str::to_owned).collect()
}

/// Whether a target lies in one of these folders, wherever it may be.
pub(crate) fn holds(names: &[String], target: &Target) -> bool {
    !names.is_empty() && target.holds_everywhere(|path| names.iter().any(|name| name == top(path)))
}

/// The folder or file in the root of a project in which a path lies.
fn top(path: &RelPath) -> &str {
    path.as_str().split('/').next().unwrap_or_default()
}

/// Whether a line of a `.gitignore` leaves out all of a folder in the root, and none takes something back.
fn ignores(text: &str, name: &str) -> bool {
    let is_it = |line: &str| {
        let line = line.strip_prefix("**/").or_else(|| line.strip_prefix('/')).unwrap_or(line);
        let ends = ["/**", "/*", "/"];
        ends.iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line) == name
    };
    let lines = || text.lines().map(str::trim_end);
    lines().any(is_it) && !lines().any(|line| line.starts_with('!') && line.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_ignored_as_git_writes_it() {
        for text in
            ["dist", "dist/", "/dist", "/dist/", "a\n**/dist/\n", "dist/*", "# x\ndist/**  "]
        {
            assert!(ignores(text, "dist"), "{text}");
        }
        for text in ["", "dist2", "a/dist", "#dist", "dist/a", "dist\n!dist/keep", "!dist", "*"] {
            assert!(!ignores(text, "dist"), "{text}");
        }
    }
}
