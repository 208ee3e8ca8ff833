//! `registry lint`: what is probably not meant in the registry and in the
//! preferences.

use std::process::ExitCode;

use clap::Subcommand;
use hook_chain::people::{self, LintArgs, Mistake};
use hook_runtime::{Console, Ctx, one_line};

use super::list::foreign;
use crate::config::preferences::{self, Origin, Preferences, Raw};
use crate::config::registry::{self, Door, Entry, Registry};
use crate::decide::standing::{Listed, Standing, listed};
use crate::gather::recommended::same_label;

/// In characters, of a text that somebody wrote into a file.
const MAX_WORDS: usize = 100;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Look for mistakes in the registry and in the preferences: exit 1 if there are any
    Lint,
}

/// Something that is probably not meant, and where.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    place: String,
    words: String,
}

impl Finding {
    fn new(place: impl Into<String>, words: impl Into<String>) -> Self {
        Self { place: place.into(), words: words.into() }
    }
}

impl From<Finding> for Mistake {
    fn from(Finding { place, words }: Finding) -> Self {
        let told = format!("{place}: {words}");
        Self { key: Some(place), message: words, told, ..Self::default() }
    }
}

pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> ExitCode {
    match args.verb {
        Verb::Lint => lint(ctx, LintArgs::default(), console),
    }
}

/// Names what is probably not meant.
pub(super) fn lint(ctx: &Ctx, args: LintArgs, console: &mut Console) -> ExitCode {
    let mut findings: Vec<Finding> = misnamed(ctx).into_iter().collect();
    let registry = read(ctx).unwrap_or_else(|err| {
        findings.push(Finding::new("registry", err.to_string()));
        Registry::default()
    });
    let [project, user] = [Origin::Project, Origin::User].map(|origin| {
        preferences::read(ctx, origin).unwrap_or_else(|err| {
            findings.push(Finding::new(format!("preferences ({origin})"), err.to_string()));
            Raw::default()
        })
    });
    let preferences =
        Preferences { project: preferences::entries(&project), user: preferences::entries(&user) };
    let listed = listed(&registry, &preferences, ctx.now());
    findings.extend(of_registry(&registry));
    findings.extend(listed.iter().filter_map(inert));
    let mut notes: Vec<String> = listed.iter().filter_map(expired).collect();
    notes.extend(listed.iter().filter_map(|listed| unregistered(&registry, listed)));
    for (origin, file) in [(Origin::Project, &project), (Origin::User, &user)] {
        let foreign = foreign(file).map(|key| one_line(key, MAX_WORDS));
        notes.extend(foreign.map(|key| format!("`{key}` ({origin}) is no question id")));
    }

    let found: Vec<Mistake> = findings.into_iter().map(Mistake::from).collect();
    let notes: Vec<Mistake> = notes.into_iter().map(Mistake::from).collect();
    if let Some(status) = people::mistakes(args, &found, &notes, console) {
        return status;
    }
    let (questions, preferences) = (registry.questions.0.len(), listed.len());
    console.line(format!("all is well: questions: {questions}, preferences: {preferences}"));
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
fn misnamed(ctx: &Ctx) -> Option<Finding> {
    let file = ctx.project()?.path().join(".tacklebox/questions.yml");
    let words = "is not read: the file is called questions.yaml";
    file.exists().then(|| Finding::new(file.display().to_string(), words))
}

/// What the registry alone tells.
fn of_registry(registry: &Registry) -> Vec<Finding> {
    let entries = registry.questions.0.iter().enumerate();
    entries.flat_map(|(at, entry)| of_entry(&format!("questions[{at}]"), entry)).collect()
}

fn of_entry(place: &str, entry: &Entry) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, alias) in entry.aliases.iter().enumerate().filter(|(_, alias)| alias.is_hash()) {
        let words = format!("{alias} looks like the id of a wording, and no marker has such a one");
        findings.push(Finding::new(format!("{place}.aliases[{at}]"), words));
    }
    let mut names = std::iter::once(&entry.id).chain(&entry.aliases);
    if entry.door == Door::TwoWay
        && let Some(split) = names.find(|name| name.is_split())
    {
        let words = format!("two-way, and {split} is always asked: its id has `-split-`");
        findings.push(Finding::new(format!("{place}.door"), words));
    }
    for (at, option) in entry.options.iter().enumerate() {
        let mut before = entry.options.iter().take(at);
        if let Some(twin) = before.find(|before| same_label(before, option)) {
            let [option, twin] = [option, twin].map(|label| one_line(label, MAX_WORDS));
            let words = format!("`{option}` is the same option as `{twin}`");
            findings.push(Finding::new(format!("{place}.options[{at}]"), words));
        }
    }
    findings
}

/// A preference that comes to nothing. One that the project's hides may be meant
/// for other projects.
fn inert(listed: &Listed<'_>) -> Option<Finding> {
    match listed.standing {
        Standing::InForce | Standing::Hidden | Standing::Expired => None,
        Standing::Never(_) | Standing::NotUnderstood(_) => {
            Some(Finding::new(place(listed), listed.standing.to_string()))
        }
    }
}

/// A preference whose time is over, as it was meant.
fn expired(listed: &Listed<'_>) -> Option<String> {
    let is_over = matches!(listed.standing, Standing::Expired);
    is_over.then(|| format!("{}: {}", place(listed), listed.standing))
}

/// That nobody registered the question, where questions are registered.
fn unregistered(registry: &Registry, listed: &Listed<'_>) -> Option<String> {
    let is_missing = !registry.questions.0.is_empty()
        && !listed.id.is_hash()
        && registry.entry(listed.id).is_none();
    is_missing.then(|| format!("{} is no registered question", place(listed)))
}

fn place(listed: &Listed<'_>) -> String {
    format!("{} ({})", listed.id, listed.origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(yaml: &str, expected: &[(&str, &str)]) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions.yaml");
        hook_state::replace(&file, yaml.as_bytes()).unwrap();
        let registry: Registry = hook_config::read(&file).unwrap().parse().unwrap();
        let findings = of_registry(&registry);
        assert_eq!(findings.len(), expected.len(), "{findings:#?}");
        for (finding, (place, part)) in findings.iter().zip(expected) {
            assert_eq!(finding.place, *place);
            assert!(finding.words.contains(part), "{}", finding.words);
        }
    }

    #[test]
    fn what_is_probably_not_meant_is_found() {
        check("questions: [{ id: a, door: two-way, aliases: [b], options: [A, B] }]", &[]);
        check(
            "questions:\n\
             - { id: a, door: two-way, aliases: [b, hash-0123456789] }\n\
             - { id: c-split-d, door: two-way }\n\
             - { id: e, door: two-way, aliases: [f-split-g] }\n\
             - { id: h, door: two-way, options: [X, Y, x (recommended)] }\n",
            &[
                ("questions[0].aliases[1]", "hash-0123456789"),
                ("questions[1].door", "c-split-d is always asked"),
                ("questions[2].door", "f-split-g is always asked"),
                ("questions[3].options[2]", "the same option as `X`"),
            ],
        );
        check("questions: [{ id: c-split-d, door: one-way }]", &[]);
    }
}
