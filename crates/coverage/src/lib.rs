//! Can a rule be walked around? Looks for other ways to the effect that it forbids, tries each
//! through the hook that has the rule, and says which are open, and what closes them.
//!
//! Which rules there are a hook says of itself ([`hook_runtime::Restricting`]). Ways come from the
//! table of programs ([`command_effects::examples`]) and from a list of our own, `ways.txt`. Nothing
//! is run and nothing is kept: the hooks are asked what they would say.

mod asking;
mod cover;
mod fill;
mod goal;
mod sample;
mod ways;

pub use asking::{Hooks, Named};
pub use cover::{Covered, Open, cover};
