//! Plans what takes out what `install` put in, and nothing else.

use std::path::{Path, PathBuf};

use claude_settings::{Aim, Arrangement, ByHand, HookCommand, McpServer};
use project_paths::{GitDirs, programs_in};

use crate::change::Change;
use crate::edit::Edit;
use crate::error::InstallError;
use crate::foreign_programs::started_by_others;
use crate::git_exclude::Exclusion;
use crate::install::{hand_notes, namesakes, servers_file};
use crate::lease_program::LEASE_PROGRAM;
use crate::offer::Offer;
use crate::place::{Bin, Place, Scope};
use crate::plan::Plan;
use crate::roster::Roster;
use crate::step::Step;
use crate::wall::{self, Wall};
use crate::worktrees::{CheckoutHook, users_of};
use crate::{files, program};

impl Plan {
    /// Takes hooks out of `place`, and removes the programs that nothing names any more. `known`
    /// are all hooks: those that the engine runs go on. `walled` are those that need the shell by which
    /// commands are held; it goes with the last of them.
    ///
    /// # Errors
    /// When a file cannot be read or must not be edited, and when an offer is no template.
    pub fn uninstall(
        place: &Place,
        hooks: &[Offer],
        known: &[Offer],
        walled: &[String],
    ) -> Result<Self, InstallError> {
        let roster = Roster::read(place, known.iter().chain(hooks))?;
        let leaving = hooks.iter().map(|hook| hook.hook.clone()).collect();
        let arrangement = roster.arrangement(Aim::Leave(leaving), ByHand::Stays, Vec::new());
        let (settings, wall) = taken_out(place, &roster, arrangement, walled)?;
        let after = settings.planned().after.as_deref();
        let mut gone = Vec::new();
        let mut servers = Vec::new();
        let mut steps = Vec::new();
        let mut stay = Vec::new();
        let mut remove = |name: &str, reason: Option<String>| {
            let program = place.program(name);
            match reason
                .or_else(|| program::reason_to_keep(&program))
                .or_else(|| started_by_others(place, name, after))
            {
                _ if !program::is_there(&program) => {}
                Some(reason) => stay.push(format!("{} stays: {reason}", program.display())),
                None => {
                    gone.push(name.to_owned());
                    steps.push(Step::Remove { program });
                }
            }
        };
        for hook in hooks {
            let command = place.command(&hook.hook)?;
            let reason = reason_to_stay(place, &command)?;
            remove(&hook.hook, reason.clone());
            if let Some(server) = place.server(hook)? {
                remove(LEASE_PROGRAM, reason.clone());
                let reason = match reason {
                    None => server_s_reason_to_stay(place, &server)?,
                    reason => reason,
                };
                remove(server.name(), reason);
                servers.push(server);
            }
        }
        let is_gone = |hook: &&Offer| gone.contains(&hook.hook);
        let of_gone = hooks.iter().filter(is_gone);
        steps.extend(of_gone.filter_map(|hook| Step::retire_record(place, hook)));
        let mut notes = hand_notes(&settings);
        notes.extend(namesakes(place, hooks, after)?);
        notes.extend(stay.into_iter().chain(what_leases_do(&gone)));
        notes.extend(wall.notes.iter().cloned());
        steps.extend(wall.steps(place)?);
        let left = roster.without_engine(after, &gone)?;
        if let Some(left) = left {
            left.tell(&mut steps, &mut notes);
        }
        steps.extend(tidied(place, &roster, &settings));
        steps.push(Step::Edit(settings));
        if let Some(file) = servers_file(place).filter(|_| !servers.is_empty()) {
            let change = Change::TakeOutServers(servers);
            steps.push(Step::Edit(Edit::plan(file, place.backups(), change)?));
        }
        if let Bin::Beside(dir) = place.bin() {
            notes.extend(left_in_worktrees(dir, &gone));
            steps.push(Step::RemoveFolder { bin: dir.clone(), up: IN_CLAUDE });
        }
        Ok(Self::new(steps, notes))
    }
}

/// That leases outlast the program that asked for them, if it is `gone`.
fn what_leases_do(gone: &[String]) -> Option<String> {
    let note = "note: intents that sessions hold stay leased until those sessions end;\n      \
        `tacklebox intent-gate release` releases them now";
    gone.iter().any(|name| name == LEASE_PROGRAM).then(|| note.to_owned())
}

/// Notes on the worktrees that use the programs of `dir` which are gone.
fn left_in_worktrees(dir: &Path, gone: &[String]) -> Vec<String> {
    let users = if gone.is_empty() { Vec::new() } else { users_of(dir) };
    let note = |worktree: &PathBuf| {
        let worktree = worktree.display();
        format!(
            "the worktree {worktree} used these programs: run `tacklebox uninstall --all` there, too"
        )
    };
    users.iter().map(note).collect()
}

/// The settings without what leaves, and without the shell if nothing is left that needs it.
fn taken_out(
    place: &Place,
    roster: &Roster<'_>,
    arrangement: Arrangement,
    walled: &[String],
) -> Result<(Edit, Wall), InstallError> {
    let left = arrangement.apply(files::read(&place.settings())?.as_deref());
    let left = left.ok().and_then(|arranged| arranged.text);
    let wall = Wall::left(place, roster, left.as_deref(), walled)?;
    let change =
        Change::Arrange(Box::new(arrangement), wall.beside_hooks(place), place.is_of_team());
    Ok((Edit::plan(place.settings(), place.backups(), change)?, wall))
}

/// `.claude/hooks/bin`, and the two above it.
const IN_CLAUDE: usize = 3;

/// What goes with the last of the hooks.
fn tidied(place: &Place, roster: &Roster<'_>, settings: &Edit) -> Vec<Step> {
    let files = [settings.planned().file.clone(), wall::file_of(place)].into_iter();
    let files = files.chain(servers_file(place));
    let copies = Step::RemoveCopies { dir: place.backups(), files: files.collect() };
    // What Git has for all checkouts is the primary one's.
    if GitDirs::around(place.folder()).is_some_and(|git| git.own != git.common) {
        return vec![copies];
    }
    let is_last = roster.is_empty_in(settings.planned().after.as_deref());
    let is_own = place.scope() == Scope::Local && is_last;
    let after = settings.planned().after.as_deref();
    let exclusion = is_own.then(|| left_out(place, after)).flatten();
    let is_left_to_git = is_last && place.scope() != Scope::User && !is_named_beside(place);
    let worktrees = is_left_to_git.then(|| CheckoutHook::leave(place.folder())).flatten();
    let of_git = exclusion.map(Step::Exclude).into_iter().chain(worktrees.map(Step::Worktrees));
    [copies].into_iter().chain(of_git).collect()
}

/// What git no longer leaves out, where the settings of a person in the project will be `after`. They stay left
/// out while they name the shell that hooks of the project's own settings need.
pub(crate) fn left_out(place: &Place, after: Option<&str>) -> Option<Exclusion> {
    let exclusion = Exclusion::leave(place.folder())?;
    Some(if wall::is_named_in(after) { exclusion.but_settings() } else { exclusion })
}

/// Whether the other settings of the project name a program of ours.
fn is_named_beside(place: &Place) -> bool {
    let text = place.sibling().and_then(|file| files::read(&file).ok().flatten());
    text.is_some_and(|text| programs_in(text.as_bytes()).next().is_some())
}

/// Why the program of a hook has to stay, if it has.
pub(crate) fn reason_to_stay(
    place: &Place,
    command: &HookCommand,
) -> Result<Option<String>, InstallError> {
    if let Bin::Named(_) = place.bin() {
        return Ok(Some("other settings may name it".to_owned()));
    }
    let Some(sibling) = place.sibling() else {
        return Ok(None);
    };
    let text = files::read(&sibling)?.unwrap_or_default();
    let is_named = claude_settings::names(&text, command);
    Ok(is_named.then(|| format!("{} names it", sibling.display())))
}

/// Why the program of a server has to stay, if it has.
pub(crate) fn server_s_reason_to_stay(
    place: &Place,
    server: &McpServer,
) -> Result<Option<String>, InstallError> {
    let Some(file) = place.servers().filter(|_| place.scope() == Scope::Local) else {
        return Ok(None);
    };
    let text = files::read(&file)?.unwrap_or_default();
    let is_named = claude_settings::names_server(&text, server);
    Ok(is_named.then(|| format!("{} names it", file.display())))
}
