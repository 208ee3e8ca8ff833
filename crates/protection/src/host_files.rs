//! The files that a host keeps for the agent beside its project: plans, memories, and the data of
//! plugins. To write them is no change of the project, and none of what decides here.

use std::path::Path;

use hook_runtime::Ctx;
use project_paths::{RelPath, Scope, normalise};

use crate::target::Place;

/// Below the folder of Claude Code (seen in 2.1.112 and 2.1.332).
const KEPT: [&str; 3] = ["plans/*.md", "projects/*/memory/**", "plugins/data/**"];

/// The folder among those of plugins in which there is no code.
pub(crate) const PLUGIN_DATA: &str = "data";

/// Whether a place is a file that the host keeps for the agent.
pub fn is_kept_by_host(ctx: &Ctx, place: &Place) -> bool {
    let Some(folder) = ctx.host_folder().filter(|folder| folder.is_absolute()) else {
        return false;
    };
    let holds = |folder: &Path| {
        let below = place.path.strip_prefix(folder).ok();
        let below = below.and_then(|below| RelPath::new(below.to_str()?));
        below.is_some_and(|below| Scope::trusted(KEPT).includes(&below))
    };
    // That of a project is told by its spelling: to look for links costs every call.
    holds(&folder)
        || place.inside.is_none()
            && ctx.real_paths().real(&normalise(&folder)).is_some_and(|folder| holds(&folder))
}
