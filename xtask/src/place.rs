//! Where hooks are installed: which settings file, and which folder for the programs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::error::ErrorKind;
use claude_settings::{Fragment, HookCommand, McpServer};

use crate::choice::usage;
use crate::{programs, settings_file};

/// The place that a person names.
#[derive(clap::Args)]
pub(crate) struct Target {
    /// The project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Whose settings: the project's, your own in the project, or your own everywhere
    #[arg(long, value_enum, default_value_t = Scope::Project)]
    scope: Scope,
    /// The folder for the programs, in place of `.claude/hooks/bin`
    #[arg(long, value_name = "DIR")]
    bin_dir: Option<PathBuf>,
}

/// One of the settings files that a host reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Scope {
    /// `.claude/settings.json`, which a team shares
    Project,
    /// `.claude/settings.local.json`, which is yours
    Local,
    /// `~/.claude/settings.json`, for all projects
    User,
}

/// A settings file, and the folder of the programs that it names.
pub(crate) struct Place {
    pub(crate) scope: Scope,
    /// The folder `.claude`.
    dir: PathBuf,
    pub(crate) bin: Bin,
}

/// The folder of the programs.
pub(crate) enum Bin {
    /// `.claude/hooks/bin`, beside the settings; it is ours.
    Beside(PathBuf),
    /// A folder that a person named; there may be other things in it.
    Named(PathBuf),
}

impl Scope {
    /// As it is spelt on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Local => "local",
            Self::User => "user",
        }
    }
}

impl Target {
    /// The place, which need not be there yet; only the project has to.
    pub(crate) fn place(&self) -> anyhow::Result<Place> {
        let dir = match (self.scope, &self.project) {
            (Scope::User, _) => home()?,
            (_, Some(project)) => existing_dir(project)?,
            (_, None) => {
                let message = "name the project with --project, or take --scope user";
                return Err(usage(ErrorKind::MissingRequiredArgument, message));
            }
        };
        let place = Place::of(self.scope, &dir);
        match &self.bin_dir {
            Some(bin) => Ok(Place { bin: Bin::Named(absolute(bin)?), ..place }),
            None => Ok(place),
        }
    }
}

impl Place {
    /// Tells of programs that the settings start under the name of a hook from
    /// another folder: they are left alone, and run beside ours.
    pub(crate) fn tell_namesakes(&self, commands: &[HookCommand]) -> anyhow::Result<()> {
        let settings = settings_file::read(&self.settings())?.unwrap_or_default();
        for command in commands {
            for program in claude_settings::namesakes(&settings, command) {
                println!("note: {program} is entered too and stays; --bin-dir names its folder");
            }
        }
        Ok(())
    }

    /// The place of `scope` in a project, or in a home.
    pub(crate) fn of(scope: Scope, dir: &Path) -> Self {
        let dir = dir.join(".claude");
        let bin = Bin::Beside(dir.join("hooks/bin"));
        Self { scope, dir, bin }
    }

    /// The settings file.
    pub(crate) fn settings(&self) -> PathBuf {
        self.dir.join(match self.scope {
            Scope::Project | Scope::User => "settings.json",
            Scope::Local => "settings.local.json",
        })
    }

    /// The folder of the copies of what is edited.
    pub(crate) fn backups(&self) -> PathBuf {
        self.dir.join("tacklebox-backups")
    }

    /// The file of the project's MCP servers, which is the team's.
    pub(crate) fn servers(&self) -> Option<PathBuf> {
        let project = self.dir.parent().filter(|_| self.scope != Scope::User)?;
        Some(project.join(".mcp.json"))
    }

    /// The settings file that may name the same programs.
    pub(crate) fn sibling(&self) -> Option<PathBuf> {
        match self.scope {
            Scope::Project => Some(self.dir.join("settings.local.json")),
            Scope::Local => Some(self.dir.join("settings.json")),
            Scope::User => None,
        }
    }

    /// Where the program of `hook` is.
    pub(crate) fn program(&self, hook: &str) -> PathBuf {
        self.bin.path().join(programs::file_name(hook))
    }

    /// How the settings name the program of `hook`. Only in a project of its own can it be named
    /// without the path of this machine.
    pub(crate) fn command(&self, hook: &str) -> anyhow::Result<HookCommand> {
        match (&self.bin, self.scope) {
            (Bin::Beside(_), Scope::Project | Scope::Local) => Ok(HookCommand::in_project(hook)),
            (bin, _) => Ok(HookCommand::in_dir(hook, bin.text()?)),
        }
    }

    /// The server that works beside `hook`, out of its template, if it has one.
    pub(crate) fn server(&self, hook: &str) -> anyhow::Result<Option<McpServer>> {
        let path = programs::root().join(format!("settings-templates/{hook}.mcp.json"));
        if !path.exists() {
            return Ok(None);
        }
        let template = fs::read_to_string(&path)
            .with_context(|| format!("could not read {}", path.display()))?;
        let dir = match (&self.bin, self.scope) {
            (Bin::Beside(_), Scope::Project | Scope::Local) => None,
            (bin, _) => Some(bin.text()?),
        };
        let server = McpServer::read(&template, dir)
            .with_context(|| format!("{} is no template", path.display()))?;
        Ok(Some(server))
    }

    /// What the settings get for `hook`, out of its template.
    pub(crate) fn fragment(&self, hook: &str) -> anyhow::Result<Fragment> {
        let path = programs::root().join(format!("settings-templates/{hook}.json"));
        let template = fs::read_to_string(&path)
            .with_context(|| format!("could not read {}", path.display()))?;
        Fragment::read(&template, self.command(hook)?)
            .with_context(|| format!("{} is no template", path.display()))
    }
}

impl Bin {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Beside(path) | Self::Named(path) => path,
        }
    }

    /// The path as it stands in JSON.
    fn text(&self) -> anyhow::Result<&str> {
        let dir = self.path();
        dir.to_str()
            .with_context(|| format!("{} is not Unicode and cannot stand in JSON", dir.display()))
    }
}

/// `dir`, absolute; fails when it is not a folder.
pub(crate) fn existing_dir(dir: &Path) -> anyhow::Result<PathBuf> {
    let attempt = || format!("there is no folder {}", dir.display());
    let metadata = fs::metadata(dir).with_context(attempt)?;
    if !metadata.is_dir() {
        anyhow::bail!("{} is not a folder", dir.display());
    }
    absolute(dir)
}

/// The home of the person.
pub(crate) fn home() -> anyhow::Result<PathBuf> {
    std::env::home_dir()
        .filter(|home| home.is_absolute())
        .context("there is no home directory: HOME is not set to one")
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("could not find {}", path.display()))
}
