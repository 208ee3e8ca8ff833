//! What hooks remember: atomically replaced files, locked journals and one-shot markers.
