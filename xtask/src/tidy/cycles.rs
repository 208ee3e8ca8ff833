//! Modules of a crate form no cycle: whoever reads one should not have to read all.
//!
//! An arrow goes from a module to each one that it names, by `use` or in a path: to where the name
//! is defined, and to the module that re-exports it. Two kinds of arrows do not count: those to the
//! root of the crate, which has what all share, and those to a module above the one that names it.

mod source;

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use source::{Source, Way};

/// How many re-exports one name may go through.
const MAX_EXPORTS: usize = 8;

/// Which module names which.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The modules of a crate, each by its way from the root, which itself is empty.
struct Tree(BTreeMap<Way, Source>);

/// The cycles of all crates.
pub(super) fn check(files: &BTreeSet<String>, read: impl Fn(&str) -> String) -> Vec<Finding> {
    let cycles = roots(files).flat_map(|root| {
        let of_root = cycles(root, files, &read).into_iter();
        of_root.map(|modules| Finding::new(root, format!("modules in a cycle: {modules}")))
    });
    cycles.collect()
}

/// The files with which crates begin.
fn roots(files: &BTreeSet<String>) -> impl Iterator<Item = &str> {
    let is_root = |path: &str| {
        let is_ours = path.starts_with("crates/") || path.starts_with("xtask/");
        let depth = path.split('/').count();
        is_ours
            && depth <= 4
            && (path.ends_with("/src/lib.rs")
                || path.ends_with("/src/main.rs")
                    && !files.contains(&path.replace("main.rs", "lib.rs")))
    };
    files.iter().map(String::as_str).filter(move |path| is_root(path))
}

/// The groups of modules of which each reaches each other one, in alphabetical order.
fn cycles(root: &str, files: &BTreeSet<String>, read: &impl Fn(&str) -> String) -> Vec<String> {
    let arrows = Tree::read(root, |path| files.contains(path).then(|| read(path))).arrows();
    let ways: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|from| (from.as_str(), reached(&arrows, from))).collect();
    let reaches = |from: &str, to: &str| ways.get(from).is_some_and(|all| all.contains(to));
    let cycle = |module: &&str| {
        let both = ways.keys().filter(|it| reaches(module, it) && reaches(it, module));
        both.copied().collect::<Vec<_>>()
    };
    let cycles: BTreeSet<Vec<&str>> = ways.keys().map(cycle).filter(|it| it.len() > 1).collect();
    cycles.into_iter().map(|modules| modules.join(" ")).collect()
}

/// All modules to which arrows lead from this one.
fn reached<'a>(arrows: &'a Arrows, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(module) = waiting.pop() {
        let next = arrows.get(module).into_iter().flatten();
        waiting.extend(next.map(String::as_str).filter(|next| reached.insert(*next)));
    }
    reached
}

impl Tree {
    /// Reads `root` and all files that it leads to.
    fn read(root: &str, read: impl Fn(&str) -> Option<String>) -> Self {
        let mut tree = Self(BTreeMap::new());
        let mut waiting = vec![(Way::new(), root.to_owned())];
        while let Some((way, file)) = waiting.pop() {
            let Some(text) = read(&file) else { continue };
            let source = Source::read(&text);
            let folder = match file.rsplit_once('/') {
                Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder,
                _ => file.trim_end_matches(".rs"),
            };
            for name in &source.modules {
                let way = below(&way, name);
                waiting.push((way.clone(), format!("{folder}/{name}.rs")));
                waiting.push((way, format!("{folder}/{name}/mod.rs")));
            }
            tree.0.insert(way, source);
        }
        tree
    }

    /// The arrows that count, between modules by their ways.
    fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (from, source) in &self.0 {
            let named = arrows.entry(from.join("::")).or_default();
            for path in &source.paths {
                // Where the name is defined, and the module that re-exports it.
                for exports in [MAX_EXPORTS, 0] {
                    let to = self.find(from, &path.parts, exports);
                    let to = to.filter(|to| !from.starts_with(to) && !from.is_empty());
                    named.extend(to.map(|to| to.join("::")));
                }
            }
        }
        arrows
    }

    /// The module that defines what `path` names in `from`; `None` if another crate does.
    fn find(&self, from: &[String], path: &[String], exports: usize) -> Option<Way> {
        let (mut at, mut rest) = (from.to_vec(), path);
        while let Some((first, behind)) = rest.split_first() {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                _ => break,
            }
            rest = behind;
        }
        let mut is_ours = rest.len() < path.len();
        while let Some((next, behind)) = rest.split_first() {
            let inner = below(&at, next);
            if !self.0.contains_key(&inner) {
                return self.exported(&at, next, behind, exports).or(is_ours.then_some(at));
            }
            (at, rest, is_ours) = (inner, behind, true);
        }
        Some(at)
    }

    /// What the name leads to that `module` has by `use`.
    fn exported(
        &self,
        module: &[String],
        name: &str,
        rest: &[String],
        exports: usize,
    ) -> Option<Way> {
        let exports = exports.checked_sub(1)?;
        let mut paths = self.0.get(module)?.paths.iter();
        let path =
            paths.find(|path| path.name == name && path.parts.first() != Some(&path.name))?;
        let path: Way =
            path.parts.iter().filter(|part| *part != "self").chain(rest).cloned().collect();
        self.find(module, &path, exports)
    }
}

fn below(module: &[String], name: &str) -> Way {
    module.iter().map(String::as_str).chain([name]).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
