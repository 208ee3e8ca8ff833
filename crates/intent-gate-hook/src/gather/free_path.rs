//! What is no change of the project and needs no intent: the files that the host keeps for the
//! agent, temporary folders, and what an absolute glob of `exempt` names.

use std::path::{Path, PathBuf};

use hook_runtime::Ctx;
use project_paths::{ProjectRoot, RelPath, Scope};
use protection::{Place, Target, is_kept_by_host};

use crate::gather::target::lies_in;
use crate::policy::Policy;

/// The folders that the system has for temporary files.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// Whether all that a target may be is no file of the project and is free. Its places are
/// without links, so that a link out of a temporary folder leads out of it.
pub(crate) fn is_free(ctx: &Ctx, project: &ProjectRoot, policy: &Policy, target: &Target) -> bool {
    let Some(places) = target.places.as_ref().filter(|places| !places.is_empty()) else {
        return false;
    };
    let is_kept = |place: &Place| is_kept_by_host(ctx, place);
    if places.iter().any(|place| place.inside.is_some() && !is_kept(place)) {
        return false;
    }
    let folders = temporary(ctx);
    places.iter().all(|place| {
        folders.iter().any(|folder| is_in(project, folder, &place.path))
            || exempts(ctx, policy, target, &place.path)
            || is_kept(place)
    })
}

/// The temporary folders of the machine and of whoever works there, without links.
fn temporary(ctx: &Ctx) -> Vec<PathBuf> {
    let own = ctx.env("TMPDIR").map(PathBuf::from);
    let is_apart = |folder: &PathBuf| ctx.home().is_none_or(|home| !home.starts_with(folder));
    let own = own.filter(|folder| folder.is_absolute() && is_apart(folder));
    let folders = TEMPORARY.iter().map(PathBuf::from).chain(own);
    folders.filter_map(|folder| folder.canonicalize().ok()).collect()
}

/// Whether a path lies in a temporary folder, and not in the part of it in which the project lies.
fn is_in(project: &ProjectRoot, folder: &Path, path: &Path) -> bool {
    let part = |path: &Path| Some(path.strip_prefix(folder).ok()?.iter().next()?.to_owned());
    part(path).is_some_and(|own| part(project.resolved()) != Some(own))
}

fn exempts(ctx: &Ctx, policy: &Policy, target: &Target, path: &Path) -> bool {
    let Some(path) = path.to_str().and_then(|path| RelPath::new(path.trim_start_matches('/')))
    else {
        return false;
    };
    policy.exempt_outside().any(|glob| {
        let glob = match (glob.strip_prefix("~/"), ctx.home()) {
            (Some(below), Some(home)) => home.join(below).to_string_lossy().into_owned(),
            _ => glob.to_owned(),
        };
        lies_in(target, &Scope::trusted([glob.trim_start_matches('/')]), &path)
    })
}
