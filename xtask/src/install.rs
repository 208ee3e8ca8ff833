//! `cargo xtask install` and `uninstall`: builds what is needed and lets `hook-installer` do the
//! rest. Nothing is printed before all is done, since a reader that goes away ends nothing then.

use std::path::Path;

use anyhow::ensure;

use hook_installer::{
    Choice, Engine, Folders, InstallArgs, Offer, Place, Plan, Report, Scope, Stopped, UninstallArgs,
};

use crate::workspace::{Workspace, home};
use crate::{choice, output};

/// Fails before anything is written when the settings cannot be edited or a program not be built.
pub(crate) fn install(workspace: &Workspace, args: &InstallArgs) -> anyhow::Result<()> {
    let home = home();
    let folders = Folders { home: home.as_deref(), project: None };
    let place = args.place(&folders)?;
    let known = workspace.offers()?;
    let hooks = choice::chosen(args.hooks(), &known)?;
    let choice = Choice { hooks: &hooks, known: &known, engine: args.engine() };
    let built = match args.programs() {
        Some(dir) => dir.to_owned(),
        None => workspace.programs_dir()?,
    };
    let plan = Plan::install(&place, &choice, &built, &folders)?;
    if args.dry_run() {
        return Ok(output::text(plan)?);
    }
    make_sure_of(&plan, workspace, args.programs())?;
    tell(plan.carry_out())
}

/// Fails before anything is written when the settings cannot be edited.
pub(crate) fn uninstall(workspace: &Workspace, args: &UninstallArgs) -> anyhow::Result<()> {
    let place = args.place(&Folders { home: home().as_deref(), project: None })?;
    let known = workspace.offers()?;
    let hooks = choice::chosen(args.hooks(), &known)?;
    let plan = Plan::uninstall(&place, &hooks, &known)?;
    if args.dry_run() {
        return Ok(output::text(plan)?);
    }
    tell(plan.carry_out())
}

/// What is installed without a word, and without servers, which only a real host starts.
pub(crate) struct Quietly<'a> {
    pub(crate) hooks: &'a [Offer],
    pub(crate) engine: Engine,
    /// Where the programs are; if nowhere, they are built.
    pub(crate) programs: Option<&'a Path>,
}

impl Quietly<'_> {
    /// Installs into the settings of `project`.
    pub(crate) fn install(&self, workspace: &Workspace, project: &Path) -> anyhow::Result<()> {
        let place = Place::of(Scope::Project, project);
        let without_server = |hook: &Offer| Offer { server: None, ..hook.clone() };
        let hooks: Vec<Offer> = self.hooks.iter().map(without_server).collect();
        let choice = Choice { hooks: &hooks, known: &hooks, engine: self.engine };
        let built = match self.programs {
            Some(dir) => dir.to_owned(),
            None => workspace.programs_dir()?,
        };
        let plan = Plan::install(&place, &choice, &built, &Folders::default())?;
        make_sure_of(&plan, workspace, self.programs)?;
        plan.carry_out()?;
        Ok(())
    }
}

/// Builds the programs that a plan puts in place. Where they are in a folder already, all of them
/// have to be there.
fn make_sure_of(plan: &Plan, workspace: &Workspace, dir: Option<&Path>) -> anyhow::Result<()> {
    let programs = plan.programs();
    let Some(dir) = dir else { return workspace.build(&programs).map(drop) };
    let is_missing = |name: &&String| !dir.join(name).is_file();
    let missing: Vec<&str> = programs.iter().filter(is_missing).map(String::as_str).collect();
    ensure!(missing.is_empty(), "{} has no {}", dir.display(), missing.join(", "));
    Ok(())
}

/// Says what was done. It is done whether anybody reads it or not.
fn tell(outcome: Result<Report, Stopped>) -> anyhow::Result<()> {
    let (report, failure) = match outcome {
        Ok(report) => (report, None),
        Err(stopped) => (stopped.done.clone(), Some(stopped)),
    };
    let told = output::text(report);
    if let Some(stopped) = failure {
        return Err(stopped.into());
    }
    match told {
        Err(unheard) if !unheard.is_unwanted() => Err(unheard.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
