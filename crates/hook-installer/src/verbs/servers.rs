//! Servers whose programs are not where the others come from: a project's own copy of the programs
//! has none.

use std::path::Path;

use crate::offer::Offer;
use crate::program::file_name;

/// The hooks, each with its server where the folder of programs has that, and notes on those that
/// are left out. A hook does its work without.
pub(super) fn that_can_come(hooks: Vec<Offer>, programs: &Path) -> (Vec<Offer>, Vec<String>) {
    let mut notes = Vec::new();
    let mut able = Vec::new();
    for mut hook in hooks {
        if let Some(server) = hook.server_name()
            && !programs.join(file_name(&server)).is_file()
        {
            notes.push(format!(
                "note: the MCP server {server} was not added: {} does not contain it;\n      {} works \
                 without it, and `--programs DIR` can name another folder",
                programs.display(),
                hook.hook
            ));
            hook.server = None;
        }
        able.push(hook);
    }
    (able, notes)
}
