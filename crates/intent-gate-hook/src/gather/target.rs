//! Whether a file that a call would change lies in a scope.

use std::path::Path;

use hook_runtime::Ctx;
use project_paths::{ProjectRoot, RelPath, Scope};
use protection::{Reach, Target};

use crate::policy::Policy;

/// Counts what lies in other checkouts as outside of the project. Its own checkout is inside, and the one in which the
/// agent works, because a subagent may have a worktree of its own.
pub(crate) fn leave_other_checkouts(ctx: &Ctx, project: &ProjectRoot, targets: &mut [Target]) {
    let mut here = None;
    for place in targets.iter_mut().filter_map(|target| target.places.as_mut()).flatten() {
        let Some(inside) = &place.inside else { continue };
        let is_in = |root: &Path| root.join(inside.as_str()) == place.path;
        if is_in(project.resolved()) {
            continue;
        }
        let here =
            here.get_or_insert_with(|| project.checkout_of(&ctx.real_paths(), ctx.cwd(), "."));
        if !is_in(here.resolved()) {
            place.inside = None;
        }
    }
}

/// Whether all that it may be is in a scope or exempt.
pub(crate) fn is_within(target: &Target, scope: &Scope, policy: &Policy) -> bool {
    target.holds_everywhere(|path| lies_in(target, scope, path) || policy.exempts(path))
}

/// Whether all that it may be is exempt.
pub(crate) fn is_exempt(target: &Target, policy: &Policy) -> bool {
    target.holds_everywhere(|path| policy.exempts(path))
}

/// Whether all that it may be is in the project.
pub(crate) fn is_inside(target: &Target) -> bool {
    target.holds_everywhere(|_| true)
}

/// Whether more of a folder is changed than the files in it that a scope holds.
pub(crate) fn is_whole(target: &Target, scope: &Scope) -> bool {
    let some_file = |path: &RelPath| RelPath::new(&format!("{path}/\u{1}"));
    target.reach != Reach::File
        && target.holds_everywhere(|path| some_file(path).is_some_and(|it| scope.includes(&it)))
}

/// Whether a path that a target may be lies in a scope, with all that changes there.
pub(crate) fn lies_in(target: &Target, scope: &Scope, path: &RelPath) -> bool {
    match target.reach {
        Reach::Whole { tree: true } if target.is_folder => scope.includes_tree(path),
        // `src/**` has all that is in `src`, and not `src`.
        Reach::Files if target.is_folder => scope.includes_below(path),
        Reach::Below => scope.includes_below(path),
        // `src/*.py` means nothing that is called `generated`.
        Reach::Matches { .. } => {
            scope.includes_named_below(path, |name| target.reach.may_name(name))
        }
        Reach::File | Reach::Files | Reach::Whole { .. } => scope.includes(path),
    }
}
