//! `init`: a configuration with steps for the tools that a project uses.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx, Starters};
use hook_state::{Links, read_regular};
use serde_json::Value;

const FILE: &str = ".tacklebox/post-edit.yaml";

/// More than a manifest that a person writes.
const MAX_FILE: u64 = 1 << 20;

const HEAD: &str = "\
# yaml-language-server: $schema=https://raw.githubusercontent.com/tacklebox-hooks/tacklebox/main/docs/schemas/post-edit.schema.json
# What is run on each file that an agent has edited. Formatters first, in this order,
# then checks, side by side; what they find is told the agent.
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
    let mut steps = Vec::new();
    steps.extend(text("Cargo.toml").map(|toml| of_cargo(&toml)));
    steps.extend(text("package.json").map(|json| of_package(&json)));
    steps.extend(text("pyproject.toml").map(|toml| of_python(&toml)));
    steps.extend(text("go.mod").map(|_| of_go()));
    steps.extend(text(".editorconfig").map(|_| of_editorconfig()));
    steps.extend(text(".pre-commit-config.yaml").map(|_| of_pre_commit()));
    steps
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
    let json: Value = serde_json::from_str(json).unwrap_or_default();
    let uses = |name: &str| {
        let lists = ["dependencies", "devDependencies"];
        lists.iter().any(|list| json.get(list).and_then(|list| list.get(name)).is_some())
    };
    let scripts = "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}";
    let mut steps = String::new();
    if uses("prettier") {
        let run = "node_modules/.bin/prettier, --write, --log-level, warn, \"{file}\"";
        steps += &step("**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,json,css,md,html}", "format", run, "");
    }
    if uses("@biomejs/biome") {
        let run = "node_modules/.bin/biome, format, --write, \"{file}\"";
        steps += &step(scripts, "format", run, "");
        steps += &step(scripts, "check", "node_modules/.bin/biome, lint, \"{file}\"", "");
    }
    if uses("eslint") {
        steps += &step(scripts, "check", "node_modules/.bin/eslint, \"{file}\"", "");
    }
    if steps.is_empty() {
        let run = "node_modules/.bin/eslint, \"{file}\"";
        steps = format!(
            "{}  # package.json names none of prettier, biome and eslint. With one of them:\n{}",
            step("**/*.{js,mjs,cjs}", "check", "node, --check, \"{file}\"", ""),
            commented(&step(scripts, "check", run, ""))
        );
    }
    steps
}

fn of_python(toml: &str) -> String {
    let changed = ", when: changed-lines-only";
    let ruff_format = step("**/*.py", "format", "ruff, format, \"{file}\"", "");
    let run = "ruff, check, --output-format, concise, \"{file}\"";
    let ruff_check = step("**/*.py", "check", run, changed);
    let (uses_ruff, uses_black) = (toml.contains("ruff"), names_black(toml));
    let mut steps = String::new();
    if uses_ruff && !uses_black {
        steps += &ruff_format;
    }
    if uses_ruff {
        steps += &ruff_check;
    }
    if uses_black {
        steps += &step("**/*.py", "format", "black, --quiet, \"{file}\"", "");
    }
    if toml.contains("mypy") {
        steps += &step("**/*.py", "check", "mypy, \"{file}\"", changed);
    }
    if steps.is_empty() {
        let parse = "import ast, sys; ast.parse(open(sys.argv[1], 'rb').read(), sys.argv[1])";
        steps = format!(
            "{}  # pyproject.toml names none of ruff, black and mypy. With ruff:\n{}",
            step("**/*.py", "check", &format!("python3, -c, \"{parse}\", \"{{rel}}\""), ""),
            commented(&(ruff_format + &ruff_check))
        );
    }
    steps
}

/// As a table, a key or a requirement, for it is a word of the language as well.
fn names_black(toml: &str) -> bool {
    toml.contains("[tool.black")
        || toml.split(['"', '\'', '\n']).any(|part| {
            let version = part.trim_start().strip_prefix("black");
            let version = version.map(str::trim_start);
            version
                .is_some_and(|it| it.is_empty() || it.starts_with(['=', '<', '>', '~', '!', '[']))
        })
}

fn of_go() -> String {
    step("**/*.go", "format", "gofmt, -w, \"{file}\"", "")
        + &step("**/*.go", "check", "go, vet, \"{dir}\"", ", timeout_ms: 30000")
}

fn of_editorconfig() -> String {
    step("**", "check", "editorconfig-checker, \"{rel}\"", "")
}

/// It rewrites files and fails where it did: as a formatter it would be dropped.
fn of_pre_commit() -> String {
    step("**", "check", "pre-commit, run, --files, \"{rel}\"", ", timeout_ms: 60000")
}

fn step(files: &str, kind: &str, run: &str, rest: &str) -> String {
    format!("  - {{ files: \"{files}\", kind: {kind}, run: [{run}]{rest} }}\n")
}

fn commented(lines: &str) -> String {
    let lines: Vec<&str> = lines.lines().map(str::trim_start).collect();
    format!("  # {}\n", lines.join("\n  # "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The programs that are proposed, and their arguments, but for the file's.
    #[track_caller]
    fn check(steps: &str, expected: &[&str]) {
        let steps = steps.lines().filter(|line| !line.trim_start().starts_with('#'));
        let run = |line: &str| Some(line.split_once("run: [")?.1.split_once(", \"{")?.0.to_owned());
        assert_eq!(steps.filter_map(run).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_edition_is_read_however_it_is_written() {
        for edition in ["\"2021\"", "'2021'", "\"2021\" # the last but one", "'2021'# x"] {
            let toml = format!("[package]\nname = \"x\"\nedition = {edition}\n");
            check(&of_cargo(&toml), &["rustfmt, --edition, \"2021\""]);
        }
        check(&of_cargo("edition.workspace = true\n"), &["rustfmt, --edition, \"2024\""]);
    }

    #[test]
    fn one_formatter_is_proposed_for_python() {
        let ruff = "ruff, check, --output-format, concise";
        check(&of_python("[tool.ruff]\n"), &["ruff, format", ruff]);
        check(&of_python("[tool.ruff]\n[tool.black]\n"), &[ruff, "black, --quiet"]);
        check(&of_python("dev = [\"black>=24\"]\n"), &["black, --quiet"]);
        check(&of_python("black = '^24'\n"), &["black, --quiet"]);
        check(&of_python("words = ['blacklist', 'a black cat']\n[tool.mypy]\n"), &["mypy"]);
    }
}
