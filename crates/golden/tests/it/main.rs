#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "makes cases and set-ups")]
//! The harness plays a host to a hook that does whatever it is told.

mod fake;
mod replies;
mod runs;
mod shadow;
mod sweep;
mod trees;
