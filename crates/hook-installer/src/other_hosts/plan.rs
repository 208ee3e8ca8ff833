//! Plans what puts hooks into a host's file, what takes them out, and what puts an earlier version back.

use std::path::Path;

use claude_settings::{ENGINE, HostAim, HostArrangement, handlers};
use hook_protocol::{ELSEWHERE, FileLayout};

use super::file::{hooks_in, names_us};
use super::fit::{Fit, fit};
use super::place::HostPlace;
use crate::change::Change;
use crate::edit::Edit;
use crate::error::InstallError;
use crate::install::refuse_home;
use crate::lease_program::{self, LEASE_PROGRAM};
use crate::offer::{Offer, Twice};
use crate::place::{Folders, Place, Scope};
use crate::plan::Plan;
use crate::program::file_name;
use crate::step::Step;
use crate::{backups, files, foreign_programs, program};

/// What a person has chosen for a host.
pub(crate) struct Chosen<'a> {
    pub(crate) hooks: &'a [Offer],
    /// All hooks that there are: some may be installed already.
    pub(crate) known: &'a [Offer],
    pub(crate) twice: Twice,
    /// The hooks that say `on_failure: closed` here.
    pub(crate) closed: &'a [String],
}

/// Those of `hooks` that can do something on the host of `place`, and why each other one cannot.
///
/// # Errors
/// When an offer is no template.
pub(crate) fn sifted(
    place: &HostPlace,
    hooks: Vec<Offer>,
) -> Result<(Vec<Offer>, Vec<String>), InstallError> {
    let (mut fitting, mut refusals) = (Vec::new(), Vec::new());
    for hook in hooks {
        match fit(&hook, place.host.description())?.refusal {
            None => fitting.push(hook),
            Some(refusal) => refusals.push(refusal),
        }
    }
    Ok((fitting, refusals))
}

/// Puts hooks in, and their program out of the folder `programs`.
///
/// # Errors
/// When a hook would run twice, and when the file cannot be read or must not be edited.
pub(crate) fn install(
    place: &HostPlace,
    chosen: &Chosen<'_>,
    programs: &Path,
    folders: &Folders<'_>,
) -> Result<Plan, InstallError> {
    if let Some(project) = &place.project {
        refuse_home(place.scope, project, folders)?;
    }
    let row = place.host.description();
    let fits: Vec<Fit> =
        chosen.hooks.iter().map(|hook| fit(hook, row)).collect::<Result<_, _>>()?;
    refuse_alone(chosen.hooks)?;
    let mut notes = twice(place, chosen, folders)?;
    let names: Vec<String> = chosen.hooks.iter().map(|hook| hook.hook.clone()).collect();
    let change = arrangement(place, chosen.known, HostAim::Enter(names), chosen.closed)?;
    let edit = Edit::plan(place.file.clone(), place.backups(), Change::Elsewhere(change))?;
    notes.extend(of_host(place, chosen));
    notes.extend(fits.iter().filter_map(|fit| of_lost(place, fit)));
    notes.push(limits(place));
    let mut steps = vec![put(place, programs, ENGINE)];
    if place.project.is_some() {
        steps.push(Step::Ignore { file: place.bin.join(".gitignore") });
    }
    for hook in chosen.hooks {
        if let Some(server) = hook.server(place.bin.to_str())? {
            steps.push(put(place, programs, server.name()));
            notes.push(of_server(place, server.name()));
            if lease_program::is_in(programs) {
                steps.push(put(place, programs, LEASE_PROGRAM));
            }
        }
    }
    steps.push(Step::Edit(edit));
    foreign_programs::refuse(&steps, programs)?;
    Ok(Plan::new(steps, notes))
}

/// Takes hooks out, and removes the program where no host's file names it any more.
///
/// # Errors
/// When the file cannot be read, or what would hold our entries is of another kind.
pub(crate) fn uninstall(
    place: &HostPlace,
    hooks: &[Offer],
    known: &[Offer],
    folders: &Folders<'_>,
) -> Result<Plan, InstallError> {
    let names: Vec<String> = hooks.iter().map(|hook| hook.hook.clone()).collect();
    let change = arrangement(place, known, HostAim::Leave(names), &[])?;
    let edit = Edit::plan(place.file.clone(), place.backups(), Change::Elsewhere(change))?;
    let copies = Step::RemoveCopies { dir: place.backups(), files: vec![place.file.clone()] };
    let (mut steps, notes) = left(place, &edit, known, folders)?;
    steps.extend([copies, Step::Edit(edit)]);
    Ok(Plan::new(steps, notes))
}

/// Puts back what was in the file before our `back`th change, counted from the newest. The program comes
/// out of `programs` where it is named then and is not there, and goes where no host's file names it
/// any more.
///
/// # Errors
/// When there is no such version, and when a file cannot be read or is not to be written.
pub(crate) fn rollback(
    place: &HostPlace,
    back: usize,
    known: &[Offer],
    (programs, folders): (&Path, &Folders<'_>),
) -> Result<Plan, InstallError> {
    let (file, dir) = (place.file.clone(), place.backups());
    let now = files::read(&file)?;
    let version = backups::before(&file, &dir, back, now.as_ref())?;
    let edit = Edit::plan(file, dir, Change::Restore(version))?;
    let (mut steps, notes) = left(place, &edit, known, folders)?;
    let names_it = edit.planned().after.as_deref().is_some_and(|text| names_us(text, place));
    if names_it && !program::is_there(&place.engine()) {
        steps.push(put(place, programs, ENGINE));
        if place.project.is_some() {
            steps.push(Step::Ignore { file: place.bin.join(".gitignore") });
        }
    }
    steps.push(Step::Edit(edit));
    foreign_programs::refuse(&steps, programs)?;
    Ok(Plan::new(steps, notes))
}

/// What goes with our last entry, where an edit takes it out: the program, if no other file names it,
/// and the folders that are then empty.
fn left(
    place: &HostPlace,
    edit: &Edit,
    known: &[Offer],
    folders: &Folders<'_>,
) -> Result<(Vec<Step>, Vec<String>), InstallError> {
    let after = edit.planned().after.as_deref();
    let (mut steps, mut notes) = (Vec::new(), Vec::new());
    if after.is_none_or(|text| !names_us(text, place)) {
        match others(place, folders).as_slice() {
            [] => {
                let servers = known.iter().map(|hook| hook.server(place.bin.to_str()));
                let servers: Vec<_> = servers.collect::<Result<_, _>>()?;
                let names = servers.iter().flatten().map(claude_settings::McpServer::name);
                for program in names.chain([LEASE_PROGRAM, ENGINE]).map(|name| place.program(name))
                {
                    match program::reason_to_keep(&program) {
                        Some(why) => notes.push(format!("{} stays: {why}", program.display())),
                        None => steps.push(Step::Remove { program }),
                    }
                }
                steps.push(Step::RemoveFolder { bin: place.bin.clone(), up: 2 });
            }
            others if program::is_there(&place.engine()) => notes.push(format!(
                "{} stays: {} names it",
                place.engine().display(),
                others.join(", ")
            )),
            _ => {}
        }
    }
    let is_ours = after.is_none() && place.project.is_some();
    if let Some(file) = place.setup.in_project.filter(|_| is_ours) {
        let up = Path::new(file).components().count().saturating_sub(1);
        steps.push(Step::RemoveFolder { bin: place.dir().to_owned(), up });
    }
    Ok((steps, notes))
}

fn arrangement(
    place: &HostPlace,
    known: &[Offer],
    aim: HostAim,
    closed: &[String],
) -> Result<HostArrangement, InstallError> {
    let row = place.host.description();
    let fits = known.iter().map(|hook| fit(hook, row));
    let known = fits.map(|fit| Ok(fit?.hook)).collect::<Result<_, InstallError>>()?;
    let command = place.command()?;
    // A failure denies there, and no program is one.
    let is_guarded = place.layout() == FileLayout::Flat && closed.is_empty();
    let command = if is_guarded { command.guarded() } else { command };
    Ok(HostArrangement { layout: place.layout(), command, known, aim })
}

/// The other files that name the same program.
fn others(place: &HostPlace, folders: &Folders<'_>) -> Vec<String> {
    let all = HostPlace::all(place.project.as_deref(), folders).into_iter();
    let named = all.filter(|other| other.file != place.file && other.bin == place.bin);
    let is_user = |other: &HostPlace| {
        let text = files::read(&other.file).ok().flatten();
        // What cannot be read may name it.
        text.map_or_else(|| other.file.exists(), |text| names_us(&text, other))
    };
    named.filter(is_user).map(|other| other.file.display().to_string()).collect()
}

fn put(place: &HostPlace, programs: &Path, name: &str) -> Step {
    let (from, to) = (programs.join(file_name(name)), place.program(name));
    Step::Put { name: name.to_owned(), from, stand_in: None, to }
}

/// The one program has to have the hooks that these hosts start.
fn refuse_alone(hooks: &[Offer]) -> Result<(), InstallError> {
    match hooks.iter().find(|hook| !hook.in_engine) {
        Some(hook) => Err(InstallError::Refused(format!(
            "{} is a separate program, which only Claude Code can start",
            hook.hook
        ))),
        None => Ok(()),
    }
}

/// A hook that the host would start twice: by its own file of another scope, or by Claude's settings,
/// which Copilot CLI reads too.
fn twice(
    place: &HostPlace,
    chosen: &Chosen<'_>,
    folders: &Folders<'_>,
) -> Result<Vec<String>, InstallError> {
    let mut found: Vec<(String, String)> = Vec::new();
    let project = place.project.as_deref().or(folders.project);
    for other in HostPlace::all(project, folders) {
        if other.host == place.host && other.file != place.file {
            let text = files::read(&other.file).ok().flatten().unwrap_or_default();
            let hooks = hooks_in(&other, &text).unwrap_or_default();
            let file = other.file.display().to_string();
            found.extend(hooks.into_iter().map(|hook| (hook, file.clone())));
        }
    }
    let reads_claudes = place.layout() == FileLayout::Flat;
    if let Some(project) = project.filter(|_| reads_claudes) {
        let file = Place::of(Scope::Project, project).settings();
        let text = files::read(&file)?.unwrap_or_default();
        let names = handlers(&text).into_iter().flat_map(|handler| handler.names());
        found.extend(names.map(|hook| (hook, file.display().to_string())));
    }
    let mut notes = Vec::new();
    for hook in chosen.hooks {
        let Some((_, file)) = found.iter().find(|(name, _)| *name == hook.hook) else { continue };
        let (hook, host) = (&hook.hook, place.host.name());
        if chosen.twice == Twice::Refused {
            return Err(InstallError::Refused(format!(
                "{hook} already runs on {host} from {file} and would run twice; remove it there, or \
                 use `--also` to install it anyway"
            )));
        }
        notes.push(format!("note: {hook} runs twice on {host} now: it is also in {file}"));
    }
    Ok(notes)
}

/// What has to be known of the host and its file.
fn of_host(place: &HostPlace, chosen: &Chosen<'_>) -> Vec<String> {
    let host = place.host.name();
    let mut notes = vec![format!("note: {}", place.setup.first)];
    if place.project.is_some() {
        notes.push(
            "note: the file may be shared with the team, but the program is not in the repository: run \
             `tacklebox install` in each clone"
                .to_owned(),
        );
        if place.setup.project_variable.is_none() {
            notes.push(format!(
                "note: the file contains the program's path on this machine, because {host} does \
                 not tell hooks the project folder"
            ));
        }
    }
    if place.layout() == FileLayout::Flat {
        notes.push(match chosen.closed {
            [] => format!("note: if the program is missing, {host} allows calls"),
            closed => format!(
                "note: {} fails closed: if the program is missing, {host} denies every call",
                closed.join(", ")
            ),
        });
    }
    notes
}

fn of_lost(place: &HostPlace, fit: &Fit) -> Option<String> {
    let (hook, host) = (&fit.hook.hook, place.host.name());
    let lost = fit.lost.join(", ");
    (!fit.lost.is_empty())
        .then(|| format!("note: {hook} does not run on {lost}: {host} has no such event"))
}

/// What no hook can do there.
fn limits(place: &HostPlace) -> String {
    let row = place.host.description();
    let lines = row.cannot.iter().chain(ELSEWHERE).map(|it| format!("\n      - {it}"));
    format!("note: on {} a hook cannot{}", row.name, lines.collect::<String>())
}

fn of_server(place: &HostPlace, name: &str) -> String {
    let program = format!("{:?}", place.program(name).display().to_string());
    let how = place.setup.server.replace("NAME", name).replace("PROGRAM", &program);
    format!("note: the MCP server {name} was not added; {how}")
}
