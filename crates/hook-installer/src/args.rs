//! The arguments by which a person says what to install, and where: one set for all programs that
//! install hooks.

mod place;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use claude_settings::ByHand;

use crate::elsewhere::HostArgs;
use crate::engine::Engine;
use crate::error::{InstallError, WrongCall};
use crate::host::HostVersion;
use crate::offer::{Confine, FormWish, Offer, Twice};
use crate::place::{Folders, Place};

pub use place::PlaceArgs;

/// What a person may ask of `install`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of a command line")]
#[derive(Debug, clap::Args)]
pub struct InstallArgs {
    #[command(flatten)]
    hooks: HookArgs,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    hosts: HostArgs,
    /// Whether all hooks run in one program, `tacklebox`, or each in its own
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    engine: Engine,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Show what has changed in each file
    #[arg(long)]
    diff: bool,
    /// Take what the hooks bring in place of what was changed in their entries by hand
    #[arg(long)]
    reset: bool,
    /// Install a hook that runs already by other settings, and so runs twice
    #[arg(long)]
    also: bool,
    /// How the entries name the programs; without a shell where the client knows that
    #[arg(long, value_enum, default_value_t = FormWish::Auto)]
    form: FormWish,
    /// Leave out the shell by which the kernel holds what commands may write, and take it out again
    #[arg(long)]
    no_confine: bool,
    /// The version of the client, in place of what `claude --version` says
    #[arg(long, value_name = "VERSION")]
    host_version: Option<HostVersion>,
    /// Where the built programs are; otherwise beside tacklebox
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

/// What a person may ask of `uninstall`.
#[derive(Debug, clap::Args)]
pub struct UninstallArgs {
    #[command(flatten)]
    hooks: HookArgs,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    hosts: HostArgs,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Show what has changed in each file
    #[arg(long)]
    diff: bool,
}

/// What a person may ask of `rollback`.
#[derive(Debug, clap::Args)]
pub struct RollbackArgs {
    /// How many of our changes of the settings are taken back, ten at most
    #[arg(value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    back: u8,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    hosts: HostArgs,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Do it without asking
    #[arg(long)]
    yes: bool,
    /// Where the built programs are; otherwise beside tacklebox
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

/// What a person may ask of `managed`.
#[derive(Debug, clap::Args)]
pub struct ManagedArgs {
    /// The hooks; without any, all
    #[arg(value_name = "HOOK")]
    hooks: Vec<String>,
    /// The folder that is written, a new one
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// The folder of the programs on the machines, in place of `/usr/local/lib/tacklebox`
    #[arg(long, value_name = "DIR")]
    bin_dir: Option<String>,
    /// Leave out the shell by which the kernel holds what commands may write
    #[arg(long)]
    no_confine: bool,
    /// Where the built programs are; otherwise beside tacklebox
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

/// What a person may ask of `list`.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Say as well what is installed in this project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Print one JSON document (schema: docs/schemas/list.schema.json)
    #[arg(long)]
    json: bool,
}

/// The hooks that a person names, or means.
#[derive(Debug, clap::Args)]
pub struct HookArgs {
    /// The hooks; without any, at a terminal, you choose from a list
    #[arg(value_name = "HOOK", conflicts_with = "all")]
    hooks: Vec<String>,
    /// Every hook
    #[arg(long)]
    all: bool,
}

impl InstallArgs {
    /// Which hooks are meant.
    pub fn hooks(&self) -> &HookArgs {
        &self.hooks
    }

    /// Where they go. The place need not be there yet; only the project has to.
    ///
    /// # Errors
    /// When no project is named where one has to be, and when it is not there.
    pub fn place(&self, folders: &Folders<'_>) -> Result<Place, InstallError> {
        self.place.place(folders)
    }

    /// Fails where something is said that is about Claude Code's entries alone.
    ///
    /// # Errors
    /// Names it.
    pub(crate) fn refuse_claudes(&self) -> Result<(), WrongCall> {
        let said = [
            ("--engine", self.engine != Engine::Auto),
            ("--form", self.form != FormWish::Auto),
            ("--reset", self.reset),
            ("--no-confine", self.no_confine),
            ("--host-version", self.host_version.is_some()),
        ];
        let Some((flag, _)) = said.into_iter().find(|(_, is_said)| *is_said) else { return Ok(()) };
        let message = format!("{flag} is about Claude Code, and not about other hosts");
        Err(WrongCall { kind: ErrorKind::ArgumentConflict, message })
    }

    /// Whether nothing is to be changed.
    pub fn dry_run(&self) -> bool {
        self.dry_run
    }

    /// Whether what has changed is shown line by line.
    pub fn diff(&self) -> bool {
        self.diff
    }

    /// What becomes of what a person has changed in our entries.
    pub fn by_hand(&self) -> ByHand {
        if self.reset { ByHand::Goes } else { ByHand::Stays }
    }

    /// What becomes of the shell that holds what commands may write; `shell` is the person's own.
    pub fn confine(&self, shell: Option<&OsStr>) -> Confine {
        if self.no_confine { Confine::No } else { Confine::with(shell) }
    }

    /// What becomes of a hook that runs already by other settings.
    pub fn twice(&self) -> Twice {
        if self.also { Twice::Allowed } else { Twice::Refused }
    }

    /// Whether the hooks are to run together.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// How the entries are to name the programs.
    pub fn form(&self) -> FormWish {
        self.form
    }

    /// The version of the client, if the person says so.
    pub fn host_version(&self) -> Option<HostVersion> {
        self.host_version
    }

    /// The project that a session works in, whosever settings are edited.
    pub fn project(&self, folders: &Folders<'_>) -> Option<PathBuf> {
        self.place.project(folders)
    }

    /// Where the programs are, if the person says so.
    pub fn programs(&self) -> Option<&Path> {
        self.programs.as_deref()
    }
}

impl UninstallArgs {
    /// Whether what has changed is shown line by line.
    pub fn diff(&self) -> bool {
        self.diff
    }

    /// Which hooks are meant.
    pub fn hooks(&self) -> &HookArgs {
        &self.hooks
    }

    /// Where they are.
    ///
    /// # Errors
    /// When no project is named where one has to be, and when it is not there.
    pub fn place(&self, folders: &Folders<'_>) -> Result<Place, InstallError> {
        self.place.place(folders)
    }

    /// Whether nothing is to be changed.
    pub fn dry_run(&self) -> bool {
        self.dry_run
    }
}

impl RollbackArgs {
    /// How many changes are taken back.
    pub fn back(&self) -> usize {
        self.back.into()
    }

    /// Where.
    ///
    /// # Errors
    /// When no project is named where one has to be, and when it is not there.
    pub fn place(&self, folders: &Folders<'_>) -> Result<Place, InstallError> {
        self.place.place(folders)
    }

    /// Whether nothing is to be changed.
    pub fn dry_run(&self) -> bool {
        self.dry_run
    }

    /// Whether nobody is asked.
    pub fn yes(&self) -> bool {
        self.yes
    }

    /// Where the programs are, if the person says so.
    pub fn programs(&self) -> Option<&Path> {
        self.programs.as_deref()
    }
}

impl ManagedArgs {
    /// Which of `known` are meant.
    ///
    /// # Errors
    /// When there is no such hook.
    pub fn hooks(&self, known: &[Offer]) -> Result<Vec<Offer>, WrongCall> {
        if self.hooks.is_empty() {
            return Ok(known.to_vec());
        }
        named(self.hooks.iter().map(String::as_str), known)
    }

    /// What becomes of the shell that holds what commands may write. Whoever works there has bash.
    pub fn confine(&self) -> Confine {
        if self.no_confine { Confine::No } else { Confine::with(None) }
    }

    /// The folder that is written.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// The folder of the programs on the machines, if the person says so.
    pub fn target(&self) -> Option<&str> {
        self.bin_dir.as_deref()
    }

    /// Where the programs are, if the person says so.
    pub fn programs(&self) -> Option<&Path> {
        self.programs.as_deref()
    }
}

impl ListArgs {
    /// The project, if the person names one.
    pub fn project(&self) -> Option<&Path> {
        self.project.as_deref()
    }

    /// Whether one JSON document is wanted.
    pub fn json(&self) -> bool {
        self.json
    }
}

impl HookArgs {
    /// Whether all are meant, whichever there are.
    pub(crate) fn names_all(&self) -> bool {
        self.all
    }

    /// Those of `known` that are meant; `None` where nothing was said.
    ///
    /// # Errors
    /// When there is no such hook.
    pub fn chosen(&self, known: &[Offer]) -> Result<Option<Vec<Offer>>, WrongCall> {
        if self.all {
            return Ok(Some(known.to_vec()));
        }
        let names = self.hooks.iter().map(String::as_str);
        if self.hooks.is_empty() { Ok(None) } else { named(names, known).map(Some) }
    }
}

/// Those of `known` that have these names, each once. As elsewhere, `governance` is `governance-hook`.
///
/// # Errors
/// When there is no such hook.
pub fn named<'a>(
    names: impl Iterator<Item = &'a str>,
    known: &[Offer],
) -> Result<Vec<Offer>, WrongCall> {
    let mut offers: Vec<Offer> = Vec::new();
    for name in names {
        let is_meant = |offer: &&Offer| {
            offer.hook == name || offer.hook.strip_suffix("-hook").is_some_and(|it| it == name)
        };
        let Some(offer) = known.iter().find(is_meant) else {
            let message = format!("there is no hook `{name}`, only {}", list(known));
            return Err(WrongCall { kind: ErrorKind::InvalidValue, message });
        };
        if !offers.contains(offer) {
            offers.push(offer.clone());
        }
    }
    Ok(offers)
}

/// Hooks had to be named, and there is nobody to be asked.
pub fn names_no_hook(known: &[Offer]) -> WrongCall {
    let message = format!("name a hook, or --all: {}", list(known));
    WrongCall { kind: ErrorKind::MissingRequiredArgument, message }
}

fn list(known: &[Offer]) -> String {
    known.iter().map(|offer| offer.hook.as_str()).collect::<Vec<_>>().join(", ")
}
