//! Defines a hook, and what it may know.
//!
//! A hook is a library that declares what it does for which event, how important it is, and
//! what its failure means:
//!
//! ```
//! use hook_protocol::{PreToolUse, PreToolUseReply};
//! use hook_runtime::{Class, Ctx, Hook, OnFailure};
//!
//! fn pre_tool_use(_ctx: &Ctx, _event: &PreToolUse) -> anyhow::Result<PreToolUseReply> {
//!     Ok(PreToolUseReply::default())
//! }
//!
//! pub fn hook() -> Hook {
//!     Hook::new("example-hook")
//!         .class(Class::Critical)
//!         .guard(pre_tool_use)
//!         .on_failure(|_| OnFailure::Open)
//! }
//! # hook();
//! ```
//!
//! [`Hook::answer`] catches errors and panics of a handler and applies the hook's failure policy.
//! `hook-chain` calls it, for one hook or for several.
//!
//! Two features are on by default, and a hook without a configuration file and without commands can
//! do without them: `config`, the configuration file, and `tools`, commands for people.

#![cfg_attr(
    not(feature = "tools"),
    expect(dead_code, reason = "some folders are looked for by commands alone")
)]

#[cfg(feature = "config")]
mod config_cache;
#[cfg(feature = "tools")]
mod console;
mod ctx;
mod dirs;
#[cfg(feature = "tools")]
mod duration;
mod environment;
#[cfg(feature = "tools")]
mod event_argument;
mod failure;
mod hook;
mod limits;
mod lookup_error;
mod outcome;
mod place;
mod project;
mod rank;
mod sandbox;
#[cfg(feature = "tools")]
mod starter;
#[cfg(feature = "tools")]
mod typo;
mod verdict;

#[cfg(feature = "tools")]
pub use console::{Console, Progress, columns, with_common, with_schemas};
pub use ctx::{Ctx, Intent, RecentSession, the_session};
pub use dirs::SYSTEM_CONFIG;
#[cfg(feature = "tools")]
pub use duration::{ago, duration};
pub use environment::{Environment, IN_CHAIN};
#[cfg(feature = "tools")]
pub use event_argument::{Described, Explained, event_in, event_on_stdin};
pub use failure::{OnFailure, RanOut, error_log};
pub use hook::{Field, Hook, words_of};
pub use hook_protocol::{escape_line, one_line, tame, tame_json, tame_text};
pub use limits::{DEFAULT_TIME, MAX_INPUT};
pub use lookup_error::NotThere;
pub use outcome::Outcome;
pub use rank::{Class, Phase};
pub use sandbox::Sandbox;
#[cfg(feature = "tools")]
pub use starter::{Starters, init, init_and_tell};
#[cfg(feature = "tools")]
pub use typo::nearest;
pub use verdict::Verdict;
