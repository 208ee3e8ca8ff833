//! Where a host is told of hooks, and where the program is that it starts.

use std::path::{Path, PathBuf};

use claude_settings::{ENGINE, HostCommand};
use hook_protocol::{FileLayout, HOSTS, Host, Setup};
use project_paths::CONFIG_DIR;

use crate::error::InstallError;
use crate::place::{Folders, Scope};
use crate::program::file_name;

/// A host's file, and the folder of the program that it names.
#[derive(Debug, Clone)]
pub(crate) struct HostPlace {
    pub(crate) host: Host,
    pub(crate) setup: &'static Setup,
    pub(crate) scope: Scope,
    pub(crate) file: PathBuf,
    /// The project; `None` where it is a person's own file.
    pub(crate) project: Option<PathBuf>,
    /// The folder of the program.
    pub(crate) bin: PathBuf,
}

/// The folders that variables name for hosts.
pub fn host_folders(variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<(Host, PathBuf)> {
    let named = |row: &hook_protocol::Description| {
        let dir = variable(row.setup?.folder_variable?)?;
        dir.is_absolute().then_some((row.host, dir))
    };
    HOSTS.iter().filter_map(named).collect()
}

impl Folders<'_> {
    /// The folder in which a host keeps what is a person's own.
    pub(crate) fn of_other(&self, host: Host) -> Option<PathBuf> {
        let named = self.hosts.iter().find(|(named, _)| *named == host);
        let setup = host.description().setup?;
        let in_home = || Some(self.home?.join(setup.folder));
        named.map(|(_, dir)| dir.clone()).or_else(in_home)
    }

    /// The folder of our own configuration.
    fn own(&self) -> Option<PathBuf> {
        let in_home = || Some(self.home?.join(".config/tacklebox"));
        self.own.map(Path::to_owned).or_else(in_home)
    }
}

impl HostPlace {
    /// The place of `scope`. A host that reads no file in a project has its place in the home.
    ///
    /// # Errors
    /// When there is no such place, or no home.
    pub(crate) fn of(
        host: Host,
        scope: Scope,
        project: Option<&Path>,
        folders: &Folders<'_>,
    ) -> Result<Self, InstallError> {
        let name = host.name();
        let refused = |why: String| InstallError::Refused(why);
        let setup = host.description().setup;
        let setup = setup.ok_or_else(|| refused(format!("{name} has no file for hooks")))?;
        match (scope, setup.in_project) {
            (Scope::Local, _) => Err(refused(format!(
                "{name} has no personal settings for a project: leave out `--scope`, or use \
                 `--scope user`"
            ))),
            (Scope::Project, Some(file)) => {
                let project = project.ok_or_else(|| {
                    refused("name the project with --project, or use --scope user".to_owned())
                })?;
                let bin = project.join(CONFIG_DIR).join("bin");
                let (file, project) = (project.join(file), Some(project.to_owned()));
                Ok(Self { host, setup, scope, file, project, bin })
            }
            (Scope::Project | Scope::User, _) => {
                let none = || refused("the home directory is unknown: HOME is not set".into());
                let file = folders.of_other(host).ok_or_else(none)?.join(setup.in_folder);
                let bin = folders.own().ok_or_else(none)?.join("bin");
                Ok(Self { host, setup, scope: Scope::User, file, project: None, bin })
            }
        }
    }

    /// Every place of every host.
    pub(crate) fn all(project: Option<&Path>, folders: &Folders<'_>) -> Vec<Self> {
        let of = |host| {
            let scopes = [Scope::Project, Scope::User].into_iter();
            scopes.filter_map(move |scope| Self::of(host, scope, project, folders).ok())
        };
        let mut places: Vec<Self> = Vec::new();
        for place in super::host_args::others().flat_map(|(host, _)| of(host)) {
            if places.iter().all(|known| known.file != place.file) {
                places.push(place);
            }
        }
        places
    }

    /// The program that runs all hooks, where this file names it.
    pub(crate) fn engine(&self) -> PathBuf {
        self.program(ENGINE)
    }

    /// Where a program is put.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.bin.join(file_name(name))
    }

    /// The folder of the copies of what is edited.
    pub(crate) fn backups(&self) -> PathBuf {
        self.dir().join("tacklebox-backups")
    }

    /// The folder of the file.
    pub(crate) fn dir(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// How the file names the program: by the variable that leads to the project, where the host
    /// sets one.
    pub(crate) fn command(&self) -> Result<HostCommand, InstallError> {
        let key = self.setup.key;
        if let (Some(_), Some(root)) = (&self.project, self.setup.project_variable) {
            return Ok(HostCommand::in_project(key, root));
        }
        let engine = self.engine();
        let no_text =
            || format!("{} is not valid Unicode, so the file cannot contain it", engine.display());
        let path = engine.to_str().ok_or_else(|| InstallError::Refused(no_text()))?;
        Ok(HostCommand::at(key, path))
    }

    /// How hooks stand in the file.
    pub(crate) fn layout(&self) -> FileLayout {
        self.setup.layout
    }
}
