//! Hooks outside this repository: any program with a manifest, `tacklebox-hook.json`.
//!
//! [`Manifest`] says what the program is for. [`Installed`] is what `install` writes beside our
//! programs: the manifest, where the program is, and what the person allowed it. In a call tacklebox
//! starts the program as a child, and passes on only what a host would accept from it.

mod answer;
mod child;
mod hook;
mod installed;
mod manifest;

pub use installed::{Installed, RECORD_END};
pub use manifest::{FILE, Grant, Manifest, is_name};
