//! Which program is under test.

use std::path::{Path, PathBuf};

/// Names a folder of programs, each of which was built alone.
pub(crate) const PROGRAMS: &str = "TACKLEBOX_PROGRAMS";

/// The program that cargo has `built` for a test, or the one of that name in the folder
/// `TACKLEBOX_PROGRAMS`. Features unify over what is built together, tests and their
/// dependencies included; there, a program has the features that a person gets.
pub fn under_test(built: &Path) -> PathBuf {
    match (programs(), built.file_name()) {
        (Some(dir), Some(name)) => dir.join(name),
        _ => built.to_owned(),
    }
}

#[expect(clippy::disallowed_methods, reason = "a switch for who runs the tests")]
fn programs() -> Option<PathBuf> {
    std::env::var_os(PROGRAMS).filter(|dir| !dir.is_empty()).map(PathBuf::from)
}
