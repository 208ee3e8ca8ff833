//! The four events: gather, decide, record.

use anyhow::{Context as _, Result};
use hook_protocol::{
    AskUserQuestionInput, Common, PostToolUse, PostToolUseFailure, PostToolUseFailureReply,
    PostToolUseReply, PreToolUse, PreToolUseReply, SessionStart, SessionStartReply,
};
use hook_runtime::Ctx;

use crate::config::preferences;
use crate::config::registry::{self, Registry};
use crate::decide::ahead::ahead;
use crate::decide::way::{Way, way};
use crate::decide::{self, Ask, Choice, failure};
use crate::gather;
use crate::gather::answers::Answer;
use crate::gather::known::{Known, known};
use crate::gather::session_kind::session_kind;
use crate::record;
use crate::record::pairing::{self, Call};
use crate::words::rescue::{self, GoOn};
use crate::words::{announce, reply};

/// Answers a call whose questions the person has all answered ahead.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    let silence = PreToolUseReply::default();
    let Some(input) = event.call.view::<AskUserQuestionInput<'_>>() else {
        return Ok(silence);
    };
    let preferences = preferences::load(ctx)?;
    if preferences.is_empty() {
        return Ok(silence);
    }
    let registry = registry::load(ctx)?;

    let known = known(&registry, &input);
    let decided = decide::decide(&registry, &preferences, ctx.now(), &known);
    report_malformed(ctx, &known, &decided);
    let Ok(choices) = decide::together(&input, decided) else {
        return Ok(silence);
    };

    let call = Call::of(&event.common, event.tool_use_id.as_deref());
    match way(&registry, &event.call.name, event.common.host) {
        Way::Answer => {
            let call = call.context("could not answer: the call has no tool_use_id")?;
            if !ctx.is_dry_run() {
                record::keep(ctx, &call, &known, &choices)?;
            }
            name_preferences(ctx, &known);
            Ok(reply::answer(decide::with_answers(&event.call, &input, &choices), &known, &choices))
        }
        Way::Deny(_) if !reply::can_be_said(&choices) => Ok(silence),
        Way::Deny(_) => {
            if !ctx.is_dry_run() {
                record::log_choices(ctx, event, call.as_ref(), &known, &choices)?;
            }
            name_preferences(ctx, &known);
            Ok(reply::deny(&known, &choices))
        }
    }
}

/// Logs the questions of a call with their answers, and helps the agent on
/// where there was no result.
#[expect(clippy::unnecessary_wraps, reason = "a handler may fail; this one reports")]
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    if !event.call.name.asks_the_person() {
        return Ok(PostToolUseReply::default());
    }
    let registry = registry_or_default(ctx);
    let input = event.call.view::<AskUserQuestionInput<'_>>();
    let known = input.as_ref().map(|input| known(&registry, input)).unwrap_or_default();
    let answers = input.as_ref().map(|input| gather::answers(input, event)).unwrap_or_default();
    if !ctx.is_dry_run() {
        record::log_answers(ctx, &event.common, event.tool_use_id.as_deref(), &known, &answers);
    }
    let is_answered = answers.iter().any(|answer| *answer != Answer::Unknown);
    if !is_answered && failure::has_failed(event) {
        let words = rescue_words(ctx, &registry, &event.common, input.as_ref(), &known);
        return Ok(PostToolUseReply::default().with_context(words));
    }
    Ok(PostToolUseReply::default())
}

/// Helps the agent on where the question tool failed.
#[expect(clippy::unnecessary_wraps, reason = "a handler may fail; this one reports")]
pub(crate) fn post_tool_use_failure(
    ctx: &Ctx,
    event: &PostToolUseFailure,
) -> Result<PostToolUseFailureReply> {
    if !event.call.name.asks_the_person() {
        return Ok(PostToolUseFailureReply::default());
    }
    let registry = registry_or_default(ctx);
    let input = event.call.view::<AskUserQuestionInput<'_>>();
    let known = input.as_ref().map(|input| known(&registry, input)).unwrap_or_default();
    let nothing = vec![Answer::Unknown; known.len()];
    if !ctx.is_dry_run() {
        record::log_answers(ctx, &event.common, event.tool_use_id.as_deref(), &known, &nothing);
    }
    if !failure::is_of_the_tool(event) {
        return Ok(PostToolUseFailureReply::default());
    }
    Ok(PostToolUseFailureReply::context(rescue_words(
        ctx,
        &registry,
        &event.common,
        input.as_ref(),
        &known,
    )))
}

/// Tells a session what is answered ahead, and sweeps what earlier ones left.
pub(crate) fn session_start(ctx: &Ctx, _event: &SessionStart) -> Result<SessionStartReply> {
    if !ctx.is_dry_run() {
        pairing::sweep(ctx);
    }
    let preferences = preferences::load(ctx)?;
    if preferences.is_empty() {
        return Ok(SessionStartReply::default());
    }
    let registry = registry::load(ctx)?;
    let line = announce::line(&registry, &ahead(&registry, &preferences, ctx.now()));
    Ok(line.map(SessionStartReply::context).unwrap_or_default())
}

/// Says by which preferences it was decided: those of these questions.
fn name_preferences(ctx: &Ctx, known: &[Known<'_>]) {
    let ids: Vec<&str> = known.iter().map(|known| known.id.as_str()).collect();
    ctx.decided_by(ids.join(", "));
}

/// Logging and rescuing do not need a registry that can be read.
fn registry_or_default(ctx: &Ctx) -> Registry {
    registry::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Registry::default()
    })
}

/// Whoever wrote a preference that means nothing is told so, for the question
/// that it is about.
fn report_malformed(ctx: &Ctx, known: &[Known<'_>], decided: &[Result<Choice, Ask>]) {
    for (known, decided) in known.iter().zip(decided) {
        if let Err(ask @ Ask::NotUnderstood(..)) = decided {
            ctx.report(format_args!("{} is asked: {ask}", known.id));
        }
    }
}

/// What the agent is told where its question failed.
pub(crate) fn rescue_words(
    ctx: &Ctx,
    registry: &Registry,
    common: &Common,
    input: Option<&AskUserQuestionInput<'_>>,
    known: &[Known<'_>],
) -> String {
    let (kind, _sign) = session_kind(registry.session_kind.set(), common, |name| ctx.env(name));
    rescue::words(kind, &input.map_or(GoOn::No, |input| go_on(ctx, input, known)))
}

/// What is left to an agent that cannot ask. A registry or preferences that cannot be read leave
/// nothing to it.
fn go_on(ctx: &Ctx, input: &AskUserQuestionInput<'_>, known: &[Known<'_>]) -> GoOn {
    let (Ok(registry), Ok(preferences)) = (registry::load(ctx), preferences::load(ctx)) else {
        return GoOn::No;
    };
    let decided = decide::decide(&registry, &preferences, ctx.now(), known);
    if let Ok(choices) = decide::together(input, decided)
        && !choices.is_empty()
        && reply::can_be_said(&choices)
    {
        return GoOn::Answered(choices.into_iter().map(|choice| choice.answer).collect());
    }
    // What could not be read may be what the question is about.
    if !input.is_whole {
        return GoOn::No;
    }
    let labels = known.iter().map(|known| {
        let label = decide::left_to_the_agent(&registry, &preferences, ctx.now(), known);
        label.map(str::to_owned)
    });
    let labels: Option<Vec<String>> = labels.collect();
    labels.filter(|labels| !labels.is_empty()).map_or(GoOn::No, GoOn::Recommended)
}
