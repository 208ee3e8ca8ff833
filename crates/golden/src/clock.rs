//! The time at which all runs take place.

/// The instant that every run takes for now.
pub(crate) const NOW: &str = "2026-11-20T14:03:00Z";
