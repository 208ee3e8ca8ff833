//! Circles of a graph.

use std::collections::{BTreeMap, BTreeSet};

/// Which module names which.
pub(super) type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The groups of modules of which each reaches each other one, in alphabetical order.
pub(super) fn circles(arrows: &Arrows) -> Vec<Vec<String>> {
    let ways: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|from| (from.as_str(), reached(arrows, from))).collect();
    let reaches = |from: &str, to: &str| ways.get(from).is_some_and(|all| all.contains(to));
    let mut circles = BTreeSet::new();
    for module in arrows.keys() {
        let circle: Vec<String> = arrows
            .keys()
            .filter(|other| reaches(module, other) && reaches(other, module))
            .cloned()
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// All modules to which a way of at least one arrow leads.
fn reached<'a>(arrows: &'a Arrows, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let next = |module: &str| arrows.get(module).into_iter().flatten().map(String::as_str);
    let mut waiting: Vec<&str> = next(from).collect();
    while let Some(module) = waiting.pop() {
        if reached.insert(module) {
            waiting.extend(next(module));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks arrows, each written `a>b`.
    #[track_caller]
    fn check(arrows: &str, expected: &[&str]) {
        let mut graph = Arrows::new();
        for arrow in arrows.split(' ') {
            let (from, to) = arrow.split_once('>').unwrap();
            graph.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
        let found: Vec<_> = circles(&graph).iter().map(|circle| circle.join(" ")).collect();
        assert_eq!(found, expected, "{arrows}");
    }

    #[test]
    fn a_circle_is_where_each_reaches_each() {
        check("a>b b>c", &[]);
        check("a>b a>c b>d c>d", &[]);
        check("a>b b>a", &["a b"]);
        check("a>b b>c c>a c>d d>e", &["a b c"]);
        check("a>b b>a b>c c>d d>c", &["a b", "c d"]);
        check("a>b b>a b>c c>b", &["a b c"]);
    }
}
