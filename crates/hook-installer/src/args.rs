//! The arguments by which a person says what to install, and where: one set for all programs that
//! install hooks.

mod place;

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use claude_settings::ByHand;

use crate::engine::Engine;
use crate::error::WrongCall;
use crate::host::HostVersion;
use crate::offer::{Confine, FormWish, Offer, Twice};
use crate::other_hosts::HostArgs;
use crate::preset::{PRESETS, Preset};

pub use place::{PlaceArgs, Share};

/// What a person may ask of `install`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of a command line")]
#[derive(Debug, clap::Args)]
pub struct InstallArgs {
    /// Which hooks are meant.
    #[command(flatten)]
    pub hooks: HookArgs,
    /// Where they are. The place need not be there yet; only the project has to.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Which hosts are meant.
    #[command(flatten)]
    pub hosts: HostArgs,
    /// Hooks that belong together, with what they need to be useful at once
    #[arg(long, value_name = "NAME", value_parser = presets(), conflicts_with_all = ["hooks", "all"])]
    pub preset: Option<&'static Preset>,
    /// A hook outside this repository: its program, or a folder with its tacklebox-hook.json
    #[arg(long, value_name = "PATH", conflicts_with = "preset")]
    pub hook: Vec<PathBuf>,
    /// Allow what the manifest of `--hook` asks for, without a question
    #[arg(long, requires = "hook")]
    pub allow: bool,
    /// Whether all hooks run in one program, `tacklebox`, or each in its own
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Restore the original entries of the hooks, without changes made by hand
    #[arg(long)]
    pub reset: bool,
    /// Install a hook that other settings already run, so that it runs twice
    #[arg(long)]
    pub also: bool,
    /// How the entries start the programs
    #[arg(long, value_enum, default_value_t = FormWish::Auto)]
    pub form: FormWish,
    /// Do not install the confining shell, and remove it if it is installed
    #[arg(long)]
    pub no_confine: bool,
    /// The version of the client, instead of what `claude --version` says
    #[arg(long, value_name = "VERSION")]
    pub host_version: Option<HostVersion>,
    /// The folder with the built programs [default: that of tacklebox]
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
}

/// What a person may ask of `uninstall`.
#[derive(Debug, clap::Args)]
pub struct UninstallArgs {
    /// Which hooks are meant.
    #[command(flatten)]
    pub hooks: HookArgs,
    /// Where they are. The place need not be there yet; only the project has to.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Which hosts are meant.
    #[command(flatten)]
    pub hosts: HostArgs,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// What a person may ask of `rollback`.
#[derive(Debug, clap::Args)]
pub struct RollbackArgs {
    /// How many of our changes to the settings to undo, at most ten
    #[arg(value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub back: u8,
    /// Where they are. The place need not be there yet; only the project has to.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Which hosts are meant.
    #[command(flatten)]
    pub hosts: HostArgs,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do it without asking
    #[arg(long)]
    pub yes: bool,
    /// The folder with the built programs [default: that of tacklebox]
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
}

/// What a person may ask of `managed`.
#[derive(Debug, clap::Args)]
pub struct ManagedArgs {
    /// The hooks; without any, all
    #[arg(value_name = "HOOK")]
    pub hooks: Vec<String>,
    /// The new folder to write
    #[arg(long, value_name = "PATH")]
    pub out: PathBuf,
    /// The folder of the programs on the machines, instead of `/usr/local/lib/tacklebox`
    #[arg(long, value_name = "DIR")]
    pub bin_dir: Option<String>,
    /// Leave out the confining shell
    #[arg(long)]
    pub no_confine: bool,
    /// The folder with the built programs [default: that of tacklebox]
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
}

/// What a person may ask of `list`.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Also list what is installed in this project
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Print one JSON document (schema: docs/schemas/list.schema.json)
    #[arg(long)]
    pub json: bool,
}

/// The hooks that a person names, or means.
#[derive(Debug, clap::Args)]
pub struct HookArgs {
    /// The hooks; without any, at a terminal, you choose from a list
    #[arg(value_name = "HOOK", conflicts_with = "all")]
    pub hooks: Vec<String>,
    /// Every hook
    #[arg(long)]
    pub all: bool,
}

fn presets() -> impl TypedValueParser<Value = &'static Preset> {
    let names = PossibleValuesParser::new(PRESETS.iter().map(|preset| preset.name));
    names.try_map(|name| Preset::named(&name).ok_or("there is no such preset"))
}

impl InstallArgs {
    /// The hooks that are meant; `None` if none are.
    ///
    /// # Errors
    /// If there is no hook of a name.
    pub fn chosen(&self, known: &[Offer]) -> Result<Option<Vec<Offer>>, WrongCall> {
        match self.preset {
            Some(preset) => named(preset.hooks.iter().copied(), known).map(Some),
            None => self.hooks.chosen(known),
        }
    }

    /// Whether a person named each hook.
    pub(crate) fn names_each(&self) -> bool {
        !self.hooks.all && self.preset.is_none()
    }

    /// Whether a person named nothing.
    pub fn names_nothing(&self) -> bool {
        self.names_each() && self.hooks.hooks.is_empty() && self.hook.is_empty()
    }

    /// Fails where something is said that is about Claude Code's entries alone.
    ///
    /// # Errors
    /// Names it.
    pub(crate) fn refuse_claudes(&self) -> Result<(), WrongCall> {
        let said = [
            ("--hook", !self.hook.is_empty()),
            ("--engine", self.engine != Engine::Auto),
            ("--form", self.form != FormWish::Auto),
            ("--reset", self.reset),
            ("--no-confine", self.no_confine),
            ("--host-version", self.host_version.is_some()),
        ];
        let Some((flag, _)) = said.into_iter().find(|(_, is_said)| *is_said) else { return Ok(()) };
        let message = format!("{flag} applies only to Claude Code");
        Err(WrongCall { kind: ErrorKind::ArgumentConflict, message })
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
}

impl HookArgs {
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
            let message = format!("there is no hook `{name}`; the hooks are {}", list(known));
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
    let message = format!("name hooks, or use --all; the hooks are {}", list(known));
    WrongCall { kind: ErrorKind::MissingRequiredArgument, message }
}

fn list(known: &[Offer]) -> String {
    known.iter().map(|offer| offer.hook.as_str()).collect::<Vec<_>>().join(", ")
}
