//! Everyday tasks in a project whose scope is `src/**`, `tests/**`: what differs from a plain shell, and why.

use std::collections::BTreeMap;

use confine::LayerChoice;

use crate::ground::{Ground, Way, lines, list, template, ways};

const OUTSIDE: &str = "writes outside of the scope";
const CONFIG: &str = "changes .git/config, which can name programs";
const NAME: &str = "makes a file beside the scope";

/// What differs by mounts.
const BY_MOUNTS: [(&str, &str); 7] = [
    ("git stash && git stash pop", OUTSIDE),
    ("git worktree add ../wt HEAD", OUTSIDE),
    ("npm init -y >/dev/null", OUTSIDE),
    ("sqlite3 data/db.sqlite 'create table u(a)'", OUTSIDE),
    ("git branch -m feature feat2", CONFIG),
    ("git config user.name x", CONFIG),
    ("git remote add up ../tmp/remote.git", CONFIG),
];

/// What differs by Landlock alone.
const BY_LANDLOCK: [(&str, &str); 5] = [
    ("git stash && git stash pop", OUTSIDE),
    ("git worktree add ../wt HEAD", OUTSIDE),
    ("npm init -y >/dev/null", OUTSIDE),
    ("sqlite3 data/db.sqlite 'create table u(a)'", OUTSIDE),
    ("npm install --offline --no-audit --no-fund", NAME),
];

#[test]
fn everyday_tasks_differ_by_mounts_where_it_is_said() {
    check(LayerChoice::Mounts, &BY_MOUNTS);
}

#[test]
fn everyday_tasks_differ_by_landlock_where_it_is_said() {
    check(LayerChoice::Landlock, &BY_LANDLOCK);
}

fn check(layer: LayerChoice, expected: &[(&str, &str)]) {
    let Some(way) = ways().into_iter().find(|way| *way == Way { layer, user: None }) else {
        return;
    };
    let _kept = template();
    let mut differ = BTreeMap::new();
    for task in lines(&list("everyday.json")) {
        let held = Ground::held(way);
        if held.run(&task) == Some(0) {
            continue;
        }
        if Ground::new(None).run(&task) == Some(0) {
            eprintln!("differs: {task}: {}", held.said());
            differ.insert(task, held.said());
        } else {
            eprintln!("not tried, the machine lacks something for it: {task}");
        }
    }
    let is_expected = |task: &str| expected.iter().any(|(known, _)| *known == task);
    differ.retain(|task, _| !is_expected(task));
    assert!(differ.is_empty(), "{differ:#?}");
}
