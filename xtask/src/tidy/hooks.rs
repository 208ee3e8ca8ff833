//! Each hook is whole: what one has, all have.

use std::collections::BTreeSet;

use super::Finding;

const TEMPLATES: &str = "settings-templates/";

/// The end of the name of a template for the server that works beside a hook.
const SERVER: &str = ".mcp";

/// What a hook lacks. `files` are those of the repository, `read` gives the
/// text of one, empty where there is none.
pub(super) fn check(files: &BTreeSet<String>, read: impl Fn(&str) -> String) -> Vec<Finding> {
    let (readme, architecture) = (read("README.md"), read("docs/architecture.md"));
    let mut findings = Vec::new();
    let hooks: BTreeSet<&str> = files
        .iter()
        .filter_map(|path| path.strip_prefix(TEMPLATES)?.strip_suffix(".json"))
        .filter(|name| !name.ends_with(SERVER))
        .collect();
    findings.extend(servers(files, &hooks));
    for hook in &hooks {
        let template = format!("{TEMPLATES}{hook}.json");
        let mut lacks = |what: String| {
            findings.push(Finding::new(&template, 0, format!("`{hook}` has no {what}")));
        };
        for place in [
            format!("crates/{hook}/"),
            format!("docs/hooks/{hook}.md"),
            format!("tests/golden/{hook}/"),
            format!("tests/scenes/{hook}/"),
            format!("tests/bench/{hook}/"),
        ] {
            if !files.range(place.clone()..).next().is_some_and(|path| path.starts_with(&place)) {
                lacks(place);
            }
        }
        if !readme.lines().any(|line| line.starts_with('|') && line.contains(hook)) {
            lacks("row in the table of README.md".to_owned());
        }
        if !architecture.contains(hook) {
            lacks("line in docs/architecture.md".to_owned());
        }
    }
    let crates: BTreeSet<&str> = files
        .iter()
        .filter_map(|path| path.strip_prefix("crates/")?.split('/').next())
        .filter(|name| name.ends_with("-hook") && !hooks.contains(name))
        .collect();
    findings.extend(crates.iter().map(|name| {
        let message = format!("`{name}` has no {TEMPLATES}{name}.json");
        Finding::new(&format!("crates/{name}/Cargo.toml"), 0, message)
    }));
    findings
}

/// The templates of servers that stand beside no hook.
fn servers(files: &BTreeSet<String>, hooks: &BTreeSet<&str>) -> Vec<Finding> {
    let hook = |path: &str| {
        path.strip_prefix(TEMPLATES)?.strip_suffix(".json")?.strip_suffix(SERVER).map(str::to_owned)
    };
    files
        .iter()
        .filter_map(|path| Some((path, hook(path)?)))
        .filter(|(_, hook)| !hooks.contains(hook.as_str()))
        .map(|(path, hook)| Finding::new(path, 0, format!("there is no {TEMPLATES}{hook}.json")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: [&str; 6] = [
        "settings-templates/a-hook.json",
        "crates/a-hook/Cargo.toml",
        "docs/hooks/a-hook.md",
        "tests/golden/a-hook/case/stdin.json",
        "tests/scenes/a-hook/expect.txt",
        "tests/bench/a-hook/silent/stdin.json",
    ];

    #[track_caller]
    fn check_files(files: &[&str], text: &str, expected: &[&str]) {
        let files = files.iter().map(|path| (*path).to_owned()).collect();
        let found = check(&files, |_| text.to_owned());
        assert_eq!(found.iter().map(|it| it.message.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_whole_hook_lacks_nothing() {
        check_files(&WHOLE, "| a-hook | does a thing |", &[]);
        let with_server = [&WHOLE[..], &["settings-templates/a-hook.mcp.json"]].concat();
        check_files(&with_server, "| a-hook |", &[]);
    }

    #[test]
    fn what_is_missing_is_named() {
        check_files(
            &WHOLE[..4],
            "| a-hook |",
            &["`a-hook` has no tests/scenes/a-hook/", "`a-hook` has no tests/bench/a-hook/"],
        );
        check_files(
            &["settings-templates/b-hook.mcp.json"],
            "",
            &["there is no settings-templates/b-hook.json"],
        );
        check_files(&WHOLE, "a-hook", &["`a-hook` has no row in the table of README.md"]);
        check_files(&WHOLE[1..], "", &["`a-hook` has no settings-templates/a-hook.json"]);
        check_files(
            &["docs/hooks/a-hook.mdx", "settings-templates/b-hook.json"],
            "| b-hook |",
            &[
                "`b-hook` has no crates/b-hook/",
                "`b-hook` has no docs/hooks/b-hook.md",
                "`b-hook` has no tests/golden/b-hook/",
                "`b-hook` has no tests/scenes/b-hook/",
                "`b-hook` has no tests/bench/b-hook/",
            ],
        );
    }
}
