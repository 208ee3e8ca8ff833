//! Nothing but tests: programs that are killed while they write. See `tests/it/main.rs`.
