//! Before a call and after it.

use active_intents::{Holder, Intent, Request};
use anyhow::{Context as _, Result};
use hook_protocol::{
    BashInput, PostToolUse, PostToolUseReply, PreSkillShellCommand, PreToolUse, PreToolUseReply,
    Tool, ToolCall,
};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use project_tasks::Task;
use protection::{Protection, with_lines_of_skill};

use crate::decide::{self, Verdict};
use crate::gather::availability::Availability;
use crate::gather::call;
use crate::gather::call_effects::{Act, Scene};
use crate::gather::facts::Facts;
use crate::gather::load::{self, Broken, Gate, Loaded};
use crate::gather::locks::ProjectLocks;
use crate::gather::refusals;
use crate::gather::session::{self, Actor, Session};
use crate::handlers::{orders, origin::is_from_host, plan_notices};
use crate::policy::Policy;
use crate::record::{choice, claim, plans, requests};
use crate::words;

/// Judges a call; of a skill also the lines that it runs. Denies, has the person asked, or says nothing: it
/// never grants.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    let reply = judged(ctx, event)?;
    with_lines_of_skill(ctx, event, reply, |line| judged(ctx, line))
}

/// Judges a line of a skill as a call of the shell.
pub(crate) fn pre_skill_shell_command(
    ctx: &Ctx,
    event: &PreSkillShellCommand,
) -> Result<PreToolUseReply> {
    judged(ctx, &event.as_tool_use())
}

fn judged(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    if is_free(&event.call) && !Protection::has_keys(ctx) {
        return Ok(PreToolUseReply::default());
    }
    let Some(project) = ctx.project() else { return Ok(PreToolUseReply::default()) };
    let gate = match load::load(ctx) {
        Loaded::Absent => return Ok(PreToolUseReply::default()),
        Loaded::Broken(broken) => {
            let verdict = unread(ctx, project, &broken, &event.call);
            name_rule(ctx, &verdict);
            return Ok(reply(verdict, &[], None));
        }
        Loaded::Ready(gate) => gate,
    };
    let actor = Actor::of(ctx, &event.common);
    let verdict = judge(ctx, project, &gate, &actor, event)?;
    let told = match verdict {
        Verdict::Deny(_) => refusals(ctx, &actor),
        _ => Vec::new(),
    };
    name_rule(ctx, &verdict);
    let task = if verdict == Verdict::Pass { None } else { call::task(ctx, project, &event.call) };
    Ok(reply(verdict, &told, task.as_ref()))
}

/// Binds what a call chose, frees what it gave back, writes down what it asked for.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let Some(project) = ctx.project() else { return Ok(PostToolUseReply::default()) };
    let speaks = matches!(event.call.name.tool(), Tool::Mcp(_) | Tool::Bash | Tool::PowerShell);
    if !speaks || has_failed(event) {
        return Ok(PostToolUseReply::default());
    }
    let Loaded::Ready(gate) = load::load(ctx) else {
        return Ok(PostToolUseReply::default());
    };
    let actor = Actor::of(ctx, &event.common);
    let (policy, session) = (&gate.policy, actor.session.as_str());
    let scene = Scene { project, protection: None, policy, session };
    let act = call::act(ctx, &scene, &event.call);
    if act.done().next().is_none() || !is_from_host(ctx) {
        let told = plan_notices::explained_in(ctx, &gate, &actor, event)?;
        return Ok(PostToolUseReply::default().with_context(told.unwrap_or_default()));
    }
    Ok(match orders::carry_out(ctx, project, &gate, &actor, &act) {
        Ok(Ok(said)) => PostToolUseReply::default().with_context(said.join("\n")),
        Ok(Err(denial)) => {
            ctx.decided_by(denial.rule());
            PostToolUseReply::block(denial.sentence())
        }
        Err(err) => {
            ctx.report(format_args!("{err:#}"));
            PostToolUseReply::default().with_context(words::not_done(&err))
        }
    })
}

/// Has a call judged, and renews the lock of the intent in which it happens.
fn judge(
    ctx: &Ctx,
    project: &ProjectRoot,
    gate: &Gate,
    actor: &Actor,
    event: &PreToolUse,
) -> Result<Verdict> {
    let protection = guarding(ctx, project, actor, &event.call);
    let (policy, session) = (&gate.policy, actor.session.as_str());
    let scene = Scene { project, protection: Some(&protection), policy, session };
    let act = call::act(ctx, &scene, &event.call);
    if !act.changes() && act.orders.is_empty() && act.refusal.is_none() {
        return Ok(Verdict::Pass);
    }
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
    let locks = ProjectLocks::of(ctx, &gate.policy)?;
    let mut facts = Facts::of(ctx, event, gate, &act, &chosen, &locks);
    facts.is_walled = facts.is_walled && keeps_plan(ctx, project, &facts, actor, &chosen, event);

    let verdict = decide::judge(&facts);

    if ctx.is_dry_run() {
        return Ok(verdict);
    }
    if act.chooses() {
        choice::announce(ctx, actor, &chosen);
    }
    if let (Verdict::Pass, Some(Availability::Open(intent, _))) = (&verdict, &facts.choice)
        && locks.authority().is_some()
        && is_from_host(ctx)
    {
        // So the choice itself is denied, and not only what comes of it.
        let claimed = claim::claim(ctx, &locks, actor, intent);
        if let Some(denial) = decide::refuse(gate, &claimed, &facts.typed, ctx.now()) {
            return Ok(Verdict::Deny(denial));
        }
    }
    let Some(intent) = held(gate, actor, &act, &chosen) else { return Ok(verdict) };
    let known = match &facts.chosen {
        Some(Availability::Open(_, holder)) => holder.as_ref(),
        _ => None,
    };
    let token = match known {
        Some(Holder::Session(lock)) if lock.session == actor.session => Some(lock.token),
        _ => None,
    };
    ctx.works_on(hook_runtime::Intent { id: intent.id.to_string(), token });
    if let Verdict::Deny(_) = verdict {
        return Ok(verdict);
    }
    let renewed = choice::renew(ctx, &locks, actor, intent, known);
    let lost = decide::refuse(gate, &renewed, &facts.typed, ctx.now());
    Ok(lost.map_or(verdict, Verdict::Deny))
}

/// Writes the plan of what a command may write, and whose plan it is, before the command runs. A plan that cannot be
/// written limits nothing.
fn keeps_plan(
    ctx: &Ctx,
    project: &ProjectRoot,
    facts: &Facts<'_>,
    actor: &Actor,
    session: &Session,
    event: &PreToolUse,
) -> bool {
    if ctx.is_dry_run() {
        return true;
    }
    let intent = match &facts.chosen {
        Some(Availability::Open(intent, _)) => Some(*intent),
        _ => None,
    };
    let kept = plans::keep(ctx, project, facts.policy(), actor, session, intent).and_then(|()| {
        let input = event.call.view::<BashInput<'_>>();
        let command = input.as_ref().map_or("", |input| input.command.as_ref());
        plans::leave_ticket(ctx, actor, session, command)
    });
    if let Err(err) = &kept {
        ctx.report(format_args!("{err:#}"));
    }
    kept.is_ok()
}

/// The protection of a call of a session.
pub(crate) fn guarding<'a>(
    ctx: &'a Ctx,
    project: &'a ProjectRoot,
    actor: &'a Actor,
    call: &ToolCall,
) -> Protection<'a> {
    let is_command = *call.name.tool() == Tool::Bash;
    Protection::new(ctx, project).in_session(is_command.then_some(actor.session.as_str()))
}

/// The intent in which a call happens.
fn held<'a>(gate: &'a Gate, actor: &Actor, act: &Act, chosen: &Session) -> Option<&'a Intent> {
    if !act.changes() || act.is_exempt(&gate.policy) {
        return None;
    }
    gate.intents.get(chosen.intent_of(actor.agent.as_deref())?.as_str())
}

/// Whether a tool cannot change anything, whatever the project says.
fn is_free(call: &ToolCall) -> bool {
    matches!(call.name.tool(), Tool::Read | Tool::Grep | Tool::Glob | Tool::AskUserQuestion)
}

/// Has a call judged where the files of the gate cannot be read.
fn unread(ctx: &Ctx, project: &ProjectRoot, broken: &Broken, call: &ToolCall) -> Verdict {
    let policy = Policy::default();
    let protection = Protection::new(ctx, project);
    let scene = Scene { project, protection: Some(&protection), policy: &policy, session: "" };
    let act = call::act(ctx, &scene, call);
    if act.choice().is_none() && !act.changes() && act.refusal.is_none() {
        return Verdict::Pass;
    }
    ctx.report(&broken.error);
    decide::judge_unread(&act, &broken.error, broken.on_failure)
}

/// The requests of which the agent is to be told that they were refused.
fn refusals(ctx: &Ctx, actor: &Actor) -> Vec<Request> {
    let untold = refusals::untold(ctx, actor);
    let told = if ctx.is_dry_run() {
        untold
    } else {
        untold.and_then(|untold| requests::tell(ctx, actor, untold))
    };
    told.unwrap_or_else(|err| {
        ctx.report(format_args!("{err:#}"));
        Vec::new()
    })
}

/// Says by which rule it was decided.
fn name_rule(ctx: &Ctx, verdict: &Verdict) {
    if let Verdict::Deny(denial) | Verdict::Ask(denial) = verdict {
        ctx.decided_by(denial.rule());
    }
}

fn reply(verdict: Verdict, refused: &[Request], task: Option<&Task>) -> PreToolUseReply {
    let task = task.map(words::task);
    match verdict {
        Verdict::Pass => PreToolUseReply::default(),
        Verdict::Ask(denial) => {
            PreToolUseReply::ask(lines(std::iter::once(denial.question()).chain(task)))
        }
        Verdict::Deny(denial) => {
            let refused = refused.iter().map(words::refused);
            let all = std::iter::once(denial.sentence()).chain(task).chain(refused);
            PreToolUseReply::deny(lines(all))
        }
    }
}

fn lines(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join("\n")
}

/// Whether the tool says that it failed, though the host calls that a success.
fn has_failed(event: &PostToolUse) -> bool {
    let Some(response) = &event.tool_response else { return false };
    ["isError", "is_error", "interrupted"]
        .iter()
        .any(|key| response.get(key).and_then(serde_json::Value::as_bool) == Some(true))
}
