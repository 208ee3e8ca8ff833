//! What is no change of the project and needs no intent: the files that the host keeps for the
//! agent, temporary folders, and what an absolute glob of `exempt` names.

use std::fs;
use std::path::{Path, PathBuf};

use command_effects::{Anchor, Change, Effects, Extent};
use hook_runtime::Ctx;
use project_paths::{ProjectRoot, RelPath, Scope};
use protection::{Place, Reach, Target, is_kept_by_host};

use crate::config::Temporary;
use crate::gather::target::{is_exempt, lies_in};
use crate::policy::Policy;

/// With more files than this in a folder it is not looked for links among them.
const MAX_ENTRIES: usize = 2_000;

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
    // What is there is removed with a folder, and nothing that a link leads to.
    let follows = !matches!(target.reach, Reach::File | Reach::Whole { .. });
    if follows && !places.iter().all(|place| has_no_link(&place.path)) {
        return false;
    }
    let folders = match policy.temporary {
        Temporary::Allow => temporary(ctx),
        Temporary::Deny => Vec::new(),
    };
    places.iter().all(|place| {
        folders.iter().any(|folder| is_in(project, folder, &place.path))
            || exempts(ctx, policy, target, &place.path)
            || is_kept(place)
    })
}

/// The program of a line that obeys a configuration in a folder to which an agent may write without
/// an intent, such as the settings of a repository in `/tmp`.
pub(crate) fn obeyed(
    ctx: &Ctx,
    project: &ProjectRoot,
    policy: &Policy,
    text: &str,
    effects: &Effects,
) -> Option<String> {
    let change = effects.obeyed.iter().find(|&change| {
        if change.anchor == Anchor::Unknown {
            let names = |folder: &PathBuf| folder.to_str().is_some_and(|it| text.contains(it));
            return text.contains("mktemp")
                || text.contains("TMPDIR")
                || temporary(ctx).iter().any(names);
        }
        let inner = Change { path: format!("{}/.git", change.path), ..change.clone() };
        let target = Target::of_command(ctx, project, &inner);
        let places = target.places.as_deref().unwrap_or_default();
        let is_temporary = |place: &Place| {
            place.inside.is_none()
                && temporary(ctx).iter().any(|folder| is_in(project, folder, &place.path))
        };
        let is_tree = change.extent == Extent::Tree;
        places.iter().any(is_temporary)
            || is_exempt(&target, policy)
            || is_tree && places.iter().any(|place| holds_what_is_exempt(policy, place))
    })?;
    Some(format!("{} in `{}`", change.program, change.path))
}

/// Whether a folder of the project that is exempt, with whatever is put into it, lies in another one, of which
/// `place` is a file.
fn holds_what_is_exempt(policy: &Policy, place: &Place) -> bool {
    let Some(inside) = &place.inside else { return false };
    let around = inside.as_str().rsplit_once('/').map_or("", |(around, _)| around);
    policy.exempt().any(|glob| {
        let folder = glob.split(['*', '?', '[', '{']).next().unwrap_or_default();
        let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_below = folder
            .strip_prefix(around)
            .is_some_and(|rest| around.is_empty() || rest.is_empty() || rest.starts_with('/'));
        let within = RelPath::new(format!("{folder}/.git").trim_start_matches('/'));
        is_below && within.is_some_and(|path| policy.exempts(&path))
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

/// Whether nothing in a folder leads out of it, as far as can be seen without looking at much.
fn has_no_link(folder: &Path) -> bool {
    let mut folders = vec![folder.to_owned()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries {
            let Ok((path, kind)) = entry.and_then(|it| Ok((it.path(), it.file_type()?))) else {
                return false;
            };
            seen += 1;
            if kind.is_symlink() || seen > MAX_ENTRIES {
                return false;
            }
            if kind.is_dir() {
                folders.push(path);
            }
        }
    }
    true
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
