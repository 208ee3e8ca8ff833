//! Builds, installs, shows, measures and checks Tacklebox.
fn main() {}
