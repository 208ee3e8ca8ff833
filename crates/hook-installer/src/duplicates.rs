//! Hooks that a host would start twice, since other settings, a plugin or an organisation have them
//! too.

use claude_settings::{Handler, handlers};

use crate::error::InstallError;
use crate::offer::{Choice, Offer, Twice};
use crate::place::{Folders, Place, Scope};
use crate::sources::{Kind, Source, sources};

/// What a host takes for one hook it starts once: that is a note. Any other second entry is
/// refused, unless a person wants it.
///
/// # Errors
/// Says where the hook runs already, and the ways out.
pub(crate) fn refuse(
    place: &Place,
    choice: &Choice<'_>,
    after: Option<&str>,
    folders: &Folders<'_>,
) -> Result<Vec<String>, InstallError> {
    let own = place.settings();
    let ours = handlers(after.unwrap_or_default());
    let mut notes = Vec::new();
    let project = match place.scope() {
        Scope::User => folders.project,
        Scope::Project | Scope::Local => Some(place.folder()),
    };
    for source in sources(project, folders).iter().filter(|source| source.file != own) {
        let theirs = handlers(source.settings());
        for hook in choice.hooks {
            let doubles = doubles(place, &source.kind, &ours, &theirs, hook);
            match (doubles, choice.twice) {
                (Doubles::No, _) => {}
                (Doubles::Same, _) => notes.push(format!(
                    "note: {} is also in {}, with the same command: it runs once",
                    hook.hook,
                    source.file.display()
                )),
                (Doubles::Yes, Twice::Refused) => {
                    return Err(InstallError::Refused(reason(hook, source)));
                }
                (Doubles::Yes, Twice::Allowed) => notes.push(format!(
                    "note: {} runs twice now: it is also in {}",
                    hook.hook,
                    source.file.display()
                )),
            }
        }
    }
    Ok(notes)
}

enum Doubles {
    No,
    Same,
    Yes,
}

fn doubles(
    place: &Place,
    kind: &Kind,
    ours: &[Handler],
    theirs: &[Handler],
    hook: &Offer,
) -> Doubles {
    let starts = |handler: &&Handler| handler.names().contains(&hook.hook);
    let mut its = theirs.iter().filter(starts).peekable();
    if its.peek().is_none() {
        return Doubles::No;
    }
    let in_project = |scope: Scope| scope != Scope::User;
    let beside =
        matches!(kind, Kind::Settings(scope) if in_project(*scope) && in_project(place.scope()));
    let is_there = |handler: &Handler| ours.iter().any(|our| our.is_same(handler));
    if beside && its.all(is_there) { Doubles::Same } else { Doubles::Yes }
}

/// Where else a host finds these hooks, and how each is taken out there.
pub(crate) fn elsewhere(place: &Place, hooks: &[Offer], folders: &Folders<'_>) -> Vec<String> {
    let own = place.settings();
    let sources = sources(folders.project, folders);
    let line = |(hook, source): (&Offer, &Source)| {
        let starts = |handler: &Handler| handler.names().contains(&hook.hook);
        let is_there = handlers(source.settings()).iter().any(starts);
        is_there.then(|| {
            let (name, file, way_out) = (&hook.hook, source.file.display(), way_out(hook, source));
            format!("{name} is also installed in {file} ({}): {way_out}", source.kind)
        })
    };
    let others = sources.iter().filter(|source| source.file != own);
    let pairs = others.flat_map(|source| hooks.iter().map(move |hook| (hook, source)));
    pairs.filter_map(line).collect()
}

fn way_out(hook: &Offer, source: &Source) -> String {
    match &source.kind {
        Kind::Settings(scope) => {
            let (hook, scope) = (&hook.hook, scope.name());
            format!("`tacklebox uninstall {hook} --scope {scope}` removes it there")
        }
        Kind::Managed => "ask the administrator who put it there".to_owned(),
        Kind::Plugin(name) => format!("`claude plugin disable {name}` disables it"),
    }
}

fn reason(hook: &Offer, source: &Source) -> String {
    let way_out = way_out(hook, source);
    let (hook, file) = (&hook.hook, source.file.display());
    format!(
        "{hook} is already installed in {file} ({}) and would run twice; {way_out}, or use \
         `--also` to install it anyway",
        source.kind
    )
}
