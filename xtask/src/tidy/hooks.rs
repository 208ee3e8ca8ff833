//! Each hook is whole, and whatever names it says what its registration says.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use crate::registration::{ENGINE, NOT_HANDLED, PROGRAMS, Registration};

const TEMPLATES: &str = "settings-templates/";

/// The end of the name of a template for the server that works beside a hook.
const SERVER: &str = ".mcp";

/// What hooks lack, and what is there without one. `files` are those of the repository, `read` gives
/// the text of one, empty where there is none.
pub(super) fn check(
    files: &BTreeSet<String>,
    read: impl Fn(&str) -> String,
    hooks: &[Registration],
) -> Vec<Finding> {
    let mut findings = strays(files, hooks);
    for hook in hooks {
        let lacks = places(files, hook)
            .into_iter()
            .chain(words(&read, hook))
            .chain(targets(files, &hook.hook, &hook.about.targets))
            .map(|what| Finding::new(&format!("crates/{}/Cargo.toml", hook.hook), 0, what));
        findings.extend(lacks);
    }
    findings
}

/// Templates and crates of hooks that are not registered.
fn strays(files: &BTreeSet<String>, hooks: &[Registration]) -> Vec<Finding> {
    let is_known = |name: &str| hooks.iter().any(|hook| hook.hook == name);
    let stray = |path: &String| {
        let template = path.strip_prefix(TEMPLATES).and_then(|name| name.strip_suffix(".json"));
        let template = template.map(|name| name.strip_suffix(SERVER).unwrap_or(name));
        let krate = path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"));
        let name = template.or(krate.filter(|name| name.ends_with("-hook")))?;
        let message = "no hook is registered for it: [package.metadata.tacklebox] is missing in";
        (!is_known(name))
            .then(|| Finding::new(path, 0, format!("{message} crates/{name}/Cargo.toml")))
    };
    files.iter().filter_map(stray).collect()
}

/// The files and folders that a hook lacks.
fn places(files: &BTreeSet<String>, hook: &Registration) -> Vec<String> {
    let hook = &hook.hook;
    let places = [
        format!("{TEMPLATES}{hook}.json"),
        format!("docs/hooks/{hook}.md"),
        format!("docs/reference/{hook}.md"),
        format!("tests/golden/{hook}/"),
        format!("tests/scenes/{hook}/"),
        format!("tests/bench/{hook}/{NOT_HANDLED}/"),
    ];
    let is_there = |place: &String| {
        files.range(place.clone()..).next().is_some_and(|path| path.starts_with(place))
    };
    let missing = places.into_iter().filter(|place| !is_there(place));
    missing.map(|place| format!("`{hook}` has no {place}")).collect()
}

/// The lines that are not in the files that name every hook.
fn words(read: &impl Fn(&str) -> String, hook: &Registration) -> Vec<String> {
    let is_row = |document: &str, row: &str| read(document).lines().any(|line| line == row);
    let mut missing = Vec::new();
    for (document, row) in [
        ("README.md", hook.row()),
        ("docs/internals/architecture.md", hook.layer_row()),
        (PROGRAMS, format!("    \"{}\",", hook.hook)),
        ("crates/tacklebox/Cargo.toml", format!("    \"{}\",", hook.hook)),
        ("crates/tacklebox/src/hooks.rs", format!("    #[cfg(feature = \"{}\")]", hook.hook)),
    ] {
        if !is_row(document, &row) {
            missing.push(format!("{document} has no line `{row}`"));
        }
    }
    if !read("CHANGELOG.md").lines().any(|line| line.starts_with(&hook.heading())) {
        missing.push(format!("CHANGELOG.md has no line `{}...`", hook.heading()));
    }
    missing
}

/// What the fixtures and the targets of the engine lack.
pub(super) fn engine(files: &BTreeSet<String>, known: &BTreeMap<String, f64>) -> Vec<Finding> {
    let lacks = targets(files, ENGINE, known).into_iter();
    lacks.map(|what| Finding::new(&format!("crates/{ENGINE}/Cargo.toml"), 0, what)).collect()
}

/// The fixtures of `bench` without a target, and the targets without a fixture.
fn targets(
    files: &BTreeSet<String>,
    program: &str,
    targets: &BTreeMap<String, f64>,
) -> Vec<String> {
    let folder = format!("tests/bench/{program}/");
    let fixtures: BTreeSet<&str> = files
        .iter()
        .filter_map(|path| path.strip_prefix(&folder)?.split('/').next())
        .filter(|fixture| *fixture != NOT_HANDLED)
        .collect();
    let without = fixtures.iter().filter(|fixture| !targets.contains_key(**fixture));
    let without = without.map(|fixture| format!("{folder}{fixture} has no target here"));
    let gone = targets.keys().filter(|target| !fixtures.contains(target.as_str()));
    without.chain(gone.map(|target| format!("there is no {folder}{target}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::About;

    const WHOLE: [&str; 8] = [
        "settings-templates/a-hook.json",
        "crates/a-hook/Cargo.toml",
        "docs/hooks/a-hook.md",
        "docs/reference/a-hook.md",
        "tests/golden/a-hook/case",
        "tests/scenes/a-hook/expect.txt",
        "tests/bench/a-hook/not-handled-event/stdin.json",
        "tests/bench/a-hook/silent/stdin.json",
    ];

    const TEMPLATE: &str = r#"{"hooks": {"Stop": [{"hooks": [{
        "type": "command",
        "command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/a-hook",
        "args": [],
        "timeout": 5
    }]}]}}"#;

    fn hook() -> Registration {
        Registration {
            hook: "a-hook".to_owned(),
            description: "Does A".to_owned(),
            about: About {
                summary: "Does A well".to_owned(),
                first_step: "none".to_owned(),
                look: "`a-hook log`".to_owned(),
                needs: String::new(),
                targets: [("silent".to_owned(), 1.0)].into(),
            },
        }
    }

    fn text(path: &str) -> String {
        let text = match path {
            "settings-templates/a-hook.json" => TEMPLATE,
            "README.md" => {
                "| [`a-hook`](docs/hooks/a-hook.md) | Does A well | none | `a-hook log` |\n"
            }
            "docs/internals/architecture.md" => "| hook | `a-hook` | does A |\n",
            "CHANGELOG.md" => "- `a-hook`: does A.\n",
            PROGRAMS | "crates/tacklebox/Cargo.toml" => "    \"a-hook\",\n",
            "crates/tacklebox/src/hooks.rs" => "    #[cfg(feature = \"a-hook\")]\n",
            _ => "",
        };
        text.to_owned()
    }

    /// Checks the hook with these files, and with `old` in place of `new` in every text.
    #[track_caller]
    fn check_hook(files: &[&str], (new, old): (&str, &str), expected: &[&str]) {
        let files = files.iter().map(|path| (*path).to_owned()).collect();
        let found = check(&files, |path| text(path).replace(new, old), &[hook()]);
        assert_eq!(found.iter().map(|it| it.message.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_whole_hook_lacks_nothing() {
        check_hook(&WHOLE, ("", ""), &[]);
        let with_server = [&WHOLE[..], &["settings-templates/a-hook.mcp.json"]].concat();
        check_hook(&with_server, ("", ""), &[]);
    }

    #[test]
    fn files_that_are_missing_are_named() {
        check_hook(
            &WHOLE[..4],
            ("", ""),
            &[
                "`a-hook` has no tests/golden/a-hook/",
                "`a-hook` has no tests/scenes/a-hook/",
                "`a-hook` has no tests/bench/a-hook/not-handled-event/",
                "there is no tests/bench/a-hook/silent",
            ],
        );
        let more = [&WHOLE[..], &["tests/bench/a-hook/loud/stdin.json"]].concat();
        check_hook(&more, ("", ""), &["tests/bench/a-hook/loud has no target here"]);
    }

    #[test]
    fn the_engine_has_a_target_for_each_fixture() {
        let files = ["tests/bench/tacklebox/silent/stdin.json".to_owned()].into();
        let messages = |targets: &[&str]| -> Vec<String> {
            let targets = targets.iter().map(|name| ((*name).to_owned(), 1.0)).collect();
            engine(&files, &targets).into_iter().map(|finding| finding.message).collect()
        };
        assert_eq!(messages(&["silent"]), [""; 0]);
        let lacks = "tests/bench/tacklebox/silent has no target here";
        assert_eq!(messages(&["loud"]), [lacks, "there is no tests/bench/tacklebox/loud"]);
    }

    #[test]
    fn documents_say_what_the_registration_says() {
        let row = "| [`a-hook`](docs/hooks/a-hook.md) | Does A well | none | `a-hook log` |";
        let expected = format!("README.md has no line `{row}`");
        check_hook(&WHOLE, ("| none |", "| init |"), &[&expected]);
        let expected = "docs/internals/architecture.md has no line `| hook | `a-hook` | does A |`";
        check_hook(&WHOLE, ("| does A", "| does B"), &[expected]);
        check_hook(
            &WHOLE,
            (": does A", " does A"),
            &["CHANGELOG.md has no line `- `a-hook`: ...`"],
        );
    }

    #[test]
    fn what_belongs_to_no_hook_is_named() {
        let strays = [
            "crates/b-hook/Cargo.toml",
            "crates/b-subject/Cargo.toml",
            "settings-templates/c-hook.mcp.json",
        ];
        let message = "no hook is registered for it: [package.metadata.tacklebox] is missing in";
        let [b, c] = ["b", "c"].map(|hook| format!("{message} crates/{hook}-hook/Cargo.toml"));
        check_hook(&[&WHOLE[..], &strays].concat(), ("", ""), &[&b, &c]);
    }
}
