//! What commands run behind other commands, and which files they change.
#![cfg(test)]

mod effects;
mod effects_bounds;
mod notation;
mod sets;
mod wrappers;
