//! The store as hooks and tools see it: what goes in, what comes out, and what
//! happens where it is missing, locked, damaged or shared.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

mod concurrency;
mod glance;
mod ground;
mod ingest;
mod opening;
mod parts;
mod paths;
mod prepared;
mod processes;
mod queries;
mod removal;
mod transcripts;
mod waiting;
