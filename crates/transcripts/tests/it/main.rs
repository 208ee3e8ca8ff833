//! What the reader makes of transcripts: recorded, broken, growing and large ones.
#![cfg(test)]

mod backward;
mod entries;
mod files;
mod forward;
mod ground;
mod recorded;
