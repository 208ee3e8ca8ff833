//! Starts a hook as an agent host does: with the host's folders and environment, with the event on
//! stdin, and with a time limit; then says what the answer means to a host ([`outcome`]).

mod call;
mod command_line;
mod outcome;
mod placeholders;
mod places;
mod variables;

pub use call::{Call, call};
pub use command_line::command_line;
pub use outcome::{Effect, Outcome, outcome};
pub use placeholders::Placeholders;
pub use places::{NAMES, Places};
pub use reply_rules::End;
pub use variables::{holds_secret, is_in_a_hook, variables};
