//! What a host accepts on a hook's stdout, written down independently of the
//! crate that builds our replies.
//!
//! `Ok` means that the host takes the whole reply *and* honours all of it. A
//! reply that the host would drop is refused here, and so is a field that the
//! host knows but ignores at that place (a top-level `additionalContext`), since
//! a hook that sends it believes in an effect that does not happen.

mod codex;
mod other_hosts;

use reply_rules::table::{self as table, Event, Field, Shape};
use serde_json::{Map, Value};

/// The longest `additionalContext`, in characters, that reaches the model whole.
/// Above it the model silently gets a preview and a file path.
pub const MAX_CONTEXT: usize = 10_000;

/// The event on which plain text is a reply: it is appended to the instructions of
/// the compaction. Elsewhere text is a hook that says too much.
const TEXT_EVENT: &str = "PreCompact";

/// Whether Claude Code takes `stdout` as the answer to `event_name`.
///
/// Empty output is "no opinion" and fits every event, also one that the host
/// does not have. Unknown fields are tolerated.
///
/// # Errors
///
/// Says in one sentence why the host would drop the reply or a part of it.
pub fn accepts(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    if event_name == TEXT_EVENT && is_words(stdout) {
        return Ok(());
    }
    let Some(reply) = single_object(stdout)? else {
        return Ok(());
    };
    judge_claude(event_name, &reply)
}

/// Judges a reply to Claude Code, which takes more than a hook of ours may say: an approval skips the
/// person's prompt, a deferral ends a run without a terminal, the old form of a denial is for older hosts,
/// and a line of a skill can only be denied (2.1.332, run).
fn judge_claude(event_name: &str, reply: &Map<String, Value>) -> Result<(), String> {
    judge(named(table::EVENTS, event_name)?, reply, Unknown::Tolerated)?;
    let text = |pointer: &str| {
        let (object, field) = pointer.split_once('/').unwrap_or(("", pointer));
        let object = if object.is_empty() { Some(reply) } else { reply.get(object)?.as_object() };
        object?.get(field)?.as_str()
    };
    let decision = text("hookSpecificOutput/permissionDecision");
    let is_line = event_name == "PreSkillShellCommand";
    let refused = if text("decision") == Some("approve") {
        Some("approve")
    } else if event_name == "PreToolUse" && text("decision").is_some() {
        Some("decision")
    } else if decision == Some("defer") || is_line && matches!(decision, Some("allow" | "ask")) {
        decision
    } else {
        None
    };
    refused.map_or(Ok(()), |word| Err(format!("no hook of ours says `{word}` on {event_name}")))
}

/// Words that begin in no way like JSON, on lines that end.
fn is_words(stdout: &[u8]) -> bool {
    let text = std::str::from_utf8(stdout).unwrap_or_default();
    text.starts_with(char::is_alphanumeric) && text.ends_with('\n')
}

/// Whether Codex takes `stdout` as the answer to `event_name`.
///
/// Codex reads the same shapes with closed types: an unknown field, an `ask`, an
/// `allow` without a rewrite or a decision without a reason invalidate the whole
/// reply, its context included.
///
/// # Errors
///
/// Says in one sentence why the host would drop the reply or a part of it.
pub fn accepts_codex(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    let Some(reply) = single_object(stdout)? else {
        return Ok(());
    };
    judge(named(codex::EVENTS, event_name)?, &reply, Unknown::Refused)?;
    codex::check_combination(&reply)
}

/// Whether Gemini CLI takes `stdout` as the answer to `event_name`.
///
/// # Errors
///
/// Says in one sentence why the host would ignore the reply or a part of it.
pub fn accepts_gemini(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    accepts_only(other_hosts::GEMINI, event_name, stdout)
}

/// Whether Kimi Code takes `stdout` as the answer to `event_name`.
///
/// # Errors
///
/// Says in one sentence why the host would ignore the reply or a part of it.
pub fn accepts_kimi(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    accepts_only(other_hosts::KIMI, event_name, stdout)
}

/// Whether Copilot CLI takes `stdout` as the answer to `event_name`, one of Claude's.
///
/// It has Claude's form, but reads context inside of `hookSpecificOutput` before a tool alone;
/// otherwise it reads the field at the top, and a block after a tool replaces the
/// result (1.0.102, run).
///
/// # Errors
///
/// Says in one sentence why the host would ignore the reply or a part of it.
pub fn accepts_copilot(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    let Some(mut reply) = single_object(stdout)? else {
        return Ok(());
    };
    if event_name != "PreToolUse" {
        let at_top = reply.remove("additionalContext");
        let inside = reply.get("hookSpecificOutput").and_then(|it| it.get("additionalContext"));
        if at_top.as_ref() != inside {
            return Err("context has to stand at the top as well as inside".to_owned());
        }
    }
    if event_name == "PostToolUse" && reply.contains_key("decision") {
        return Err("a block after a tool hides the result".to_owned());
    }
    judge_claude(event_name, &reply)
}

/// Whether Copilot CLI takes `stdout` as the answer to `event_name`, one of its own events.
///
/// # Errors
///
/// Says in one sentence why the host would ignore the reply or a part of it.
pub fn accepts_copilot_own(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    accepts_only(other_hosts::COPILOT_OWN, event_name, stdout)
}

/// Whether Factory Droid takes `stdout` as the answer to `event_name`.
///
/// # Errors
///
/// Says in one sentence why the host would ignore the reply or a part of it.
pub fn accepts_droid(event_name: &str, stdout: &[u8]) -> Result<(), String> {
    accepts_only(other_hosts::DROID, event_name, stdout)
}

/// What takes the replies to the payload of a case.
pub(crate) fn taker_of(payload: Option<&Value>) -> fn(&str, &[u8]) -> Result<(), String> {
    let text = |key| payload.and_then(|it| it.get(key)?.as_str()).unwrap_or_default();
    let is_of = |events: &[Event]| events.iter().any(|it| it.name == text("hook_event_name"));
    if text("transcript_path").contains("/.factory/") {
        accepts_droid
    } else if is_of(other_hosts::GEMINI) && !is_of(table::EVENTS) {
        accepts_gemini
    } else if !text("timestamp").is_empty() && text("transcript_path").is_empty() {
        accepts_copilot
    } else {
        accepts
    }
}

fn accepts_only(events: &'static [Event], name: &str, stdout: &[u8]) -> Result<(), String> {
    let Some(reply) = single_object(stdout)? else {
        return Ok(());
    };
    judge(named(events, name)?, &reply, Unknown::Refused)
}

/// Without its transcript a payload with a time is one of Copilot, and a reply with context may have that
/// client's form; else `why` it is not taken.
fn as_copilot(event_name: &str, stdout: &[u8], why: String) -> Result<(), String> {
    let is_its_form = single_object(stdout)?.is_some_and(|it| it.contains_key("additionalContext"));
    if is_its_form { accepts_copilot(event_name, stdout).map_err(|_| why) } else { Err(why) }
}

/// What takes the replies to the payload of this name, a file of `tests/payloads`.
pub fn taker(payload: &str) -> fn(&str, &[u8]) -> Result<(), String> {
    let folder = payload.split_once('/').map_or("", |(folder, _)| folder);
    let is_own = payload.matches('/').count() == 1;
    match folder.split('-').next().unwrap_or_default() {
        "codex" => accepts_codex,
        "gemini" => |event, stdout| {
            accepts_gemini(event, stdout).or_else(|why| as_copilot(event, stdout, why))
        },
        "qwen" => {
            |event, stdout| accepts(event, stdout).or_else(|why| as_copilot(event, stdout, why))
        }
        // Without the one field that tells it, a payload of Kimi is one of Claude Code.
        "kimi" => |event, stdout| accepts_kimi(event, stdout).or_else(|_| accepts(event, stdout)),
        // Of its own events it names none: one without a result is a call that is to be made.
        "copilot" if is_own => |event, stdout| {
            let as_call = |_| accepts_copilot_own("PreToolUse", stdout);
            accepts_copilot_own(event, stdout).or_else(as_call)
        },
        // Without a field that tells it, a payload of Copilot is one of Claude Code.
        "copilot" => {
            |event, stdout| accepts_copilot(event, stdout).or_else(|_| accepts(event, stdout))
        }
        _ if payload.contains("codex") => accepts_codex,
        _ => accepts,
    }
}

/// An event name in Claude's spelling: some hosts send `preToolUse` for `PreToolUse`.
pub fn canonical(event_name: &str) -> String {
    let mut rest = event_name.chars();
    rest.next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + rest.as_str())
}

/// Every event of Claude Code.
pub fn events() -> impl Iterator<Item = &'static str> {
    table::EVENTS.iter().map(|event| event.name)
}

#[derive(Clone, Copy)]
enum Unknown {
    Tolerated,
    Refused,
}

fn named(events: &'static [Event], name: &str) -> Result<&'static Event, String> {
    let found = events.iter().find(|event| event.name == name);
    found.ok_or_else(|| format!("this host has no event `{name}`, so only silence fits"))
}

fn single_object(stdout: &[u8]) -> Result<Option<Map<String, Value>>, String> {
    let text = std::str::from_utf8(stdout).map_err(|err| format!("stdout is not UTF-8: {err}"))?;
    if text.is_empty() {
        return Ok(None);
    }
    if !text.starts_with('{') {
        return Err("stdout does not start with `{`, so the host reads it as text".into());
    }
    serde_json::from_str(text)
        .map(Some)
        .map_err(|err| format!("stdout is not exactly one JSON object: {err}"))
}

fn judge(event: &Event, reply: &Map<String, Value>, unknown: Unknown) -> Result<(), String> {
    check_fields("the reply", reply, event.top, unknown)?;
    let Some(output) = reply.get("hookSpecificOutput") else {
        return Ok(());
    };
    let Some(members) = event.output else {
        return Err(format!("{} has no hookSpecificOutput: the union is closed", event.name));
    };
    let Value::Object(output) = output else {
        return Err("hookSpecificOutput is not an object".into());
    };
    match output.get("hookEventName") {
        Some(Value::String(name)) if name == event.name => {}
        Some(name) => return Err(format!("hookEventName is {name}, not {}", event.name)),
        None => return Err("hookSpecificOutput lacks hookEventName".into()),
    }
    check_fields("hookSpecificOutput", output, &[table::EVENT_NAME, members], unknown)?;
    if event.name == "PermissionRequest" && !output.contains_key("decision") {
        return Err("a PermissionRequest reply lacks its decision".into());
    }
    Ok(())
}

fn check_fields(
    place: &str,
    object: &Map<String, Value>,
    groups: &[&[Field]],
    unknown: Unknown,
) -> Result<(), String> {
    for (name, value) in object {
        let field = groups.iter().copied().flatten().find(|field| field.name == name);
        match (field, unknown) {
            (Some(field), _) => check_value(place, field, value, unknown)?,
            (None, Unknown::Refused) => return Err(format!("{place} has unknown field `{name}`")),
            (None, Unknown::Tolerated) if table::is_known(name) => {
                return Err(format!("the host ignores `{name}` in {place}"));
            }
            (None, Unknown::Tolerated) => {}
        }
    }
    Ok(())
}

fn check_value(place: &str, field: &Field, value: &Value, unknown: Unknown) -> Result<(), String> {
    let name = field.name;
    if value.is_null() {
        return Err(format!("`{name}` in {place} is null: the host drops the whole reply"));
    }
    match field.shape {
        Shape::Context => return check_context(value),
        Shape::Permission { allow, deny } => return check_permission(value, allow, deny, unknown),
        _ => {}
    }
    if field.shape.fits(value) {
        Ok(())
    } else {
        Err(format!("`{name}` in {place} must be {}, but is {value}", field.shape))
    }
}

fn check_context(value: &Value) -> Result<(), String> {
    let Value::String(context) = value else {
        return Err(format!("additionalContext is not a string: {value}"));
    };
    match context.chars().count() {
        length if length > MAX_CONTEXT => {
            Err(format!("additionalContext has {length} characters, more than {MAX_CONTEXT}"))
        }
        _ => Ok(()),
    }
}

/// The `decision` of a `PermissionRequest` is an object whose fields depend on
/// its `behavior`.
fn check_permission(
    value: &Value,
    allow: &[Field],
    deny: &[Field],
    unknown: Unknown,
) -> Result<(), String> {
    let Value::Object(decision) = value else {
        return Err(format!("decision must be an object, but is {value}"));
    };
    let fields = match decision.get("behavior").and_then(Value::as_str) {
        Some("allow") => allow,
        Some("deny") => deny,
        _ => return Err("decision.behavior must be allow or deny".into()),
    };
    check_fields("decision", decision, &[table::BEHAVIOR, fields], unknown)
}

#[cfg(test)]
mod tests;
