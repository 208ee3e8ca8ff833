//! Finds out what a judgement needs to know of a call.

pub(crate) mod exceptions;
pub(crate) mod guard;
pub(crate) mod load;
pub(crate) mod read_only_paths;
mod shell;
pub(crate) mod state;
mod tree;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hook_protocol::{Access, BashInput, ToolCall};
use hook_runtime::Ctx;
use project_paths::{Location, ProjectRoot, RelPath};
use project_tasks::Task;

use crate::decide::ground::{self, Ground, leads_out};
use crate::decide::tree::{Meant, meant};
use crate::decide::{Facts, File, Reach};
use crate::policy::{Action, PathRule, Policy};

/// From so many files on a call may take its time.
const MIN_SLOW_FILES: usize = 64;

/// The most files of a call that are held against the rules though it is refused anyway: it has to
/// be refused in time.
const MAX_REFUSED_FILES: usize = 10_000;

/// The facts of a call: what it would do to what is protected, and the rest as far as the policy
/// has rules in this state that ask for it.
pub(crate) fn facts(ctx: &Ctx, policy: &Policy, state: &str, call: &ToolCall) -> Facts {
    let line = guard::line(ctx, &policy.programs, call);
    let refusal = guard::refusal(ctx, call, line.as_ref());
    let rules: Vec<&PathRule> = policy.paths.iter().filter(|rule| rule.holds_in(state)).collect();
    let homes = homes(ctx, &rules);
    let is_asked_for = |access: Access| rules.iter().any(|rule| rule.is_about(access));
    let named = |effects: &Effects| {
        let files = if rules.is_empty() { Vec::new() } else { shell::files(ctx, effects) };
        files.into_iter().filter(|file| is_asked_for(file.access))
    };
    let readable = line.as_ref().filter(|line| !line.is_foreign);
    // A set: the same file may stand there a thousand times.
    let mut spoken: BTreeSet<Spoken> =
        readable.map(|line| named(&line.effects).collect()).unwrap_or_default();
    let shell = line.map(shell::shell);
    let mut touched = if rules.is_empty() { Vec::new() } else { call.touched_files() };
    if refusal.is_some() && touched.len() > MAX_REFUSED_FILES {
        touched.clear();
    }
    let touched = touched.into_iter().filter(|file| is_asked_for(file.access));
    spoken.extend(touched.map(|file| {
        let path = at_home(ctx, file.path).into_owned();
        let (dir, words) = (ctx.cwd().map(Path::to_owned), path.clone());
        Spoken { dir, path, words, access: file.access, reach: Reach::Itself }
    }));
    let files = located(ctx, &rules, &homes, spoken);
    Facts { refusal, shell, files, homes }
}

/// The task of the project that a call of the shell runs.
pub(crate) fn task(ctx: &Ctx, call: &ToolCall) -> Option<Task> {
    let folder = ctx.cwd().or_else(|| Some(ctx.project()?.path()))?;
    project_tasks::shown(&call.view::<BashInput<'_>>()?.command, folder)
}

/// A file as a call speaks of it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spoken {
    /// What a relative path is relative to.
    dir: Option<PathBuf>,
    path: String,
    /// What the agent called it.
    words: String,
    access: Access,
    reach: Reach,
}

/// Where the files lie that a call speaks of.
fn located(
    ctx: &Ctx,
    rules: &[&PathRule],
    homes: &[String],
    spoken: BTreeSet<Spoken>,
) -> Vec<File> {
    if spoken.is_empty() {
        return Vec::new();
    }
    if spoken.len() > MIN_SLOW_FILES {
        ctx.expect_delay();
    }
    let Some(project) = ctx.project() else { return Vec::new() };
    let (system, paths) = (system(rules), ctx.real_paths());
    let mut left = tree::MAX_ENTRIES;
    let mut files = Vec::new();
    for file in spoken {
        let checkout = project.checkout_of(&paths, file.dir.as_deref(), &file.path);
        // Its way from this checkout counts too: a rule may be about worktrees.
        let checkouts = [Some(project), (*checkout != *project).then_some(&*checkout)];
        let checkouts = checkouts.into_iter().flatten().map(|root| (root, Ground::Project));
        for (root, ground) in checkouts.chain(system.iter().map(|top| (top, Ground::System))) {
            let location = root.relative_by(&paths, file.dir.as_deref(), &file.path);
            let meant = meant_below((rules, homes, ground), &file, &location);
            let there = if is_told_by_names(rules, &meant) {
                ctx.expect_delay();
                names_below(root, &file.reach, &location, &mut left)
            } else {
                None
            };
            let starts = if file.access == Access::Read { starts(root, meant) } else { Vec::new() };
            let Spoken { words, access, reach, .. } = &file;
            let (spoken, reach) = (words.clone(), reach.clone());
            let touch = *access;
            files.push(File { spoken, ground, location, touch, reach, there, starts });
        }
    }
    files
}

/// What the rules mean of what lies below a folder.
fn meant_below(
    (rules, homes, ground): (&[&PathRule], &[String], Ground),
    file: &Spoken,
    location: &Location,
) -> Vec<Meant> {
    let Some(names) = file.reach.below() else { return Vec::new() };
    let places = [&location.lexical, &location.resolved];
    let rules = rules.iter().filter(|rule| rule.is_about(file.access));
    let globs = rules.flat_map(|rule| &rule.globs.included);
    let globs = globs.flat_map(|glob| ground::on(glob, ground, homes));
    let of = |glob: Cow<'_, str>| {
        places.into_iter().flatten().map(|place| meant(&glob, place, names)).collect::<Vec<_>>()
    };
    globs.flat_map(of).collect()
}

/// Whether the names of what lies below tell whether a rule holds: some may be meant, or some of
/// all that are may be excepted.
fn is_told_by_names(rules: &[&PathRule], meant: &[Meant]) -> bool {
    let excepts =
        |rule: &&PathRule| rule.rule.action == Action::Allow || !rule.globs.excluded.is_empty();
    meant.contains(&Meant::Perhaps)
        || meant.contains(&Meant::Everything) && rules.iter().any(excepts)
}

/// Where globs begin, as far as there is something.
fn starts(root: &ProjectRoot, meant: Vec<Meant>) -> Vec<RelPath> {
    let starts = meant.into_iter().filter_map(|meant| match meant {
        Meant::Start(start) => Some(start),
        Meant::Nothing | Meant::Everything | Meant::Perhaps => None,
    });
    let is_there =
        |start: &RelPath| root.resolved().join(start.as_str()).symlink_metadata().is_ok();
    starts.filter(is_there).collect()
}

fn names_below(
    root: &ProjectRoot,
    reach: &Reach,
    location: &Location,
    left: &mut usize,
) -> Option<Vec<RelPath>> {
    let dir = location.resolved.as_ref().or(location.lexical.as_ref())?;
    tree::files(root.resolved(), dir, reach.below()?, left)
}

/// The top of the system, if a rule asks for it.
fn system(rules: &[&PathRule]) -> Option<ProjectRoot> {
    let leads_out = rules.iter().any(|rule| rule.globs.all().any(leads_out));
    leads_out.then(|| ProjectRoot::at(Path::new("/")))
}

/// How the home is spelled, and where it really is, if a rule asks for it.
fn homes(ctx: &Ctx, rules: &[&PathRule]) -> Vec<String> {
    if !rules.iter().any(|rule| rule.globs.all().any(|glob| glob.starts_with("~/"))) {
        return Vec::new();
    }
    let Some(home) = ctx.home() else { return Vec::new() };
    let real = std::fs::canonicalize(&home).ok().filter(|real| *real != home);
    std::iter::once(home).chain(real).map(|home| home.to_string_lossy().into_owned()).collect()
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
    use crate::policy::testing::policy;

    /// The files that are gathered of a call in state `A`, each with `<` or `>`.
    fn gathered(rules: &str, tool: &str, input: Value) -> Vec<String> {
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
        files
    }

    #[test]
    fn nothing_is_gathered_that_no_rule_of_the_state_asks_for() {
        let check = |rules: &str, files: &[&str]| {
            let command = json!({"command": "sort < in > out"});
            assert_eq!(gathered(rules, "Bash", command), files, "{rules}");
        };
        check("", &[]);
        check("paths: [{ glob: x, action: warn }]", &["> docs/out"]);
        check("paths: [{ glob: x, access: read, action: warn }]", &["< docs/in"]);
        check("paths: [{ glob: x, access: any, action: warn }]", &["< docs/in", "> docs/out"]);
        check("paths: [{ glob: x, states: [B], action: warn }]", &[]);
    }

    #[test]
    fn files_are_found_from_where_the_agent_is() {
        let check = |tool: &str, input: Value, files: &[&str]| {
            let rules = "paths: [{ glob: x, access: any, action: warn }]";
            let found = gathered(rules, tool, input.clone());
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
            &["> docs", "> docs/x", "> docs/y"],
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
