//! Where hooks are installed: which settings file, and which folder for the programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use claude_settings::{Handler, HookCommand, McpServer, handlers};
use hook_protocol::Host;

use crate::error::InstallError;
use crate::offer::Offer;
use crate::program::file_name;
use crate::{backups, files};

/// One of the settings files that a host reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Scope {
    /// `.claude/settings.json`, which the team shares
    Project,
    /// `.claude/settings.local.json`, which is yours
    Local,
    /// `~/.claude/settings.json`, for all projects
    User,
}

impl Scope {
    /// As it is spelt on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Local => "local",
            Self::User => "user",
        }
    }
}

/// The folders of whoever installs, as the caller has found them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Folders<'a> {
    /// The home of the person.
    pub home: Option<&'a Path>,
    /// The folder of the host's own configuration, where it is not `.claude` in the home:
    /// `CLAUDE_CONFIG_DIR`.
    pub config: Option<&'a Path>,
    /// The folder of the settings that an organisation manages.
    pub managed: Option<&'a Path>,
    /// The folders that variables name for other hosts ([`host_folders`](crate::host_folders)).
    pub hosts: &'a [(Host, PathBuf)],
    /// The folder of the person's own configuration of ours, where it is not the usual one.
    pub own: Option<&'a Path>,
    /// Where programs are looked for.
    pub path: Option<&'a OsStr>,
    /// The project that is meant where none is named, by the rule of `project-paths`; `None`
    /// where it has to be named.
    pub project: Option<&'a Path>,
}

impl Folders<'_> {
    /// The folder in which the host keeps a person's settings.
    pub fn of_host(&self) -> Option<PathBuf> {
        let in_home = || self.home.map(|home| home.join(".claude"));
        self.config.map(Path::to_owned).or_else(in_home)
    }
}

/// Where an organisation's settings are on this system.
pub fn managed_folder() -> &'static Path {
    Path::new(if cfg!(target_os = "macos") {
        "/Library/Application Support/ClaudeCode"
    } else if cfg!(windows) {
        r"C:\Program Files\ClaudeCode"
    } else {
        "/etc/claude-code"
    })
}

/// A settings file, and the folder of the programs that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    scope: Scope,
    /// The folder `.claude`.
    dir: PathBuf,
    bin: Bin,
}

/// The folder of the programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bin {
    /// `.claude/hooks/bin`, beside the settings; it is ours.
    Beside(PathBuf),
    /// A folder that a person named; there may be other things in it.
    Named(PathBuf),
}

impl Place {
    /// The place of `scope` in a project, or in a home: `dir` is an absolute path.
    pub fn of(scope: Scope, dir: &Path) -> Self {
        let dir = dir.join(".claude");
        let bin = Bin::Beside(dir.join("hooks/bin"));
        Self { scope, dir, bin }
    }

    /// The place of a person's own settings in the folder that the host has for them.
    pub fn of_person(dir: &Path) -> Self {
        let bin = Bin::Beside(dir.join("hooks/bin"));
        Self { scope: Scope::User, dir: dir.to_owned(), bin }
    }

    /// The same settings with the programs in a folder of the person's own, an absolute path.
    #[must_use]
    pub fn with_programs_in(self, dir: PathBuf) -> Self {
        let bin = if dir == self.programs() { self.bin } else { Bin::Named(dir) };
        Self { bin, ..self }
    }

    /// The folder of programs that an installation was told for these settings, if they name it
    /// still.
    pub(crate) fn remembered_programs(&self) -> Option<PathBuf> {
        let file = self.settings();
        let dir = backups::bin_dir(&self.backups(), &file)?;
        let text = files::read(&file).ok()??;
        let is_in = |it: &Handler| it.command.as_deref().is_some_and(|it| it.contains(&dir));
        handlers(&text).iter().any(is_in).then(|| PathBuf::from(dir))
    }

    /// Whose settings they are.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.dir.join(match self.scope {
            Scope::Project | Scope::User => "settings.json",
            Scope::Local => "settings.local.json",
        })
    }

    /// Where the program of a hook or of a server is put.
    pub fn program(&self, name: &str) -> PathBuf {
        self.bin.path().join(file_name(name))
    }

    pub(crate) fn bin(&self) -> &Bin {
        &self.bin
    }

    /// The project, or the home.
    pub(crate) fn folder(&self) -> &Path {
        self.dir.parent().unwrap_or(&self.dir)
    }

    /// The folder `.claude`.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder of the programs.
    pub fn programs(&self) -> &Path {
        self.bin.path()
    }

    /// Whether the settings are a team's.
    pub(crate) fn is_of_team(&self) -> bool {
        self.scope == Scope::Project
    }

    /// The folder of the copies of what is edited.
    pub(crate) fn backups(&self) -> PathBuf {
        self.dir.join("tacklebox-backups")
    }

    /// The file of the project's MCP servers, which is the team's.
    pub(crate) fn servers(&self) -> Option<PathBuf> {
        (self.scope != Scope::User).then(|| self.folder().join(".mcp.json"))
    }

    /// The settings file that may name the same programs.
    pub(crate) fn sibling(&self) -> Option<PathBuf> {
        match self.scope {
            Scope::Project => Some(self.dir.join("settings.local.json")),
            Scope::Local => Some(self.dir.join("settings.json")),
            Scope::User => None,
        }
    }

    /// How the settings name the program of `hook`. Only in a project of its own can it be named
    /// without the path of this machine.
    pub(crate) fn command(&self, hook: &str) -> Result<HookCommand, InstallError> {
        Ok(match self.absolute_bin()? {
            None => HookCommand::in_project(hook),
            Some(dir) => HookCommand::in_dir(hook, dir),
        })
    }

    /// The server that works beside the hook of `offer`, if it has one.
    pub(crate) fn server(&self, offer: &Offer) -> Result<Option<McpServer>, InstallError> {
        offer.server(self.absolute_bin()?)
    }

    /// The folder of the programs as it stands in JSON, where the project does not name it.
    fn absolute_bin(&self) -> Result<Option<&str>, InstallError> {
        if let (Bin::Beside(_), Scope::Project | Scope::Local) = (&self.bin, self.scope) {
            return Ok(None);
        }
        let dir = self.bin.path();
        let no_text =
            || format!("{} is not valid Unicode, so JSON cannot contain it", dir.display());
        dir.to_str().map(Some).ok_or_else(|| InstallError::Refused(no_text()))
    }
}

impl Bin {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Beside(path) | Self::Named(path) => path,
        }
    }
}
