//! Finds out what a judgement needs to know about a call.

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
use project_paths::{Location, Pattern, ProjectRoot, RelPath, normalise};
use project_tasks::Task;

use crate::decide::glob_base::{self, Ground, leads_out};
use crate::decide::paths::covers;
use crate::decide::{Facts, File, Reach};
use crate::policy::{PathRule, Policy};

/// From so many files on a call may take its time.
const MIN_SLOW_FILES: usize = 64;

/// The most files of a call that are held against the rules though it is refused anyway: it has to
/// be refused in time.
const MAX_REFUSED_FILES: usize = 10_000;

/// The facts of a call: what it would do to what is protected, what it can spoil, which secrets it
/// reads, and the rest as far as the policy has rules in this state that ask for it.
pub(crate) fn facts(
    ctx: &Ctx,
    policy: &Policy,
    state: &str,
    call: &ToolCall,
    session: Option<&str>,
) -> Facts {
    let line = guard::line(ctx, &policy.programs, call);
    let refusal = guard::refusal(ctx, call, line.as_ref(), session);
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
            let may_be_met = is_met_below((self.rules, self.homes, ground), &file, &location);
            let there = if may_be_met {
                self.ctx.expect_delay();
                names_below(root, &file.reach, &location, left)
            } else {
                Some(Vec::new())
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

/// Whether a rule may be about a file below a folder that a call changes or reads. For a search of a whole folder
/// only a rule about that folder is.
fn is_met_below(
    (rules, homes, ground): (&[&PathRule], &[String], Ground),
    file: &Spoken,
    location: &Location,
) -> bool {
    let Some(names) = file.reach.below() else { return false };
    let is_search = file.access == Access::Read && names.is_none();
    let rules = rules.iter().filter(|rule| rule.is_about(file.access));
    let mut globs = rules
        .flat_map(|rule| &rule.globs.included)
        .flat_map(|glob| glob_base::on(glob, ground, homes));
    let places = [&location.lexical, &location.resolved];
    globs.any(|glob| {
        let may_mean = |place: &RelPath| {
            if is_search {
                covers(&Pattern::trusted(glob.to_string()), place)
            } else {
                tree::may_meet(&glob, place.as_str())
            }
        };
        places.into_iter().flatten().any(may_mean)
    })
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
