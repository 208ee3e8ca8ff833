//! Where builds, environments and tests put what they make, if git leaves it alone: that lies in every
//! scope.

use std::fs::File;
use std::io::Read as _;

use project_paths::{ProjectRoot, RelPath};
use protection::Target;

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

/// Those of them in which targets may lie and which `.gitignore` names.
pub(crate) fn ignored(project: &ProjectRoot, targets: &[Target]) -> Vec<&'static str> {
    let is_meant = |name: &&str| {
        let mut places = targets.iter().flat_map(|target| target.places.iter().flatten());
        places.any(|place| place.inside.as_ref().is_some_and(|path| top(path) == *name))
    };
    let meant: Vec<&str> = OUTPUTS.into_iter().filter(is_meant).collect();
    if meant.is_empty() {
        return meant;
    }
    let mut text = String::new();
    let file = File::open(project.path().join(".gitignore"));
    let read = file.and_then(|file| file.take(MAX_IGNORED).read_to_string(&mut text));
    if read.is_err() {
        return vec![];
    }
    meant.into_iter().filter(|name| ignores(&text, name)).collect()
}

/// Whether an agent may have written a script there that it runs: in what a build makes, and not among the
/// programs that a package manager puts somewhere.
pub(crate) fn may_write(project: &ProjectRoot, script: &Target) -> bool {
    const BUILT: [&str; 6] = ["dist", "build", "target", "out", "bin", "_build"];
    ignored(project, std::slice::from_ref(script)).iter().any(|name| BUILT.contains(name))
}

/// Whether a target lies in one of these folders, wherever it may be.
pub(crate) fn holds(folders: &[&str], target: &Target) -> bool {
    !folders.is_empty() && target.holds_everywhere(|path| folders.contains(&top(path)))
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
