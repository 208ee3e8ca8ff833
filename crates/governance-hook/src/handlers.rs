//! The events: gather, decide, record.

use std::sync::Arc;

use anyhow::Result;
use hook_protocol::{
    Common, PreSkillShellCommand, PreToolUse, PreToolUseReply, SessionStart, SessionStartReply,
    SubagentStart, SubagentStartReply, Tool, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::{Ctx, OnFailure};
use person::attendance::{self, Asking};
use project_tasks::Task;
use protection::with_lines_of_skill;

use crate::decide::lookup::{Lifted, Situation};
use crate::decide::{self, Facts, Judgement, Verdict};
use crate::gather::{self, load, state};
use crate::policy::Policy;
use crate::policy::compile::built_in;
use crate::record::last_announcement::{self, Occasion};
use crate::record::plans::{self, Closing};
use crate::record::{exceptions, journal};
use crate::words;

/// Judges a call, with the lines that it runs if it is that of a skill, and tells the agent its state
/// next to the result.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    // By an organisation's policy only what it forbids counts.
    let told = if ctx.policy().is_some() { Told::Nothing } else { Told::State };
    let reply = judged(ctx, event, told)?;
    with_lines_of_skill(ctx, event, reply, |line| judged(ctx, line, Told::Nothing))
}

/// Judges a line of a skill as a call of the shell.
pub(crate) fn pre_skill_shell_command(
    ctx: &Ctx,
    event: &PreSkillShellCommand,
) -> Result<PreToolUseReply> {
    judged(ctx, &event.as_tool_use(), Told::Nothing)
}

/// What the agent is told beside a judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    State,
    /// It does not hear it, or has just heard it.
    Nothing,
}

fn judged(ctx: &Ctx, event: &PreToolUse, told: Told) -> Result<PreToolUseReply> {
    let found = match governed(ctx, &event.common) {
        Ok(found) => found,
        Err(err) => return broken(ctx, event, err),
    };
    if *event.call.name.tool() == Tool::Bash {
        close(ctx, &event.common, found.as_ref());
    }
    let Some(Governed { policy, state, notice }) = found else {
        return Ok(judged_in_no_state(ctx, &built_in(), event).1);
    };
    let Some(state) = state else { return Ok(judged_in_no_state(ctx, &policy, event).1) };
    let facts = facts(ctx, &policy, &state, event);
    let lifted = exceptions::lifted(ctx);

    let situation = situation(&policy, &state, &event.common, &lifted);
    let judgement = decide::judge(situation, &event.call, &facts);
    let line = (told == Told::State).then(|| situation.announcement());

    let due =
        |line| last_announcement::due(ctx, policy.announce, Occasion::Call, &event.common, line);
    let line = words::lines(notice, line.and_then(due));
    record(ctx, event, Some(&state), &judgement);
    name_rules(ctx, &judgement, policy.grant_on_allow);
    let task = task(ctx, event, &judgement);
    Ok(reply(&judgement, line, task.as_ref(), policy.grant_on_allow, asking(ctx, event)))
}

/// The judgement where no state is known: whether the call is denied, and the reply.
fn judged_in_no_state(ctx: &Ctx, policy: &Policy, event: &PreToolUse) -> (bool, PreToolUseReply) {
    let facts = facts(ctx, policy, decide::NO_STATE, event);
    let judgement = decide::judge_in_no_state(policy, &event.call, &facts);
    record(ctx, event, None, &judgement);
    name_rules(ctx, &judgement, false);
    let is_denied = matches!(judgement.verdict(), Verdict::Denied(_));
    let task = task(ctx, event, &judgement);
    (is_denied, reply(&judgement, None, task.as_ref(), false, asking(ctx, event)))
}

/// The task that a call runs which does not simply take its course.
fn task(ctx: &Ctx, event: &PreToolUse, judgement: &Judgement<'_>) -> Option<Task> {
    let is_stopped = matches!(judgement.verdict(), Verdict::Denied(_) | Verdict::Asked(_));
    is_stopped.then(|| gather::task(ctx, &event.call)).flatten()
}

fn facts(ctx: &Ctx, policy: &Policy, state: &str, event: &PreToolUse) -> Facts {
    gather::facts(ctx, policy, state, &event.call, event.common.session_id.as_deref())
}

fn record(ctx: &Ctx, event: &PreToolUse, state: Option<&str>, judgement: &Judgement<'_>) {
    // What is over is not logged again.
    if !ctx.is_dry_run() && ctx.sandbox().is_none() {
        journal::record(ctx, event, state, judgement);
    }
}

fn asking(ctx: &Ctx, event: &PreToolUse) -> Asking {
    attendance::asking(event.common.permission_mode.as_ref(), |name| ctx.env(name))
}

/// Tells a session its state where it begins, and again after a compaction.
pub(crate) fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    if !ctx.is_dry_run() {
        last_announcement::forget_old_sessions(ctx);
        plans::forget_old_sessions(ctx);
    }
    let line = line_for(ctx, Occasion::Beginning, &event.common)?;
    Ok(line.map(SessionStartReply::context).unwrap_or_default())
}

/// Tells a subagent its state, and what is blocked for its type.
pub(crate) fn subagent_start(ctx: &Ctx, event: &SubagentStart) -> Result<SubagentStartReply> {
    let line = line_for(ctx, Occasion::Beginning, &event.common)?;
    Ok(line.map(SubagentStartReply::context).unwrap_or_default())
}

/// Tells the agent its state with a person's prompt, if it has changed.
pub(crate) fn user_prompt_submit(
    ctx: &Ctx,
    event: &UserPromptSubmit,
) -> Result<UserPromptSubmitReply> {
    if !event.is_from_person() {
        return Ok(UserPromptSubmitReply::default());
    }
    let line = line_for(ctx, Occasion::Prompt, &event.common)?;
    Ok(line.map(UserPromptSubmitReply::context).unwrap_or_default())
}

/// The judgement where the configuration is broken. With `on_failure: closed` a call about which the person
/// would be asked is denied.
fn broken(ctx: &Ctx, event: &PreToolUse, err: anyhow::Error) -> Result<PreToolUseReply> {
    let policy = Policy { is_configured: true, ..built_in() };
    let (is_denied, reply) = judged_in_no_state(ctx, &policy, event);
    let is_open = || matches!(load::on_failure(ctx), OnFailure::Open);
    if !(is_denied || reply.is_stricter_than_silence() && is_open()) {
        return Err(err);
    }
    ctx.report(format_args!("{err:#}"));
    Ok(reply)
}

/// What an agent is governed by.
struct Governed {
    policy: Arc<Policy>,
    /// The name of the state, if a source says it.
    state: Option<String>,
    /// What is to be said of a source that was not asked.
    notice: Option<String>,
}

/// What the agent is governed by; `None` where there is nothing.
fn governed(ctx: &Ctx, common: &Common) -> Result<Option<Governed>> {
    let Some(policy) = load::policy(ctx)? else {
        return Ok(None);
    };
    let asked = state::ask(ctx, &policy, common.session_id.as_deref());
    for failure in &asked.failures {
        ctx.report(failure);
    }
    let session = common.session_id.as_deref();
    let notice = || person::trust::notice(ctx, session, &policy.sources_file);
    let notice = asked.is_distrustful.then(notice).flatten();
    Ok(Some(Governed { policy, state: asked.state.map(|state| state.name), notice }))
}

/// Makes read-only for shell commands what the state blocks, here and by the policies of the organisation.
fn close(ctx: &Ctx, common: &Common, found: Option<&Governed>) {
    let Some(session) = plans::confined_session(ctx, common) else { return };
    // What is wrong with a policy is said where a call is judged by it.
    let governed_by = |ctx: Ctx| Some((governed(&ctx, common).ok()??, ctx));
    let policies: Vec<(Governed, Ctx)> = ctx.under_policies().filter_map(governed_by).collect();
    let own = found.map(|found| (found, ctx));
    let all = own.into_iter().chain(policies.iter().map(|(found, ctx)| (found, ctx)));
    let all: Vec<_> = all
        .map(|(it, ctx)| Closing { ctx, policy: &it.policy, state: it.state.as_deref() })
        .collect();
    plans::keep(ctx, session, &all);
}

fn line_for(ctx: &Ctx, occasion: Occasion, common: &Common) -> Result<Option<String>> {
    let found = governed(ctx, common)?;
    close(ctx, common, found.as_ref());
    let Some(Governed { policy, state: Some(state), notice }) = found else { return Ok(None) };
    let lifted = exceptions::lifted(ctx);
    let line = situation(&policy, &state, common, &lifted).announcement();
    let line = last_announcement::due(ctx, policy.announce, occasion, common, line);
    Ok(words::lines(notice, line))
}

/// Says by which rules it was decided.
fn name_rules(ctx: &Ctx, judgement: &Judgement<'_>, grant_on_allow: bool) {
    let rules = match judgement.verdict() {
        Verdict::Denied(findings) | Verdict::Asked(findings) | Verdict::Warned(findings) => {
            findings
        }
        Verdict::Allowed if grant_on_allow && judgement.grants() => {
            judgement.findings.iter().collect()
        }
        Verdict::Allowed => return,
    };
    let rules: Vec<&str> = rules.iter().map(|finding| finding.rule_id.as_str()).collect();
    ctx.decided_by(rules.join(", "));
}

fn situation<'a>(
    policy: &'a Policy,
    state: &'a str,
    common: &'a Common,
    lifted: &'a Lifted,
) -> Situation<'a> {
    Situation { policy, state, agent_type: common.agent_type.as_deref(), lifted }
}

/// The reply to a judgement, with the task that a denied call runs. Warnings go into the context: the reason of an
/// allowed call never reaches the agent.
pub(crate) fn reply(
    judgement: &Judgement<'_>,
    line: Option<String>,
    task: Option<&Task>,
    grant_on_allow: bool,
    asking: Asking,
) -> PreToolUseReply {
    let mut context: Vec<String> = line.into_iter().collect();
    let with_task = |reason: String| match task {
        Some(task) => format!("{reason}\n{}", words::task(task)),
        None => reason,
    };
    let reply = match judgement.verdict() {
        Verdict::Denied(findings) => PreToolUseReply::deny(with_task(decide::denial(&findings))),
        Verdict::Asked(findings) => match (with_task(decide::denial(&findings)), asking) {
            (reason, Asking::Possible) => PreToolUseReply::ask(reason),
            (reason, Asking::Pointless(absence)) => {
                PreToolUseReply::deny(words::unasked(&reason, absence))
            }
        },
        Verdict::Warned(findings) => {
            context.extend(findings.iter().map(|finding| words::warning(finding.words())));
            PreToolUseReply::default()
        }
        Verdict::Allowed if grant_on_allow && judgement.grants() => {
            PreToolUseReply::bypass_permission_prompt(words::GRANTED)
        }
        Verdict::Allowed => PreToolUseReply::default(),
    };
    reply.with_context(context.join("\n"))
}
