//! Reads, checks and edits settings.json without disturbing a byte that is not ours.
