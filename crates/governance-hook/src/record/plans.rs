//! Writes what the state protects as a plan for the confining shell.

use anyhow::{Context as _, Result};
use confine::{GOVERNANCE, OnFailure, Plan, Plans};
use hook_protocol::Common;
use hook_runtime::Ctx;
use protection::wall;

use crate::gather::read_only_paths::read_only_paths;
use crate::gather::{load, secrets};
use crate::policy::Policy;

/// What closes something: the project's configuration, or a policy of the organisation.
pub(crate) struct Closing<'a> {
    /// The context in which it is judged by this policy.
    pub(crate) ctx: &'a Ctx,
    pub(crate) policy: &'a Policy,
    pub(crate) state: Option<&'a str>,
}

/// The session, if its shell commands are started by a shell that holds plans.
pub(crate) fn confined_session<'a>(ctx: &Ctx, common: &'a Common) -> Option<&'a str> {
    let session = common.session_id.as_deref()?;
    (!ctx.is_dry_run() && wall::shell(ctx).is_some()).then_some(session)
}

/// Brings what is closed for the shell commands of a session in step with its state. A failure is reported: the commands
/// are judged by their text all the same.
pub(crate) fn keep(ctx: &Ctx, session: &str, all: &[Closing<'_>]) {
    if let Err(err) = keep_of(ctx, session, all) {
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

fn keep_of(ctx: &Ctx, session: &str, all: &[Closing<'_>]) -> Result<()> {
    let Some(plans) = ctx.user_state().map(Plans::new) else { return Ok(()) };
    let name = Plans::beside(session, GOVERNANCE);
    let wanted = wanted(ctx, session, all);
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
fn wanted(ctx: &Ctx, session: &str, all: &[Closing<'_>]) -> Option<Plan> {
    let project = ctx.project()?;
    let (mut closed, mut hidden, mut on_failure) = (Vec::new(), Vec::new(), OnFailure::Open);
    for Closing { ctx, policy, state } in all {
        closed.extend(state.iter().flat_map(|it| read_only_paths(ctx, project, policy, it)));
        if policy.hides_secrets {
            hidden.extend(secrets::present(ctx, project));
        }
        if let hook_runtime::OnFailure::Closed { .. } = load::on_failure(ctx) {
            on_failure = OnFailure::Closed;
        }
    }
    closed.sort();
    closed.dedup();
    hidden.sort();
    hidden.dedup();
    if closed.is_empty() && hidden.is_empty() {
        return None;
    }
    let mut plan = wall::plan(ctx, project, |at| Plan::open(session, closed, at));
    plan.hidden.extend(hidden);
    plan.on_failure = on_failure;
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
        for folder in ["docs", "src"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
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
        let project_policy = policy(yaml);
        let kept = || Plans::new(&state).read(&Plans::beside("s", GOVERNANCE)).unwrap();
        let common = Common { session_id: Some("s".to_owned()), ..Common::default() };
        assert_eq!(
            confined_session(&ctx("/bin/bash"), &common),
            None,
            "the client has the plain shell"
        );
        let ctx = ctx("/opt/confine-bash");
        assert_eq!(confined_session(&ctx, &common), Some("s"));
        let by = |policy, state| Closing { ctx: &ctx, policy, state };
        for _ in 0..2 {
            keep(&ctx, "s", &[by(&project_policy, Some("PLAN"))]);
            let plan = kept().unwrap();
            assert!(plan.is_open && plan.read_only.contains(&format!("{}/docs/", root.display())));
            keep(&ctx, "s", &[by(&project_policy, Some("DO"))]);
            assert_eq!(kept(), None);
        }
        keep(&ctx, "s", &[by(&project_policy, Some("PLAN"))]);
        keep(&ctx, "s", &[]);
        assert_eq!(kept(), None);
        let of_organisation =
            policy("states: [X]\npaths:\n  - { glob: 'src/**', action: block }\n");
        keep(&ctx, "s", &[by(&project_policy, Some("PLAN")), by(&of_organisation, Some("X"))]);
        let closed = kept().unwrap().read_only;
        for folder in ["docs", "src"] {
            assert!(closed.contains(&format!("{}/{folder}/", root.display())), "{closed:?}");
        }
        hook_state::replace(&root.join(".env"), b"x").unwrap();
        let hiding = policy("states: [DO]\nsecrets: hide\n");
        keep(&ctx, "s", &[by(&hiding, None)]);
        assert!(kept().unwrap().hidden.contains(&root.join(".env")));
    }
}
