//! Runs a hook program over recorded cases, one named test a folder.
