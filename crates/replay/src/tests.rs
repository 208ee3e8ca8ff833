//! A replay of sessions of a real client, held to what the hooks decided while they went on.

mod files;
mod live_decisions;
mod policies;
mod project;
mod shadow;
