//! Plans what puts hooks in.

use std::fs;
use std::path::{Path, PathBuf};

use claude_settings::{Aim, Fragment, McpServer, Start};

use crate::change::Change;
use crate::edit::Edit;
use crate::error::InstallError;
use crate::git_exclude::Exclusion;
use crate::offer::{Choice, Offer};
use crate::place::{Bin, Folders, Place, Scope};
use crate::plan::Plan;
use crate::roster::Roster;
use crate::step::Step;
use crate::wall::Wall;
use crate::worktrees::CheckoutHook;
use crate::{
    duplicates, engine, foreign_programs, lease_program, parent_project, transient_folder,
};

const TEAM_NOTE: &str = "
note: everyone who uses this repository gets these hooks, but not their programs:
      each clone has to run `tacklebox doctor --fix`. Until then Claude Code says
      so when a session starts, and Copilot CLI, which reads the same file, denies
      every tool call. `--scope local` keeps the hooks to yourself.";

impl Plan {
    /// Puts hooks into `place`, and their programs out of the folder `programs`. That folder need
    /// not have them before the plan is carried out. `folders` are those of the person. Where the
    /// engine comes or goes, the hooks that are installed already are started otherwise too.
    ///
    /// # Errors
    /// When a file cannot be read or must not be edited, when an offer is no template, when the
    /// project is the home: the settings there are not those of one project; and where somebody
    /// else's program would be replaced.
    pub fn install(
        place: &Place,
        choice: &Choice<'_>,
        programs: &Path,
        folders: &Folders<'_>,
    ) -> Result<Self, InstallError> {
        refuse_home(place.scope(), place.folder(), folders)?;
        transient_folder::refuse(place)?;
        let Choice { hooks, known, engine, by_hand, .. } = *choice;
        let roster = Roster::read(place, known.iter().chain(hooks))?.in_form(choice.form());
        let entering: Vec<String> = hooks.iter().map(|hook| hook.hook.clone()).collect();
        let all = roster.with(&entering);
        let start = engine::start(engine, &all);
        let aim = Aim::Enter(entering.clone(), start);
        let change = roster.arrangement(aim, by_hand, choice.blocking());
        let wall = Wall::entered(place, choice, programs, start, folders)?;
        let change =
            Change::Arrange(Box::new(change), wall.beside_hooks(place), place.is_of_team());
        let settings = Edit::plan(place.settings(), place.backups(), change)?;
        let after = settings.planned().after.as_deref();
        let mut notes = duplicates::refuse(place, choice, after, folders)?;
        // One of the two says what comes of it.
        notes.extend(choice.unread(after).or_else(|| choice.unblocked()));
        notes.extend(hand_notes(&settings));
        notes.extend(namesakes(place, hooks, after)?);
        notes.extend(wall.notes.iter().cloned());
        notes.extend(parent_project::note(place, folders));
        if place.scope() == Scope::Project && !settings.planned().is_nothing() {
            notes.push(TEAM_NOTE.to_owned());
        }
        let mut steps = Vec::new();
        let (of_folder, note) = of_folder(place);
        steps.extend(of_folder);
        notes.extend(note);
        if place.scope() == Scope::Local {
            steps.extend(Exclusion::enter(place.folder()).map(Step::Exclude));
        }
        match start {
            Start::Together => steps.extend(roster.together(programs, &all)),
            Start::Alone => {
                // Those that the engine has run have no program of their own yet.
                let names = if roster.runs_together() { names(&all) } else { entering };
                let alone = roster.alone(programs, &names);
                let is_engine_kept = alone.iter().any(|step| matches!(step, Step::Link { .. }));
                steps.extend(alone);
                if !is_engine_kept && let Some(left) = roster.without_engine(after, &names)? {
                    left.tell(&mut steps, &mut notes);
                }
            }
        }
        let servers = hooks.iter().filter_map(|hook| place.server(hook).transpose());
        let servers: Vec<McpServer> = servers.collect::<Result<_, _>>()?;
        steps.extend(servers.iter().map(|server| roster.put(programs, server.name())));
        steps.extend(lease_program::put(place, hooks, &roster, programs, &mut notes));
        steps.extend(hooks.iter().filter_map(|hook| Step::record(place, hook)));
        steps.extend(wall.steps(place)?);
        steps.push(Step::Edit(settings));
        match servers_file(place) {
            Some(_) if servers.is_empty() => {}
            Some(file) => {
                let change = Change::EnterServers(servers);
                steps.push(Step::Edit(Edit::plan(file, place.backups(), change)?));
            }
            None => notes.extend(servers.iter().map(|server| by_the_host(place, server))),
        }
        foreign_programs::refuse(&steps, programs)?;
        Ok(Self::new(steps, notes))
    }
}

/// What is done for the folder of the programs, and a note.
pub(crate) fn of_folder(place: &Place) -> (Vec<Step>, Option<String>) {
    match place.bin() {
        Bin::Beside(dir) => {
            let ignore = Step::Ignore { file: dir.join(".gitignore") };
            let (worktrees, note) = of_worktrees(place);
            ([ignore].into_iter().chain(worktrees).collect(), note)
        }
        Bin::Named(dir) => {
            let (backups, settings) = (place.backups(), place.settings());
            (vec![Step::RememberBin { backups, settings, bin: dir.clone() }], None)
        }
    }
}

/// What lets git lay the programs into worktrees, or why that cannot be.
fn of_worktrees(place: &Place) -> (Option<Step>, Option<String>) {
    let is_of_project = place.scope() != Scope::User;
    let hook = is_of_project.then(|| CheckoutHook::enter(place.folder())).flatten();
    let obstacle = hook.as_ref().and_then(CheckoutHook::obstacle);
    (hook.filter(|_| obstacle.is_none()).map(Step::Worktrees), obstacle)
}

/// Settings of a project in the home would be those of all projects, and name programs that are in
/// none of them.
pub(crate) fn refuse_home(
    scope: Scope,
    folder: &Path,
    folders: &Folders<'_>,
) -> Result<(), InstallError> {
    let real = |dir: &Path| fs::canonicalize(dir).ok();
    let is_home = folders.home.and_then(real).is_some_and(|home| real(folder) == Some(home));
    if scope != Scope::Project || !is_home {
        return Ok(());
    }
    let reason = "is your home, whose settings apply to all projects; use \
                  `--scope user`";
    Err(InstallError::Refused(format!("{} {reason}", folder.display())))
}

fn names(hooks: &[&Fragment]) -> Vec<String> {
    hooks.iter().map(|hook| hook.hook().to_owned()).collect()
}

/// Notes on what a person has changed in our entries. Where the edit was planned it can be made.
pub(crate) fn hand_notes(edit: &Edit) -> Vec<String> {
    let Change::Arrange(arrangement, ..) = edit.change() else {
        return Vec::new();
    };
    let arranged = arrangement.apply(edit.planned().before.as_deref());
    let sentences = arranged.map(|arranged| arranged.by_hand).unwrap_or_default();
    sentences.iter().map(|sentence| format!("note: {sentence}")).collect()
}

/// The file of servers, where the servers of `place` belong into it. Only a project's servers
/// stand in a file of their own. Your own stand in a file that belongs to the host, together with
/// much else; so for other scopes the host's own command is named.
pub(crate) fn servers_file(place: &Place) -> Option<PathBuf> {
    place.servers().filter(|_| place.scope() == Scope::Project)
}

/// Notes on programs that the settings start under the name of a hook from another folder: they
/// are left alone, and run beside ours.
pub(crate) fn namesakes(
    place: &Place,
    hooks: &[Offer],
    settings: Option<&str>,
) -> Result<Vec<String>, InstallError> {
    let mut notes = Vec::new();
    for hook in hooks {
        let command = place.command(&hook.hook)?;
        let programs = claude_settings::namesakes(settings.unwrap_or_default(), &command);
        notes.extend(
            programs
                .iter()
                .map(|program| format!("note: the settings also start {program}, which stays")),
        );
    }
    Ok(notes)
}

/// How the person gets a server that is not entered.
fn by_the_host(place: &Place, server: &McpServer) -> String {
    let (name, scope) = (server.name(), place.scope().name());
    let program = place.program(name).display().to_string();
    format!(
        "note: to add the MCP server {name}, run:\n      \
         claude mcp add --scope {scope} {name} -- {program:?}"
    )
}
