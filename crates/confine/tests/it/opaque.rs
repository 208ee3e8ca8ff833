//! Commands that write outside of the scope, and whose text does not say so.

use std::path::{Path, PathBuf};

use confine::LayerChoice;

use crate::ground::{Entry, Ground, Way, lines, list, template, ways};

/// By mounts, new names can be made in the project's root. By Landlock, a command that names git may make any file of
/// the repository, a hook among them. Nothing else is new outside of the scope.
fn may_be_new(way: Way, path: &Path) -> bool {
    match way.layer {
        LayerChoice::Mounts => path.starts_with("p") && path.iter().count() == 2,
        _ => path.starts_with("p/.git"),
    }
}

#[test]
fn no_file_outside_of_the_scope_is_changed() {
    check("files", |_, was, is| was != is);
}

#[test]
fn landlock_alone_lets_modes_and_times_be_changed() {
    check("modes", |way, was, is| match way.layer {
        LayerChoice::Mounts => was != is,
        _ => was.content != is.content,
    });
}

fn check(name: &str, is_harm: impl Fn(Way, &Entry, &Entry) -> bool) {
    let _kept = template();
    let commands = list("opaque.json");
    let mut failures = Vec::new();
    for line in lines(&commands[name]) {
        let all_of_git = !line.contains("git ");
        let bare = Ground::new(None);
        let before = bare.outside(all_of_git);
        bare.run(&line);
        if bare.outside(all_of_git) == before {
            eprintln!("not tried, it does nothing on this machine: {line}");
            continue;
        }
        for way in ways() {
            let failure = harm(&line, way, all_of_git, &is_harm);
            failures.extend(failure);
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

fn harm(
    line: &str,
    way: Way,
    all_of_git: bool,
    is_harm: &impl Fn(Way, &Entry, &Entry) -> bool,
) -> Option<String> {
    let held = Ground::held(way);
    let before = held.outside(all_of_git);
    held.run(line);
    let after = held.outside(all_of_git);
    let is_harmed = |path: &PathBuf, was| after.get(path).is_none_or(|is| is_harm(way, was, is));
    let harmed: Vec<&PathBuf> =
        before.iter().filter(|(path, was)| is_harmed(path, was)).map(|(path, _)| path).collect();
    let is_new = |path: &&PathBuf| !before.contains_key(*path) && !may_be_new(way, path);
    let made: Vec<&PathBuf> = after.keys().filter(is_new).collect();
    let none = harmed.is_empty() && made.is_empty();
    (!none).then(|| format!("{line} {way:?}: changed {harmed:?}, new {made:?}"))
}
