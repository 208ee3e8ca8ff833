//! Servers whose programs are not where the others come from: a project's own copy of the programs
//! has none.

use std::path::Path;

use crate::error::InstallError;
use crate::offer::Offer;
use crate::place::Place;
use crate::program::file_name;

/// The hooks, each with its server where the folder of programs has that, and notes on those that
/// are left out. A hook does its work without.
pub(super) fn that_can_come(
    place: &Place,
    hooks: Vec<Offer>,
    programs: &Path,
) -> Result<(Vec<Offer>, Vec<String>), InstallError> {
    let mut notes = Vec::new();
    let mut able = Vec::new();
    for mut hook in hooks {
        if let Some(server) = place.server(&hook)?
            && !programs.join(file_name(server.name())).is_file()
        {
            notes.push(format!(
                "note: the server {} is left out: {} has no such program;\n      {} works without \
                 it, and `--programs DIR` names a folder that has it",
                server.name(),
                programs.display(),
                hook.hook
            ));
            hook.server = None;
        }
        able.push(hook);
    }
    Ok((able, notes))
}
