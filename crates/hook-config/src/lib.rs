//! Finds, reads and caches the strict configuration of a hook.
