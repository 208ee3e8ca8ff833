//! `init`: a configuration with steps for the tools of a project that work there.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, Starters};
use hook_state::{Links, read_regular};
use serde_json::{Value, json};

use super::linters::{self, Linter, words};
use super::trial;
use crate::policy::{Kind, Step, word};

const FILE: &str = ".tacklebox/post-edit.yaml";

/// More than a manifest that a person writes.
const MAX_FILE: u64 = 1 << 20;

const HEAD: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/post-edit.schema.json
# What runs on each file that an agent has edited: formatters first, in this order, then all checks
# at once. `format` says how a check prints its findings.
# In `run`: {file} and {dir} are absolute, {project} is the root, {rel} is relative to where it runs.
# `tacklebox post-edit list` shows these steps, `tacklebox post-edit run FILE` runs them.
version: 1
";

/// Formatters, in the form of `linters.txt`: found by, command, files. Of several for the same files
/// the first that works is proposed.
const FORMATTERS: [(&str, &str, &str); 5] = [
    (
        "npm:prettier",
        "prettier --write --log-level warn {file}",
        "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,json,css,md,html}",
    ),
    ("npm:@biomejs/biome", "biome format --write {file}", "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}"),
    ("py:black", "black --quiet {file}", "**/*.py"),
    ("py:ruff", "ruff format {file}", "**/*.py"),
    ("go.mod", "gofmt -w {file}", "**/*.go"),
];

/// A step that may be written.
struct Proposal {
    step: Step,
    /// As it stands in the file.
    line: String,
}

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let starters = Starters::of(ctx)?;
    let mut steps: Vec<Proposal> = Vec::new();
    let mut left_out = Vec::new();
    let is_new = starters.root().join(FILE).symlink_metadata().is_err();
    if is_new && starters.in_main_checkout(FILE).is_none() {
        let proposals = proposals(starters.root());
        let tried: Vec<&Step> = proposals.iter().map(|it| &it.step).collect();
        let results = trial::try_steps(ctx, starters.root(), &tried);
        for (proposal, result) in proposals.into_iter().zip(results) {
            let rivals = |other: &Proposal| {
                other.step.kind == Kind::Format && other.step.files == proposal.step.files
            };
            match result {
                Ok(()) if proposal.step.kind == Kind::Format && steps.iter().any(rivals) => {}
                Ok(()) => steps.push(proposal),
                Err(why) => left_out.push(format!("left out {}: {why}", name(&proposal.step))),
            }
        }
    }
    let status = hook_runtime::init(ctx, &[(FILE, &document(&steps))], console)?;
    if status == ExitCode::SUCCESS {
        for line in left_out {
            console.line(line);
        }
        console.line(match steps.len() {
            0 => "No steps yet, so nothing runs after an edit. Next: add one to this file.",
            _ => "These steps run after each edit. Next: `tacklebox post-edit run FILE`.",
        });
    }
    Ok(status)
}

fn document(steps: &[Proposal]) -> String {
    if steps.is_empty() {
        return format!(
            "{HEAD}steps: []\n# steps:\n#   - {{ files: \"**/*.rs\", kind: format, run: [rustfmt, \"{{file}}\"] }}\n"
        );
    }
    let lines: String = steps.iter().map(|proposal| proposal.line.as_str()).collect();
    format!("{HEAD}steps:\n{lines}")
}

/// The formatters and linters that the project in this folder names or configures.
fn proposals(root: &Path) -> Vec<Proposal> {
    let text = |name: &str| manifest(&root.join(name));
    let (package, python) = (text("package.json"), text("pyproject.toml"));
    let is_used = |place: &str| match place.split_once(':') {
        Some(("npm", name)) => package.as_deref().is_some_and(|json| depends_on(json, name)),
        Some((_, name)) => python.as_deref().is_some_and(|toml| names(toml, name)),
        None => root.join(place).is_file(),
    };
    let rust =
        text("Cargo.toml").map(|toml| format!("rustfmt --edition {} {{file}}", edition(&toml)));
    let rust = rust.as_deref().and_then(|command| formatter(command, "**/*.rs"));
    let others = FORMATTERS.iter().filter(|(place, _, _)| is_used(place));
    let others = others.filter_map(|(_, command, files)| formatter(command, files));
    let linters = linters::all().filter(|linter| linter.is_used(is_used));
    rust.into_iter().chain(others).chain(linters.filter_map(|it| check(&it))).collect()
}

fn formatter(command: &str, files: &str) -> Option<Proposal> {
    proposal(json!({"files": files, "kind": "format", "run": words(command)}), "")
}

fn check(linter: &Linter) -> Option<Proposal> {
    let (key, value) = linter.key();
    let step = json!({"files": linter.files(), "kind": "check", "run": words(linter.command()),
        "when": "changed-lines-only", key: value});
    // What looks at more than the file takes longer.
    let is_for_file = ["{file}", "{rel}"].iter().any(|it| linter.command().contains(it));
    let limit = if is_for_file { "" } else { ", timeout_ms: 30000" };
    proposal(step, &format!(", {}, when: changed-lines-only{limit}", linter.keys()))
}

fn proposal(step: Value, rest: &str) -> Option<Proposal> {
    let step: Step = serde_json::from_value(step).ok()?;
    let run = linters::list(step.run.iter().map(String::as_str));
    let (files, kind) = (&step.files, word(step.kind));
    let line = format!("  - {{ files: \"{files}\", kind: {kind}, run: [{run}]{rest} }}\n");
    Some(Proposal { step, line })
}

/// The words by which a person knows a step: its program, and the verb of that if it has one.
fn name(step: &Step) -> String {
    let is_verb = |word: &&String| word.chars().all(|it| it.is_ascii_lowercase());
    let words = step.run.iter().take(1).chain(step.run.get(1).filter(is_verb));
    format!("`{}`", words.map(String::as_str).collect::<Vec<_>>().join(" "))
}

/// A file of ordinary size, whatever is in it.
fn manifest(path: &Path) -> Option<String> {
    let bytes = read_regular(path, Links::Followed, MAX_FILE).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The edition of a Cargo.toml: without one, rustfmt expects that of 2015.
fn edition(toml: &str) -> &'static str {
    let edition = toml.lines().find_map(|line| {
        let value = line.trim().strip_prefix("edition")?.trim_start().strip_prefix('=')?;
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        ["2015", "2018", "2021", "2024"].into_iter().find(|edition| value.starts_with(edition))
    });
    edition.unwrap_or("2024")
}

/// Whether a package.json names a package that the project needs.
fn depends_on(json: &str, name: &str) -> bool {
    let json: Value = serde_json::from_str(json).unwrap_or_default();
    let lists = ["dependencies", "devDependencies"];
    lists.iter().any(|list| json.get(list).and_then(|list| list.get(name)).is_some())
}

/// Whether a pyproject.toml names a tool: as a table, a key or a requirement, because many tools
/// are called by an ordinary word.
fn names(manifest: &str, tool: &str) -> bool {
    manifest.contains(&format!("[tool.{tool}"))
        || manifest.split(['"', '\'', '\n']).any(|part| {
            let version = part.trim_start().strip_prefix(tool);
            let version = version.map(str::trim_start);
            version
                .is_some_and(|it| it.is_empty() || it.starts_with(['=', '<', '>', '~', '!', '[']))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edition_is_read_however_it_is_written() {
        for found in ["\"2021\"", "'2021'", "\"2021\" # the last but one", "'2021'# x"] {
            assert_eq!(edition(&format!("[package]\nname = \"x\"\nedition = {found}\n")), "2021");
        }
        assert_eq!(edition("edition.workspace = true\n"), "2024");
    }

    #[test]
    fn what_a_project_names_is_proposed() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            hook_state::replace(&folder.path().join(name), text.as_bytes()).unwrap();
        };
        put(".yamllint", "");
        put("Cargo.toml", "");
        put("package.json", r#"{"devDependencies": {"eslint": "9", "prettier": "3"}}"#);
        put(
            "pyproject.toml",
            "words = ['blacklist', 'a ruff cat']\ndev = [\"black>=24\"]\n[tool.mypy]\n",
        );
        let found: Vec<String> = proposals(folder.path()).iter().map(|it| name(&it.step)).collect();
        let expected = ["`rustfmt`", "`prettier`", "`black`", "`eslint`", "`mypy`", "`yamllint`"];
        assert_eq!(found, expected);
    }
}
