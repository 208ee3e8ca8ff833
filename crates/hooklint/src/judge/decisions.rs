//! What a hook decides, over an ordinary session.

use serde_json::Value;

use super::{finding, note, together};
use crate::finding::{DOCS, Finding, HERE};
use crate::hook::Hook;
use crate::probe::Kind;
use crate::survey::{Seen, Survey};
use reply_rules::{Effect, SEEN, SEEN_BOTH};

pub(super) fn found(hook: &Hook, survey: &Survey) -> Vec<Finding> {
    let found = [
        grants_all(survey),
        grants_danger(survey),
        asks_all(survey),
        defers(survey),
        stops_all(survey),
        stop_loop(survey),
        async_decides(hook, survey),
        partial_rewrite(survey),
        unanswered(survey),
        unsteady(survey),
        one_event(survey),
    ];
    found.into_iter().flatten().collect()
}

fn has(effect: Effect) -> impl Fn(&&Seen) -> bool {
    move |seen| seen.reply.effects.contains(&effect)
}

/// Whether every call that a guard would mind has this effect, and what has it.
fn on_all(survey: &Survey, effect: Effect) -> Vec<&Seen> {
    let dangers: Vec<&Seen> = survey.of(&[Kind::Dangerous]).collect();
    if dangers.is_empty() || !dangers.iter().all(has(effect)) {
        return Vec::new();
    }
    let harmless = survey.of(&[Kind::Harmless]).filter(has(effect));
    dangers.iter().copied().chain(harmless).collect()
}

fn grants_all(survey: &Survey) -> Option<Finding> {
    together(on_all(survey, Effect::Allow), |seen| {
        let host = "`allow` skips the permission prompt; to have no opinion, exit with 0 and print nothing";
        finding("grants-all", seen, "allow, as for every call", host, SEEN_BOTH)
    })
}

fn grants_danger(survey: &Survey) -> Option<Finding> {
    let some = survey.of(&[Kind::Dangerous]).filter(has(Effect::Allow));
    let is_on_all = !on_all(survey, Effect::Allow).is_empty();
    let found = together(some.filter(|_| !is_on_all), |seen| {
        let host = "`allow` skips the permission prompt for this call";
        finding("grants-danger", seen, "allow", host, SEEN_BOTH)
    });
    found.map(note)
}

fn asks_all(survey: &Survey) -> Option<Finding> {
    let asked = on_all(survey, Effect::Ask);
    let is_harmless = asked.iter().any(|seen| seen.probe.kind == Kind::Harmless);
    together(asked.into_iter().filter(|_| is_harmless), |seen| {
        let host = "`ask` forces a prompt for each call, and denies it with `-p`";
        finding("asks-all", seen, "ask, as for every call", host, SEEN)
    })
}

fn defers(survey: &Survey) -> Option<Finding> {
    together(survey.ordinary().filter(has(Effect::Defer)), |seen| {
        let host = "an unattended run ends with `stop_reason: tool_deferred`";
        finding("defers", seen, "defer", host, SEEN)
    })
}

fn stops_all(survey: &Survey) -> Option<Finding> {
    let stopped = survey.of(&[Kind::Harmless]).filter(has(Effect::Stop));
    let is_own =
        |seen: &&Seen| ["TeammateIdle", "TaskCompleted"].contains(&seen.probe.event.as_str());
    together(stopped.filter(|seen| !is_own(seen)), |seen| {
        let host = "the whole run stops with `hook_stopped`";
        finding("stops-all", seen, "`continue: false` on a harmless event", host, SEEN)
    })
}

fn stop_loop(survey: &Survey) -> Option<Finding> {
    let is_active = |seen: &&Seen| {
        let flag = seen.probe.json().and_then(|event| event.get("stop_hook_active"));
        flag == Some(&Value::Bool(true))
    };
    let blocked = survey.ordinary().filter(is_active).filter(has(Effect::Block));
    together(blocked, |seen| {
        let host = "the turn continues again and again: 8 times in 2.1.330, endlessly in 2.1.112";
        finding("stop-loop", seen, "block, with `stop_hook_active` true", host, SEEN_BOTH)
    })
}

fn async_decides(hook: &Hook, survey: &Survey) -> Option<Finding> {
    const DECISIONS: [Effect; 6] =
        [Effect::Deny, Effect::Block, Effect::Ask, Effect::Allow, Effect::Rewrite, Effect::Stop];
    let decides = |seen: &&Seen| seen.reply.effects.iter().any(|it| DECISIONS.contains(it));
    together(survey.ordinary().filter(|_| hook.is_async).filter(decides), |seen| {
        let host = "an async hook cannot decide: only its context and message count";
        finding("async-decides", seen, seen.reply.says(), host, DOCS)
    })
}

fn partial_rewrite(survey: &Survey) -> Option<Finding> {
    let lacking = |seen: &&Seen| !lacks(seen).is_empty();
    together(survey.ordinary().filter(lacking), |seen| {
        let came = format!("`updatedInput` without {}", lacks(seen).join(", "));
        let host = "it replaces the whole input: fields that are not repeated are lost, and a tool that \
                    requires them fails";
        finding("partial-rewrite", seen, came, host, SEEN_BOTH)
    })
}

/// The fields of a call that its rewritten input has not.
fn lacks(seen: &Seen) -> Vec<String> {
    let field =
        |value: Option<&Value>, pointer: &str| value?.pointer(pointer)?.as_object().cloned();
    let sent = field(seen.probe.json(), "/tool_input");
    let came = field(seen.reply.document.as_ref(), "/hookSpecificOutput/updatedInput");
    let (Some(sent), Some(came)) = (sent, came) else { return Vec::new() };
    if !seen.reply.effects.contains(&Effect::Rewrite) {
        return Vec::new();
    }
    sent.keys().filter(|name| !came.contains_key(*name)).map(|name| format!("`{name}`")).collect()
}

fn unanswered(survey: &Survey) -> Option<Finding> {
    let is_open = |seen: &&Seen| {
        let answers = seen
            .reply
            .document
            .as_ref()
            .and_then(|document| document.pointer("/hookSpecificOutput/updatedInput/answers"));
        let questions = seen.probe.json().and_then(|event| event.pointer("/tool_input/questions"));
        let texts = questions.and_then(Value::as_array).into_iter().flatten();
        let mut texts = texts.filter_map(|question| question.get("question")?.as_str());
        let is_answered = |text: &str| answers.is_some_and(|answers| answers.get(text).is_some());
        let effects = &seen.reply.effects;
        let answers = effects.contains(&Effect::Allow) && effects.contains(&Effect::Rewrite);
        seen.probe.subject == "AskUserQuestion" && answers && !texts.all(is_answered)
    };
    together(survey.ordinary().filter(is_open), |seen| {
        let host = "the model is told that the person did not answer the other questions";
        finding("unanswered", seen, "allow, without an answer to each question", host, SEEN)
    })
}

/// The same call with another outcome.
pub(super) fn unsteady(survey: &Survey) -> Option<Finding> {
    let first = |again: &Seen| {
        survey.of(&[Kind::Harmless]).find(|seen| seen.probe.place() == again.probe.place())
    };
    let differs = |again: &&Seen| {
        first(again).is_some_and(|seen| {
            let ends =
                [seen, again].map(|it| (&it.reply.effects, format!("{:?}", it.ran.call.end)));
            let [(effects, end), (others, other)] = ends;
            (effects, end) != (others, other)
        })
    };
    together(survey.of(&[Kind::Again]).filter(differs), |again| {
        let was = first(again).map(|seen| seen.reply.says()).unwrap_or_default();
        let came = format!("{was}, then {}", again.reply.says());
        finding("unsteady", again, came, "the same call has different outcomes", HERE)
    })
}

fn one_event(survey: &Survey) -> Option<Finding> {
    let (event, seen) = (survey.meant_for.as_ref()?, survey.seen.first()?);
    let came = format!("`hookEventName` is {event} on every event");
    let host =
        "answers to other events are dropped and not listed here; `--event` selects another event";
    Some(note(finding("one-event", seen, came, host, SEEN)))
}
