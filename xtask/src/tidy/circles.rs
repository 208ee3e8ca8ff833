//! Modules of a crate do not stand in a circle: who reads one should not have to read all.
//!
//! An arrow goes from a module to each one that it names, by `use` or in a path: to where the name
//! is defined, and to the module that exports it again. Two kinds of arrows do not count: those to
//! the root of the crate, which holds what all share, and those to a module that contains the one
//! that names it, as a folder is one room with what stands above it.

mod graph;
mod paths;
mod source;
mod tree;

use std::collections::BTreeSet;

use super::Finding;
use tree::Tree;

/// The circles of all crates.
pub(super) fn check(files: &BTreeSet<String>, read: impl Fn(&str) -> String) -> Vec<Finding> {
    let circles = roots(files).flat_map(|root| {
        let of_root = circles(root, files, &read).into_iter();
        of_root.map(|modules| Finding::new(root, format!("modules in a circle: {modules}")))
    });
    circles.collect()
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

/// Modules of a crate that reach each other: in alphabetical order, with blanks between them.
fn circles(root: &str, files: &BTreeSet<String>, read: &impl Fn(&str) -> String) -> Vec<String> {
    let tree = Tree::read(root, |path| files.contains(path).then(|| read(path)));
    let circles = graph::circles(&tree.arrows());
    circles.into_iter().map(|modules| modules.join(" ")).collect()
}

#[cfg(test)]
mod tests;
