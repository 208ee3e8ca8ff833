//! The wire between an agent host and a hook: events in, replies out.
