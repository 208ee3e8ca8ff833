//! What was said and done about which file: what of it may be stored.

mod prompt;
mod recording;
mod redact;

pub use prompt::{at_mentions, is_from_person};
pub use recording::{Recording, Secrets, spoken_paths};
