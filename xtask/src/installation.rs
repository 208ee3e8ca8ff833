//! Installs hooks into the project of a test without printing anything.

use std::path::Path;

use hook_installer::{
    ByHand, Choice, Confine, Engine, Folders, FormWish, HostVersion, Offer, Place, Plan, Scope,
    Twice, is_walled,
};

use crate::workspace::Workspace;

/// What is installed: hooks without their servers.
pub(crate) struct Installation<'a> {
    pub(crate) hooks: &'a [Offer],
    pub(crate) engine: Engine,
    /// The folder of the programs; without one they are built.
    pub(crate) programs: Option<&'a Path>,
    /// The version of the client, if known.
    pub(crate) host: Option<HostVersion>,
    /// Whether the kernel enforces what commands may write.
    pub(crate) confine: Confine,
}

impl Installation<'_> {
    /// Installs into the settings of `project`.
    pub(crate) fn install(&self, workspace: &Workspace, project: &Path) -> anyhow::Result<()> {
        let place = Place::of(Scope::Project, project);
        let without_server = |hook: &Offer| Offer { server: None, ..hook.clone() };
        let hooks: Vec<Offer> = self.hooks.iter().map(without_server).collect();
        let names = hooks.iter().map(|hook| hook.hook.clone());
        let walled: Vec<String> =
            names.filter(|hook| is_walled(hook, Some(project), None)).collect();
        let choice = Choice {
            hooks: &hooks,
            known: &hooks,
            engine: self.engine,
            by_hand: ByHand::Stays,
            twice: Twice::Refused,
            form: FormWish::Auto,
            closed: &[],
            host: self.host,
            confine: self.confine,
            walled: &walled,
            exported: None,
        };
        let dir = match self.programs {
            Some(dir) => dir.to_owned(),
            None => workspace.programs_dir()?,
        };
        let plan = Plan::install(&place, &choice, &dir, &Folders::default())?;
        match self.programs {
            Some(dir) => hook_installer::make_sure_of(&plan, dir)?,
            None => workspace.build(&plan.programs())?,
        }
        plan.carry_out()?;
        Ok(())
    }
}
