//! The events: gather, decide, record.

use std::sync::Arc;

use anyhow::Result;
use command_effects::Programs;
use hook_protocol::{
    Common, PreSkillShellCommand, PreToolUse, PreToolUseReply, SessionStart, SessionStartReply,
    SubagentStart, SubagentStartReply, Tool, UserPromptSubmit, UserPromptSubmitReply,
};
use hook_runtime::Ctx;
use project_tasks::Task;
use protection::with_lines_of_skill;

use crate::decide::lookup::{Announcement, Lifted, Situation};
use crate::decide::{self, Judgement, Verdict};
use crate::gather::{self, guard, load, state};
use crate::policy::{Announce, Policy};
use crate::record::told::{self, Occasion};
use crate::record::{exceptions, journal, wall};
use crate::words;

/// Judges a call, with the lines that it runs if it is that of a skill, and tells the agent its state
/// next to the result.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    let reply = judged(ctx, event, Told::State)?;
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
        return Ok(PreToolUseReply::default());
    };
    let Some(state) = state else { return Ok(protected(ctx, &policy.programs, event)) };
    let facts = gather::facts(ctx, &policy, &state, &event.call);
    let lifted = exceptions::lifted(ctx);

    let situation = situation(&policy, &state, &event.common, &lifted);
    let judgement = decide::judge(situation, &event.call, &facts);
    let line = (told == Told::State).then(|| situation.announcement());

    let due = |line| due(ctx, policy.announce, Occasion::Call, &event.common, line);
    let line = line.and_then(due);
    // What is over is not logged again.
    if !ctx.is_dry_run() && ctx.sandbox().is_none() {
        journal::record(ctx, event, &state, &judgement);
    }
    name_rules(ctx, &judgement, policy.grant_on_allow);
    let line = words::lines(notice, line);
    let task = match judgement.verdict() {
        Verdict::Denied(_) => gather::task(ctx, &event.call),
        _ => None,
    };
    Ok(reply(&judgement, line, task.as_ref(), policy.grant_on_allow))
}

/// Tells a session its state where it begins, and again after a compaction.
pub(crate) fn session_start(ctx: &Ctx, event: &SessionStart) -> Result<SessionStartReply> {
    if !ctx.is_dry_run() {
        told::forget_old_sessions(ctx);
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

/// What holds where the configuration is broken, whatever it says of failures.
fn broken(ctx: &Ctx, event: &PreToolUse, err: anyhow::Error) -> Result<PreToolUseReply> {
    let reply = protected(ctx, &Programs::default(), event);
    if reply == PreToolUseReply::default() {
        return Err(err);
    }
    ctx.report(format_args!("{err:#}"));
    Ok(reply)
}

/// What holds where no rule can be asked: what is protected stays so.
fn protected(ctx: &Ctx, programs: &Programs, event: &PreToolUse) -> PreToolUseReply {
    let line = guard::line(ctx, programs, &event.call);
    let Some(refusal) = guard::refusal(ctx, &event.call, line.as_ref()) else {
        return PreToolUseReply::default();
    };
    ctx.decided_by(decide::PROTECTION);
    PreToolUseReply::deny(words::refused(&refusal))
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

/// Closes for shell commands what the state closes.
fn close(ctx: &Ctx, common: &Common, found: Option<&Governed>) {
    let governed = found.and_then(|it| Some((&*it.policy, it.state.as_deref()?)));
    wall::keep(ctx, common.session_id.as_deref(), governed);
}

fn line_for(ctx: &Ctx, occasion: Occasion, common: &Common) -> Result<Option<String>> {
    let found = governed(ctx, common)?;
    close(ctx, common, found.as_ref());
    let Some(Governed { policy, state: Some(state), notice }) = found else { return Ok(None) };
    let lifted = exceptions::lifted(ctx);
    let line = situation(&policy, &state, common, &lifted).announcement();
    Ok(words::lines(notice, due(ctx, policy.announce, occasion, common, line)))
}

/// The line, where the agent is to be told it; it then counts as told.
fn due(
    ctx: &Ctx,
    announce: Announce,
    occasion: Occasion,
    common: &Common,
    line: Announcement,
) -> Option<String> {
    if ctx.is_dry_run() {
        told::would_say(ctx, announce, occasion, common, line)
    } else {
        told::line_for(ctx, announce, occasion, common, line)
    }
}

/// Says by which rules it was decided.
fn name_rules(ctx: &Ctx, judgement: &Judgement<'_>, grant_on_allow: bool) {
    let rules = match judgement.verdict() {
        Verdict::Denied(findings) | Verdict::Warned(findings) => findings,
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

/// What the host is told of a judgement, with the task that a denied call runs. Warnings go into the context: a reason
/// on a call that is allowed never reaches the agent.
pub(crate) fn reply(
    judgement: &Judgement<'_>,
    line: Option<String>,
    task: Option<&Task>,
    grant_on_allow: bool,
) -> PreToolUseReply {
    let mut context: Vec<String> = line.into_iter().collect();
    let reply = match judgement.verdict() {
        Verdict::Denied(findings) => {
            let lines = std::iter::once(decide::denial(&findings)).chain(task.map(words::task));
            PreToolUseReply::deny(lines.collect::<Vec<_>>().join("\n"))
        }
        Verdict::Warned(findings) => {
            context.extend(findings.iter().map(|finding| words::warning(&finding.message)));
            PreToolUseReply::default()
        }
        Verdict::Allowed if grant_on_allow && judgement.grants() => {
            PreToolUseReply::bypass_permission_prompt(words::GRANTED)
        }
        Verdict::Allowed => PreToolUseReply::default(),
    };
    reply.with_context(context.join("\n"))
}
