//! Plans what puts hooks into the settings of a project or a person, and carries it out.
//!
//! Values go in: which hooks ([`Choice`], with their templates), which settings and which folder for
//! the programs ([`Place`]), where the programs lie, and whose machine it is ([`Folders`]). A [`Plan`] comes out, which reads files and
//! changes none. It can be shown as a diff, and [`Plan::carry_out`] does what it says, in one order
//! in which every cut is harmless:
//!
//! 1. what tells Git to ignore folders of ours,
//! 2. programs, each replaced in one step, then links to the one that runs several hooks,
//! 3. settings, each file replaced in one step, with a copy of what was there,
//! 4. the servers of a project, likewise,
//! 5. programs that nothing names any more, and folders that are then empty.
//!
//! So no settings file ever names a program of ours that is not there, whenever the power fails.
//! Nothing here prints, since a reader that goes away must not end the work half-way: what was done
//! is a [`Report`], and what could not be done a [`Stopped`], which has the report of what was.
//!
//! ```
//! use hook_installer::{
//!     ByHand, Choice, Confine, Engine, Folders, FormWish, Offer, Place, Plan, Scope, Twice,
//! };
//!
//! let offer = Offer {
//!     hook: "bell-hook".to_owned(),
//!     description: "Rings when the agent has ended".to_owned(),
//!     first_step: "none".to_owned(),
//!     needs: String::new(),
//!     look: "`bell-hook log`".to_owned(),
//!     in_engine: true,
//!     template: r#"{"hooks": {"Stop": [{"hooks": [{
//!         "type": "command",
//!         "command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/bell-hook",
//!         "args": [],
//!         "timeout": 5
//!     }]}]}}"#
//!     .to_owned(),
//!     server: None,
//!     record: None,
//! };
//! let folder = tempfile::tempdir()?;
//! let place = Place::of(Scope::Project, folder.path());
//! let hooks = [offer];
//! let choice = Choice {
//!     hooks: &hooks,
//!     known: &hooks,
//!     engine: Engine::Auto,
//!     by_hand: ByHand::Stays,
//!     twice: Twice::Refused,
//!     form: FormWish::Auto,
//!     closed: &[],
//!     host: None,
//!     confine: Confine::AsBefore,
//!     walled: &[],
//!     exported: None,
//! };
//! let plan = Plan::install(&place, &choice, &folder.path().join("built"), &Folders::default())?;
//! assert!(plan.to_string().contains("+    \"Stop\": [\n"));
//! assert_eq!(plan.programs(), ["bell-hook"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod args;
mod backups;
mod change;
mod duplicates;
mod edit;
mod engine;
mod error;
mod files;
mod fold;
mod foreign_programs;
mod git_exclude;
mod host;
mod install;
mod lease_program;
mod leftovers;
mod link;
mod offer;
mod other_hosts;
mod parent_project;
mod place;
mod plan;
mod preset;
mod program;
mod report;
mod rollback;
mod rollout;
mod roster;
mod sources;
mod step;
mod summary;
mod transient_folder;
mod turn;
mod uninstall;
mod verbs;
mod wall;
mod worktrees;

pub use claude_settings::{ByHand, HostEntry};

pub use args::{
    HookArgs, InstallArgs, ListArgs, ManagedArgs, PlaceArgs, RollbackArgs, Share, UninstallArgs,
    named, names_no_hook,
};
pub use edit::{Changed, Edit};
pub use engine::Engine;
pub use error::{BUSY, DONE, InstallError, MISUSED, NO_JSON, REFUSED, SHAPE, Unfit, WrongCall};
pub use fold::{aligned, folded, folded_rows};
pub use git_exclude::{Exclusion, is_tracked};
pub use host::HostVersion;
pub use lease_program::{LEASE_PROGRAM, has_authority};
pub use leftovers::sweep;
pub use offer::{Choice, Confine, FormWish, Needs, Offer, Twice};
pub use other_hosts::{HostArgs, HostFile, host_files, host_folders, renew};
pub use place::{Folders, Place, Scope, managed_folder};
pub use plan::Plan;
pub use preset::{
    ConfigOption, PRESETS, Preset, PresetChoice, chosen_preset, names_nothing, preset_menu,
};
pub use program::{file_name, is_foreign};
pub use report::{Report, Stopped};
pub use sources::{Kind, Source, sources};
pub use step::{Done, Step};
pub use summary::shown;
pub use transient_folder::transient_folder;
pub use turn::Turn;
pub use verbs::{Caller, answered, install, make_sure_of, managed, menu, rollback, uninstall};
pub use wall::is_walled;
pub use worktrees::CheckoutHook;
