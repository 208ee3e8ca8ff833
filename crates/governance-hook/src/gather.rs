//! Finds out what a judgement needs to know of a call.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use command_effects::Programs;
use hook_protocol::{Access, BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::{Location, ProjectRoot};
use shell_syntax::{RedirectAccess, SimpleCommand, Word, WorkingDir};

use crate::judge::{Facts, File, Shell};
use crate::policy::{PathRule, Policy};

/// From so many bytes of a command, or files, on a call may take its time.
const LONG: usize = 4096;
const MANY: usize = 64;

/// The facts of a call, as far as the policy has rules in this state that ask
/// for them: a command line is parsed, and links are followed, for nothing else.
pub(crate) fn facts(ctx: &Ctx, policy: &Policy, state: &str, call: &ToolCall) -> Facts {
    let asks_for_commands = policy.commands.iter().any(|rule| rule.holds_in(state));
    let path_rules: Vec<&PathRule> =
        policy.paths.iter().filter(|rule| rule.holds_in(state)).collect();
    let asks_for = |touch| path_rules.iter().any(|rule| rule.is_about(touch));

    let wants_shell = asks_for_commands || !path_rules.is_empty();
    let shell = if wants_shell { shell(ctx, call) } else { None };
    // A set: the same redirection may stand there a thousand times.
    let mut spoken = BTreeSet::new();
    for file in call.touched_files() {
        let path = at_home(ctx, file.path).into_owned();
        spoken.insert((ctx.cwd().map(Path::to_owned), path, file.access));
    }
    if let Some(Shell::Parsed(commands)) = &shell {
        let seen = entered(ctx, commands);
        spoken.extend(commands.iter().flat_map(|command| redirected(ctx, command, &seen)));
    }
    spoken.retain(|(_, _, access)| asks_for(*access));
    if spoken.len() > MANY {
        ctx.expect_delay();
    }
    let roots = if spoken.is_empty() { Vec::new() } else { roots(ctx) };
    let files = spoken.into_iter().flat_map(|(dir, path, touch)| {
        let at = |root: &ProjectRoot| root.relative(dir.as_deref(), &path);
        let locations: Vec<Location> = roots.iter().map(at).collect();
        locations.into_iter().map(move |location| File { spoken: path.clone(), location, touch })
    });
    Facts { shell, files: files.collect() }
}

/// A file as a call speaks of it: from which folder, its path, what for.
type Spoken = (Option<PathBuf>, String, Access);

/// The project, and the linked worktree of it in which the agent is, if any: a
/// host keeps naming the checkout in which the session began.
fn roots(ctx: &Ctx) -> Vec<ProjectRoot> {
    let Some(project) = ctx.project() else { return Vec::new() };
    std::iter::once(project.clone()).chain(project.root_at(ctx.cwd())).collect()
}

fn shell(ctx: &Ctx, call: &ToolCall) -> Option<Shell> {
    let text = call.view::<BashInput<'_>>()?.command;
    if text.len() > LONG {
        ctx.expect_delay();
    }
    // PowerShell escapes and groups in its own way, and a shell's reading of that
    // would hide commands.
    if *call.name.tool() == Tool::PowerShell && text.contains(['\\', '`', '{', '%', '|']) {
        let reason = "it is PowerShell, with signs that a shell reads otherwise".to_owned();
        return Some(Shell::Unparsed { text: text.into_owned(), reason });
    }
    Some(match command_effects::commands(&text, &Programs::default()) {
        Ok(commands) => Shell::Parsed(commands),
        Err(err) => Shell::Unparsed { text: text.into_owned(), reason: err.reason },
    })
}

/// The files that a command's redirections read and write.
fn redirected(ctx: &Ctx, command: &SimpleCommand, seen: &[PathBuf]) -> Vec<Spoken> {
    let mut files = Vec::new();
    for dir in dirs(ctx, &command.dir, seen) {
        for redirect in &command.redirects {
            let Some(target) = told(ctx, &dir, &redirect.target) else { continue };
            let access = match redirect.access {
                RedirectAccess::Read => Access::Read,
                RedirectAccess::Write | RedirectAccess::ReadWrite => Access::Write,
            };
            files.push((Some(dir.clone()), target, access));
        }
    }
    files
}

/// Where a command may run. A `cd` to a folder that is not there may fail, and one
/// that may or may not have run leads to any folder that the text speaks of.
fn dirs(ctx: &Ctx, dir: &WorkingDir, seen: &[PathBuf]) -> Vec<PathBuf> {
    let here = ctx.cwd().unwrap_or(Path::new("")).to_owned();
    match dir {
        WorkingDir::Unchanged => vec![here],
        WorkingDir::Unknown => std::iter::once(here).chain(seen.iter().cloned()).collect(),
        WorkingDir::Literal(dir) => {
            let there = here.join(dir);
            if there.is_dir() { vec![there] } else { vec![there, here] }
        }
    }
}

/// The folders that a text changes to, as far as it tells.
fn entered(ctx: &Ctx, commands: &[SimpleCommand]) -> Vec<PathBuf> {
    let here = ctx.cwd().unwrap_or(Path::new("")).to_owned();
    let changes = commands
        .iter()
        .filter(|command| command.program().is_some_and(|name| name == "cd" || name == "pushd"));
    let mut folders: Vec<PathBuf> = Vec::new();
    for change in changes {
        // One may follow another.
        let bases = [here.clone()].into_iter().chain(folders.last().cloned());
        let targets: Vec<_> = bases
            .filter_map(|base| Some(base.join(told(ctx, &base, change.args().last()?)?)))
            .filter(|folder| !folders.contains(folder))
            .collect();
        folders.extend(targets);
        if folders.len() > MANY {
            break;
        }
    }
    folders
}

/// The path that a word names, as far as the text tells: a word with an expansion
/// that we do not know names the folder in front of it.
fn told(ctx: &Ctx, dir: &Path, word: &Word) -> Option<String> {
    if word.literal {
        return Some(word.text.clone());
    }
    // Which a host may name to a shell: the folder in which the session began.
    let declared = || ctx.env("CLAUDE_PROJECT_DIR").map(PathBuf::from);
    let here = || Some(dir.to_owned());
    let known: [(&str, &dyn Fn() -> Option<PathBuf>); 8] = [
        ("~/", &|| ctx.home()),
        ("~+/", &here),
        ("$HOME/", &|| ctx.home()),
        ("${HOME}/", &|| ctx.home()),
        ("$PWD/", &here),
        ("${PWD}/", &here),
        ("$CLAUDE_PROJECT_DIR/", &declared),
        ("${CLAUDE_PROJECT_DIR}/", &declared),
    ];
    let known = known.iter().find_map(|(prefix, of)| Some((word.text.strip_prefix(prefix)?, of)));
    let (rest, folder) = match known {
        Some((rest, folder)) => (rest, folder()),
        None => (word.text.as_str(), None),
    };
    let plain = match rest.find(['$', '`', '*', '?', '[', '{', '~']) {
        None => rest,
        Some(at) => rest.get(..at)?.rsplit_once('/')?.0,
    };
    match folder {
        Some(folder) => Some(folder.join(plain).to_string_lossy().into_owned()),
        None => Some(plain.to_owned()).filter(|plain| !plain.is_empty()),
    }
}

/// Claude Code spells home folders out; other hosts may not.
fn at_home<'a>(ctx: &Ctx, spoken: &'a str) -> Cow<'a, str> {
    let below = |path: &str| Some(ctx.home()?.join(path).to_string_lossy().into_owned());
    match spoken.strip_prefix("~/").and_then(below) {
        Some(path) => Cow::Owned(path),
        None => Cow::Borrowed(spoken),
    }
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
        let mut files: Vec<String> = files.collect();
        files.sort();
        (facts.shell.is_some(), files)
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
            let mut files = files.to_vec();
            files.sort_unstable();
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
        check("Bash", json!({"command": "[ -d x ] && cd x; a > b"}), &["> docs/b", "> docs/x/b"]);
        check("Bash", json!({"command": "cd \"$PWD/x\"; a > b"}), &["> docs/b", "> docs/x/b"]);
        check(
            "Bash",
            json!({"command": "a > x/$F > \"y/$(d).md\" > *"}),
            &["> docs/x", "> docs/y"],
        );
        check("Bash", json!({"command": "a > $B > '$c' 2>&1"}), &["> docs/$c"]);
        check("Bash", json!({"command": "a > ~/project/b"}), &["> b"]);
        check("Bash", json!({"command": ["sh", "-c", "a > b"]}), &["> docs/b"]);
        check("Bash", json!({"command": "a > b 'open"}), &[]);
        check("Bash", json!({"command": "a > \"$CLAUDE_PROJECT_DIR/b\""}), &["> b"]);
        check("Bash", json!({"command": "a > ${PWD}/b > $PWD/$c"}), &["> docs/b"]);
        check("Bash", json!({"command": "cd .. && a > $PWD/b"}), &["> b"]);
        check("Bash", json!({"command": "cd nowhere; a > b"}), &["> docs/nowhere/b", "> docs/b"]);
        check("PowerShell", json!({"command": "a > b"}), &["> docs/b"]);
    }
}
