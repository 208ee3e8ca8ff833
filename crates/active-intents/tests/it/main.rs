//! The file of intents, its edits, locks and requests, on a disk.
#![cfg(test)]

mod any_layout;
mod edits;
mod intents;
mod locks;
mod requests;
