//! Stands in for an agent host, as far as it starts a hook: the folders in which it
//! works, the environment that it hands on, a command with bytes on its stdin, and
//! what becomes of that.
//!
//! [`reply_table`] is what a host takes as an answer, for those who judge answers.

mod call;
mod placeholders;
mod places;
pub mod reply_table;
mod variables;

pub use call::{Call, End, call};
pub use placeholders::Placeholders;
pub use places::{NAMES, Places};
pub use variables::{holds_secret, is_in_a_hook, variables};
