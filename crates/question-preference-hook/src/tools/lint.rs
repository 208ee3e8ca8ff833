//! `lint`: what is probably not meant in the registry and in the
//! preferences.

use std::process::ExitCode;

use hook_chain::people::{self, LintArgs, Mistake};
use hook_runtime::{Console, Ctx, one_line};

use super::list::foreign;
use crate::config::preferences::{self, Origin, Preferences, Raw};
use crate::config::registry::{self, Door, Entry, Registry};
use crate::decide::preference_state::{Listed, Standing, listed};
use crate::gather::labels::same_label;

/// In characters, of a text that somebody wrote into a file.
const MAX_WORDS: usize = 100;

/// Something that is probably not meant, and where.
fn mistake(place: impl Into<String>, words: impl Into<String>) -> Mistake {
    let (place, words) = (place.into(), words.into());
    let told = format!("{place}: {words}");
    Mistake { key: Some(place), message: words, told, ..Mistake::default() }
}

/// Names what is probably not meant.
pub(super) fn lint(ctx: &Ctx, args: LintArgs, console: &mut Console) -> ExitCode {
    let mut findings: Vec<Mistake> = misnamed(ctx).into_iter().collect();
    let registry = read(ctx).unwrap_or_else(|err| {
        findings.push(mistake("registry", err.to_string()));
        Registry::default()
    });
    let [project, user] = [Origin::Project, Origin::User].map(|origin| {
        preferences::read(ctx, origin).unwrap_or_else(|err| {
            findings.push(mistake(format!("preferences ({origin})"), err.to_string()));
            Raw::default()
        })
    });
    let preferences =
        Preferences { project: preferences::entries(&project), user: preferences::entries(&user) };
    let listed = listed(&registry, &preferences, ctx.now());
    findings.extend(of_registry(&registry));
    findings.extend(listed.iter().filter_map(inert));
    let mut notes: Vec<String> = listed.iter().filter_map(expired).collect();
    for (origin, file) in [(Origin::Project, &project), (Origin::User, &user)] {
        let foreign = foreign(file).map(|key| one_line(key, MAX_WORDS));
        notes.extend(foreign.map(|key| format!("`{key}` ({origin}) is no question id")));
    }

    let notes: Vec<Mistake> = notes.into_iter().map(Mistake::from).collect();
    if let Some(status) = people::mistakes(args, &findings, &notes, console) {
        return status;
    }
    let (questions, preferences) = (registry.questions.0.len(), listed.len());
    console.line(format!("nothing wrong: questions: {questions}, preferences: {preferences}"));
    ExitCode::SUCCESS
}

/// The registry as it stands now, whatever was kept of it.
fn read(ctx: &Ctx) -> Result<Registry, hook_config::ConfigError> {
    match registry::file(ctx) {
        Some(file) => hook_config::read(&file)?.parse(),
        None => Ok(Registry::default()),
    }
}

/// A file that looks like the registry and is not read.
fn misnamed(ctx: &Ctx) -> Option<Mistake> {
    let file = ctx.project()?.path().join(".tacklebox/questions.yml");
    let words = "is not read: the file is called questions.yaml";
    file.exists().then(|| mistake(file.display().to_string(), words))
}

/// What the registry alone tells.
fn of_registry(registry: &Registry) -> Vec<Mistake> {
    let entries = registry.questions.0.iter().enumerate();
    entries.flat_map(|(at, entry)| of_entry(&format!("questions[{at}]"), entry)).collect()
}

fn of_entry(place: &str, entry: &Entry) -> Vec<Mistake> {
    let mut findings = Vec::new();
    let mut names = std::iter::once(&entry.id).chain(&entry.aliases);
    if entry.door == Door::TwoWay
        && let Some(split) = names.find(|name| name.is_split())
    {
        let words = format!("two-way, and {split} is always asked: its id has `-split-`");
        findings.push(mistake(format!("{place}.door"), words));
    }
    for (at, option) in entry.options.iter().enumerate() {
        let mut before = entry.options.iter().take(at);
        if let Some(twin) = before.find(|before| same_label(before, option)) {
            let [option, twin] = [option, twin].map(|label| one_line(label, MAX_WORDS));
            let words = format!("`{option}` is the same option as `{twin}`");
            findings.push(mistake(format!("{place}.options[{at}]"), words));
        }
    }
    findings
}

/// A preference that comes to nothing. One that the project's hides may be meant
/// for other projects.
fn inert(listed: &Listed<'_>) -> Option<Mistake> {
    match listed.standing {
        Standing::InForce | Standing::Unbound | Standing::Hidden | Standing::Expired => None,
        Standing::Never(_) | Standing::NotUnderstood(_) => {
            Some(mistake(place(listed), listed.standing.to_string()))
        }
    }
}

/// A preference whose time is over, as it was meant.
fn expired(listed: &Listed<'_>) -> Option<String> {
    let is_over = matches!(listed.standing, Standing::Expired);
    is_over.then(|| format!("{}: {}", place(listed), listed.standing))
}

fn place(listed: &Listed<'_>) -> String {
    format!("{} ({})", listed.id, listed.origin)
}
