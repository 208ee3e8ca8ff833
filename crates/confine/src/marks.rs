//! The paths of a plan, with their access.

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::Call;
use crate::plan::Plan;

/// What a command may do with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The paths of a plan, each with its access, which holds for all below it that has no other mark.
#[derive(Debug)]
pub(crate) struct Marks {
    /// In the order of their paths: what lies below a path follows it.
    paths: Vec<(PathBuf, Access)>,
    /// Folders and patterns of names in them.
    patterns: Vec<(PathBuf, String)>,
    outputs: Vec<String>,
    project: PathBuf,
    takes_new_names: bool,
}

impl Marks {
    /// Those of a plan for one command.
    pub(crate) fn of(plan: &Plan, call: &Call) -> Marks {
        let mut marks = Marks {
            paths: Vec::new(),
            patterns: Vec::new(),
            outputs: plan.outputs.clone(),
            project: plan.project.clone(),
            takes_new_names: !plan.outputs.is_empty(),
        };
        let open = plan.temporary.iter().chain(&plan.caches);
        open.for_each(|dir| marks.set(dir, Access::Write));
        let project = if plan.is_open { Access::Write } else { Access::Read };
        marks.set(&plan.project.clone(), project);
        for entry in &plan.writable {
            marks.open(entry);
        }
        if call.names_git {
            plan.git.iter().for_each(|dir| marks.set(dir, Access::Write));
        }
        call.also_writable.iter().for_each(|dir| marks.set(dir, Access::Write));
        for entry in &plan.read_only {
            marks.set(Path::new(entry), Access::Read);
        }
        marks.paths.sort_by(|(one, _), (other, _)| one.cmp(other));
        marks
    }

    /// The same where no folder takes a new name.
    pub(crate) fn without_new_names(mut self) -> Marks {
        self.takes_new_names = false;
        self
    }

    /// The same where git may write all of its folders.
    pub(crate) fn with_all_of(mut self, git: &[PathBuf]) -> Marks {
        let is_inside = |path: &Path| git.iter().any(|dir| path != dir && path.starts_with(dir));
        self.paths.retain(|(path, access)| *access == Access::Write || !is_inside(path));
        self
    }

    fn open(&mut self, entry: &str) {
        let path = Path::new(entry);
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match path.parent() {
            Some(dir) if !entry.ends_with('/') && name.contains('*') => {
                self.patterns.push((dir.to_path_buf(), name.to_owned()));
            }
            // A file's entry opens no folder.
            _ if entry.ends_with('/') || !path.is_dir() => self.set(path, Access::Write),
            _ => {}
        }
    }

    fn set(&mut self, path: &Path, access: Access) {
        // Without the slash at the end of a folder's entry.
        let path: PathBuf = path.components().collect();
        if path.parent().is_none() {
            return;
        }
        self.paths.retain(|(other, _)| *other != path);
        self.paths.push((path, access));
    }

    pub(crate) fn all(&self) -> &[(PathBuf, Access)] {
        &self.paths
    }

    /// Whether a path lies in the project, or is its root.
    pub(crate) fn is_inside(&self, path: &Path) -> bool {
        path.starts_with(&self.project)
    }

    /// Whether a folder outside of the scope, with something of the scope in it, takes new names.
    pub(crate) fn takes_new_names(&self, dir: &Path) -> bool {
        let is_wanted =
            |access: Access, path: &Path| access == Access::Write && path.starts_with(dir);
        self.takes_new_names
            && dir.starts_with(&self.project)
            && (self.has_pattern(dir)
                || self.paths.iter().any(|(path, access)| is_wanted(*access, path)))
    }

    /// Whether the scope has names in this folder, or below it, that a pattern tells.
    pub(crate) fn has_pattern(&self, dir: &Path) -> bool {
        self.patterns.iter().any(|(of, _)| of.starts_with(dir))
    }

    /// The folders of patterns, as far as they are below `dir`.
    pub(crate) fn folders_of_patterns(&self) -> impl Iterator<Item = &Path> {
        self.patterns.iter().map(|(dir, _)| dir.as_path())
    }

    /// Whether a name in a folder is writable without a mark.
    pub(crate) fn opens_name(&self, dir: &Path, name: &str) -> bool {
        let is_output = dir.starts_with(&self.project) && self.outputs.iter().any(|it| it == name);
        is_output || self.matches_name(dir, name)
    }

    /// Whether a pattern opens a name in a folder.
    pub(crate) fn matches_name(&self, dir: &Path, name: &str) -> bool {
        let mut patterns = self.patterns.iter().filter(|(of, _)| of == dir);
        patterns.any(|(_, pattern)| matches(pattern, name))
    }
}

/// Whether a name matches a pattern with `*`, which stands for any text; a leading dot is not special.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// The names in a folder that are there.
pub(crate) fn names_in(dir: &Path) -> impl Iterator<Item = std::ffi::OsString> + use<> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.file_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_names() {
        for (pattern, name, expected) in [
            ("*.md", "a.md", true),
            ("*.md", "a.mdx", false),
            ("*", "a", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "ac", false),
            ("*.md", ".md", true),
            ("ab*b", "ab", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
