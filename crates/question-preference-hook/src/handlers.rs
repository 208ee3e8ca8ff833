//! The four events: gather, decide, record.

use anyhow::{Context as _, Result};
use hook_protocol::{
    AskUserQuestionInput, Common, PostToolUse, PostToolUseFailure, PostToolUseFailureReply,
    PostToolUseReply, PreToolUse, PreToolUseReply, SessionStart, SessionStartReply, ToolCall,
};
use hook_runtime::Ctx;

use crate::config::preferences::{self, Preferences};
use crate::config::registry::{self, Registry};
use crate::decide::answer_method::{Way, way};
use crate::decide::preference_state::listed;
use crate::decide::repeated_answers::{MIN_TIMES, habit};
use crate::decide::{self, Ask, Choice, failure};
use crate::gather;
use crate::gather::answers::Answer;
use crate::gather::known_question::{Known, known};
use crate::gather::session_kind::session_kind;
use crate::record;
use crate::record::{bind, journal};
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
    let Ok(choices) = decide::together(&input, &decided) else {
        let why = reply::asked(&known, &decided);
        return Ok(why.map_or(silence, |why| PreToolUseReply::default().with_system_message(why)));
    };

    let way = way(&registry, &event.call.name, event.common.host);
    let id = event.tool_use_id.as_deref();
    if way == Way::Answer {
        id.context("could not answer: the call has no tool_use_id")?;
    } else if !reply::can_be_said(&choices) {
        return Ok(silence);
    }
    if !ctx.is_dry_run() {
        record::log_choices(ctx, &event.common, id, &known, &choices)?;
    }
    let ids: Vec<&str> = known.iter().map(|known| known.id.as_str()).collect();
    ctx.decided_by(ids.join(", "));
    Ok(if way == Way::Answer {
        reply::answer(decide::with_answers(&event.call, &input, &choices), &known, &choices)
    } else {
        reply::deny(&known, &choices)
    })
}

/// Logs the questions of a call with their answers, binds what these bind, and helps the agent on
/// where there was no result.
#[expect(clippy::unnecessary_wraps, reason = "a handler may fail; this one reports")]
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let answers = |input: &AskUserQuestionInput<'_>| gather::answers(input, event);
    let call = (&event.common, &event.call, event.tool_use_id.as_deref());
    let (rescue, bound) = finish(ctx, call, answers, failure::has_failed(event));
    let reply = PostToolUseReply::default().with_system_message(bound);
    Ok(reply.with_context(rescue.unwrap_or_default()))
}

/// Helps the agent on where the question tool failed.
#[expect(clippy::unnecessary_wraps, reason = "a handler may fail; this one reports")]
pub(crate) fn post_tool_use_failure(
    ctx: &Ctx,
    event: &PostToolUseFailure,
) -> Result<PostToolUseFailureReply> {
    let nothing = |input: &AskUserQuestionInput<'_>| vec![Answer::Unknown; input.questions.len()];
    let call = (&event.common, &event.call, event.tool_use_id.as_deref());
    let (rescue, _) = finish(ctx, call, nothing, failure::is_of_the_tool(event));
    Ok(rescue.map(PostToolUseFailureReply::context).unwrap_or_default())
}

/// Logs what came of a call. What the agent is told where nobody has seen its questions, and the
/// person where their answer binds a preference. Both do without files that cannot be read.
fn finish(
    ctx: &Ctx,
    (common, call, id): (&Common, &ToolCall, Option<&str>),
    answers: impl Fn(&AskUserQuestionInput<'_>) -> Vec<Answer>,
    is_lost: bool,
) -> (Option<String>, String) {
    if !call.name.asks_the_person() {
        return (None, String::new());
    }
    let registry = registry::load(ctx).unwrap_or_else(|err| {
        ctx.report(err);
        Registry::default()
    });
    let input = call.view::<AskUserQuestionInput<'_>>();
    let known = input.as_ref().map(|input| known(&registry, input)).unwrap_or_default();
    let answers = input.as_ref().map(answers).unwrap_or_default();
    let is_answered = answers.iter().any(|answer| *answer != Answer::Unknown);
    let mut bound = Vec::new();
    if !ctx.is_dry_run() {
        let files = registry::load(ctx).ok().zip(preferences::load(ctx).ok());
        let decided = files.as_ref().map(|(registry, preferences)| {
            bound = bind::answered(ctx, registry, preferences, &known, &answers);
            decide::decide(registry, preferences, ctx.now(), &known)
        });
        record::log_answers(ctx, common, id, &known, &answers, &decided.unwrap_or_default());
        if let Some((registry, preferences)) = &files {
            bound.extend(new_habits(ctx, registry, preferences, &known));
        }
    }
    let is_lost = is_lost && !is_answered;
    let rescue = is_lost.then(|| rescue_words(ctx, &registry, common, input.as_ref(), &known));
    (rescue, bound.join("\n"))
}

/// A suggestion for each question that the person has just answered the same way once more: it is
/// made once, when that has become a habit.
fn new_habits(
    ctx: &Ctx,
    registry: &Registry,
    preferences: &Preferences,
    known: &[Known<'_>],
) -> Vec<String> {
    let records = journal::records(ctx).unwrap_or_default();
    let habits = known.iter().filter_map(|known| habit(registry, preferences, &records, &known.id));
    habits.filter(|habit| habit.times == MIN_TIMES).map(|habit| reply::suggestion(&habit)).collect()
}

/// Tells a session what is answered ahead.
pub(crate) fn session_start(ctx: &Ctx, _event: &SessionStart) -> Result<SessionStartReply> {
    let preferences = preferences::load(ctx)?;
    if preferences.is_empty() {
        return Ok(SessionStartReply::default());
    }
    let registry = registry::load(ctx)?;
    let line = announce::line(&registry, &listed(&registry, &preferences, ctx.now()));
    Ok(line.map(SessionStartReply::context).unwrap_or_default())
}

/// Whoever wrote a preference that means nothing is told so, for the question
/// that it is about.
fn report_malformed(ctx: &Ctx, known: &[Known<'_>], decided: &[Result<Choice, Ask>]) {
    for (known, decided) in known.iter().zip(decided) {
        if let Err(ask @ Ask::NotUnderstood(..)) = decided {
            ctx.report(format_args!("asked {}: {ask}", known.id));
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
    rescue::words(kind, &input.map_or(GoOn::No(Vec::new()), |input| go_on(ctx, input, known)))
}

/// What is left to an agent that cannot ask. A registry or preferences that cannot be read leave
/// nothing to it.
fn go_on(ctx: &Ctx, input: &AskUserQuestionInput<'_>, known: &[Known<'_>]) -> GoOn {
    let (Ok(registry), Ok(preferences)) = (registry::load(ctx), preferences::load(ctx)) else {
        return GoOn::No(Vec::new());
    };
    let decided = decide::decide(&registry, &preferences, ctx.now(), known);
    if let Ok(choices) = decide::together(input, &decided)
        && !choices.is_empty()
        && reply::can_be_said(&choices)
    {
        return GoOn::Answered(choices.into_iter().map(|choice| choice.answer).collect());
    }
    let is_other = |decided: &Result<Choice, Ask>| {
        matches!(decided, Err(Ask::Changed(_) | Ask::UnknownOption(..)))
    };
    let others = known.iter().zip(&decided).filter(|(_, decided)| is_other(decided));
    let no = GoOn::No(others.map(|(known, _)| known.id.to_string()).collect());
    // What could not be read may be what the question is about.
    if !input.is_whole {
        return no;
    }
    let labels = known.iter().map(|known| {
        let label = decide::left_to_the_agent(&registry, &preferences, ctx.now(), known);
        label.map(str::to_owned)
    });
    let labels: Option<Vec<String>> = labels.collect();
    labels.filter(|labels| !labels.is_empty()).map_or(no, GoOn::Recommended)
}
