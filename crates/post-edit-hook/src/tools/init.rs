//! `init`: a configuration with steps for the tools that a project uses.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, Starters};
use hook_state::{Links, read_regular};
use serde_json::Value;

use super::linters::{self, Linter};

const FILE: &str = ".tacklebox/post-edit.yaml";

/// The sources of JavaScript and TypeScript.
const SCRIPTS: &str = "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}";

/// More than a manifest that a person writes.
const MAX_FILE: u64 = 1 << 20;

const HEAD: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/post-edit.schema.json
# What is run on each file that an agent has edited. Formatters first, in this order,
# then checks, side by side; the agent is told what they find. `format` says how a check prints it.
# In `run`: {file} and {dir} are absolute, {project} is the root, {rel} from where it runs.
# `post-edit-hook list` shows these steps, `post-edit-hook run FILE` runs them.
version: 1
";

pub(super) fn run(ctx: &Ctx, console: &mut Console) -> Result<ExitCode> {
    let starters = Starters::of(ctx)?;
    let steps = proposals(starters.root());
    let status = hook_runtime::init(ctx, &[(FILE, &document(&steps))], console)?;
    if status != ExitCode::SUCCESS {
        return Ok(status);
    }
    if steps.is_empty() {
        console.error_line("note: no tool was recognised here, so it has no steps yet");
    }
    starters.tell(console, &[FILE]);
    Ok(ExitCode::SUCCESS)
}

fn document(steps: &[String]) -> String {
    if steps.is_empty() {
        return format!(
            "{HEAD}steps: []\n# steps:\n#   - {{ files: \"**/*.rs\", kind: format, run: [rustfmt, \"{{file}}\"] }}\n"
        );
    }
    format!("{HEAD}steps:\n{}", steps.concat())
}

/// The lines of the steps for what lies in the project's root. Formatters only where
/// a manifest names them: nobody wants all files in another style. Where it names
/// nothing, the language's own program sees whether the file can be parsed.
fn proposals(root: &Path) -> Vec<String> {
    let text = |name: &str| manifest(&root.join(name));
    let (package, python) = (text("package.json"), text("pyproject.toml"));
    let linters = linters(root, package.as_deref(), python.as_deref());
    let mut steps = Vec::new();
    steps.extend(text("Cargo.toml").map(|toml| of_cargo(&toml)));
    steps.extend(package.as_ref().map(|json| of_package(json)));
    steps.extend(python.as_ref().map(|toml| of_python(toml)));
    steps.extend(text("go.mod").map(|_| step("**/*.go", "format", "gofmt, -w, \"{file}\"", "")));
    steps.extend(text(".pre-commit-config.yaml").map(|_| of_pre_commit()));
    let is_for = |files: &str| linters.iter().any(|linter| linter.files() == files);
    if package.is_some() && !is_for(SCRIPTS) {
        steps.extend(linters::named("node --check").as_ref().map(check));
    }
    if python.is_some() && !is_for("**/*.py") {
        let parse = "import ast, sys; ast.parse(open(sys.argv[1], 'rb').read(), sys.argv[1])";
        steps.push(step("**/*.py", "check", &format!("python3, -c, \"{parse}\", \"{{rel}}\""), ""));
    }
    steps.extend(linters.iter().map(check));
    steps
}

/// The known linters that a project uses.
fn linters(root: &Path, package: Option<&str>, python: Option<&str>) -> Vec<Linter> {
    let is_named = |place: &str| match place.split_once(':') {
        Some(("npm", name)) => package.is_some_and(|json| depends_on(json, name)),
        Some((_, name)) => python.is_some_and(|toml| names(toml, name)),
        None => root.join(place).is_file(),
    };
    linters::all().filter(|linter| linter.is_used(is_named)).collect()
}

/// The line of the step for a linter.
fn check(linter: &Linter) -> String {
    let run = linter.run();
    // What looks at more than the file takes longer.
    let is_for_file = run.contains("{file}") || run.contains("{rel}");
    let limit = if is_for_file { "" } else { ", timeout_ms: 30000" };
    let rest = format!(", {}, when: changed-lines-only{limit}", linter.keys());
    step(linter.files(), "check", &run, &rest)
}

/// A file of ordinary size, whatever is in it.
fn manifest(path: &Path) -> Option<String> {
    let bytes = read_regular(path, Links::Followed, MAX_FILE).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// rustfmt takes a file alone for one of 2015; it follows its modules, too.
fn of_cargo(toml: &str) -> String {
    let edition = toml.lines().find_map(|line| {
        let value = line.trim().strip_prefix("edition")?.trim_start().strip_prefix('=')?;
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        ["2015", "2018", "2021", "2024"].into_iter().find(|edition| value.starts_with(edition))
    });
    let edition = edition.unwrap_or("2024");
    step("**/*.rs", "format", &format!("rustfmt, --edition, \"{edition}\", \"{{file}}\""), "")
}

fn of_package(json: &str) -> String {
    let mut steps = String::new();
    if depends_on(json, "prettier") {
        let files = "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,json,css,md,html}";
        steps += &step(files, "format", "prettier, --write, --log-level, warn, \"{file}\"", "");
    }
    if depends_on(json, "@biomejs/biome") {
        steps += &step(SCRIPTS, "format", "biome, format, --write, \"{file}\"", "");
    }
    steps
}

/// Whether a package.json names a package that the project needs.
fn depends_on(json: &str, name: &str) -> bool {
    let json: Value = serde_json::from_str(json).unwrap_or_default();
    let lists = ["dependencies", "devDependencies"];
    lists.iter().any(|list| json.get(list).and_then(|list| list.get(name)).is_some())
}

fn of_python(toml: &str) -> String {
    let formatter = match (names(toml, "black"), names(toml, "ruff")) {
        (true, _) => "black, --quiet, \"{file}\"",
        (false, true) => "ruff, format, \"{file}\"",
        (false, false) => return String::new(),
    };
    step("**/*.py", "format", formatter, "")
}

/// Whether a pyproject.toml names a tool: as a table, a key or a requirement, for many are called
/// by a word of the language.
fn names(manifest: &str, tool: &str) -> bool {
    manifest.contains(&format!("[tool.{tool}"))
        || manifest.split(['"', '\'', '\n']).any(|part| {
            let version = part.trim_start().strip_prefix(tool);
            let version = version.map(str::trim_start);
            version
                .is_some_and(|it| it.is_empty() || it.starts_with(['=', '<', '>', '~', '!', '[']))
        })
}

/// It rewrites files and fails where it did: as a formatter it would be dropped.
fn of_pre_commit() -> String {
    step("**", "check", "pre-commit, run, --files, \"{rel}\"", ", timeout_ms: 60000")
}

fn step(files: &str, kind: &str, run: &str, rest: &str) -> String {
    format!("  - {{ files: \"{files}\", kind: {kind}, run: [{run}]{rest} }}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_run(steps: &str, expected: &[&str]) {
        let run = |line: &str| Some(line.split_once("run: [")?.1.split_once(", \"{")?.0.to_owned());
        assert_eq!(steps.lines().filter_map(run).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_edition_is_read_however_it_is_written() {
        for edition in ["\"2021\"", "'2021'", "\"2021\" # the last but one", "'2021'# x"] {
            let toml = format!("[package]\nname = \"x\"\nedition = {edition}\n");
            check_run(&of_cargo(&toml), &["rustfmt, --edition, \"2021\""]);
        }
        check_run(&of_cargo("edition.workspace = true\n"), &["rustfmt, --edition, \"2024\""]);
    }

    #[test]
    fn one_formatter_is_proposed_for_python() {
        check_run(&of_python("[tool.ruff]\n"), &["ruff, format"]);
        check_run(&of_python("[tool.ruff]\n[tool.black]\n"), &["black, --quiet"]);
        check_run(&of_python("dev = [\"black>=24\"]\n"), &["black, --quiet"]);
        check_run(&of_python("words = ['blacklist', 'a black cat']\n"), &[]);
    }

    #[test]
    fn a_linter_is_proposed_where_the_project_names_it() {
        let folder = tempfile::tempdir().unwrap();
        hook_state::replace(&folder.path().join(".yamllint"), b"").unwrap();
        let json = r#"{"devDependencies": {"eslint": "9", "stylelint": "16"}}"#;
        let found = linters(folder.path(), Some(json), Some("[tool.mypy]\n"));
        let found: Vec<String> = found.iter().map(|it| it.words.join(" ")).collect();
        assert_eq!(found, ["eslint", "mypy", "stylelint", "yamllint"]);
    }
}
