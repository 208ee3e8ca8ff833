//! Verbs that destroy or not by what they are about: `queue:clear` and `cache:clear`, `rotate-keys`
//! and `rotate-logs`, `migrate down` and `compose down`.

use super::words;

/// What is made anew where it is missing, so that nothing is lost with it.
const DERIVED: [&str; 27] = [
    "cache",
    "caches",
    "cached",
    "caching",
    "compiled",
    "view",
    "views",
    "route",
    "routes",
    "config",
    "build",
    "builds",
    "dist",
    "tmp",
    "temp",
    "screen",
    "terminal",
    "console",
    "output",
    "outputs",
    "artifacts",
    "filter",
    "filters",
    "selection",
    "optimize",
    "event",
    "types",
];

/// Verbs that empty what they are about.
const EMPTYING: [&str; 5] = ["clear", "clearall", "cleanup", "invalidate", "rollback"];

/// Verbs, and the beginnings of nouns about which they destroy.
const ABOUT: [(&[&str], &[&str]); 9] = [
    (&["fresh", "refresh", "down", "downgrade", "undo", "revert", "redo", "zero"], &["migrat"]),
    (
        &["fresh", "downgrade", "recreate", "rebuild", "clean", "undo"],
        &["db", "database", "schema", "seed"],
    ),
    (
        &["clean"],
        &[
            "data", "record", "node", "ca", "cluster", "pod", "backup", "snapshot", "volume",
            "image", "resource", "event", "account", "org", "tenant", "bucket", "queue",
        ],
    ),
    (
        &["restore", "import", "load", "overwrite"],
        &["db", "database", "snapshot", "backup", "table", "volume", "instance", "namespace"],
    ),
    (
        &["cancel", "abort"],
        &[
            "job",
            "order",
            "subscription",
            "execution",
            "task",
            "run",
            "operation",
            "deploy",
            "build",
            "pipeline",
            "workflow",
            "transfer",
            "payment",
            "statement",
            "query",
            "reservation",
            "invoice",
            "import",
            "export",
            "backup",
        ],
    ),
    (
        &["rotate", "regenerate", "roll", "reroll", "regen"],
        &["key", "secret", "token", "credential", "password", "apikey", "fernet"],
    ),
    (&["release"], &["address", "ip", "eip", "phone", "number", "hold", "lease", "lock"]),
    (&["close", "archive", "lock", "suspend"], &["account", "org", "project", "tenant", "site"]),
    (&["roll", "tear"], &["back", "down"]),
];

/// Whether the word at a place destroys, as its own parts and the words beside it tell.
pub(super) fn destroys(named: &[&str], at: usize) -> bool {
    let parts = |at: Option<usize>| -> Vec<String> {
        let word = at.and_then(|at| named.get(at)).copied().unwrap_or_default();
        word.split([':', '.']).flat_map(words).collect()
    };
    let own = parts(Some(at));
    let has = |verbs: &[&str]| own.iter().position(|part| verbs.contains(&part.as_str()));
    if has(&EMPTYING).is_none() && !ABOUT.iter().any(|(verbs, _)| has(verbs).is_some()) {
        return false;
    }
    let before = parts(at.checked_sub(1));
    let behind = parts(Some(at + 1));
    let near = || own.iter().chain(&before).chain(&behind).map(String::as_str);
    let is_derived = |noun: &str| DERIVED.contains(&noun) || noun.ends_with("cache");
    if has(&EMPTYING).is_some() && !near().any(is_derived) {
        return true;
    }
    ABOUT.iter().any(|(verbs, nouns)| {
        let Some(verb) = has(verbs) else {
            return false;
        };
        let is_noun = |noun: &str| {
            let is_whole = |start: &&&str| start.len() < 4 && noun.trim_end_matches('s') == **start;
            let begins = |start: &&&str| start.len() >= 4 && noun.starts_with(**start);
            nouns.iter().any(|start| is_whole(&start) || begins(&start))
        };
        let others = own.iter().enumerate().filter(|(place, _)| *place != verb);
        let mut nouns_near = others.map(|(_, part)| part).chain(&before).chain(&behind);
        nouns_near.any(|noun| is_noun(noun)) && !near().any(is_derived)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_verb_is_about_tells_whether_it_destroys() {
        let check = |text: &str, expected: bool| {
            let named: Vec<&str> = text.split(' ').collect();
            let found = (0..named.len()).any(|at| destroys(&named, at));
            assert_eq!(found, expected, "{text}");
        };
        for text in [
            "queue:clear",
            "history clear-all x",
            "migrate:fresh",
            "migrate:rollback",
            "migrate down",
            "db downgrade base",
            "schema:fresh",
            "rotate-keys",
            "token rotate x",
            "backup restore b",
            "restore-db x",
            "jobs cancel 7",
            "db clean",
            "release-address",
            "roll-back v3",
            "vm.clear",
        ] {
            check(text, true);
        }
        for text in [
            "cache:clear",
            "clear-cache",
            "config clear",
            "compose down",
            "restore",
            "clean",
            "clean build",
            "logs rotate",
            "release create v1",
            "build cache clean",
            "migrate",
        ] {
            check(text, false);
        }
    }
}
