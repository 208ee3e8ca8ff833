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
use super::debts;
use tree::Tree;

/// The circles of all crates, save those that are known, and those that are known and are gone.
pub(super) fn check(files: &BTreeSet<String>, read: impl Fn(&str) -> String) -> Vec<Finding> {
    let circles: Vec<Circle> = roots(files).flat_map(|root| circles(root, files, &read)).collect();
    compare(&circles, debts::CIRCLES)
}

/// Modules of a crate that reach each other.
#[derive(Debug, PartialEq, Eq)]
struct Circle {
    krate: String,
    /// In alphabetical order, with blanks between them.
    modules: String,
    root: String,
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

fn circles(root: &str, files: &BTreeSet<String>, read: &impl Fn(&str) -> String) -> Vec<Circle> {
    let krate = root.rsplit('/').nth(2).unwrap_or(root);
    let tree = Tree::read(root, |path| files.contains(path).then(|| read(path)));
    let circles = graph::circles(&tree.arrows());
    let circle = |modules: Vec<String>| Circle {
        krate: krate.to_owned(),
        modules: modules.join(" "),
        root: root.to_owned(),
    };
    circles.into_iter().map(circle).collect()
}

fn compare(circles: &[Circle], known: &[(&str, &str)]) -> Vec<Finding> {
    let is_known = |circle: &Circle| {
        known.iter().any(|(krate, modules)| (*krate, *modules) == (&circle.krate, &circle.modules))
    };
    let mut findings = Vec::new();
    for circle in circles.iter().filter(|circle| !is_known(circle)) {
        let message = format!("modules in a circle: {}", circle.modules);
        findings.push(Finding::new(&circle.root, 0, message));
    }
    for (krate, modules) in known {
        if !circles.iter().any(|it| (it.krate.as_str(), it.modules.as_str()) == (krate, modules)) {
            findings.push(debts::is_paid(&format!("the circle of {krate}: {modules}")));
        }
    }
    findings
}

#[cfg(test)]
mod tests;
