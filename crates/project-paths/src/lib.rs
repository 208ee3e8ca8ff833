//! Where a project is, what it is called, and which paths are inside it.
//!
//! Every reader and writer takes its project, its key and its normalised paths
//! from here, so that two programs cannot disagree about them. [`Search`] documents how a project
//! is found. The crate reads the file system (symbolic links, `.git` files, the marks of a
//! project) and never writes to it.

mod checkout;
mod glob;
mod location;
mod marker;
mod pattern;
mod real;
mod root;
mod scope;
mod search;
mod spelling;

pub use checkout::GitDirs;
pub use location::{Location, RelPath};
pub use marker::{CONFIG_DIR, INTENTS_FILE, PROGRAMS, programs_in};
pub use pattern::{Pattern, PatternError, text_matches};
pub use real::{RealPaths, real_places};
pub use root::ProjectRoot;
pub use scope::Scope;
pub use search::Search;
pub use spelling::normalise;
