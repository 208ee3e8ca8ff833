//! Writes what the state protects as a plan for the confining shell.

use anyhow::{Context as _, Result};
use confine::{GOVERNANCE, OnFailure, Plan, Plans};
use hook_runtime::Ctx;
use protection::wall;

use crate::gather::read_only_paths::read_only_paths;
use crate::gather::{load, secrets};
use crate::policy::Policy;

/// Brings what is closed for the shell commands of a session in step with its state, if the client starts them by a
/// shell that holds plans. A failure is reported: the commands are judged by their text all the same.
pub(crate) fn keep(ctx: &Ctx, session: Option<&str>, governed: Option<(&Policy, Option<&str>)>) {
    let Some(session) = session.filter(|_| !ctx.is_dry_run() && wall::shell(ctx).is_some()) else {
        return;
    };
    if let Err(err) = keep_of(ctx, session, governed) {
        ctx.report(format_args!("{err:#}"));
    }
}

/// Removes what sessions left that ended without a word. A failure is reported.
pub(crate) fn forget_old_sessions(ctx: &Ctx) {
    let swept = ctx.user_state().map(|state| confine::sweep(state, ctx.now()));
    if let Some(Err(err)) = swept {
        ctx.report(format_args!("could not remove old plans: {err}"));
    }
}

fn keep_of(ctx: &Ctx, session: &str, governed: Option<(&Policy, Option<&str>)>) -> Result<()> {
    let Some(plans) = ctx.user_state().map(Plans::new) else { return Ok(()) };
    let name = Plans::beside(session, GOVERNANCE);
    let wanted = governed.and_then(|(policy, state)| wanted(ctx, session, policy, state));
    let is_kept = plans.read(&name).is_ok_and(|kept| kept == wanted);
    match wanted {
        _ if is_kept => Ok(()),
        Some(plan) => {
            plans.write(&name, &plan).context("could not save what the state forbids to write")
        }
        None => plans.remove(&name).context("could not remove what a state forbade to write"),
    }
}

/// What is to be closed, if anything is.
fn wanted(ctx: &Ctx, session: &str, policy: &Policy, state: Option<&str>) -> Option<Plan> {
    let project = ctx.project()?;
    let closed = state.map(|state| read_only_paths(ctx, project, policy, state));
    let closed = closed.unwrap_or_default();
    let hidden = if policy.hides_secrets { secrets::present(ctx, project) } else { Vec::new() };
    if closed.is_empty() && hidden.is_empty() {
        return None;
    }
    let mut plan = wall::plan(ctx, project, |at| Plan::open(session, closed, at));
    plan.hidden.extend(hidden);
    plan.on_failure = match load::on_failure(ctx) {
        hook_runtime::OnFailure::Open => OnFailure::Open,
        hook_runtime::OnFailure::Closed { .. } => OnFailure::Closed,
    };
    Some(plan)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;
    use crate::policy::testing::policy;

    #[test]
    fn what_is_closed_follows_the_state() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap().join("p");
        fs::create_dir_all(root.join("docs")).unwrap();
        let state = folder.path().join("state");
        let ctx = |shell: &str| {
            let text = |path: &std::path::Path| path.to_str().unwrap().to_owned();
            let variables = [
                ("CLAUDE_PROJECT_DIR".to_owned(), text(&root)),
                ("TACKLEBOX_STATE_DIR".to_owned(), text(&state)),
                ("CLAUDE_CODE_SHELL".to_owned(), shell.to_owned()),
            ];
            let environment = Environment::Fixed(variables.into());
            Ctx::new("governance-hook", environment, SystemTime::UNIX_EPOCH, Some(root.clone()))
        };
        let yaml =
            "states: [DO, PLAN]\npaths:\n  - { glob: 'docs/**', states: [PLAN], action: block }\n";
        let policy = policy(yaml);
        let kept = || Plans::new(&state).read(&Plans::beside("s", GOVERNANCE)).unwrap();
        keep(&ctx("/bin/bash"), Some("s"), Some((&policy, Some("PLAN"))));
        assert_eq!(kept(), None, "the client has the plain shell");
        let ctx = ctx("/opt/confine-bash");
        for _ in 0..2 {
            keep(&ctx, Some("s"), Some((&policy, Some("PLAN"))));
            let plan = kept().unwrap();
            assert!(plan.is_open && plan.read_only.contains(&format!("{}/docs/", root.display())));
            keep(&ctx, Some("s"), Some((&policy, Some("DO"))));
            assert_eq!(kept(), None);
        }
        keep(&ctx, Some("s"), Some((&policy, Some("PLAN"))));
        keep(&ctx, Some("s"), None);
        assert_eq!(kept(), None);
        hook_state::replace(&root.join(".env"), b"x").unwrap();
        let hiding = crate::policy::testing::policy("states: [DO]\nsecrets: hide\n");
        keep(&ctx, Some("s"), Some((&hiding, None)));
        assert!(kept().unwrap().hidden.contains(&root.join(".env")));
    }
}
