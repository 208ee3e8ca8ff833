//! Splits a shell command line into the simple commands that it would run.
