//! What a recorded case cannot hold: programs that are started and not waited for,
//! listeners of every kind, and tools that go on while hooks run.
#![cfg(test)]

mod ground;
mod serving;
mod sinks;
mod tail;
mod wait;
