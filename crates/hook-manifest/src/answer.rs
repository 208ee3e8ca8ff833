//! What is passed on of a reply that a host would accept.

use hook_protocol::{Answer, Decision, capped};
use hook_runtime::Ctx;
use reply_rules::{Effect, Reply, Run, StatusTwo, Text, event};
use serde_json::Value;

use crate::installed::Installed;
use crate::manifest::Grant;

/// The fields that are passed on, or change nothing.
const PASSED: [&str; 16] = [
    "continue",
    "stopReason",
    "suppressOutput",
    "systemMessage",
    "terminalSequence",
    "decision",
    "reason",
    "hookSpecificOutput",
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
    "updatedInput",
    "additionalContext",
    "updatedToolOutput",
    "behavior",
    "message",
];

/// The answer in a reply. What the person did not allow is left out and reported.
pub(crate) fn answer(
    hook: &Installed,
    ctx: &Ctx,
    name: &str,
    reply: &Reply,
    run: &Run<'_>,
) -> Answer {
    let mut answer = match &reply.document {
        Some(document) => of_document(ctx, document, reply),
        None => of_text(name, run),
    };
    if run.end.code() == Some(2) {
        exit_2(name, &mut answer, run.stderr.trim());
    }
    if matches!(answer.decision, Decision::Grant(_)) && !hook.may(Grant::Allow) {
        answer.decision = Decision::NoOpinion;
        ctx.report(dropped("allow a call", "allow"));
    }
    if answer.updated_input.is_some() && !hook.may(Grant::UpdatedInput) {
        answer.updated_input = None;
        ctx.report(dropped("change the input of a call", "updatedInput"));
    }
    answer
}

/// Says what was dropped, and how it is permitted.
fn dropped(what: &str, grant: &str) -> String {
    format!(
        "it wanted to {what}; to permit that, add \"{grant}\" to `may` in its manifest and install \
         it again with `--allow`"
    )
}

fn of_document(ctx: &Ctx, document: &Value, reply: &Reply) -> Answer {
    let empty = Value::Null;
    let specific = document.get("hookSpecificOutput").unwrap_or(&empty);
    let text = |of: &Value, key: &str| of.get(key).and_then(Value::as_str).map(str::to_owned);
    let top = |key: &str| text(document, key);
    let own = |key: &str| text(specific, key);
    for (key, _) in document.as_object().into_iter().chain(specific.as_object()).flatten() {
        if reply_rules::table::is_known(key) && !PASSED.contains(&key.as_str()) {
            ctx.report(format_args!("`{key}` is not passed on"));
        }
    }
    let behavior = specific.get("decision");
    let reason = own("permissionDecisionReason")
        .or_else(|| behavior.and_then(|it| text(it, "message")))
        .or_else(|| top("reason"));
    let reason = capped(reason.unwrap_or_default());
    let has = |effect| reply.effects.contains(&effect);
    if has(Effect::Defer) {
        ctx.report("it deferred the call, which no hook may do");
    }
    let decision = if has(Effect::Deny) {
        Decision::Deny(reason.clone())
    } else if has(Effect::Ask) {
        Decision::Ask(reason.clone())
    } else if has(Effect::Allow) {
        Decision::Grant(reason.clone())
    } else {
        Decision::NoOpinion
    };
    let is_passed = has(Effect::Rewrite).then(|| specific.get("updatedInput")).flatten();
    Answer {
        decision,
        halt: has(Effect::Stop).then(|| top("stopReason").unwrap_or_default()).map(capped),
        block: has(Effect::Block).then_some(reason),
        context: own("additionalContext").filter(|text| !text.is_empty()).map(capped),
        updated_input: is_passed.and_then(Value::as_object).cloned(),
        updated_output: specific.get("updatedToolOutput").cloned(),
        instructions: None,
        system_message: top("systemMessage"),
        terminal_sequence: top("terminalSequence"),
    }
}

/// Plain text, on the events that use it.
fn of_text(name: &str, run: &Run<'_>) -> Answer {
    let words = Some(run.stdout.trim()).filter(|words| !words.is_empty());
    let words = words.filter(|_| run.end.code() == Some(0)).map(|words| capped(words.to_owned()));
    match event(name).map(|event| event.text) {
        Some(Text::Context) => Answer { context: words, ..Answer::default() },
        Some(Text::Used) => Answer { instructions: words, ..Answer::default() },
        _ => Answer::default(),
    }
}

/// Exit code 2, with the message on stderr.
fn exit_2(name: &str, answer: &mut Answer, message: &str) {
    let message = capped(message.to_owned());
    let is_call = matches!(name, "PreToolUse" | "PreSkillShellCommand");
    match event(name).map(|event| event.status_two) {
        Some(StatusTwo::Blocks) if is_call => {
            if !matches!(answer.decision, Decision::Deny(_)) {
                answer.decision = Decision::Deny(message);
            }
            answer.updated_input = None;
        }
        Some(StatusTwo::Blocks) => _ = answer.block.get_or_insert(message),
        Some(StatusTwo::TellsTheModel) => _ = answer.context.get_or_insert(message),
        _ => {}
    }
}
