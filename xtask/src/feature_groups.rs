//! Checks each program with the features that a person gets, in as few calls of cargo as can be.
//!
//! Features unify over what is built together. So programs are built together only where that
//! changes nothing: where they agree on the features of every package that they share.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::workspace::{Workspace, package, variable};
use anyhow::{Context, bail};

/// The features of each package that a program is built of, as cargo prints them. A package may
/// have several sets: one for the program, one for what runs while it is built.
pub(crate) type Features = BTreeMap<String, BTreeSet<String>>;

/// Programs that are checked together as each would be alone.
#[derive(Debug, Default, PartialEq, Eq)]
struct Group {
    programs: Vec<String>,
    features: Features,
}

/// Checks the programs: one may lack a feature that another brings where both are built.
pub(crate) fn check(workspace: &Workspace, programs: &[String]) -> anyhow::Result<()> {
    let known: Vec<_> = programs
        .iter()
        .map(|program| anyhow::Ok((program.clone(), tree(workspace, program, "normal,build")?)))
        .collect::<anyhow::Result<_>>()?;
    for group in groups(known) {
        let mut args = ["check", "--locked"].map(str::to_owned).to_vec();
        for program in &group.programs {
            args.extend(["--package", package(program), "--bin", program].map(str::to_owned));
        }
        let attempt = || format!("could not check {}", group.programs.join(", "));
        workspace.cargo(&args, &[]).with_context(attempt)?;
    }
    Ok(())
}

/// Puts each program into the first group that it agrees with.
fn groups(programs: Vec<(String, Features)>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (program, features) in programs {
        match groups.iter_mut().find(|group| agree(&group.features, &features)) {
            Some(group) => {
                group.programs.push(program);
                group.features.extend(features);
            }
            None => groups.push(Group { programs: vec![program], features }),
        }
    }
    groups
}

fn agree(one: &Features, other: &Features) -> bool {
    other.iter().all(|(package, sets)| one.get(package).is_none_or(|known| known == sets))
}

/// What cargo would build a program of, by these edges.
pub(crate) fn tree(workspace: &Workspace, program: &str, edges: &str) -> anyhow::Result<Features> {
    let mut cargo = Command::new(variable("CARGO").unwrap_or_else(|| "cargo".into()));
    // Whatever whoever builds here has chosen: a program has the features of its own packages.
    cargo.env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    cargo.current_dir(workspace.root()).args(["tree", "--locked", "--package", package(program)]);
    cargo.args(["--edges", edges, "--prefix", "none", "--format", "{p}|{f}"]);
    let output = cargo.output().context("could not start `cargo tree`")?;
    if !output.status.success() {
        bail!("`cargo tree` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

/// Lines such as `libc v0.2.1|default,std (*)`; the star says that it was there before.
fn read(tree: &str) -> Features {
    let mut features = Features::new();
    for line in tree.lines() {
        if let Some((package, set)) = line.split_once('|') {
            let set = set.trim_end_matches("(*)").trim_end();
            features.entry(package.to_owned()).or_default().insert(set.to_owned());
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(trees: &[(&str, &str)], expected: &[&[&str]]) {
        let programs = trees.iter().map(|(name, tree)| ((*name).to_owned(), read(tree))).collect();
        let names: Vec<Vec<String>> =
            groups(programs).into_iter().map(|group| group.programs).collect();
        assert_eq!(names, expected, "{trees:?}");
    }

    #[test]
    fn programs_that_agree_on_what_they_share_are_built_together() {
        let one = ("one", "one v1|\nlibc v1|std\nserde v1|derive\nlibc v1|std (*)\n");
        let other = ("other", "other v1|\nlibc v1|std\nregex v1|unicode\n");
        let third = ("third", "third v1|\nregex v1|\n");
        let fourth = ("fourth", "fourth v1|\nlibc v1|default,std\n");
        check(&[one, other], &[&["one", "other"]]);
        check(&[one, third], &[&["one", "third"]]);
        check(&[one, other, third], &[&["one", "other"], &["third"]]);
        check(&[one, fourth, other], &[&["one", "other"], &["fourth"]]);
        check(&[("both", "libc v1|std\nlibc v1|\n"), one], &[&["both"], &["one"]]);
    }
}
