//! Plans what puts an earlier version of settings back: the text as it was before one of our changes,
//! and the programs and servers that belong to it.

use std::path::Path;

use claude_settings::{HookCommand, McpServer, Start};

use crate::change::Change;
use crate::edit::Edit;
use crate::error::InstallError;
use crate::foreign_programs::started_by_others;
use crate::git_exclude::Exclusion;
use crate::install::{of_folder, servers_file};
use crate::lease_program::LEASE_PROGRAM;
use crate::offer::{Needs, Offer};
use crate::place::{Place, Scope};
use crate::plan::Plan;
use crate::roster::Roster;
use crate::step::Step;
use crate::uninstall::{left_out, reason_to_stay, server_s_reason_to_stay};
use crate::wall::Wall;
use crate::{backups, files, foreign_programs, program};

impl Plan {
    /// Puts back what was in the settings of `place` before our `back`th change, counted from the
    /// newest. Programs that are named then and are not there come out of `programs`; those that are
    /// named no more go.
    ///
    /// # Errors
    /// When there is no such version, and when a file cannot be read or is not to be written.
    pub fn rollback(
        place: &Place,
        back: usize,
        needs: &Needs<'_>,
        programs: &Path,
    ) -> Result<Self, InstallError> {
        let known = needs.known;
        let (file, dir) = (place.settings(), place.backups());
        let now = files::read(&file)?;
        let version = backups::before(&file, &dir, back, now.as_ref())?;
        let roster = Roster::read(place, known.iter())?;
        let wall = Wall::restored(place, &roster, version.as_deref(), needs, programs)?;
        let version = wall.fitted(place, version);
        let restored = Edit::plan(file, dir.clone(), Change::Restore(version.clone()))?;
        let [before, after] = [&now, &version].map(|text| text.as_deref().unwrap_or_default());
        let mut turn = Turn { place, before, after, steps: Vec::new(), notes: Vec::new() };
        let mut gone = Vec::new();
        let mut servers = (Vec::new(), Vec::new());
        for hook in known {
            let command = place.command(&hook.hook)?;
            match (turn.was(&command), turn.is(&command)) {
                (_, Some(start)) => turn.bring_back(&roster, programs, hook, start),
                (Some(_), None) => {
                    let reason = reason_to_stay(place, &command)?;
                    turn.take_out(hook, reason, &mut gone);
                }
                (None, None) => continue,
            }
            if let Some(server) = place.server(hook)? {
                match (turn.was(&command).is_some(), turn.is(&command).is_some()) {
                    (false, true) => {
                        turn.need(&roster, programs, server.name(), Start::Alone);
                        servers.0.push(server);
                    }
                    (true, false) => {
                        let reason = reason_to_stay(place, &command)?;
                        turn.remove(LEASE_PROGRAM, reason.clone(), &mut gone);
                        let other = server_s_reason_to_stay(place, &server)?;
                        turn.remove(server.name(), reason.or(other), &mut gone);
                        servers.1.push(server);
                    }
                    _ => {}
                }
            }
        }
        turn.prepare_folder();
        let Turn { mut steps, mut notes, .. } = turn;
        notes.extend(wall.notes.iter().cloned());
        steps.extend(wall.steps(place)?);
        if let Some(left) = roster.without_engine(version.as_deref(), &gone)? {
            left.tell(&mut steps, &mut notes);
        }
        if place.scope() == Scope::Local {
            let exclusion = if roster.is_empty_in(version.as_deref()) {
                left_out(place, version.as_deref())
            } else {
                Exclusion::enter(place.folder())
            };
            steps.extend(exclusion.map(Step::Exclude));
        }
        steps.push(Step::Edit(restored));
        steps.extend(of_servers(place, servers)?);
        foreign_programs::refuse(&steps, programs)?;
        Ok(Self::new(steps, notes))
    }
}

/// From one text to another, with the programs of both.
struct Turn<'a> {
    place: &'a Place,
    before: &'a str,
    after: &'a str,
    steps: Vec<Step>,
    notes: Vec<String>,
}

impl Turn<'_> {
    fn was(&self, command: &HookCommand) -> Option<Start> {
        claude_settings::started(self.before, command)
    }

    fn is(&self, command: &HookCommand) -> Option<Start> {
        claude_settings::started(self.after, command)
    }

    fn bring_back(&mut self, roster: &Roster<'_>, programs: &Path, hook: &Offer, start: Start) {
        self.need(roster, programs, &hook.hook, start);
        self.steps.extend(Step::record(self.place, hook));
    }

    fn take_out(&mut self, hook: &Offer, reason: Option<String>, gone: &mut Vec<String>) {
        if self.remove(&hook.hook, reason, gone) {
            self.steps.extend(Step::retire_record(self.place, hook));
        }
    }

    /// Sees to it that a program is there: what is there stays.
    fn need(&mut self, roster: &Roster<'_>, programs: &Path, name: &str, start: Start) {
        let engine = self.place.program(claude_settings::ENGINE);
        if start == Start::Together && !engine.is_file() {
            let put = roster.put(programs, claude_settings::ENGINE);
            let is_planned = |step: &Step| matches!(step, Step::Put { to, .. } if *to == engine);
            if !self.steps.iter().any(is_planned) {
                self.steps.push(put);
            }
        }
        let link = self.place.program(name);
        // A link leads nowhere where the engine is gone.
        let is_there = program::is_there(&link) && (link.exists() || start == Start::Together);
        match start {
            _ if is_there => {}
            Start::Together => self.steps.push(Step::Link { engine, link }),
            Start::Alone => self.steps.push(roster.put(programs, name)),
        }
    }

    /// Does for the folder of the programs what an installation does, if one of them returns.
    fn prepare_folder(&mut self) {
        if self.steps.iter().any(|step| matches!(step, Step::Put { .. })) {
            let (steps, note) = of_folder(self.place);
            self.steps.extend(steps);
            self.notes.extend(note);
        }
    }

    /// Removes a program, unless it has to stay. Whether it goes.
    fn remove(&mut self, name: &str, reason: Option<String>, gone: &mut Vec<String>) -> bool {
        let program = self.place.program(name);
        let others = || started_by_others(self.place, name, Some(self.after));
        match reason.or_else(|| program::reason_to_keep(&program)).or_else(others) {
            _ if !program::is_there(&program) => false,
            Some(reason) => {
                self.notes.push(format!("{} stays: {reason}", program.display()));
                false
            }
            None => {
                gone.push(name.to_owned());
                self.steps.push(Step::Remove { program });
                true
            }
        }
    }
}

/// The servers of hooks that come back, and of those that go.
fn of_servers(
    place: &Place,
    (back, gone): (Vec<McpServer>, Vec<McpServer>),
) -> Result<Vec<Step>, InstallError> {
    let Some(file) = servers_file(place) else { return Ok(Vec::new()) };
    let changes = [
        (!back.is_empty()).then_some(Change::EnterServers(back)),
        (!gone.is_empty()).then_some(Change::TakeOutServers(gone)),
    ];
    let plan = |change| Ok(Step::Edit(Edit::plan(file.clone(), place.backups(), change)?));
    changes.into_iter().flatten().map(plan).collect()
}
