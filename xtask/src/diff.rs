//! Shows what an edit changed.

use std::path::Path;

use similar::TextDiff;

use crate::settings_file::Change;

/// The unified diff of a change of `path`, or a line that says that there is none.
pub(crate) fn show(path: &Path, change: &Change) -> String {
    if change.is_none() {
        return format!("{}: nothing to change\n", path.display());
    }
    let name = path.display().to_string();
    let side = |text: &Option<String>| {
        if text.is_some() { name.clone() } else { NONE.to_owned() }
    };
    let before = change.before.as_deref().unwrap_or_default();
    let after = change.after.as_deref().unwrap_or_default();
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(&side(&change.before), &side(&change.after))
        .to_string()
}

/// The name of a file that is not there, as `diff` and `patch` have it.
const NONE: &str = "/dev/null";
