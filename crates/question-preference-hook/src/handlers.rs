//! The four events: gather, decide, record.

use anyhow::{Context as _, Result};
use hook_protocol::{
    AskUserQuestionInput, Common, PostToolUse, PostToolUseFailure, PostToolUseFailureReply,
    PostToolUseReply, PreToolUse, PreToolUseReply, SessionStart, SessionStartReply, Tool, ToolCall,
};
use hook_runtime::Ctx;
use serde_json::{Map, Value};

use crate::announce;
use crate::answered;
use crate::answers::{self, Answer};
use crate::decide::{self, Ask, Choice};
use crate::journal::{self, Outcome, Source};
use crate::known::{Known, known};
use crate::preferences;
use crate::registry::{self, Registry};
use crate::reply;
use crate::rescue;
use crate::session_kind::session_kind;
use crate::strategy::{Way, way};

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

    match way(&registry, &event.call.name, event.common.host) {
        Way::Answer => {
            keep(ctx, event.tool_use_id.as_deref(), &known, &choices)?;
            Ok(reply::answer(with_answers(&event.call, &input, &choices), &known, &choices))
        }
        Way::Deny(_) if !reply::can_be_said(&choices) => Ok(silence),
        Way::Deny(_) => {
            log_choices(ctx, event, &known, &choices)?;
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
    let answers = input.as_ref().map(|input| answers(input, event)).unwrap_or_default();
    log_answers(ctx, &event.common, event.tool_use_id.as_deref(), &known, &answers);
    let is_answered = answers.iter().any(|answer| *answer != Answer::Unknown);
    if !is_answered && rescue::has_failed(event) {
        let words = rescue_words(ctx, &registry, &event.common, &known);
        return Ok(PostToolUseReply::default().with_context(words));
    }
    Ok(PostToolUseReply::default())
}

/// What was answered. The input of a proxy is the agent's own: only the host's
/// tool gets its answers there from a person.
pub(crate) fn answers(input: &AskUserQuestionInput<'_>, event: &PostToolUse) -> Vec<Answer> {
    let own = match event.call.name.tool() {
        Tool::Mcp(_) => &Value::Null,
        _ => &event.call.input,
    };
    answers::answers(&input.questions, own, event.tool_response.as_ref())
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
    log_answers(ctx, &event.common, event.tool_use_id.as_deref(), &known, &nothing);
    if !rescue::is_of_the_tool(event) {
        return Ok(PostToolUseFailureReply::default());
    }
    Ok(PostToolUseFailureReply::context(rescue_words(ctx, &registry, &event.common, &known)))
}

/// Tells a session what is answered ahead, and sweeps what earlier ones left.
pub(crate) fn session_start(ctx: &Ctx, _event: &SessionStart) -> Result<SessionStartReply> {
    answered::sweep(ctx);
    let preferences = preferences::load(ctx)?;
    if preferences.is_empty() {
        return Ok(SessionStartReply::default());
    }
    let registry = registry::load(ctx)?;
    let line = announce::line(&registry, &preferences, ctx.now());
    Ok(line.map(SessionStartReply::context).unwrap_or_default())
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

/// The whole input, with the answers in it: the host takes it for the input. An
/// agent can send answers and notes of its own, as if the person had given them;
/// these are dropped.
fn with_answers(
    call: &ToolCall,
    input: &AskUserQuestionInput<'_>,
    choices: &[Choice],
) -> Map<String, Value> {
    let mut whole = call.input.as_object().cloned().unwrap_or_default();
    let answers = input
        .questions
        .iter()
        .zip(choices)
        .map(|(question, choice)| (question.question.to_owned(), choice.answer.clone().into()));
    whole.remove("annotations");
    whole.insert("answers".to_owned(), Value::Object(answers.collect()));
    whole
}

/// Keeps the answers until the result comes.
fn keep(
    ctx: &Ctx,
    tool_use_id: Option<&str>,
    known: &[Known<'_>],
    choices: &[Choice],
) -> Result<()> {
    let tool_use_id = tool_use_id.context("could not answer: the call has no tool_use_id")?;
    let state = ctx.state().context("could not answer: there is no state folder")?;
    let answers = known.iter().zip(choices).map(|(known, choice)| answered::Answer {
        question_id: known.id.clone(),
        options: choice.options.clone(),
    });
    answered::keep(state, tool_use_id, answers.collect())
        .context("could not answer: the answer cannot be kept")
}

/// A call that is denied has no result: what was answered is logged at once.
fn log_choices(
    ctx: &Ctx,
    event: &PreToolUse,
    known: &[Known<'_>],
    choices: &[Choice],
) -> Result<()> {
    let tool_use_id = event.tool_use_id.as_deref();
    if !is_first(ctx, tool_use_id)? {
        return Ok(());
    }
    for (known, choice) in known.iter().zip(choices) {
        let outcome =
            Outcome { options: &choice.options, free_text: None, source: Source::Preference };
        let record = journal::record(ctx, &event.common, tool_use_id, known, &outcome);
        journal::append(ctx, &record).context("could not answer: the answer cannot be logged")?;
    }
    Ok(())
}

/// Logs what came back. That never fails the hook: the answer stands.
fn log_answers(
    ctx: &Ctx,
    common: &Common,
    tool_use_id: Option<&str>,
    known: &[Known<'_>],
    answers: &[Answer],
) {
    if known.is_empty() {
        return;
    }
    match is_first(ctx, tool_use_id) {
        Ok(true) => {}
        Ok(false) => return,
        Err(err) => ctx.report(format_args!("could not log a question once only: {err:#}")),
    }
    let ours = collect(ctx, tool_use_id);
    for (at, (known, answer)) in known.iter().zip(answers).enumerate() {
        let outcome = outcome(known, answer, ours.get(at));
        let record = journal::record(ctx, common, tool_use_id, known, &outcome);
        if let Err(err) = journal::append(ctx, &record) {
            ctx.report(format_args!("could not log a question: {err:#}"));
        }
    }
}

/// What the log says of an answer. It is ours if it is the one that we gave: the
/// person, or another hook, may have had the last word.
pub(crate) fn outcome<'a>(
    known: &Known<'_>,
    answer: &'a Answer,
    ours: Option<&answered::Answer>,
) -> Outcome<'a> {
    match answer {
        Answer::Chosen { options, notes } => {
            let is_ours = ours.is_some_and(|ours| {
                ours.question_id == known.id && is_same_choice(&ours.options, options)
            });
            let source = if is_ours { Source::Preference } else { Source::User };
            Outcome { options, free_text: notes.as_deref(), source }
        }
        Answer::FreeText(words) => {
            Outcome { options: &[], free_text: Some(words), source: Source::UserOther }
        }
        Answer::Unknown => Outcome { options: &[], free_text: None, source: Source::Unknown },
    }
}

fn is_same_choice(left: &[usize], right: &[usize]) -> bool {
    left.len() == right.len() && left.iter().all(|option| right.contains(option))
}

/// Whether the call's questions are to be logged now; a call without an id
/// cannot be told from another.
fn is_first(ctx: &Ctx, tool_use_id: Option<&str>) -> Result<bool> {
    let Some(tool_use_id) = tool_use_id else {
        return Ok(true);
    };
    let state = ctx.state().context("there is no state folder")?;
    Ok(answered::is_first_result(state, tool_use_id)?)
}

fn collect(ctx: &Ctx, tool_use_id: Option<&str>) -> Vec<answered::Answer> {
    let (Some(state), Some(tool_use_id)) = (ctx.state(), tool_use_id) else {
        return Vec::new();
    };
    answered::collect(state, tool_use_id).unwrap_or_else(|err| {
        ctx.report(format_args!("could not tell whose answer this is: {err}"));
        Vec::new()
    })
}

/// What the agent is told where its question failed. Preferences that cannot be
/// read leave nothing to it.
pub(crate) fn rescue_words(
    ctx: &Ctx,
    registry: &Registry,
    common: &Common,
    known: &[Known<'_>],
) -> String {
    let (kind, _sign) = session_kind(registry, common, |name| ctx.env(name));
    let preferences = preferences::load(ctx).ok();
    let may_choose = known
        .iter()
        .map(|known| decide::left_to_the_agent(registry, preferences.as_ref()?, ctx.now(), known));
    rescue::words(kind, &may_choose.collect::<Vec<_>>())
}
