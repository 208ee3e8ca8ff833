//! Lets the kernel hold what a command of an agent may write, so that nobody has to guess it from the command's text.
//!
//! A hook writes a [`Plan`] for a session ([`Plans`]); the client starts each shell command by the program
//! `confine-bash`, which reads the plan, has the kernel hold it ([`enforce`]) and becomes the real bash. A subagent
//! with an intent of its own has a plan of its own, which a [ticket](Tickets) names for one command.
//!
//! | who | does | by |
//! |---|---|---|
//! | `SessionStart`, a choice, a release, a granted request | writes the plan | [`Plan::of_scope`], [`Plan::without_scope`], [`Plans::write`] |
//! | `SessionStart` | removes what killed sessions left | [`sweep`] |
//! | `SessionStart` of a client that does not name its session | notes the client | [`Clients::note`] |
//! | `PreToolUse` of Bash | leaves a ticket where a subagent has a plan | [`Tickets::leave`] |
//! | `SessionStart`, the doctor | asks what holds on this machine | [`Layer::answered`], after `confine-bash --tacklebox-layer` |
//!
//! How a plan is held depends on the machine ([`Layer`]):
//!
//! - **mounts**: in a mount namespace of its own everything is read-only but for what the plan says. A folder of the
//!   project that is on the way to the scope can be written, and each name in it that *exists* and is outside of
//!   the scope is a read-only mount. So what is new can be made there (a build folder), and what exists is safe.
//!   Landlock stands behind, for what the mounts do not hold: devices, mounts, other processes.
//! - **landlock** alone: the scope, and what exists of the outputs.
//! - **seatbelt** on macOS: a profile for `sandbox-exec`. Never run on a Mac so far.

mod clients;
mod expiry;
mod line;
mod outcome;
mod places;
mod plan;
mod scope;
#[cfg(unix)]
mod shell;
mod start;
mod tickets;
mod wrapper;

#[cfg(target_os = "linux")]
mod capabilities;
#[cfg(target_os = "linux")]
mod devices;
#[cfg(target_os = "linux")]
mod enforcement;
#[cfg(target_os = "linux")]
mod layout;
#[cfg(target_os = "linux")]
mod loopback;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod marks;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod rules;
#[cfg(any(target_os = "macos", test))]
mod seatbelt;

/// The names of the program, that of its own first, under which a client takes it for its shell.
pub const SHELLS: [&str; 2] = ["confine-bash", "confine-zsh"];

/// The argument to which the program's answer is the [`Layer`] of this machine.
pub const LAYER_OPTION: &str = "--tacklebox-layer";

/// The argument by which a hook starts a program of a project behind the wall, see [`wrap`].
pub(crate) const RUN_OPTION: &str = "--tacklebox-run";

/// What such a program may write beside what the plan says, as `--tacklebox-write=PATH`.
pub(crate) const WRITE_OPTION: &str = "--tacklebox-write";

/// The variable by which Claude Code is told which shell to start.
pub const VARIABLE: &str = "CLAUDE_CODE_SHELL";

/// The variable that commands under a plan have; its value is the layer. A shell that is inside need not do again what
/// cannot be undone.
pub const INSIDE: &str = "TACKLEBOX_CONFINED";

pub use clients::Clients;
pub use expiry::sweep;
pub use outcome::{Call, Failure, Held, Layer};
pub use places::Surroundings;
pub use plan::{GOVERNANCE, LayerChoice, Network, OnFailure, Plan, Plans};
pub use scope::closed_by;
#[cfg(unix)]
pub use shell::shell;
pub use start::{is_inside, lack, landlock_version, layer_of_machine, start};
pub use tickets::Tickets;
pub use wrapper::{shell_named, wrap};

#[cfg(target_os = "linux")]
pub use enforcement::enforce;
