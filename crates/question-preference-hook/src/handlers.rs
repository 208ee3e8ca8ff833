//! The four events: gather, decide, record.

use anyhow::{Context as _, Result};
use hook_protocol::{
    AskUserQuestionInput, Common, PostToolUse, PostToolUseFailure, PostToolUseFailureReply,
    PostToolUseReply, PreToolUse, PreToolUseReply, SessionStart, SessionStartReply, Tool, ToolCall,
};
use hook_runtime::Ctx;
use serde_json::{Map, Value};

use crate::config::preferences;
use crate::config::registry::{self, Registry};
use crate::decide::failure;
use crate::decide::way::{Way, way};
use crate::decide::{self, Ask, Choice};
use crate::gather::answers::{self, Answer};
use crate::gather::known::{Known, known};
use crate::gather::session_kind::session_kind;
use crate::record::journal::{self, Outcome, Record, Source};
use crate::record::pairing::{self, Call};
use crate::words::announce;
use crate::words::reply;

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
            keep(ctx, call.as_ref(), &known, &choices)?;
            Ok(reply::answer(with_answers(&event.call, &input, &choices), &known, &choices))
        }
        Way::Deny(_) if !reply::can_be_said(&choices) => Ok(silence),
        Way::Deny(_) => {
            log_choices(ctx, event, call.as_ref(), &known, &choices)?;
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
    if !is_answered && failure::has_failed(event) {
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
    if !failure::is_of_the_tool(event) {
        return Ok(PostToolUseFailureReply::default());
    }
    Ok(PostToolUseFailureReply::context(rescue_words(ctx, &registry, &event.common, &known)))
}

/// Tells a session what is answered ahead, and sweeps what earlier ones left.
pub(crate) fn session_start(ctx: &Ctx, _event: &SessionStart) -> Result<SessionStartReply> {
    pairing::sweep(ctx);
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
fn keep(ctx: &Ctx, call: Option<&Call>, known: &[Known<'_>], choices: &[Choice]) -> Result<()> {
    let call = call.context("could not answer: the call has no tool_use_id")?;
    let answers = known.iter().zip(choices).map(|(known, choice)| pairing::Given {
        question_id: known.id.clone(),
        options: choice.options.clone(),
    });
    pairing::keep(ctx, call, answers.collect())
        .context("could not answer: the answer cannot be kept")
}

/// A call that is denied has no result: what was answered is logged at once.
fn log_choices(
    ctx: &Ctx,
    event: &PreToolUse,
    call: Option<&Call>,
    known: &[Known<'_>],
    choices: &[Choice],
) -> Result<()> {
    let record = |(known, choice): (&Known<'_>, &Choice)| {
        let outcome =
            Outcome { options: &choice.options, free_text: None, source: Source::Preference };
        journal::record(ctx, &event.common, event.tool_use_id.as_deref(), known, &outcome)
    };
    let records: Vec<Record> = known.iter().zip(choices).map(record).collect();
    log_once(ctx, call, known, || journal::append(ctx, &records))
        .context("could not answer: the answer cannot be logged")
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
    let call = Call::of(common, tool_use_id);
    let log = || {
        let ours = collect(ctx, call.as_ref());
        let all = known.iter().zip(answers).enumerate();
        let records: Vec<Record> = all
            .map(|(at, (known, answer))| {
                let outcome = outcome(answer, ours.get(at));
                journal::record(ctx, common, tool_use_id, known, &outcome)
            })
            .collect();
        journal::append(ctx, &records)
    };
    if let Err(err) = log_once(ctx, call.as_ref(), known, log) {
        ctx.report(format_args!("could not log a question: {err:#}"));
    }
}

fn log_once(
    ctx: &Ctx,
    call: Option<&Call>,
    known: &[Known<'_>],
    log: impl FnOnce() -> Result<()>,
) -> Result<()> {
    match call {
        Some(call) => pairing::once(ctx, call, known, log),
        None => log(),
    }
}

/// What the log says of an answer. It is ours if it is the one that we gave: the
/// person, or another hook, may have had the last word.
pub(crate) fn outcome<'a>(answer: &'a Answer, ours: Option<&pairing::Given>) -> Outcome<'a> {
    match answer {
        Answer::Chosen { options, notes } => {
            let is_ours = ours.is_some_and(|ours| is_same_choice(&ours.options, options));
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

fn collect(ctx: &Ctx, call: Option<&Call>) -> Vec<pairing::Given> {
    let Some(call) = call else {
        return Vec::new();
    };
    pairing::collect(ctx, call).unwrap_or_else(|err| {
        ctx.report(format_args!("could not tell whose answer this is: {err:#}"));
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
    let (kind, _sign) = session_kind(registry.session_kind.set(), common, |name| ctx.env(name));
    let preferences = preferences::load(ctx).ok();
    let may_choose = known
        .iter()
        .map(|known| decide::left_to_the_agent(registry, preferences.as_ref()?, ctx.now(), known));
    failure::words(kind, &may_choose.collect::<Vec<_>>())
}
