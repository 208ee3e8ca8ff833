//! Finds out what a judgement needs to know of a call.

use std::path::{Path, PathBuf};

use hook_protocol::{Access, BashInput, ToolCall};
use hook_runtime::Ctx;
use project_paths::Location;
use shell_commands::{RedirectAccess, SimpleCommand, WorkingDir};

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
        .map(|file| locate(ctx, ctx.cwd(), file.path, file.access))
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
    let dir = match &command.dir {
        WorkingDir::Literal(dir) => Some(ctx.cwd().unwrap_or(Path::new("")).join(dir)),
        // Where an unknown `cd` leads to, the folder before it is the best guess.
        WorkingDir::Unchanged | WorkingDir::Unknown => ctx.cwd().map(Path::to_path_buf),
    };
    let is_told = |text: &str, literal: bool| literal || text.starts_with("~/");
    command
        .redirects
        .iter()
        .filter(|redirect| is_told(&redirect.target.text, redirect.target.literal))
        .map(|redirect| {
            let access = match redirect.access {
                RedirectAccess::Read => Access::Read,
                RedirectAccess::Write | RedirectAccess::ReadWrite => Access::Write,
            };
            locate(ctx, dir.as_deref(), &redirect.target.text, access)
        })
        .collect()
}

fn locate(ctx: &Ctx, dir: Option<&Path>, spoken: &str, touch: Access) -> File {
    let path = at_home(ctx, spoken)
        .map_or_else(|| spoken.into(), |path| path.to_string_lossy().into_owned());
    let location = match ctx.project() {
        Some(project) => project.relative(dir, &path),
        None => Location::default(),
    };
    File { spoken: spoken.to_owned(), location, touch }
}

fn at_home(ctx: &Ctx, spoken: &str) -> Option<PathBuf> {
    Some(ctx.home()?.join(spoken.strip_prefix("~/")?))
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
        check("PowerShell", json!({"command": "a > b"}), &["> docs/b"]);
    }
}
