//! Checks whether each installed hook protects, and says what to do if it does not.
//!
//! [`examine`] takes what is [`Given`] (a project, the folders of a person, the hooks that there are)
//! and returns an [`Examination`]: how each hook stands, and what was found. Files are read as the host
//! reads them; at [`Level::Played`] each command is also run as the host would run it, with a state
//! that is thrown away. Nothing is changed. [`repair`] does what it can about what is ours.
//!
//! A check is a function from [`Facts`] to findings, and all of them stand in one table, [`CHECKS`].

mod checks;
mod event;
mod examination;
mod facts;
mod finality;
mod finding;
mod input;
mod listing;
mod matcher;
mod other_hosts;
mod play;
mod program;
mod repair;
mod shell;
mod stage;
pub mod update;
mod verdict;

pub use checks::{CHECKS, Check, is_configured, unwritten};
pub use examination::{Examination, examine};
pub use facts::{Entered, Facts};
pub use finding::{Finding, Severity};
pub use hook_installer::HostVersion;
pub use input::{About, Given, Level, Mistake, PolicyProblem};
pub use listing::{Listed, Listing, list, unstartable};
pub use matcher::{Matcher, read as matcher, subject};
pub use repair::repair;
pub use verdict::{Standing, State};

#[cfg(test)]
mod tests;
