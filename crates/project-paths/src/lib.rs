//! Where a project is, what it is called, and which paths are inside it.
