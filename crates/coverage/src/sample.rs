//! Something that a glob is about.

use std::fs;
use std::path::Path;

use hook_runtime::Files;
use project_paths::{Pattern, RelPath};

/// The most entries of a project that are looked at.
const MAX_ENTRIES: usize = 5_000;

/// Folders in which nobody works.
const PASSED_OVER: [&str; 3] = [".git", "node_modules", "target"];

/// One of some files: one that is there, else one that may be.
pub(crate) fn path(project: &Path, files: &Files) -> String {
    let glob = files.glob.as_str();
    let pattern = |glob: &str| Pattern::trusted(glob.trim_start_matches("./").to_owned());
    let (meant, except) = (pattern(glob), files.except.iter().map(|glob| pattern(glob)));
    let except: Vec<Pattern> = except.collect();
    let is_meant = |path: &RelPath| {
        meant.matches_path(path) && !except.iter().any(|pattern| pattern.matches_path(path))
    };
    let mut left = MAX_ENTRIES;
    let found = if glob.starts_with(['/', '~']) {
        None
    } else {
        find(project, Path::new(""), &is_meant, &mut left)
    };
    found.unwrap_or_else(|| {
        let name = text(glob);
        let name = name.trim_start_matches("./");
        if name.ends_with('/') { format!("{name}new.txt") } else { name.to_owned() }
    })
}

fn find(
    project: &Path,
    dir: &Path,
    is_meant: &dyn Fn(&RelPath) -> bool,
    left: &mut usize,
) -> Option<String> {
    let entries = fs::read_dir(project.join(dir)).ok()?.flatten();
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        *left = left.checked_sub(1)?;
        let name = entry.file_name();
        let path = dir.join(&name);
        let kind = entry.file_type().ok()?;
        if kind.is_dir() && !PASSED_OVER.iter().any(|it| name == *it) {
            if let Some(found) = find(project, &path, is_meant, left) {
                return Some(found);
            }
        } else if kind.is_file() {
            let text = path.to_str()?;
            // Names that a shell would read otherwise make no example.
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
            if RelPath::new(text).is_some_and(|it| is_meant(&it)) && text.chars().all(is_plain) {
                return Some(text.to_owned());
            }
        }
    }
    None
}

/// A text that a glob matches: of alternatives the first, and something short for what may be
/// anything.
pub(crate) fn text(glob: &str) -> String {
    let mut made = String::new();
    let mut rest = glob;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '{' => {
                let (inner, after) = rest.split_once('}').unwrap_or((rest, ""));
                made.push_str(&text(inner.split(',').next().unwrap_or_default()));
                rest = after;
            }
            '[' => {
                let (inner, after) = rest.split_once(']').unwrap_or((rest, ""));
                made.extend(inner.trim_start_matches(['!', '^']).chars().next());
                rest = after;
            }
            '*' if rest.starts_with("*/") => rest = rest.get(2..).unwrap_or_default(),
            '*' => {
                rest = rest.trim_start_matches('*');
                made.push_str("new");
            }
            '?' => made.push('x'),
            '\\' => {}
            c => made.push(c),
        }
    }
    made
}

/// The same of the arguments of a command: what may be anything is nothing, or a blank.
pub(crate) fn words(glob: &str) -> String {
    let spaced = glob.trim_matches('*').replace('*', " ");
    let words = text(&spaced);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_has_an_example() {
        for (glob, example) in [
            ("docs/specs/**", "docs/specs/new"),
            ("**/.env*", ".envnew"),
            ("src/{a,b}/[xy]?.rs", "src/a/xx.rs"),
            ("docs/specs/", "docs/specs/new.txt"),
            ("./a.txt", "a.txt"),
        ] {
            assert_eq!(path(Path::new("/nowhere"), &Files::of(glob)), example);
        }
        for (glob, example) in [
            ("push*--force*", "push --force"),
            ("*-rf*", "-rf"),
            ("state {set,clear}*", "state set"),
            ("push* {-f,--for,+}*", "push -f"),
        ] {
            assert_eq!(words(glob), example);
        }
    }
}
