//! Finds out what a judgement needs to know of a call.

pub(crate) mod exceptions;
pub(crate) mod guard;
pub(crate) mod load;
pub(crate) mod read_only_paths;
mod reads;
mod risks;
pub(crate) mod secrets;
mod shell;
pub(crate) mod state;
mod tree;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use command_effects::Judgement;
use hook_protocol::{Access, BashInput, ToolCall};
use hook_runtime::Ctx;
use project_paths::{Location, ProjectRoot, RelPath, normalise};
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

/// The facts of a call: what it would do to what is protected, what it can spoil, which secrets it
/// reads, and the rest as far as the policy has rules in this state that ask for it.
pub(crate) fn facts(ctx: &Ctx, policy: &Policy, state: &str, call: &ToolCall) -> Facts {
    let line = guard::line(ctx, &policy.programs, call);
    let refusal = guard::refusal(ctx, call, line.as_ref());
    let risks = line.as_ref().map_or_else(Vec::new, risks::of);
    let rules: Vec<&PathRule> = policy.paths.iter().filter(|rule| rule.holds_in(state)).collect();
    let homes = homes(ctx, &rules);
    let wanted = Wanted { ctx, rules: &rules, homes: &homes };
    let named = |judgement: &Judgement| {
        let files = shell::files(ctx, judgement).into_iter();
        files.filter(|file| wanted.is_asked_for(file.access))
    };
    let mut touched = call.touched_files();
    if refusal.is_some() && touched.len() > MAX_REFUSED_FILES {
        touched.clear();
    }
    let touched = touched.into_iter().filter(|file| wanted.is_asked_for(file.access));
    // A set: the same file may stand there a thousand times.
    let mut spoken: BTreeSet<Spoken> = touched
        .map(|file| {
            let path = at_home(ctx, file.path).into_owned();
            let (dir, words) = (ctx.cwd().map(Path::to_owned), path.clone());
            Spoken { dir, path, words, access: file.access, reach: Reach::Itself }
        })
        .collect();
    if let Some(line) = line.as_ref().filter(|line| !line.is_foreign) {
        spoken.extend(named(&line.judgement));
    }
    if wanted.is_asked_for(Access::Read) {
        spoken.extend(reads::named(&wanted, call, line.as_ref()));
    }
    let files = wanted.located(spoken);
    let shell = line.map(shell::shell);
    Facts { refusal, shell, files, risks, homes }
}

/// What rules ask for of the files of a call.
struct Wanted<'a> {
    ctx: &'a Ctx,
    rules: &'a [&'a PathRule],
    homes: &'a [String],
}

impl Wanted<'_> {
    /// Secrets are asked for by no rule, and always.
    fn is_asked_for(&self, access: Access) -> bool {
        access == Access::Read || self.has_rules(access)
    }

    fn has_rules(&self, access: Access) -> bool {
        self.rules.iter().any(|rule| rule.is_about(access))
    }
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

impl Wanted<'_> {
    /// Where the files lie that a call speaks of. What is only read, and holds no secrets, is left out
    /// where no rule is about reading.
    fn located(&self, spoken: BTreeSet<Spoken>) -> Vec<File> {
        if spoken.is_empty() {
            return Vec::new();
        }
        if spoken.len() > MIN_SLOW_FILES {
            self.ctx.expect_delay();
        }
        let Some(project) = self.ctx.project() else { return Vec::new() };
        let system = system(self.rules);
        let mut left = tree::MAX_ENTRIES;
        let mut files = Vec::new();
        for file in spoken {
            let is_secret = self.is_secret(&file);
            if is_secret || self.has_rules(file.access) {
                self.locate(project, system.as_ref(), (file, is_secret), &mut left, &mut files);
            }
        }
        files
    }

    fn locate(
        &self,
        project: &ProjectRoot,
        system: Option<&ProjectRoot>,
        (file, is_secret): (Spoken, bool),
        left: &mut usize,
        files: &mut Vec<File>,
    ) {
        let paths = self.ctx.real_paths();
        let checkout = project.checkout_of(&paths, file.dir.as_deref(), &file.path);
        // Its way from this checkout counts too: a rule may be about worktrees.
        let checkouts = [Some(project), (*checkout != *project).then_some(&*checkout)];
        let checkouts = checkouts.into_iter().flatten().map(|root| (root, Ground::Project));
        for (root, ground) in checkouts.chain(system.map(|top| (top, Ground::System))) {
            let location = root.relative_by(&paths, file.dir.as_deref(), &file.path);
            let meant = meant_below((self.rules, self.homes, ground), &file, &location);
            let there = if is_told_by_names(self.rules, &file, &meant) {
                self.ctx.expect_delay();
                names_below(root, &file.reach, &location, left)
            } else {
                None
            };
            let Spoken { words, access, reach, .. } = &file;
            let (spoken, reach) = (words.clone(), reach.clone());
            let touch = *access;
            files.push(File { spoken, ground, location, touch, reach, there, is_secret });
        }
    }

    /// Whether a file that is read holds secrets, by its name or behind links.
    fn is_secret(&self, file: &Spoken) -> bool {
        if file.access != Access::Read {
            return false;
        }
        let base = file.dir.clone().unwrap_or_default();
        let spelled = normalise(&base.join(&file.path));
        let real = self.ctx.real_paths().places(&base, &file.path).unwrap_or_default();
        let is_folder = file.reach != Reach::Itself;
        let holds = |path: &PathBuf| secrets::is_in(path) || is_folder && secrets::is_folder(path);
        holds(&spelled) || real.iter().any(holds)
    }
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
fn is_told_by_names(rules: &[&PathRule], file: &Spoken, meant: &[Meant]) -> bool {
    let excepts =
        |rule: &&PathRule| rule.rule.action == Action::Allow || !rule.globs.excluded.is_empty();
    let is_read = file.access == Access::Read;
    // Of a search of a whole folder nobody asks what it finds.
    let is_search = is_read && matches!(file.reach.below(), Some(None));
    let may_be =
        |meant: &Meant| *meant == Meant::Perhaps || is_read && matches!(meant, Meant::Start(_));
    !is_search && meant.iter().any(may_be)
        || meant.contains(&Meant::Everything) && rules.iter().any(excepts)
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
