//! What hooks remember: atomically replaced files, locked journals, a file or lines for each
//! session, and one-shot markers.
//!
//! Several hook programs run at once, so whatever replaces a file is atomic,
//! whatever reads and then writes holds a lock, and whatever appends goes
//! through the [`Journal`]. Reading never creates anything; the first write
//! creates the directories it needs, private to the user on Unix. What is opened may have
//! been put there by somebody else, so [`open_regular`] opens it without waiting and then
//! looks at it.

mod journal;
mod leftovers;
mod lock;
mod marker;
mod permissions;
mod person;
mod regular_file;
mod replace;
mod session_files;
mod session_lines;
mod state_dir;
mod sweep;
mod tail;
mod temporary_file;

pub use journal::{HeldJournal, Journal};
pub use leftovers::sweep_leftovers;
pub use lock::Lock;
#[cfg(unix)]
pub use permissions::user;
pub use permissions::{check_above, keep_private};
pub use person::{person_config, person_home, person_state};
pub use regular_file::{Access, Links, RegularFile, open_regular, read_regular};
pub use replace::{replace, replace_durably, replace_if, replace_privately};
pub use session_files::{Format, SessionFiles};
pub use session_lines::{HeldLines, SessionLines};
pub use state_dir::StateDir;
pub use sweep::sweep_folder;
pub use tail::{Line, LinesFromEnd};
