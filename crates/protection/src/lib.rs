//! What no agent may change, said once for every guard, and which files a call would change.
//!
//! A guard that the guarded can lift is worth nothing. So the guards' own configuration and state,
//! the settings of hosts and the programs themselves are protected by each guard that is active,
//! before its own rules.

mod line;
mod protected;
mod target;

pub use line::{changed, effects, named};
pub use protected::Protected;
pub use target::{Place, Reach, Target, base};
