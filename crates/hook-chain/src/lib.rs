//! Runs hooks: one as a program of its own, or several for one event, in a predictable order.
//!
//! A hook's program is [`main`]`(hook(), args)`. It reads the event, asks the hooks phase
//! by phase ([`Phase`](hook_runtime::Phase)), merges their answers into one reply, writes it,
//! and then logs the call. A single hook is a chain of one, whose answer is not changed.
//!
//! `docs/engine.md` describes the merge. It does not depend on the order in which hooks are named,
//! and the same event gives the same bytes.
//!
//! Two features are on by default. `config` reads `tacklebox.yaml` and heeds pauses; `tools` has the
//! commands for people. A hook that tacklebox starts does without both.

#![cfg_attr(
    not(feature = "config"),
    expect(dead_code, reason = "some of it is for pauses and settings alone")
)]

mod account;
mod budget;
mod call;
mod chain;
mod conclusion;
mod explanation;
mod hook_answer;
mod input;
mod journal;
mod last_call;
#[cfg(feature = "tools")]
mod logged_call;
mod matcher;
mod merge;
mod mode;
#[cfg(feature = "config")]
mod pause;
#[cfg(feature = "config")]
mod pause_file;
#[cfg(feature = "tools")]
pub mod people;
mod policy_record;
mod process;
mod recent_events;
mod rehearse;
mod remember;
mod rewrite;
mod serve;
mod settings;
mod subject;
mod unknown_input;
mod warn;
mod watchdog;
mod word_hash;

#[cfg(feature = "config")]
pub use account::log_exception;
pub use account::{Exception, Line, Spoken};
pub use budget::{MAX_CONTEXT, Shares};
pub use chain::Chain;
pub use conclusion::Concluded;
pub use explanation::Explanation;
pub use journal::calls;
pub use last_call::last_asked;
#[cfg(feature = "tools")]
pub use last_call::last_calls;
#[cfg(feature = "tools")]
pub use logged_call::{LoggedAnswer, LoggedCall};
pub use merge::Fate;
pub use mode::Mode;
#[cfg(feature = "config")]
pub use pause::{pause, resume};
#[cfg(feature = "config")]
pub use pause_file::{Pause, paused};
#[cfg(feature = "config")]
pub use policy_record::{PolicyRecord, RecordedPolicy};
#[cfg(feature = "tools")]
pub use process::tools;
pub use process::{answer, main};
pub use recent_events::{Kept, kept};
pub use rehearse::{rehearse, rehearse_overdue};
pub use serve::{explain, replay, serve};
pub use settings::{AccountOf, OnConflict, Settings};
pub use subject::tried;
#[cfg(feature = "config")]
pub use word_hash::account_key;
