//! Where a project is, what it is called, and which paths are inside it.
//!
//! Every reader and writer takes its project key and its normalised paths from
//! here, so that two hooks cannot disagree about either. The crate reads the
//! file system (symbolic links, `.git` files) and never writes to it.

mod checkout;
mod location;
mod pattern;
mod real;
mod root;
mod scope;
mod spelling;

pub use checkout::GitDirs;
pub use location::{Location, RelPath};
pub use pattern::{Pattern, PatternError};
pub use real::real_places;
pub use root::ProjectRoot;
pub use scope::Scope;
pub use spelling::normalise;
