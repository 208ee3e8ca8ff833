//! What the reader makes of transcripts: recorded, broken, growing and large ones.
#![cfg(test)]

mod batch;
mod entries;
mod files;
mod ground;
mod recorded;
mod reverse_search;
