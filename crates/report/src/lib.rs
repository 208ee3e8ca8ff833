//! What hooks did, and what they cost, from what is kept of past sessions.
//!
//! The account of calls ([`LoggedCall`](hook_chain::LoggedCall)) says what hooks said; the transcripts of the host ([`Past`])
//! say what happened beside that. [`Cost`] reckons, [`sessions`] joins both, and [`page`] shows
//! that to a person.

mod account;
mod cost;
mod history;
mod page;
mod past_session;

pub use account::Wanted;
pub use cost::{CHARS_PER_TOKEN, Cost, OfHook, OfSession, Total};
pub use history::{Entry, Lifted, Outcome, Said, Session, Wait, sessions};
pub use page::{Failure, File, Report, is_page, page};
pub use past_session::{Past, Ran, pasts};
