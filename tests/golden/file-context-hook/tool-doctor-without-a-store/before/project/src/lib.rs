//! Its library.
