//! `cargo xtask install`, `uninstall` and `list`: builds what is needed and lets `hook-installer` do
//! the rest. Nothing is printed before all is done, since a reader that goes away ends nothing then.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use doctor::{About, Given, Level};
use hook_installer::{
    ByHand, Caller, Choice, Confine, Engine, Folders, FormWish, HostVersion, InstallArgs,
    InstallError, ListArgs, Offer, Place, Plan, Scope, Twice, UninstallArgs, folded, host_folders,
    is_walled, managed_folder, menu,
};

use crate::workspace::{Workspace, config_folder, home, host_folder, variable};
use crate::{choice, output};

/// Fails before anything is written when the settings cannot be edited or a program not be built.
pub(crate) fn install(workspace: &Workspace, args: &InstallArgs) -> anyhow::Result<()> {
    let told = with_caller(workspace, |caller| Ok(hook_installer::install(caller, args)?))?;
    tell(&told)
}

/// Fails before anything is written when the settings cannot be edited.
pub(crate) fn uninstall(workspace: &Workspace, args: &UninstallArgs) -> anyhow::Result<()> {
    let told = with_caller(workspace, |caller| Ok(hook_installer::uninstall(caller, args)?))?;
    tell(&told)
}

/// A line for each hook; how it stands in a project, by the checks of the doctor.
pub(crate) fn list(workspace: &Workspace, args: &ListArgs) -> anyhow::Result<()> {
    let offers = workspace.offers()?;
    let Some(project) = args.project.as_deref() else {
        return tell(&menu(&offers, output::columns()));
    };
    ensure!(project.is_dir(), "there is no folder {}", project.display());
    let project = std::path::absolute(project)?;
    let about = |_: &str| About {
        deadline: Duration::ZERO,
        mode: "enforce".to_owned(),
        is_closed: false,
        last: None,
        asked: None,
        overruled: None,
    };
    let listing = in_folders(|folders| {
        doctor::list(&Given {
            project: &project,
            folders: Folders { project: Some(&project), ..folders },
            offers: &offers,
            programs: None,
            host: None,
            state: None,
            config: None,
            about: &about,
            kept: &|_| None,
            lint: &|_| Vec::new(),
            level: Level::Static,
        })
    });
    let json = || serde_json::to_string_pretty(&listing).map(|text| text + "\n");
    tell(&if args.json { json()? } else { shown(&listing.to_string()) })
}

/// As it fits the terminal, where there is one.
fn shown(table: &str) -> String {
    output::columns().map_or_else(|| table.to_owned(), |columns| folded(table, columns))
}

fn with_caller(
    workspace: &Workspace,
    verb: impl FnOnce(&Caller<'_>) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    let offers = workspace.offers()?;
    let programs = |names: Option<&[String]>| built(workspace, names);
    let config = config_folder();
    in_folders(|folders| {
        verb(&Caller {
            offers: &offers,
            folders,
            programs: &programs,
            makes_programs: true,
            is_engine: false,
            ask: &|offers| choice::ask(offers),
            confirm: &|_words| None,
            host: &HostVersion::asked,
            is_closed: &|project, hook| is_closed(project, config.as_deref(), hook),
            columns: output::columns(),
            is_walled: &|project, hook| is_walled(hook, project, config.as_deref()),
            variable: &variable,
            is_configured: &|project, hook| {
                project.is_some_and(|it| doctor::is_configured(hook, it, config.as_deref()))
            },
        })
    })
}

/// Whether the configuration of a hook says that its failure is a denial.
fn is_closed(project: Option<&Path>, own: Option<&Path>, hook: &str) -> bool {
    let name = format!("{}.yaml", hook.strip_suffix("-hook").unwrap_or(hook));
    let of_project = project.map(|project| project.join(".tacklebox").join(&name));
    let of_person = own.map(|own| own.join(&name));
    // The project's own stands in the place of the person's, as a whole.
    let file = of_project.filter(|file| file.exists()).or(of_person);
    file.is_some_and(|file| hook_config::says(&file, "on_failure", "closed"))
}

/// With the folders of whoever has called.
fn in_folders<T>(then: impl FnOnce(Folders<'_>) -> T) -> T {
    let (home, config) = (home(), host_folder());
    let hosts = host_folders(|name| variable(name).map(PathBuf::from));
    let path = variable("PATH");
    then(Folders {
        home: home.as_deref(),
        config: config.as_deref(),
        managed: Some(managed_folder()),
        project: None,
        hosts: &hosts,
        own: None,
        path: path.as_deref(),
    })
}

/// Builds these programs, and says where they are.
fn built(workspace: &Workspace, names: Option<&[String]>) -> Result<PathBuf, InstallError> {
    let failed = |err: anyhow::Error| InstallError::Refused(format!("{err:#}"));
    let built = names.map_or(Ok(()), |names| workspace.build(names));
    built.and_then(|_programs| workspace.programs_dir()).map_err(failed)
}

/// What is installed without a word, and without servers, which only a real host starts.
pub(crate) struct Quietly<'a> {
    pub(crate) hooks: &'a [Offer],
    pub(crate) engine: Engine,
    /// Where the programs are; if nowhere, they are built.
    pub(crate) programs: Option<&'a Path>,
    /// The client that will run them, where it is known.
    pub(crate) host: Option<HostVersion>,
    /// Whether the kernel is to hold what commands may write.
    pub(crate) confine: Confine,
}

impl Quietly<'_> {
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

/// Says what was done. It is done whether anybody reads it or not.
fn tell(told: &str) -> anyhow::Result<()> {
    match output::text(told) {
        Err(unheard) if !unheard.is_unwanted() => Err(unheard.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
