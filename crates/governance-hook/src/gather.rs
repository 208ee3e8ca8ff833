//! Finds out what a judgement needs to know of a call.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use hook_protocol::{Access, BashInput, ToolCall};
use hook_runtime::Ctx;
use project_paths::Location;
use shell_commands::{RedirectAccess, SimpleCommand, Word, WorkingDir};

use crate::judge::{Facts, File, Shell};
use crate::policy::{PathRule, Policy};

/// The facts of a call, as far as the policy has rules in this state that ask
/// for them: a command line is parsed, and links are followed, for nothing else.
pub(crate) fn facts(ctx: &Ctx, policy: &Policy, state: &str, call: &ToolCall) -> Facts {
    let asks_for_commands = policy.commands.iter().any(|rule| rule.holds_in(state));
    let path_rules: Vec<&PathRule> =
        policy.paths.iter().filter(|rule| rule.holds_in(state)).collect();
    let asks_for = |touch| path_rules.iter().any(|rule| rule.is_about(touch));

    let mut files: Vec<File> = call
        .touched_files()
        .iter()
        .filter(|file| asks_for(file.access))
        .map(|file| locate(ctx, ctx.cwd(), &at_home(ctx, file.path), file.access))
        .collect();
    let shell = if asks_for_commands || !path_rules.is_empty() { shell(call) } else { None };
    if let Some(Shell::Parsed(commands)) = &shell {
        let redirected = commands.iter().flat_map(|command| redirected(ctx, command));
        files.extend(redirected.filter(|file| asks_for(file.touch)));
    }
    Facts { shell, files }
}

fn shell(call: &ToolCall) -> Option<Shell> {
    let text = call.view::<BashInput<'_>>()?.command;
    Some(match shell_commands::commands(&text) {
        Ok(commands) => Shell::Parsed(commands),
        Err(err) => Shell::Unparsed { text: text.into_owned(), reason: err.reason },
    })
}

/// The files that a command's redirections read and write. A target that the
/// text does not tell, such as `$OUT`, is none.
fn redirected(ctx: &Ctx, command: &SimpleCommand) -> Vec<File> {
    let dirs = dirs(ctx, &command.dir);
    let mut files = Vec::new();
    for redirect in &command.redirects {
        let Some(target) = told(ctx, &redirect.target) else { continue };
        let access = match redirect.access {
            RedirectAccess::Read => Access::Read,
            RedirectAccess::Write | RedirectAccess::ReadWrite => Access::Write,
        };
        files.extend(dirs.iter().map(|dir| locate(ctx, Some(dir), &target, access)));
    }
    files
}

/// Where a command may run. A `cd` to a folder that is not there may fail, and
/// one that the text does not tell may lead anywhere; the folder before it is
/// then the best guess.
fn dirs(ctx: &Ctx, dir: &WorkingDir) -> Vec<PathBuf> {
    let here = ctx.cwd().unwrap_or(Path::new("")).to_owned();
    match dir {
        WorkingDir::Unchanged | WorkingDir::Unknown => vec![here],
        WorkingDir::Literal(dir) => {
            let there = here.join(dir);
            if there.is_dir() { vec![there] } else { vec![there, here] }
        }
    }
}

/// The path that a word names, if the text tells: it has no expansion, or begins
/// with one that we know.
fn told(ctx: &Ctx, word: &Word) -> Option<String> {
    if word.literal {
        return Some(word.text.clone());
    }
    let project = || ctx.project().map(|project| project.path().to_owned());
    let here = || ctx.cwd().map(Path::to_owned);
    let known: [(&str, &dyn Fn() -> Option<PathBuf>); 7] = [
        ("~/", &|| ctx.home()),
        ("$HOME/", &|| ctx.home()),
        ("${HOME}/", &|| ctx.home()),
        ("$PWD/", &here),
        ("${PWD}/", &here),
        ("$CLAUDE_PROJECT_DIR/", &project),
        ("${CLAUDE_PROJECT_DIR}/", &project),
    ];
    let (rest, folder) =
        known.iter().find_map(|(prefix, of)| Some((word.text.strip_prefix(prefix)?, of)))?;
    let is_plain = !rest.contains(['$', '`', '*', '?', '[', '{']);
    is_plain.then(folder)?.map(|folder| folder.join(rest).to_string_lossy().into_owned())
}

/// Claude Code spells home folders out; other hosts may not.
fn at_home<'a>(ctx: &Ctx, spoken: &'a str) -> Cow<'a, str> {
    let below = |path: &str| Some(ctx.home()?.join(path).to_string_lossy().into_owned());
    match spoken.strip_prefix("~/").and_then(below) {
        Some(path) => Cow::Owned(path),
        None => Cow::Borrowed(spoken),
    }
}

fn locate(ctx: &Ctx, dir: Option<&Path>, spoken: &str, touch: Access) -> File {
    let location = match ctx.project() {
        Some(project) => project.relative(dir, spoken),
        None => Location::default(),
    };
    File { spoken: spoken.to_owned(), location, touch }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::policy;

    /// What is gathered of a call in state `A`: whether its command is looked
    /// at, and the files, each with `<` or `>`.
    fn gathered(rules: &str, tool: &str, input: Value) -> (bool, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("project");
        std::fs::create_dir_all(project.join("docs")).unwrap();
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let environment = Environment::Fixed(
            [
                ("CLAUDE_PROJECT_DIR".to_owned(), text(&project)),
                ("HOME".to_owned(), text(folder.path())),
            ]
            .into(),
        );
        let cwd = Some(project.join("docs"));
        let ctx = Ctx::new("governance-hook", environment, SystemTime::UNIX_EPOCH, cwd);
        let policy = policy(&format!("states: [A, B]\n{rules}"));
        let facts = facts(&ctx, &policy, "A", &ToolCall::new(tool, input));
        let files = facts.files.iter().map(|file| {
            let sign = if file.touch == Access::Write { '>' } else { '<' };
            let place = file.location.lexical.as_ref();
            let place = place.map_or("outside", |place| place.as_str());
            format!("{sign} {place}")
        });
        (facts.shell.is_some(), files.collect())
    }

    #[test]
    fn nothing_is_gathered_that_no_rule_of_the_state_asks_for() {
        let check = |rules: &str, shell: bool, files: &[&str]| {
            let command = json!({"command": "sort < in > out"});
            let found = gathered(rules, "Bash", command);
            assert_eq!(
                found,
                (shell, files.iter().map(|file| (*file).to_owned()).collect()),
                "{rules}"
            );
        };
        check("", false, &[]);
        check("commands: [{ program: x, action: warn }]", true, &[]);
        check("commands: [{ program: x, states: [B], action: warn }]", false, &[]);
        check("paths: [{ glob: x, action: warn }]", true, &["> docs/out"]);
        check("paths: [{ glob: x, access: read, action: warn }]", true, &["< docs/in"]);
        check(
            "paths: [{ glob: x, access: any, action: warn }]",
            true,
            &["< docs/in", "> docs/out"],
        );
        check("paths: [{ glob: x, states: [B], action: warn }]", false, &[]);
    }

    #[test]
    fn files_are_found_from_where_the_agent_is() {
        let check = |tool: &str, input: Value, files: &[&str]| {
            let rules = "paths: [{ glob: x, access: any, action: warn }]";
            let (_, found) = gathered(rules, tool, input.clone());
            assert_eq!(found, files, "{tool} {input}");
        };
        check("Write", json!({"file_path": "a"}), &["> docs/a"]);
        check("Read", json!({"path": "../a"}), &["< a"]);
        check("Read", json!({"path": "../../a"}), &["< outside"]);
        check("Read", json!({"path": "~/project/a"}), &["< a"]);
        check("Read", json!({"path": "~"}), &["< docs/~"]);
        check("Read", json!({"path": 7}), &[]);
        let patch = "*** Update File: a\n*** Move to: ../b";
        check("apply_patch", json!({ "input": patch }), &["> docs/a", "> b"]);
        check("Bash", json!({"command": "cd .. && a > b; c >> d"}), &["> b", "> d"]);
        check("Bash", json!({"command": "cd $X; a > b"}), &["> docs/b"]);
        check("Bash", json!({"command": "a > $B > '$c' 2>&1"}), &["> docs/$c"]);
        check("Bash", json!({"command": "a > ~/project/b"}), &["> b"]);
        check("Bash", json!({"command": ["sh", "-c", "a > b"]}), &["> docs/b"]);
        check("Bash", json!({"command": "a > b 'open"}), &[]);
        check("Bash", json!({"command": "a > \"$CLAUDE_PROJECT_DIR/b\""}), &["> b"]);
        check("Bash", json!({"command": "a > ${PWD}/b > $PWD/$c"}), &["> docs/b"]);
        check("Bash", json!({"command": "cd nowhere; a > b"}), &["> docs/nowhere/b", "> docs/b"]);
        check("PowerShell", json!({"command": "a > b"}), &["> docs/b"]);
    }
}
