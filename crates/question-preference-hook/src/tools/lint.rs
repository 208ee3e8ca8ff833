//! `lint`: mistakes in the registry and in the preferences.

use std::process::ExitCode;

use hook_chain::people::{self, LintArgs, Mistake};
use hook_runtime::{Console, Ctx, one_line};

use crate::config::preferences::{self, Origin, Preferences, Raw};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::decide::preference_state::{Effect, Listed, listed};

/// In characters, of a key in a file.
const MAX_WORDS: usize = 100;

/// A mistake, and where it is.
fn mistake(place: impl Into<String>, words: impl Into<String>) -> Mistake {
    let (place, words) = (place.into(), words.into());
    let told = format!("{place}: {words}");
    Mistake { key: Some(place), message: words, told, ..Mistake::default() }
}

/// Prints the mistakes.
pub(super) fn lint(ctx: &Ctx, args: LintArgs, console: &mut Console) -> ExitCode {
    let mut findings: Vec<Mistake> = misnamed(ctx).into_iter().collect();
    let registry = read(ctx).unwrap_or_else(|err| {
        findings.push(mistake("registry", err.to_string()));
        Registry::default()
    });
    let [project, user] = [Origin::Project, Origin::User].map(|origin| {
        let file = preferences::read(ctx, origin).unwrap_or_else(|err| {
            findings.push(mistake(format!("preferences ({origin})"), err.to_string()));
            Raw::default()
        });
        let foreign = file.keys().filter(|key| QuestionId::parse(key).is_none());
        let place = |key| format!("{} ({origin})", one_line(key, MAX_WORDS));
        findings.extend(foreign.map(|key| mistake(place(key), "is not a question id")));
        preferences::entries(&file)
    });
    let preferences = Preferences { project, user };
    let listed = listed(&registry, &preferences, ctx.now());
    findings.extend(listed.iter().filter_map(inert));
    let notes: Vec<Mistake> = listed.iter().filter_map(expired).map(Mistake::from).collect();
    people::mistakes(args, &findings, &notes, console).unwrap_or_else(|| {
        console.line("No problems found.");
        ExitCode::SUCCESS
    })
}

/// The registry as it is in the file now, without the cache.
fn read(ctx: &Ctx) -> Result<Registry, hook_config::ConfigError> {
    match registry::file(ctx) {
        Some(file) => hook_config::read(&file)?.parse(),
        None => Ok(Registry::default()),
    }
}

/// A file that looks like the registry and is not read.
fn misnamed(ctx: &Ctx) -> Option<Mistake> {
    let file = ctx.project()?.path().join(".tacklebox/questions.yml");
    let words = "is ignored: the file must be called questions.yaml";
    file.exists().then(|| mistake(file.display().to_string(), words))
}

/// A preference without any effect. One that the project's hides may be meant for other projects.
fn inert(listed: &Listed<'_>) -> Option<Mistake> {
    let is_inert = matches!(listed.effect, Effect::Never(_) | Effect::NotUnderstood(_));
    is_inert.then(|| mistake(place(listed), listed.effect.to_string()))
}

/// A preference that has expired, as it was meant to.
fn expired(listed: &Listed<'_>) -> Option<String> {
    let is_over = matches!(listed.effect, Effect::Expired);
    is_over.then(|| format!("{}: {}", place(listed), listed.effect))
}

fn place(listed: &Listed<'_>) -> String {
    format!("{} ({})", listed.id, listed.origin)
}
