//! What the text of a command line tells, and whether its `cd`s succeed.

use std::cell::Cell;
use std::path::PathBuf;

use command_effects::{Change, ChangeKind, Effects, RiskRule, Tier, effects_where};
use hook_runtime::Ctx;
use project_paths::normalise;
use shell_syntax::WorkingDir;

use crate::gather::act::Scene;
use crate::gather::program::PROGRAM;
use crate::gather::target::{Target, base};
use crate::policy::Policy;

/// What a line does. A `cd` is sure to succeed where there is such a folder, unless the line
/// takes it away; behind one that is not, both folders count.
pub(crate) fn effects(ctx: &Ctx, scene: &Scene<'_>, text: &str) -> Effects {
    let Scene { project, policy, .. } = *scene;
    let (rules, base, asked) = (rules(policy), base(ctx, project), Cell::new(false));
    let folder = |dir: &WorkingDir| match dir {
        WorkingDir::Unchanged => Some(base.clone()),
        WorkingDir::Literal(path) => Some(base.join(path)),
        WorkingDir::Unknown => None,
    };
    let is_there = |dir: &WorkingDir| {
        asked.set(true);
        folder(dir).is_none_or(|folder| folder.is_dir())
    };
    let effects = effects_where(text, &policy.programs, &rules, &is_there);
    if !asked.get() {
        return effects;
    }
    let gone = effects.changes.iter().filter(|change| takes_away(change));
    let gone: Vec<Target> = gone.map(|change| Target::of_command(ctx, project, change)).collect();
    if gone.is_empty() {
        return effects;
    }
    let stays = |folder: PathBuf| {
        let folder = normalise(&folder);
        let is_in = |target: &Target| {
            target.reach.takes_along(&target.spelled, &folder)
                || target.reach.may_reach(&target.spelled, &folder)
        };
        !gone.iter().any(is_in)
    };
    let can_enter = |dir: &WorkingDir| is_there(dir) && folder(dir).is_none_or(stays);
    effects_where(text, &policy.programs, &rules, &can_enter)
}

/// What is said of commands before the table of programs: the gate's own program changes
/// nothing that [`of_command`](crate::gather::order::of_command) lets through.
fn rules(policy: &Policy) -> Vec<RiskRule> {
    let own = RiskRule { program: PROGRAM.to_owned(), args: String::new(), tier: Tier::Safe };
    std::iter::once(own).chain(policy.command_rules()).collect()
}

fn takes_away(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Remove | ChangeKind::MoveFrom | ChangeKind::Mode)
}
