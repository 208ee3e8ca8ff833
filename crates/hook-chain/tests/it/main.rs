//! What a host sees of hooks, alone and together.
#![cfg(test)]

mod account;
mod alone;
mod budget;
mod events;
mod hanging;
mod input;
mod isolation;
mod merging;
mod modes;
mod order;
mod page;
mod process;
mod properties;
mod rewrites;
mod script;
mod stage;
