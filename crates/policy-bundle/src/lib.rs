//! Signed policies of an organisation.
//!
//! A bundle is one text file with a manifest, its signature, and configurations of hooks. The manifest has a hash
//! of each configuration, so one Ed25519 signature covers them all. A bundle may have several policies:
//! each is judged by itself, and the strictest verdict counts, so a new one can be tried on a few machines
//! while the old one stays in force on all of them.
//!
//! ```text
//! -- manifest.json --
//! {"format": 1, "revision": 7, "issued": "2026-11-29T08:00:00Z", ...}
//! -- manifest.sig --
//! 5f0c...
//! -- base/governance.yaml --
//! version: 1
//! ```
//!
//! This crate does no I/O and has no clock.

mod acceptance;
mod bundle;
mod manifest;
mod rollout;

pub use acceptance::{Active, Refusal, accept};
pub use bundle::{Bundle, BundleError};
pub use manifest::{Manifest, Path};
pub use rollout::{Cohort, Rollout};
