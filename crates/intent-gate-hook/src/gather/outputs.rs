//! Where builds, environments and tests put what they make: that lies in every scope.

use std::fs::File;
use std::io::Read as _;

use confine::Plan;
use project_paths::{ProjectRoot, RelPath};
use protection::Target;

use crate::config::Outputs;

/// Other folders that tools make in the root of a project; in one that git does not ignore something may be kept.
const IF_IGNORED: [&str; 5] = ["out", "bin", "obj", "_build", "cmake-build-debug"];

/// So much of `.gitignore` is read, in bytes.
const MAX_IGNORED: u64 = 64 * 1024;

/// The names in the root that lie in every scope: those that the policy names, else those that builds are known to make.
pub(crate) fn names(project: &ProjectRoot, outputs: &Outputs) -> Vec<String> {
    match outputs {
        Outputs::Deny => Vec::new(),
        Outputs::Named(names) => names.clone(),
        Outputs::Allow => {
            let mut text = String::new();
            let file = File::open(project.path().join(".gitignore"));
            let read = file.and_then(|file| file.take(MAX_IGNORED).read_to_string(&mut text));
            let is_ignored = |name: &&str| read.is_ok() && ignores(&text, name);
            let ignored = IF_IGNORED.into_iter().filter(is_ignored).map(str::to_owned);
            Plan::default_outputs().into_iter().chain(ignored).collect()
        }
    }
}

/// Those of the names in which targets lie.
pub(crate) fn found<'t>(
    project: &ProjectRoot,
    outputs: &Outputs,
    targets: impl Iterator<Item = &'t Target>,
) -> Vec<String> {
    let paths = targets.flat_map(|target| target.places.iter().flatten());
    let tops: Vec<&str> = paths.filter_map(|place| Some(top(place.inside.as_ref()?))).collect();
    if tops.is_empty() {
        return Vec::new();
    }
    let mut names = names(project, outputs);
    names.retain(|name| tops.contains(&name.as_str()));
    names
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
