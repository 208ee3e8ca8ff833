//! `explain`: what would be done on an event, and why. It writes nothing.

use std::process::ExitCode;

use anyhow::Result;
use hook_protocol::{AskUserQuestionInput, Common, Event, PreToolUse, ToolCall};
use hook_runtime::{Console, Ctx, Explained, one_line};

use super::log::choice;
use crate::config::preferences::{self, Preferences};
use crate::config::question_id;
use crate::config::registry::{self, Registry};
use crate::decide::answer_method::{Way, way};
use crate::decide::failure;
use crate::decide::preference_state::listed;
use crate::decide::{self, Ask, Choice};
use crate::gather;
use crate::gather::answers::Answer;
use crate::gather::known_question::{Known, known};
use crate::gather::recommendation::Recommended;
use crate::gather::session_kind::session_kind;
use crate::handlers;
use crate::record;
use crate::record::journal::{self, Source};
use crate::words::announce;
use crate::words::preference_state::{limits, value};
use crate::words::reply;

/// In characters, of the agent's words.
const MAX_WORDS: usize = 100;

/// What it is about, and the words.
type Row = Vec<String>;

/// Explains what is done on the event on stdin.
pub(super) fn run(ctx: &Ctx, args: &Explained, console: &mut Console) -> Result<ExitCode> {
    let input = args.event(ctx, "PreToolUse", console)?;
    let event = Event::parse(&input)?;
    let ctx = &ctx.for_event(event.common());
    let mut rows = vec![row("event", event_words(&event))];
    let failed = |err| vec![row("outcome", format!("silent: {err:#}"))];
    rows.extend(match &event {
        Event::SessionStart(_) => session_start(ctx).unwrap_or_else(failed),
        _ if event.call().is_some_and(|call| !call.name.asks_the_person()) => {
            vec![row("outcome", "silent: this tool does not ask the person")]
        }
        Event::PreToolUse(event) => pre_tool_use(ctx, event).unwrap_or_else(failed),
        Event::PostToolUse(event) => {
            let failed = failure::has_failed(event).then_some(());
            let failed = failed.ok_or("none: the tool did not fail");
            let call = (&event.common, &event.call);
            result(ctx, call, |input| gather::answers(input, event), failed)
        }
        Event::PostToolUseFailure(event) => {
            let failed = failure::is_of_the_tool(event).then_some(());
            let failed = failed.ok_or("none: the person interrupted the call");
            let nothing =
                |input: &AskUserQuestionInput<'_>| vec![Answer::Unknown; input.questions.len()];
            result(ctx, (&event.common, &event.call), nothing, failed)
        }
        _ => vec![row("outcome", "silent: the hook does not answer this event")],
    });
    console.explanation(&rows, None, args.json);
    Ok(ExitCode::SUCCESS)
}

fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<Vec<Row>> {
    let preferences = preferences::load(ctx)?;
    let registry = registry::load(ctx)?;
    let Some(input) = event.call.view::<AskUserQuestionInput<'_>>() else {
        return Ok(vec![row("outcome", "silent: the call has no valid question")]);
    };
    let known = known(&registry, &input);
    let decided = decide::decide(&registry, &preferences, ctx.now(), &known);
    let mut rows = vec![row("session", session_words(ctx, &registry, &event.common))];
    for (at, (known, decided)) in known.iter().zip(&decided).enumerate() {
        rows.push(question_row(at, known));
        rows.push(id_row(&registry, known));
        rows.extend(about(known));
        rows.push(row("  preference", preference_words(ctx, &registry, &preferences, known)));
        rows.push(row("  verdict", verdict_words(known, decided)));
    }
    let way = way(&registry, &event.call.name, event.common.host);
    rows.push(row("way", way.to_string()));
    let outcome = match decide::together(&input, &decided) {
        Err(silent) => match reply::asked(&known, &decided) {
            Some(why) => format!("asked: {silent}; the person reads: {}", why.replace('\n', "; ")),
            None => format!("silent: {silent}"),
        },
        Ok(_) if ctx.state().is_none() => "silent: there is no state folder".to_owned(),
        Ok(_) if way == Way::Answer && event.tool_use_id.is_none() => {
            "silent: the call has no tool_use_id".to_owned()
        }
        Ok(_) if way == Way::Answer => "answered".to_owned(),
        Ok(choices) if !reply::can_be_said(&choices) => {
            "silent: an answer is too long for the reason of a denial, or has line breaks"
                .to_owned()
        }
        Ok(_) => "denied, with the answer as the reason".to_owned(),
    };
    rows.push(row("outcome", outcome));
    Ok(rows)
}

/// What is done with a result. `failed` says that the question never reached the person.
fn result(
    ctx: &Ctx,
    (common, call): (&Common, &ToolCall),
    answers: impl Fn(&AskUserQuestionInput<'_>) -> Vec<Answer>,
    failed: Result<(), &str>,
) -> Vec<Row> {
    let (registry, mut rows) = match registry::load(ctx) {
        Ok(registry) => (registry, Vec::new()),
        Err(err) => (Registry::default(), vec![row("failure", err.to_string())]),
    };
    let input = call.view::<AskUserQuestionInput<'_>>();
    let known = input.as_ref().map(|input| known(&registry, input)).unwrap_or_default();
    let answers = input.as_ref().map(answers).unwrap_or_default();
    rows.extend(log_rows(ctx, common, &known, &answers));
    match failed {
        Ok(()) if answers.iter().all(|answer| *answer == Answer::Unknown) => {
            let words = handlers::rescue_words(ctx, &registry, common, input.as_ref(), &known);
            rows.push(row("session", session_words(ctx, &registry, common)));
            rows.push(row("rescue", words));
        }
        Ok(()) => rows.push(row("rescue", "none: there is an answer")),
        Err(why) => rows.push(row("rescue", why)),
    }
    rows
}

fn session_start(ctx: &Ctx) -> Result<Vec<Row>> {
    let preferences = preferences::load(ctx)?;
    if preferences.is_empty() {
        return Ok(vec![row("outcome", "silent: no preference is set")]);
    }
    let registry = registry::load(ctx)?;
    let line = announce::line(&registry, &listed(&registry, &preferences, ctx.now()));
    Ok(vec![match line {
        Some(line) => row("context", line),
        None => row("outcome", "silent: no preference applies"),
    }])
}

fn question_row(at: usize, known: &Known<'_>) -> Row {
    row(&format!("question {}", at + 1), one_line(known.question.question, MAX_WORDS))
}

/// How the question is called, and by what.
fn id_row(registry: &Registry, known: &Known<'_>) -> Row {
    let marked = question_id::marked(known.question.question, &registry.marker_prefixes);
    let origin = match marked.first() {
        None => "computed from its wording: it has no marker".to_owned(),
        Some(id) if *id == known.id => "its marker".to_owned(),
        Some(alias) => format!("its marker is the alias {alias}"),
    };
    row("  id", format!("{} ({origin})", known.id))
}

/// What the question says about itself.
fn about(known: &Known<'_>) -> [Row; 2] {
    let label = |at: usize| known.question.options.get(at).map(|option| option.label);
    let recommended = match known.recommended {
        Recommended::One(at) => one_line(label(at).unwrap_or_default(), MAX_WORDS),
        Recommended::None => "nothing".to_owned(),
        Recommended::Unclear(why) => format!("unclear: {why}"),
    };
    [row("  door", known.door()), row("  recommended", recommended)]
}

fn preference_words(
    ctx: &Ctx,
    registry: &Registry,
    preferences: &Preferences,
    known: &Known<'_>,
) -> String {
    match preferences.of(&registry.names(&known.id)) {
        None => "none".to_owned(),
        Some((origin, Ok(entry))) => {
            let mut words = vec![origin.to_string()];
            words.extend(limits(ctx, entry));
            format!("{} ({})", value(&entry.preference), words.join(", "))
        }
        Some((origin, Err(malformed))) => {
            format!("invalid ({origin}): {}", one_line(&malformed.0, MAX_WORDS))
        }
    }
}

fn verdict_words(known: &Known<'_>, decided: &Result<Choice, Ask>) -> String {
    match decided {
        Ok(choice) => {
            let options = choice.options.iter().filter_map(|at| known.question.options.get(*at));
            let labels: Vec<_> = options
                .map(|option| format!("\"{}\"", one_line(option.label, MAX_WORDS)))
                .collect();
            format!("answer {}", labels.join(", "))
        }
        Err(ask) => format!("ask: {}", one_line(&ask.to_string(), MAX_WORDS)),
    }
}

/// What would be logged, if it was not before.
fn log_rows(ctx: &Ctx, common: &Common, known: &[Known<'_>], answers: &[Answer]) -> Vec<Row> {
    if known.is_empty() {
        return vec![row("log", "nothing: the call has no valid question")];
    }
    let mut rows = Vec::new();
    for (at, (known, answer)) in known.iter().zip(answers).enumerate() {
        let outcome = record::outcome(answer, None);
        let record = journal::record(ctx, common, None, known, &outcome);
        let source = match record.source {
            Source::User => "user, or preference if the hook gave this answer".to_owned(),
            source => source.to_string(),
        };
        rows.push(question_row(at, known));
        rows.push(row("  log", format!("{}: {} ({source})", record.question_id, choice(&record))));
    }
    rows
}

fn session_words(ctx: &Ctx, registry: &Registry, common: &Common) -> String {
    let (kind, sign) = session_kind(registry.session_kind.set(), common, |name| ctx.env(name));
    format!("{kind} ({sign})")
}

fn event_words(event: &Event) -> String {
    let words = match event.call() {
        Some(call) => format!("{} {}", event.name(), call.name),
        None => event.name().to_owned(),
    };
    one_line(&words, MAX_WORDS)
}

fn row(name: &str, words: impl Into<String>) -> Row {
    vec![name.to_owned(), words.into()]
}
