//! The program that asks other machines for leases of intents: it is put beside the hook of intents where the
//! project says which authority grants them.

use std::path::Path;

use project_paths::CONFIG_DIR;

use crate::offer::Offer;
use crate::place::{Place, Scope};
use crate::program::file_name;
use crate::roster::Roster;
use crate::step::Step;

/// The name of the program.
pub const LEASE_PROGRAM: &str = "tacklebox-sync";

/// The hook that asks for leases, and its configuration.
const HOOK: &str = "intent-gate-hook";
const CONFIG: &str = "intent-gate.yaml";

/// Whether a project says which authority grants leases.
pub fn has_authority(project: &Path) -> bool {
    hook_config::has(&project.join(CONFIG_DIR).join(CONFIG), "authority")
}

/// The step by which the program comes with these hooks, or a note if it cannot. In all projects of a person it may be
/// needed.
pub(crate) fn put(
    place: &Place,
    hooks: &[Offer],
    roster: &Roster<'_>,
    programs: &Path,
    notes: &mut Vec<String>,
) -> Option<Step> {
    let is_everywhere = place.scope() == Scope::User;
    let is_needed = hooks.iter().any(|hook| hook.hook == HOOK)
        && (is_everywhere || has_authority(place.folder()));
    if !is_needed {
        return None;
    }
    if is_in(programs) {
        return Some(roster.put(programs, LEASE_PROGRAM));
    }
    if !is_everywhere {
        notes.push(format!(
            "note: {} has `authority`, and {} has no {LEASE_PROGRAM}:\n      no intent can be chosen",
            place.folder().join(CONFIG_DIR).join(CONFIG).display(),
            programs.display()
        ));
    }
    None
}

/// Whether a folder has the program.
pub(crate) fn is_in(programs: &Path) -> bool {
    programs.join(file_name(LEASE_PROGRAM)).is_file()
}
