//! Runs hooks: one as a program of its own, or several for one event, in a predictable order.
//!
//! A hook's program is [`main`]`(hook(), args)`. It reads the event, asks the hooks phase
//! by phase ([`Phase`](hook_runtime::Phase)), merges their answers into one reply, writes it,
//! and then logs the call. A single hook is a chain of one, whose answer is not changed.
//!
//! `docs/engine.md` describes the merge. It does not depend on the order in which hooks are named,
//! and the same event gives the same bytes.

mod account;
mod budget;
mod call;
mod chain;
mod conclusion;
mod explanation;
mod hook_answer;
mod input;
mod journal;
mod matcher;
mod merge;
mod pause;
mod pause_file;
pub mod people;
mod process;
mod recent_events;
mod rehearse;
mod remember;
mod rewrite;
mod serve;
mod settings;
mod unknown_input;
mod warn;
mod watchdog;
mod word_hash;

pub use account::{Line, Spoken, tried};
pub use budget::{MAX_CONTEXT, Shares};
pub use chain::Chain;
pub use conclusion::Concluded;
pub use explanation::Explanation;
pub use journal::calls;
pub use merge::Fate;
pub use pause::{pause, resume};
pub use pause_file::{Pause, last_asked, paused};
pub use process::{answer, main, tools};
pub use recent_events::{Kept, kept};
pub use rehearse::rehearse;
pub use serve::{explain, replay, serve};
pub use settings::{AccountOf, Mode, OnConflict, Settings};
