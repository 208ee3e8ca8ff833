//! Stands in for an agent host, as far as it starts a hook: the folders in which it
//! works, the environment that it hands on, a command with bytes on its stdin, and
//! what becomes of that.
//!
//! What a host *makes* of the answer is not here. Who tests judges replies by a
//! strict table of its own, and who shows a session does what the settings say; the
//! two must not agree by sharing code.

mod call;
mod placeholders;
mod places;
mod variables;

pub use call::{Call, End, call};
pub use placeholders::Placeholders;
pub use places::{NAMES, Places};
pub use variables::{holds_secret, is_in_a_hook, variables};
