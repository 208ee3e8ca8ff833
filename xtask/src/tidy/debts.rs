//! What breaks a rule and is still to be mended. These lists only become shorter: what is mended
//! is struck off, and `tidy` says when.

use super::Finding;

/// Modules that stand in a circle: the crate, and the modules in alphabetical order.
pub(super) const CIRCLES: &[(&str, &str)] = &[];

/// Crates with constants that are called otherwise than `MAX_`, `MIN_` and `DEFAULT_`.
pub(super) const CONSTANTS: &[&str] = &[];

/// Modules at the top of a hook that are none of the rooms of a hook.
pub(super) const ROOMS: &[(&str, &str)] = &[];

/// Crates with more than one integration-test binary.
pub(super) const SUITES: &[&str] = &[];

/// How many files below `tests/` there may be beyond those that are enough.
pub(super) const TEST_FILES: usize = 0;

/// Says that a line of a list has no reason any more.
pub(super) fn is_paid(debt: &str) -> Finding {
    Finding::new("xtask/src/tidy/debts.rs", 0, format!("strike off what is mended: {debt}"))
}
