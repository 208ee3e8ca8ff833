//! Runs a hook: the only code that touches stdin, stdout and the exit status.
