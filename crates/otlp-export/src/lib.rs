//! Sends what hooks have logged, and the state of this machine, to a receiver of OpenTelemetry.
//!
//! [`export`] reads the log of calls of all projects from a cursor and sends it as OTLP/HTTP in JSON. The cursor moves
//! only after the receiver has accepted a batch, so each line is sent at least once. The id of a record is a keyed hash
//! of its line, by which a receiver recognises one that was sent twice.
//!
//! No hook uses this crate: only a hook's log file connects the two.

mod batch;
mod client;
mod config;
mod coverage;
mod cursor;
mod download;
mod export;
mod log_reader;
mod machine;
mod metrics;
mod otlp;
pub mod timer;

pub use config::{NAME, Settings, is_private};
pub use coverage::{Coverage, CoverageState, Expectations, MachineCoverage, coverage};
pub use download::download;
pub use export::{ExportError, ExportSummary, export};
pub use machine::{HookState, Machine, Verdict, machine};
