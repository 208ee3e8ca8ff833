//! The file of intents, its edits, locks and requests, on a disk.
#![cfg(test)]

mod any_layout;
mod edits;
mod ground;
mod intents;
mod leases;
mod locks;
mod requests;
