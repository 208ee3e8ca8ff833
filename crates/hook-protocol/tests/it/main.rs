//! The wire: what becomes of what hosts send, and of what hooks answer.
#![cfg(test)]

mod events;
mod hosts;
mod replies;
